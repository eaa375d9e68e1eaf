import Conditions
import Loop
import Testing
import Values

@testable import Tables

private typealias Action = ItemTable.Action

@Suite struct `Selection in a table` {
  private let items = (1...5).map { Item(id: $0, price: Double($0 % 3), flag: $0 != 4) }

  private func table(_ mode: SelectionMode = .multiple, _ change: (inout TableOptions<Item>) -> Void = { _ in }) throws
    -> ItemTable
  {
    try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.selection = mode
        change(&$0)
      })
  }

  private func ids(_ table: ItemTable, _ state: ItemTable.State) -> [Int] { table.selectedRows(in: state).map(\.id) }

  @Test func `changes of the selection are rejected if selection is disabled`() throws {
    let table = try table(.none)
    var state = table.initialState(items)
    for action in [
      RowSelection<Int>.Action.rowClicked(1), .rowToggled(1), .rangeExtended(to: 1), .allSelected, .inverted,
      .idsReplaced([1]),
    ] {
      _ = table.reduce(&state, .selection(action))
      #expect(state.rejection == .selectionDisabled && state.selection.isEmpty, "\(action)")
    }
    _ = table.reduce(&state, .selection(.cleared))
    #expect(state.rejection == nil)
  }

  @Test func `single selection keeps one row, and a second click keeps or clears it as configured`() throws {
    let keeping = try table(.single)
    var state = keeping.state(
      after: .selection(.rowClicked(2)), .selection(.rowClicked(3)), from: keeping.initialState(items))
    #expect(ids(keeping, state) == [3])
    state = keeping.state(after: .selection(.rowClicked(3)), from: state)
    #expect(ids(keeping, state) == [3] && state.selection.singleID == 3)
    state = keeping.state(after: .selection(.rowToggled(3)), from: state)
    #expect(ids(keeping, state) == [] && state.selection.singleID == nil)
    for action in [RowSelection<Int>.Action.allSelected, .inverted, .idsReplaced([1, 2])] {
      _ = keeping.reduce(&state, .selection(action))
      #expect(state.rejection == .singleSelectionOnly && state.selection.ids.isEmpty)
    }
    let clearing = try table(.single) { $0.selectedRowClick = .clearsSelection }
    state = clearing.state(
      after: .selection(.rowClicked(3)), .selection(.rowClicked(3)), from: clearing.initialState(items))
    #expect(ids(clearing, state) == [])
  }

  @Test func `rows that a saved session leaves out are still selected when they are loaded again`() throws {
    let table = try table()
    for action in [RowSelection<Int>.Action.allSelected, .idsReplaced([2, 4])] {
      let state = table.state(
        after: .columnFilterChanged("price", .range(from: 1)), .selection(action), .columnFilterChanged("price", nil),
        from: table.initialState(items))
      let resumed = table.state(after: .rowsReplaced(items), from: state.droppingReloadableRows())
      let selected = ids(table, resumed)
      #expect(selected == ids(table, state) && !selected.isEmpty, "\(resumed.selection)")
    }
  }

  @Test func `select all selects the matching rows, which stay selected when the filter changes`() throws {
    let table = try table()
    var state = table.state(
      after: .columnFilterChanged("price", .range(from: 1)), .selection(.allSelected), from: table.initialState(items))
    #expect(ids(table, state) == [1, 2, 4, 5])
    #expect(state.selection.ids.isEmpty)
    #expect(table.selectAllState(of: state) == .all)
    state = table.state(after: .columnFilterChanged("price", nil), from: state)
    #expect(ids(table, state) == [1, 2, 4, 5])
    #expect(table.selectAllState(of: state) == .some)
    state = table.state(after: .selection(.rowToggled(2)), .selection(.rowToggled(3)), from: state)
    #expect(ids(table, state) == [1, 3, 4, 5])
    state = table.state(after: .selection(.inverted), from: state)
    #expect(ids(table, state) == [2])
    state = table.state(after: .selection(.inverted), .selection(.inverted), .selection(.cleared), from: state)
    #expect(ids(table, state) == [])
    #expect(table.selectAllState(of: state) == .none)
  }

  @Test func `law 8: an edited row stays selected or not, and a new row is not selected`() throws {
    let table = try table()
    var state = table.state(
      after: .columnFilterChanged("price", .range(from: 1)), .selection(.allSelected), from: table.initialState(items))
    state = table.state(
      after: .rowUpserted(Item(id: 1, price: 0)), .rowUpserted(Item(id: 3, price: 2)),
      .rowUpserted(Item(id: 9, price: 2)), from: state
    )
    #expect(ids(table, state) == [1, 2, 4, 5])
    state = table.state(after: .rowsReplaced([Item(id: 5), Item(id: 1), Item(id: 8, price: 2)]), from: state)
    #expect(ids(table, state) == [5, 1])
  }

  @Test func `a change of context values does not change the selection`() throws {
    let table = try table()
    let rows = [Item(id: 1, count: 1, ticker: "a"), Item(id: 2, count: 1, ticker: "b")]
    var state = table.state(
      after: .columnFilterChanged("worth", .range(from: 2)), .selection(.allSelected),
      from: table.initialState(rows, contextValues: ["a": 1, "b": 2]))
    #expect(ids(table, state) == [2])
    state = table.state(after: .contextChanged(["a": 3, "b": 1]), from: state)
    #expect(table.visibleIDs(state) == [1])
    #expect(ids(table, state) == [2])
  }

  @Test func `a row that cannot be selected is rejected, and left out of ranges and select all`() throws {
    let table = try table { $0.canSelect = { $0.flag } }
    var state = table.state(after: .selection(.allSelected), from: table.initialState(items))
    #expect(ids(table, state) == [1, 2, 3, 5])
    #expect(table.selectAllState(of: state) == .all)
    _ = table.reduce(&state, .selection(.rowToggled(4)))
    #expect(state.rejection == .notSelectable)
    state = table.state(after: .selection(.rowClicked(3)), .selection(.rangeExtended(to: 5)), from: state)
    #expect(ids(table, state) == [3, 5])
    state = table.state(after: .selection(.idsReplaced([4, 1, 99])), from: state)
    #expect(ids(table, state) == [1])
  }

  @Test func `a range follows the visible order from an anchor that stays`() throws {
    let table = try table()
    var state = table.state(
      after: .headerClicked("price"), .selection(.rowClicked(4)), .selection(.rangeExtended(to: 5)),
      from: table.initialState(items))
    #expect(table.visibleIDs(state) == [3, 1, 4, 2, 5])
    #expect(ids(table, state) == [2, 4, 5])
    state = table.state(after: .selection(.rangeExtended(to: 3)), from: state)
    #expect(ids(table, state) == [1, 3, 4])
    #expect(state.selection.anchor == 4)
  }

  @Test func `a previous selection is restored as far as its rows exist`() throws {
    let table = try table()
    var state = table.state(
      after: .selection(.rowClicked(1)), .selection(.rowToggled(2)), from: table.initialState(items))
    let before = state.selection
    state = table.state(after: .selection(.cleared), .rowRemoved(1), .selection(.restored(before)), from: state)
    #expect(ids(table, state) == [2])
    state = table.state(after: .selection(.rowRestored(3, isSelected: true, anchor: 9)), from: state)
    #expect(ids(table, state) == [2, 3] && state.selection.anchor == nil)
    state = table.state(after: .selection(.rowRestored(3, isSelected: false, anchor: 2)), from: state)
    #expect(ids(table, state) == [2] && state.selection.anchor == 2)
  }
}

@Suite struct `Hovering` {
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(columns: makeItemColumns())
    state = table.initialState((1...4).map { Item(id: $0, price: Double($0)) })
  }

  @Test func `entering the next row before leaving the first keeps the next row hovered`() {
    let entered = table.state(after: .hoverBegan(1), .hoverBegan(2), .hoverEnded(1), from: state)
    #expect(entered.hoveredRow == 2)
    #expect(table.state(after: .hoverEnded(2), from: entered).hoveredRow == nil)
  }

  @Test func `a row that is not on the page is not hovered`() {
    #expect(table.state(after: .hoverBegan(9), from: state).hoveredRow == nil)
    #expect(table.state(after: .hoverBegan(2), .rowRemoved(2), from: state).hoveredRow == nil)
    #expect(
      table.state(after: .hoverBegan(2), .columnFilterChanged("price", .range(from: 3)), from: state).hoveredRow == nil)
    #expect(table.state(after: .hoverBegan(4), .pageSizeChanged(2), from: state).hoveredRow == nil)
    #expect(
      table.state(after: .hoverBegan(2), .headerClicked("price"), .headerClicked("price"), from: state).hoveredRow == 2)
  }

  @Test func `delete and drag leave out selected rows that the filter hides, and the counts say how many`() throws {
    let table = try makeEditableTable()
    let items = (1...6).map { Item(id: $0, price: Double($0)) }
    let state = table.state(
      after: .view(.selection(.idsReplaced([2, 4, 6]))), .view(.columnFilterChanged("price", .range(from: 3))),
      from: table.initialState(items))
    let counts = table.screen(of: state).counts
    #expect(counts.selected == 3 && counts.selectedHidden == 1)
    #expect(table.view.selectedRows(in: state.view).map(\.id) == [2, 4, 6])
    #expect(table.view.selectedVisibleRows(in: state.view).map(\.id) == [4, 6])
    for action in [EditableItems.Action.deleteTapped, .view(.keyPressed(TableKeyPress(.delete)))] {
      var deleted = state
      #expect(table.reduce(&deleted, action) == .fireAndForget(.delete([4, 6])))
      #expect(deleted.view.allRows.map(\.id) == [1, 2, 3, 5] && deleted.view.selection.ids == [2])
    }
    let dropped = table.state(after: .dragBegan(4), .draggedOver(.before(3)), .dropped, from: state)
    #expect(dropped.view.allRows.map(\.id) == [1, 2, 4, 6, 3, 5])
    // If no selected row is visible, the row at the cursor is not deleted in their place.
    let hidden = table.state(
      after: .view(.columnFilterChanged("price", .among([1, 3]))), .view(.keyPressed(TableKeyPress(.down))),
      .deleteTapped,
      from: state)
    #expect(hidden.view.allRows.count == 6 && hidden.view.rejection == .selectionHidden)
    let deselected = table.state(after: .view(.selection(.cleared)), .deleteTapped, from: hidden)
    #expect(deselected.view.allRows.map(\.id) == [2, 3, 4, 5, 6])
  }
}
