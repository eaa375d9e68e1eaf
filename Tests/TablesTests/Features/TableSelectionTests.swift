import Conditions
import Testing
import Values

@testable import Tables

private typealias Action = ItemTable.Action

@Suite struct `Selecting in a table` {
  private let items = (1...5).map { Item(id: $0, price: Double($0 % 3), flag: $0 != 4) }

  private func table(_ mode: SelectionMode = .several, _ change: (inout TableOptions<Item>) -> Void = { _ in }) throws
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

  @Test func `where nothing can be selected, it is refused`() throws {
    let table = try table(.none)
    var state = table.initialState(items)
    for action in [
      RowSelection<Int>.Action.pressed(1), .toggled(1), .extended(to: 1), .allPressed, .inverted, .written([1]),
    ] {
      _ = table.reduce(&state, .selection(action))
      #expect(state.rejection == .nothingSelectable && state.selection.isEmpty, "\(action)")
    }
    _ = table.reduce(&state, .selection(.cleared))
    #expect(state.rejection == nil)
  }

  @Test func `one at most is selected, and a second press keeps it, or takes it away if it was told to`() throws {
    let keeping = try table(.one)
    var state = keeping.state(
      after: .selection(.pressed(2)), .selection(.pressed(3)), from: keeping.initialState(items))
    #expect(ids(keeping, state) == [3])
    state = keeping.state(after: .selection(.pressed(3)), from: state)
    #expect(ids(keeping, state) == [3] && state.selection.singleID == 3)
    state = keeping.state(after: .selection(.toggled(3)), from: state)
    #expect(ids(keeping, state) == [] && state.selection.singleID == nil)
    for action in [RowSelection<Int>.Action.allPressed, .inverted, .written([1, 2])] {
      _ = keeping.reduce(&state, .selection(action))
      #expect(state.rejection == .onlyOneSelected && state.selection.ids.isEmpty)
    }
    let clearing = try table(.one) { $0.secondPress = .clears }
    state = clearing.state(after: .selection(.pressed(3)), .selection(.pressed(3)), from: clearing.initialState(items))
    #expect(ids(clearing, state) == [])
  }

  @Test func `everything that passes is selected at once, and stays so whatever is filtered afterwards`() throws {
    let table = try table()
    var state = table.state(
      after: .columnFiltered("price", .range(from: 1)), .selection(.allPressed), from: table.initialState(items))
    #expect(ids(table, state) == [1, 2, 4, 5])
    #expect(state.selection.ids.isEmpty)
    #expect(table.selectAllState(of: state) == .all)
    state = table.state(after: .columnFiltered("price", nil), from: state)
    #expect(ids(table, state) == [1, 2, 4, 5])
    #expect(table.selectAllState(of: state) == .some)
    state = table.state(after: .selection(.toggled(2)), .selection(.toggled(3)), from: state)
    #expect(ids(table, state) == [1, 3, 4, 5])
    state = table.state(after: .selection(.inverted), from: state)
    #expect(ids(table, state) == [2])
    state = table.state(after: .selection(.inverted), .selection(.inverted), .selection(.cleared), from: state)
    #expect(ids(table, state) == [])
    #expect(table.selectAllState(of: state) == .none)
  }

  @Test func `law 8: a row that is edited stays what it was, and a new one is not selected`() throws {
    let table = try table()
    var state = table.state(
      after: .columnFiltered("price", .range(from: 1)), .selection(.allPressed), from: table.initialState(items))
    state = table.state(
      after: .rowPut(Item(id: 1, price: 0)), .rowPut(Item(id: 3, price: 2)), .rowPut(Item(id: 9, price: 2)), from: state
    )
    #expect(ids(table, state) == [1, 2, 4, 5])
    state = table.state(after: .rowsReplaced([Item(id: 5), Item(id: 1), Item(id: 8, price: 2)]), from: state)
    #expect(ids(table, state) == [5, 1])
  }

  @Test func `what stands beside the rows selects and deselects nothing`() throws {
    let table = try table()
    let rows = [Item(id: 1, count: 1, ticker: "a"), Item(id: 2, count: 1, ticker: "b")]
    var state = table.state(
      after: .columnFiltered("worth", .range(from: 2)), .selection(.allPressed),
      from: table.initialState(rows, contextValues: ["a": 1, "b": 2]))
    #expect(ids(table, state) == [2])
    state = table.state(after: .besideSet(["a": 3, "b": 1]), from: state)
    #expect(table.visibleIDs(state) == [1])
    #expect(ids(table, state) == [2])
  }

  @Test func `a row that cannot be selected is refused, and left out of everything`() throws {
    let table = try table { $0.canSelect = { $0.flag } }
    var state = table.state(after: .selection(.allPressed), from: table.initialState(items))
    #expect(ids(table, state) == [1, 2, 3, 5])
    #expect(table.selectAllState(of: state) == .all)
    _ = table.reduce(&state, .selection(.toggled(4)))
    #expect(state.rejection == .notSelectable)
    state = table.state(after: .selection(.pressed(3)), .selection(.extended(to: 5)), from: state)
    #expect(ids(table, state) == [3, 5])
    state = table.state(after: .selection(.written([4, 1, 99])), from: state)
    #expect(ids(table, state) == [1])
  }

  @Test func `a range goes through the order that is seen, from an anchor that stays`() throws {
    let table = try table()
    var state = table.state(
      after: .titlePressed("price"), .selection(.pressed(4)), .selection(.extended(to: 5)),
      from: table.initialState(items))
    #expect(table.visibleIDs(state) == [3, 1, 4, 2, 5])
    #expect(ids(table, state) == [2, 4, 5])
    state = table.state(after: .selection(.extended(to: 3)), from: state)
    #expect(ids(table, state) == [1, 3, 4])
    #expect(state.selection.anchor == 4)
  }

  @Test func `what was selected is brought back as far as it is there`() throws {
    let table = try table()
    var state = table.state(after: .selection(.pressed(1)), .selection(.toggled(2)), from: table.initialState(items))
    let before = state.selection
    state = table.state(after: .selection(.cleared), .rowRemoved(1), .selection(.restored(before)), from: state)
    #expect(ids(table, state) == [2])
    state = table.state(after: .selection(.restoredOne(3, isSelected: true, anchor: 9)), from: state)
    #expect(ids(table, state) == [2, 3] && state.selection.anchor == nil)
    state = table.state(after: .selection(.restoredOne(3, isSelected: false, anchor: 2)), from: state)
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

  @Test func `to enter the next row before leaving the first does not lose the next`() {
    let entered = table.state(after: .hoverBegan(1), .hoverBegan(2), .hoverEnded(1), from: state)
    #expect(entered.hovered == 2)
    #expect(table.state(after: .hoverEnded(2), from: entered).hovered == nil)
  }

  @Test func `a row that is not in sight is not hovered`() {
    #expect(table.state(after: .hoverBegan(9), from: state).hovered == nil)
    #expect(table.state(after: .hoverBegan(2), .rowRemoved(2), from: state).hovered == nil)
    #expect(table.state(after: .hoverBegan(2), .columnFiltered("price", .range(from: 3)), from: state).hovered == nil)
    #expect(table.state(after: .hoverBegan(4), .pageSizeChanged(2), from: state).hovered == nil)
    #expect(
      table.state(after: .hoverBegan(2), .titlePressed("price"), .titlePressed("price"), from: state).hovered == 2)
  }
}
