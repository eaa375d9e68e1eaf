import Testing
import Values

@testable import Tables

@Suite struct `What is seen and counted of rows that are kept elsewhere` {
  private let items = (0..<5).map { Item(id: $0, name: "a", price: Double($0)) }

  private func table(_ change: (inout TableOptions<Item>) -> Void = { _ in }) throws -> ItemTable {
    try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.source = .windows(of: 2)
        $0.selection = .several
        change(&$0)
      })
  }

  /// The first window of five rows.
  private func stateWithLoadedWindow(_ table: ItemTable) -> ItemTable.State {
    table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 5), from: table.initialState([]))
  }

  @Test func `what does not pass a filter in code is not seen, and the page shows fewer`() throws {
    let table = try table { $0.isShown = { $0.id != 0 } }
    var state = stateWithLoadedWindow(table)
    #expect(table.screen(of: state).rows.map(\.id) == [1])
    #expect(table.screen(of: state).counts.filtered == nil && table.pageCount(of: state) == 3)
    state = table.state(after: .keyPressed(TableKey(.end)), .selection(.allPressed), from: state)
    #expect(state.cursor?.row == 1 && table.selectedRows(in: state).map(\.id) == [1])
    #expect(table.selectAllState(of: state) == .all && table.counts(of: state).selected == nil)
  }

  @Test func `what is selected beside everything that passes makes the count unknown once nobody sees which it is`()
    throws
  {
    let table = try table()
    var state = table.state(
      after: .searched("a"), .windowLoaded([items[0], items[1]], count: 5), .selection(.allPressed), .searched(""),
      .windowLoaded([Item(id: 9), items[0]], count: 6), .selection(.toggled(9)), .searched("a"),
      from: table.initialState([]))
    state = table.state(after: .windowLoaded([items[0], items[1]], count: 5), from: state)
    #expect(table.counts(of: state).selected == nil && table.selectAllState(of: state) == .unknown)
    #expect(table.screen(of: state).rows.map(\.isSelected) == [true, true])
    // Where all that passes is here, it is known to be selected; what is not here may be gone.
    let whole = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 2), from: state)
    #expect(table.counts(of: whole).selected == nil && table.selectAllState(of: whole) == .all)
  }

  @Test func `no count is less than nothing`() throws {
    let table = try table()
    var state = table.state(
      after: .selection(.allPressed), .selection(.toggled(0)), .selection(.toggled(1)),
      from: stateWithLoadedWindow(table))
    #expect(table.counts(of: state).selected == 3 && table.selectAllState(of: state) == .some)
    state = table.state(after: .reloadTapped, .windowLoaded([items[2]], count: 1), from: state)
    #expect(table.counts(of: state).selected.map { $0 >= 0 } ?? true)
    #expect(table.selectAllState(of: state) == .all)
  }

  @Test func `who cannot be selected is not counted, and of rows that are not here nobody knows who that is`() throws {
    let table = try table { $0.canSelect = { $0.id != 1 } }
    var state = table.state(after: .selection(.allPressed), from: stateWithLoadedWindow(table))
    #expect(table.counts(of: state).selected == nil && table.selectAllState(of: state) == .all)
    state = table.state(after: .selection(.written([0, 4])), from: state)
    #expect(table.counts(of: state).selected == nil)
    state = table.state(after: .selection(.pressed(0)), from: state)
    #expect(table.counts(of: state).selected == 1 && table.selectAllState(of: state) == .unknown)
    state = table.state(after: .reloadTapped, .windowLoaded([items[0], items[1]], count: 2), from: state)
    #expect(table.selectAllState(of: state) == .all)
  }

  @Test func `rows that answer another question, or were changed since, are stale`() throws {
    let table = try table { $0.handlesDeletions = true }
    let state = stateWithLoadedWindow(table)
    #expect(!table.screen(of: table.initialState([])).isStale && !table.screen(of: state).isStale)
    for action in [
      ItemTable.Action.pageTurned(to: 1), .searched("a"), .reloadTapped, .rowRemoved(0),
    ] {
      let asked = table.state(after: action, from: state)
      #expect(table.screen(of: asked).isStale && table.screen(of: asked).loading == .awaited, "\(action)")
      #expect(table.screen(of: table.state(after: .windowFailed("offline"), from: asked)).isStale, "\(action)")
      #expect(
        !table.screen(of: table.state(after: .windowLoaded([items[2]], count: 3), from: asked)).isStale, "\(action)")
    }
  }
}
