import Foundation
import Loop
import Testing
import Values

@testable import Tables

@Suite struct `Encoding and decoding a table` {
  private let table: ItemTable
  private let state: ItemTable.State

  init() throws {
    table = try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.selection = .multiple
        $0.supportsDeletions = true
        $0.changePolicy = .afterConfirmation
      })
    let items = (1...6).map { Item(id: $0, name: "item \($0)", price: Double($0)) }
    state = table.state(
      after: .headerClicked("price"), .columnFilterChanged("price", .range(through: 5)), .selection(.allSelected),
      .selection(.rowToggled(2)), .cellValueSet(3, "price", 0.5), .rowsDeleted([4]), .pageSizeChanged(3),
      .editBegan(1, "name"),
      .hoverBegan(1), from: table.initialState(items, contextValues: ["a": 1]))
  }

  @Test func `a decoded state equals the original and behaves the same`() throws {
    let data = try JSONEncoder().encode(state)
    var read = try JSONDecoder().decode(ItemTable.State.self, from: data)
    #expect(read == state)
    #expect(table.screen(of: read) == table.screen(of: state))
    #expect(table.selectedRows(in: read) == table.selectedRows(in: state))
    var original = state
    for action in [
      ItemTable.Action.selection(.rowToggled(1)), .headerClicked("name"), .deleteCompleted([4]),
      .searchTextChanged("item"),
    ] {
      #expect(table.reduce(&read, action) == table.reduce(&original, action))
      #expect(read == original && table.visibleIDs(read) == table.visibleIDs(original))
      #expect(table.screen(of: read) == table.screen(of: original))
    }
  }

  @Test func `the compensation of a deletion directly after decoding contains the selection`() throws {
    let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
    guard case .actions(let back, _, _) = table.compensation(of: .rowsDeleted([5]), in: read),
      case .undoApplied(.deletion(let placed))? = back.first
    else {
      Issue.record("The deletion is not an undo step.")
      return
    }
    #expect(placed.map(\.row.id) == [5] && placed.map(\.isSelected) == [true])
  }

  @Test func `an invalid page is rejected`() throws {
    let text = try #require(String(data: JSONEncoder().encode(state), encoding: .utf8))
    for (part, other) in [
      ("\"size\":3", "\"size\":0"), ("\"size\":3", "\"size\":9223372036854775807"),
      ("\"number\":", "\"number\":9223372036854775"), ("\"page\":{", "\"viewportHeight\":-1,\"page\":{"),
    ] {
      #expect(text.contains(part))
      let broken = Data(text.replacing(part, with: other).utf8)
      #expect(throws: DecodingError.self, "\(other)") {
        try JSONDecoder().decode(ItemTable.State.self, from: broken)
      }
    }
  }

  @Test func `equality does not depend on the row handles`() {
    let items = (1...4).map { Item(id: $0) }
    let direct = table.initialState(items)
    let rearranged = table.state(
      after: .rowRemoved(2), .rowUpserted(items[1], before: 3), .rowRemoved(4), .rowUpserted(items[3]), from: direct)
    #expect(direct == rearranged && direct.hashValue == rearranged.hashValue)
    #expect(direct != table.state(after: .rowUpserted(Item(id: 2, price: 1)), from: direct))
    #expect(direct != table.initialState(items.reversed()))
    #expect(direct != table.state(after: .hoverBegan(2), from: direct))
  }

  @Test func `a window request is encoded and decoded`() throws {
    let request = WindowRequest(state.query, offset: 4, limit: 2)
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(WindowRequest.self, from: data) == request)
  }

  /// A change for each property of a state, by the name of the property.
  private static let policies: [String: @Sendable (inout ItemTable.State) -> Void] = [
    "rows": { $0.rows.replace(Item(id: 1, price: 99), at: 0) },
    "query": { $0.query = TableQuery(filter: .init(search: "b")) },
    "contextValues": { $0.contextValues = ["b": 2] }, "selection": { $0.selection = RowSelection([6], anchor: 6) },
    "cursor": { $0.cursor = .init(row: 2, column: "name") }, "hoveredRow": { $0.hoveredRow = 2 },
    "page": { $0.page = TablePage(size: 2) }, "topRow": { $0.topRow = 2 },
    "viewportHeightLimit": { $0.viewportHeight = 7 },
    "viewportWidth": { $0.viewportWidth = 7 },
    "layout": { $0.layout.hiddenColumns = ["id"] }, "groupingColumn": { $0.groupingColumn = "flag" },
    "editedCell": { $0.editedCell = nil },
    "drafts": { $0.drafts = [:] }, "deletions": { $0.deletions = [:] },
    "pendingMoves": { $0.pendingMoves = [.init([1], .end), .init([2, 3], .after(1))] },
    "moveFailure": { $0.moveFailure = "offline" },
    "drag": { $0.drag = .init(ids: [1], target: .end) }, "remoteWindow": { $0.remoteWindow = RemoteWindowState() },
  ]

  @Test func `every property of a state is compared, hashed, encoded and decoded`() throws {
    let parts = Set(Mirror(reflecting: state).children.compactMap(\.label)).subtracting(["derived"])
    #expect(parts == Set(Self.policies.keys))
    for (part, change) in Self.policies {
      var changed = state
      change(&changed)
      #expect(changed != state && changed.hashValue != state.hashValue, "\(part)")
      let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(changed))
      #expect(read == changed, "\(part)")
    }
  }

  @Test func `an invalid decoded state is normalized by its first use`() throws {
    let table = try ItemTable(columns: makeItemColumns(), options: TableOptions { $0.selection = .single })
    var state = table.initialState((1...6).map { Item(id: $0) })
    state.layout.columnOrder = ["flag", "gone", "flag"]
    state.layout.hiddenColumns = ["gone"]
    state.layout.columnWidths = ["name": 1, "gone": 4]
    state.layout.scrollOffset = -3
    state.query.sort = [SortKey("gone"), SortKey("price"), SortKey("price", .reverse)]
    state.query.filter.columns = ["gone": .contains("a")]
    state.groupingColumn = "gone"
    state.selection = RowSelection([1, 2, 99], anchor: 2)
    state.page = TablePage(size: 2)
    state.page.number = 77
    state.cursor = .init(row: 5, column: "gone")
    state.hoveredRow = 99
    state.topRow = 99
    state.editedCell = .init(row: 1, column: "gone", text: "", originalText: "")
    state.remoteWindow = RemoteWindowState()
    let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
    let taken = table.state(after: .hoverEnded(99), from: read)
    #expect(table.screen(of: read) == table.screen(of: taken) && table.settings(of: read) == table.settings(of: taken))
    #expect(taken.layout.columnOrder == ["flag", "id", "name", "price", "count", "worth"])
    #expect(
      taken.layout.hiddenColumns.isEmpty && taken.layout.columnWidths == ["name": 10] && taken.layout.scrollOffset == 0)
    #expect(taken.query == TableQuery(sort: [SortKey("price")]) && taken.groupingColumn == nil)
    #expect(taken.selection == RowSelection([2], anchor: 2) && taken.page.number == 2 && taken.cursor == .init(row: 5))
    #expect(taken.hoveredRow == nil && taken.topRow == nil && taken.editedCell == nil && taken.remoteWindow == nil)
  }

  @Test(arguments: [Int.min, -5, .max]) func `numbers out of range in a decoded state do not trap`(number: Int) throws {
    let table = try ItemTable(
      columns: makeItemColumns(), options: TableOptions { $0.rowSource = .remote(windowSize: 2) })
    let page = [Item(id: 1), Item(id: 2)]
    var state = table.state(after: .reloadTapped, .windowLoaded(page, count: 9), from: table.initialState([]))
    state.viewportWidth = number
    state.layout.scrollOffset = 3
    state.layout.columnWidths = ["name": number]
    state.remoteWindow?.pendingCursorOffset = number
    state.remoteWindow?.totalCount = number
    state.remoteWindow?.loadedRequest?.offset = number
    state.remoteWindow?.pendingRequest = WindowRequest(state.query, offset: number, limit: number)
    let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
    #expect(table.screen(of: read).rows.count <= 2)
    for action in [
      ItemTable.Action.windowLoaded(page, count: nil), .reloadTapped, .pageChanged(to: 1),
      .scrolledHorizontally(to: .max),
      .viewportWidthChanged(number),
    ] {
      let next = table.state(after: action, .reloadTapped, .windowLoaded(page, count: number), from: read)
      #expect(next.allRows == page, "\(action)")
    }
  }
}
