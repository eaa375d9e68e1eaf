import Foundation
import Loop
import Testing
import Values

@testable import Tables

@Suite struct `A table that is stored` {
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.selection = .several
        $0.handlesDeletions = true
        $0.changes = .asked
      })
    let items = (1...6).map { Item(id: $0, name: "item \($0)", price: Double($0)) }
    state = table.state(
      after: .titlePressed("price"), .columnFiltered("price", .range(through: 5)), .selection(.allPressed),
      .selection(.toggled(2)), .cellSet(3, "price", 0.5), .rowsDeleted([4]), .pageSizeChanged(3), .editBegan(1, "name"),
      .hoverBegan(1), from: table.initialState(items, contextValues: ["a": 1]))
  }

  @Test func `it is read back as it was, and goes on as if nothing had been`() throws {
    let data = try JSONEncoder().encode(state)
    var read = try JSONDecoder().decode(ItemTable.State.self, from: data)
    #expect(read == state)
    #expect(table.screen(of: read) == table.screen(of: state))
    #expect(table.selectedRows(in: read) == table.selectedRows(in: state))
    var going = state
    for action in [ItemTable.Action.selection(.toggled(1)), .titlePressed("name"), .deleted([4]), .searched("item")] {
      #expect(table.reduce(&read, action) == table.reduce(&going, action))
      #expect(read == going && table.visibleIDs(read) == table.visibleIDs(going))
      #expect(table.screen(of: read) == table.screen(of: going))
    }
  }

  @Test func `what takes a deletion back that is the first thing after it was read knows what was selected`() throws {
    let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
    guard case .actions(let back, _, _) = table.compensation(of: .rowsDeleted([5]), in: read),
      case .takenBack(.deletion(let placed))? = back.first
    else {
      Issue.record("The deletion is no step.")
      return
    }
    #expect(placed.map(\.row.id) == [5] && placed.map(\.isSelected) == [true])
  }

  @Test func `a page that there cannot be is refused`() throws {
    let text = try #require(String(data: JSONEncoder().encode(state), encoding: .utf8))
    for (part, other) in [
      ("\"size\":3", "\"size\":0"), ("\"size\":3", "\"size\":9223372036854775807"),
      ("\"number\":", "\"number\":9223372036854775"), ("\"page\":{", "\"height\":-1,\"page\":{"),
    ] {
      #expect(text.contains(part))
      let broken = Data(text.replacing(part, with: other).utf8)
      #expect(throws: DecodingError.self, "\(other)") {
        try JSONDecoder().decode(ItemTable.State.self, from: broken)
      }
    }
  }

  @Test func `wherever rows sit, equal tables are equal, and others are not`() {
    let items = (1...4).map { Item(id: $0) }
    let straight = table.initialState(items)
    let crooked = table.state(
      after: .rowRemoved(2), .rowPut(items[1], before: 3), .rowRemoved(4), .rowPut(items[3]), from: straight)
    #expect(straight == crooked && straight.hashValue == crooked.hashValue)
    #expect(straight != table.state(after: .rowPut(Item(id: 2, price: 1)), from: straight))
    #expect(straight != table.initialState(items.reversed()))
    #expect(straight != table.state(after: .hoverBegan(2), from: straight))
  }

  @Test func `what a port is handed is stored and read back`() throws {
    let request = WindowRequest(state.query, offset: 4, limit: 2)
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(WindowRequest.self, from: data) == request)
  }

  /// Something else for each part of a state.
  private static let changes: [String: @Sendable (inout ItemTable.State) -> Void] = [
    "rows": { $0.rows.replace(Item(id: 1, price: 99), at: 0) },
    "query": { $0.query = TableQuery(filter: .init(search: "b")) },
    "beside": { $0.beside = ["b": 2] }, "selection": { $0.selection = RowSelection([6], anchor: 6) },
    "cursor": { $0.cursor = .init(row: 2, column: "name") }, "hovered": { $0.hovered = 2 },
    "page": { $0.page = TablePage(size: 2) }, "top": { $0.top = 2 }, "heightLimit": { $0.viewportHeight = 7 },
    "width": { $0.width = 7 },
    "layout": { $0.layout.hidden = ["id"] }, "grouping": { $0.grouping = "flag" }, "editing": { $0.editing = nil },
    "drafts": { $0.drafts = [:] }, "errands": { $0.errands = [:] },
    "moves": { $0.moves = [.init([1], .end), .init([2, 3], .after(1))] }, "moveFailure": { $0.moveFailure = "offline" },
    "drag": { $0.drag = .init(ids: [1], target: .end) }, "remote": { $0.remote = RemoteWindow() },
  ]

  @Test func `no part of a state is forgotten when it is compared, hashed, written and read`() throws {
    let parts = Set(Mirror(reflecting: state).children.compactMap(\.label)).subtracting(["derived"])
    #expect(parts == Set(Self.changes.keys))
    for (part, change) in Self.changes {
      var changed = state
      change(&changed)
      #expect(changed != state && changed.hashValue != state.hashValue, "\(part)")
      let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(changed))
      #expect(read == changed, "\(part)")
    }
  }

  @Test func `what cannot be is brought in order when a table takes it in`() throws {
    let table = try ItemTable(columns: makeItemColumns(), options: TableOptions { $0.selection = .one })
    var state = table.initialState((1...6).map { Item(id: $0) })
    state.layout.order = ["flag", "gone", "flag"]
    state.layout.hidden = ["gone"]
    state.layout.widths = ["name": 1, "gone": 4]
    state.layout.offset = -3
    state.query.sort = [SortKey("gone"), SortKey("price"), SortKey("price", .reverse)]
    state.query.filter.columns = ["gone": .contains("a")]
    state.grouping = "gone"
    state.selection = RowSelection([1, 2, 99], anchor: 2)
    state.page = TablePage(size: 2)
    state.page.number = 77
    state.cursor = .init(row: 5, column: "gone")
    state.hovered = 99
    state.top = 99
    state.editing = .init(row: 1, column: "gone", text: "", original: "")
    state.remote = RemoteWindow()
    let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
    let taken = table.state(after: .hoverEnded(99), from: read)
    #expect(table.screen(of: read) == table.screen(of: taken) && table.settings(of: read) == table.settings(of: taken))
    #expect(taken.layout.order == ["flag", "id", "name", "price", "count", "worth"])
    #expect(taken.layout.hidden.isEmpty && taken.layout.widths == ["name": 10] && taken.layout.offset == 0)
    #expect(taken.query == TableQuery(sort: [SortKey("price")]) && taken.grouping == nil)
    #expect(taken.selection == RowSelection([2], anchor: 2) && taken.page.number == 2 && taken.cursor == .init(row: 5))
    #expect(taken.hovered == nil && taken.top == nil && taken.editing == nil && taken.remote == nil)
  }
}
