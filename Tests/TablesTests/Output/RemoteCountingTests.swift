import Testing
import Values

@testable import Tables

@Suite struct `Counts of remote rows` {
  private let items = (0..<5).map { Item(id: $0, name: "a", price: Double($0)) }

  private func table(_ change: (inout TableOptions<Item>) -> Void = { _ in }) throws -> ItemTable {
    try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.rowSource = .remote(windowSize: 2)
        $0.selection = .multiple
        change(&$0)
      })
  }

  /// Returns the state after loading the first window of five rows.
  private func stateWithLoadedWindow(_ table: ItemTable) -> ItemTable.State {
    table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: table.initialState([]))
  }

  @Test func `rows that do not match the base filter are hidden, and the page shows fewer rows`() throws {
    let table = try table { $0.baseFilter = { $0.id != 0 } }
    var state = stateWithLoadedWindow(table)
    #expect(table.screen(of: state).rows.map(\.id) == [1])
    #expect(table.screen(of: state).counts.filtered == nil && table.pageCount(of: state) == 3)
    state = table.state(after: .keyPressed(TableKeyPress(.end)), .selection(.allSelected), from: state)
    #expect(state.cursor?.row == 1 && table.selectedRows(in: state).map(\.id) == [1])
    #expect(table.selectAllState(of: state) == .all && table.counts(of: state).selected == nil)
  }

  @Test func `the selected count is unknown if a listed row is not loaded and may not match the filter`()
    throws
  {
    let table = try table()
    var state = table.state(
      after: .searchTextChanged("a"), .windowLoaded([items[0], items[1]], count: 5), .selection(.allSelected),
      .searchTextChanged(""),
      .windowLoaded([Item(id: 9), items[0]], count: 6), .selection(.rowToggled(9)), .searchTextChanged("a"),
      from: table.initialState([]))
    state = table.state(after: .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.counts(of: state).selected == nil && table.selectAllState(of: state) == .unknown)
    #expect(table.screen(of: state).rows.map(\.isSelected) == [true, true])
    // If all matching rows are loaded, they are known to be selected. The row that is not loaded may be gone.
    let whole = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 2), from: state)
    #expect(table.counts(of: whole).selected == nil && table.selectAllState(of: whole) == .all)
  }

  @Test func `no count is negative`() throws {
    let table = try table()
    var state = table.state(
      after: .selection(.allSelected), .selection(.rowToggled(0)), .selection(.rowToggled(1)),
      from: stateWithLoadedWindow(table))
    #expect(table.counts(of: state).selected == 3 && table.selectAllState(of: state) == .some)
    state = table.state(after: .reloadTapped, .windowLoaded([items[2]], count: 1), from: state)
    #expect(table.counts(of: state).selected.map { $0 >= 0 } ?? true)
    #expect(table.selectAllState(of: state) == .all)
  }

  @Test func `rows that cannot be selected are not counted, so the count is unknown for unloaded rows`() throws {
    let table = try table { $0.canSelect = { $0.id != 1 } }
    var state = table.state(after: .selection(.allSelected), from: stateWithLoadedWindow(table))
    #expect(table.counts(of: state).selected == nil && table.selectAllState(of: state) == .all)
    state = table.state(after: .selection(.idsReplaced([0, 4])), from: state)
    #expect(table.counts(of: state).selected == nil)
    state = table.state(after: .selection(.rowClicked(0)), from: state)
    #expect(table.counts(of: state).selected == 1 && table.selectAllState(of: state) == .unknown)
    state = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 2), from: state)
    #expect(table.selectAllState(of: state) == .all)
  }

  @Test func `loaded rows of another request or from before a change are stale`() throws {
    let table = try table()
    let state = stateWithLoadedWindow(table)
    #expect(!table.screen(of: table.initialState([])).isStale && !table.screen(of: state).isStale)
    for action in [
      ItemTable.Action.pageChanged(to: 1), .searchTextChanged("a"), .reloadTapped, .rowRemoved(0),
    ] {
      let asked = table.state(after: action, from: state)
      #expect(table.screen(of: asked).isStale && table.screen(of: asked).loadingStatus == .loading, "\(action)")
      #expect(table.screen(of: table.state(after: .windowLoadFailed("offline"), from: asked)).isStale, "\(action)")
      #expect(
        !table.screen(of: table.state(after: .windowLoaded([items[2]], count: 3), from: asked)).isStale, "\(action)")
    }
  }
}
