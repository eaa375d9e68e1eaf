import Conditions
import Foundation
import Loop
import TestInputs
import Testing
import Values

@testable import Tables

@Suite struct `Encoding and decoding a table` {
  private let table: EditableItems
  private let state: EditableItems.State

  init() throws {
    table = try EditableItems(
      columns: makeItemColumns(),
      options: EditingOptions {
        $0.view.selection = .multiple
        $0.supportsDeletions = true
        $0.changePolicy = .afterConfirmation
      })
    let items = (1...6).map { Item(id: $0, name: "item \($0)", price: Double($0)) }
    state = table.state(
      after: .view(.headerClicked("price")), .view(.columnFilterChanged("price", .range(through: 5))),
      .view(.selection(.allSelected)),
      .view(.selection(.rowToggled(2))), .cellValueSet(3, "price", 0.5), .rowsDeleted([4]), .view(.pageSizeChanged(3)),
      .editBegan(1, "name"),
      .view(.hoverBegan(1)), from: table.initialState(items, contextValues: ["a": 1]))
  }

  @Test func `a decoded state equals the original and behaves the same`() throws {
    let data = try JSONEncoder().encode(state)
    var read = try JSONDecoder().decode(EditableItems.State.self, from: data)
    #expect(read == state)
    #expect(table.screen(of: read) == table.screen(of: state))
    #expect(table.view.selectedRows(in: read.view) == table.view.selectedRows(in: state.view))
    var original = state
    for action in [
      EditableItems.Action.view(.selection(.rowToggled(1))), .view(.headerClicked("name")), .deleteCompleted([4]),
      .view(.searchTextChanged("item")),
    ] {
      #expect(table.reduce(&read, action) == table.reduce(&original, action))
      #expect(read == original && table.visibleIDs(read) == table.visibleIDs(original))
      #expect(table.screen(of: read) == table.screen(of: original))
    }
  }

  @Test func `the compensation of a deletion directly after decoding contains the selection`() throws {
    let read = try JSONDecoder().decode(EditableItems.State.self, from: JSONEncoder().encode(state))
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
      ("\"number\":", "\"number\":9223372036854775"),
    ] {
      #expect(text.contains(part))
      let broken = Data(text.replacing(part, with: other).utf8)
      #expect(throws: DecodingError.self, "\(other)") {
        try JSONDecoder().decode(EditableItems.State.self, from: broken)
      }
    }
  }

  @Test func `equality does not depend on the row handles`() {
    let items = (1...4).map { Item(id: $0) }
    let direct = table.initialState(items)
    let rearranged = table.state(
      after: .view(.rowRemoved(2)), .view(.rowUpserted(items[1], before: 3)), .view(.rowRemoved(4)),
      .view(.rowUpserted(items[3])), from: direct)
    #expect(direct == rearranged && direct.hashValue == rearranged.hashValue)
    #expect(direct != table.state(after: .view(.rowUpserted(Item(id: 2, price: 1))), from: direct))
    #expect(direct != table.initialState(items.reversed()))
    #expect(direct != table.state(after: .view(.hoverBegan(2)), from: direct))
  }

  @Test func `a window request is encoded and decoded`() throws {
    let request = WindowRequest(state.view.query, offset: 4, limit: 2)
    let data = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(WindowRequest.self, from: data) == request)
  }

  /// A change for each property of a state and of its view, by the name of the property.
  private static let policies: [String: @Sendable (inout EditableItems.State) -> Void] = [
    "rows": { $0.view.rows.replace(Item(id: 1, price: 99), at: 0) },
    "query": { $0.view.query = TableQuery(filter: .init(search: "b")) },
    "contextValues": { $0.view.contextValues = ["b": 2] },
    "selection": { $0.view.selection = RowSelection([6], anchor: 6) },
    "cursor": { $0.view.cursor = .init(row: 2, column: "name") }, "hoveredRow": { $0.view.hoveredRow = 2 },
    "page": { $0.view.page = TablePage(size: 2) },
    "layout": { $0.view.layout.hiddenColumns = ["id"] }, "groupingColumn": { $0.view.groupingColumn = "flag" },
    "boxedEditedCell": { $0.editedCell = nil },
    "drafts": { $0.drafts = [:] }, "deletions": { $0.deletions = [:] },
    "pendingMoves": { $0.pendingMoves = [[.init([1], .end)], [.init([2, 3], .after(1))]] },
    "moveFailure": { $0.moveFailure = "offline" },
    "drag": { $0.drag = .init(ids: [1], target: .end) },
    "boxedRemoteWindow": { $0.view.remoteWindow = RemoteWindowState() },
    "boxedRejection": { $0.view.rejection = .noSuchRow },
  ]

  @Test func `every property of a state is compared, hashed, encoded and decoded`() throws {
    func parts(_ some: Any) -> Set<String> { Set(Mirror(reflecting: some).children.compactMap(\.label)) }
    #expect(parts(state).contains("view") && parts(state).isDisjoint(with: parts(state.view)))
    #expect(parts(state).union(parts(state.view)).subtracting(["view", "derived"]) == Set(Self.policies.keys))
    for (part, change) in Self.policies {
      var changed = state
      change(&changed)
      #expect(changed != state && changed.hashValue != state.hashValue, "\(part)")
      let read = try JSONDecoder().decode(EditableItems.State.self, from: JSONEncoder().encode(changed))
      #expect(read == changed, "\(part)")
    }
  }

  @Test func `an invalid decoded state is normalized by its first use`() throws {
    let table = try EditableItems(columns: makeItemColumns(), options: EditingOptions { $0.view.selection = .single })
    var state = table.initialState((1...6).map { Item(id: $0) })
    state.view.layout.columnOrder = ["flag", "gone", "flag"]
    state.view.layout.hiddenColumns = ["gone"]
    state.view.layout.columnWidths = ["name": 1, "gone": 4]
    state.view.query.sort = [SortKey("gone"), SortKey("price"), SortKey("price", .reverse)]
    state.view.query.filter.columns = ["gone": .contains("a")]
    state.view.groupingColumn = "gone"
    state.view.selection = RowSelection([1, 2, 99], anchor: 2)
    state.view.page = TablePage(size: 2)
    state.view.page.number = 77
    state.view.cursor = .init(row: 5, column: "gone")
    state.view.hoveredRow = 99
    state.editedCell = .init(row: 1, column: "gone", text: "", originalText: "")
    state.view.remoteWindow = RemoteWindowState()
    let read = try JSONDecoder().decode(EditableItems.State.self, from: JSONEncoder().encode(state))
    let taken = table.state(after: .view(.hoverEnded(99)), from: read)
    #expect(
      table.screen(of: read) == table.screen(of: taken)
        && table.view.settings(of: read.view) == table.view.settings(of: taken.view))
    #expect(taken.view.layout.columnOrder == ["flag", "id", "name", "price", "count", "worth"])
    #expect(
      taken.view.layout.hiddenColumns.isEmpty && taken.view.layout.columnWidths == ["name": 10])
    #expect(taken.view.query == TableQuery(sort: [SortKey("price")]) && taken.view.groupingColumn == nil)
    #expect(
      taken.view.selection == RowSelection([2], anchor: 2) && taken.view.page.number == 2
        && taken.view.cursor == .init(row: 5))
    #expect(
      taken.view.hoveredRow == nil && taken.editedCell == nil
        && taken.view.remoteWindow == nil)
  }

  @Test(arguments: [TableOptions<Item>.RowSource.local, .remote(windowSize: 6)])
  func `a filter of a decoded state that the table rejects is removed, and the reason is shown`(
    source: TableOptions<Item>.RowSource
  ) throws {
    func table(without gone: String) throws -> ItemTable {
      try ItemTable(
        columns: makeItemColumns().filter { $0.id != gone },
        options: TableOptions {
          $0.rowSource = source
          $0.selection = .multiple
        })
    }
    let items = (1...3).map { Item(id: $0, name: "a", price: Double($0)) }
    let start = try table(without: "").initialState(items)
    for (action, column) in [
      (ItemTable.Action.conditionChanged(Term.key("price") > 1), "price"),
      (.columnFilterChanged("count", .range(from: 1)), "count"),
    ] {
      let state = try table(without: "").state(
        after: .searchTextChanged("a"), action, .selection(.allSelected), .selection(.rowToggled(1)), from: start)
      let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
      let table = try table(without: column)
      let screen = table.screen(of: read)
      #expect(
        screen.rejection?.description.contains(column) == true && screen.condition == nil && screen.rows.count == 3)
      let taken = table.state(after: .appeared, .hoverBegan(2), from: read)
      #expect(taken.query == TableQuery(filter: RowFilter(search: "a")) && taken.selection.isEmpty)
      #expect(taken.rejection != nil && table.screen(of: taken).rejection == screen.rejection)
      #expect(source == .local || taken.remoteWindow?.pendingRequest?.query == taken.query)
    }
  }

  @Test(arguments: [Int.min, -5, .max]) func `numbers out of range in a decoded state do not trap`(number: Int) throws {
    let table = try ItemTable(
      columns: makeItemColumns(), options: TableOptions { $0.rowSource = .remote(windowSize: 2) })
    let page = [Item(id: 1), Item(id: 2)]
    var state = table.state(after: .reloadTapped, .windowLoaded(page, count: 9), from: table.initialState([]))
    state.layout.columnWidths = ["name": number]
    state.remoteWindow?.pendingCursorOffset = number
    state.remoteWindow?.totalCount = number
    state.remoteWindow?.loadedRequest?.offset = number
    state.remoteWindow?.pendingRequest = WindowRequest(TableQuery(), offset: number, limit: number)
    let read = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
    #expect(table.screen(of: read).rows.count <= 2)
    for action in [
      ItemTable.Action.windowLoaded(page, count: nil), .reloadTapped, .pageChanged(to: 1),
      .keyPressed(TableKeyPress(.pageDown, displayedRowCount: number)),
    ] {
      let next = table.state(after: action, .reloadTapped, .windowLoaded(page, count: number), from: read)
      #expect(next.allRows == page, "\(action)")
    }
  }

  /// A table with a pending or failed operation of each kind, and a number in each place that can have one.
  private static func makeBusyState(_ source: TableOptions<Item>.RowSource) throws -> (
    EditableItems, EditableItems.State
  ) {
    let table = try makeEditableTable(.afterConfirmation) {
      $0.view.rowSource = source
      $0.view.navigation = .cells
      $0.view.aggregates = [Aggregate(.count), Aggregate(.sum, "price")]
    }
    let items = (1...6).map { Item(id: $0, name: "item", price: 1) }
    var state = table.initialState(items)
    for action: ItemTable.Action in [
      .reloadTapped, .windowLoaded(items, count: 9), .headerClicked("price"), .windowLoaded(items, count: 9),
      .columnFilterChanged("price", .range(from: 0, through: 5)), .windowLoaded(items, count: 9), .sortChanged([]),
      .windowLoaded(items, count: 9), .columnResized("name", 20), .selection(.allSelected),
      .selection(.rowToggled(2)),
    ] { _ = table.reduce(&state, .view(action)) }
    for action: EditableItems.Action in [
      .cellValueSet(3, "price", 2), .rowsDeleted([4]), .rowsMoved(.init([5], before: 1)), .editBegan(1, "price"),
      .view(.pageSizeChanged(3)), .view(.keyPressed(TableKeyPress(.escape))),
      .view(.keyPressed(TableKeyPress(.pageDown))), .view(.hoverBegan(2)),
    ] { _ = table.reduce(&state, action) }
    return (table, state)
  }

  private static let everyViewAction: [ItemTable.Action] =
    [
      .headerClicked("price"), .sortChanged([SortKey("name")]), .columnFilterChanged("price", nil),
      .conditionChanged(nil), .searchTextChanged("i"), .groupingChanged(to: "flag"), .selection(.rowClicked(1)),
      .selection(.rangeExtended(to: 3)), .selection(.allSelected), .selection(.inverted), .hoverBegan(1),
      .hoverEnded(2), .pageChanged(to: .max), .pageChanged(to: 1), .pageSizeChanged(2), .pageSizeChanged(nil),
      .pageSizeChanged(.max), .columnMoved("id", before: nil), .columnVisibilityChanged("name", false),
      .columnResized("name", .min), .columnResized("name", .max),
      .rowsReplaced([Item(id: 1)]), .rowUpserted(Item(id: 7)), .rowRemoved(1), .contextChanged(["a": 1]),
      .reloadTapped, .windowLoaded([Item(id: 8)], count: .max), .windowLoaded([], count: .min),
      .windowLoaded([Item(id: 8)]), .windowLoadFailed("offline"),
    ]
    + [
      TableKeyPress.Code.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .enter, .tab, .delete,
      .letters("i"),
    ].flatMap { [.keyPressed(TableKeyPress($0)), .keyPressed(TableKeyPress($0, shift: true))] }
    + [Int.min, 0, 2, .max].map { .keyPressed(TableKeyPress(.pageDown, displayedRowCount: $0)) }

  private static let everyAction: [EditableItems.Action] =
    everyViewAction.map { .view($0) } + [
      .editBegan(1, "price"), .cellTextChanged("1"), .editCommitted, .editCancelled, .cellValueSet(1, "price", 7),
      .cellRejected(3, "price", 2, "odd"), .saveTapped(nil), .revertTapped(nil), .localKept(3), .remoteTaken(3),
      .deleteTapped, .rowsDeleted([1]), .rowsDeletedAt(offsets: [.max, .min]), .rowsDeletedAt(offsets: [0]),
      .restoreTapped(nil), .rowsMoved(.init([1], .end)), .rowsMovedFrom(offsets: [0], toOffset: .max),
      .rowsMovedFrom(offsets: [0], toOffset: 1), .dragBegan(1), .draggedOver(.end), .dropped, .dragCancelled,
      .moveCompleted([.init([5], before: 1)]), .moveFailed([.init([5], before: 1)], "offline"), .deleteCompleted([4]),
      .deleteFailed([4], "offline"), .restoreCompleted([.init(Item(id: 4), .end)]),
      .restoreFailed([.init(Item(id: 4), .end)], "offline"), .saveCompleted(Item(id: 3)), .saveFailed(3, "offline"),
      .saveConflicted(3, stored: nil), .undoApplied(.deletion([.init(Item(id: 4), .before(5))])),
    ]

  /// Sends every third action to a state, beginning with another one in each, or exhaustively every action.
  @Test(arguments: [TableOptions<Item>.RowSource.local, .remote(windowSize: 6)])
  func `law 2: no number in a decoded state makes an action trap`(source: TableOptions<Item>.RowSource) throws {
    let (table, state) = try Self.makeBusyState(source)
    let document = try JSONSerialization.jsonObject(with: JSONEncoder().encode(state))
    let paths = JSONNumbers.paths(in: document).filter { $0.prefix(2) != ["view", "rows"] }
    #expect(paths.contains(["view", "page", "size"]) && paths.contains(["view", "layout", "columnWidths", "name"]))
    let step = runsExhaustively ? 1 : 7
    for (pathIndex, path) in paths.enumerated() {
      for (numberIndex, number) in [Int.min, -5, 0, .max].enumerated() {
        let data = try JSONSerialization.data(
          withJSONObject: JSONNumbers.replacing(path[...], in: document, by: number))
        let decoded: EditableItems.State
        do {
          decoded = try JSONDecoder().decode(EditableItems.State.self, from: data)
        } catch let error as DecodingError {
          let place = path[path[0] == "view" ? 1 : 0]
          #expect("\(error)".contains(place), "the error must name the place: \(path), \(error)")
          continue
        }
        let screen = table.screen(of: decoded)
        #expect(screen.page >= 0 && screen.minimumWidth >= 0, "\(path): \(number)")
        for index in stride(from: (pathIndex + numberIndex) % step, to: Self.everyAction.count, by: step) {
          let action = Self.everyAction[index]
          let next = table.state(
            after: action, .view(.reloadTapped), .view(.keyPressed(TableKeyPress(.pageDown))), from: decoded)
          #expect(table.screen(of: next).rows.count <= next.view.rowCount, "\(path): \(number), \(action)")
        }
      }
    }
  }

  @Test func `a decoded state that was normalized is sorted only once`() throws {
    let reads = Locked(0)
    let price = Column("price", kind: .integer) { (item: Item, _) in
      reads.withLock { $0 += 1 }
      return Value.integer(Int64(item.id))
    }
    let table = try ItemTable(columns: [Column("id", \Item.id), price])
    let items = (1...100).map { Item(id: $0) }
    let state = table.state(after: .headerClicked("price"), .pageSizeChanged(1), from: table.initialState(items))
    let decoded = try JSONDecoder().decode(ItemTable.State.self, from: JSONEncoder().encode(state))
    let normalized = table.normalizedIfDecoded(decoded)
    #expect(normalized == decoded)
    let before = reads.withLock { $0 }
    for _ in 0..<5 { #expect(table.screen(of: normalized) == table.screen(of: state)) }
    #expect(reads.withLock { $0 } - before == 10, "A screen reads only the cells that it shows.")
  }
}

/// The integers of a JSON document.
private enum JSONNumbers {
  static func paths(in node: Any) -> [[String]] {
    switch node {
    case let object as [String: Any]:
      object.flatMap { key, value in paths(in: value).map { [key] + $0 } }.sorted { $0.joined() < $1.joined() }
    case let list as [Any]: list.indices.flatMap { index in paths(in: list[index]).map { ["\(index)"] + $0 } }
    case let number as NSNumber where "\(type(of: number))".contains("Bool") == false && Int(exactly: number) != nil:
      [[]]
    default: []
    }
  }

  static func replacing(_ path: ArraySlice<String>, in node: Any, by number: Int) -> Any {
    guard let step = path.first else { return number }
    if var object = node as? [String: Any], let child = object[step] {
      object[step] = replacing(path.dropFirst(), in: child, by: number)
      return object
    }
    if var list = node as? [Any], let index = Int(step) {
      list[index] = replacing(path.dropFirst(), in: list[index], by: number)
      return list
    }
    return node
  }
}
