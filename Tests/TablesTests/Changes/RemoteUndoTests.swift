import Loop
import Testing
import Values

@testable import Tables

@Suite struct `Undoing changes of rows that are kept elsewhere` {
  private let items = (0..<5).map { Item(id: $0, price: Double($0)) }
  private let table: UndoFeature<ItemTable>

  init() throws {
    table = UndoFeature(try makeEditableTable(.asked) { $0.source = .windows(of: 2) })
  }

  /// A page that is loaded, and whoever keeps the rows.
  private func state(page: Int) -> (state: UndoFeature<ItemTable>.State, keeper: ItemServer) {
    var (state, keeper) = (UndoFeature<ItemTable>.State(table.feature.initialState([])), ItemServer(items: items))
    send(.feature(.pageTurned(to: page)), &state, &keeper)
    return (state, keeper)
  }

  /// Takes an action in, and carries out whatever it asks.
  private func send(
    _ action: UndoFeature<ItemTable>.Action, on other: UndoFeature<ItemTable>? = nil,
    _ state: inout UndoFeature<ItemTable>.State,
    _ keeper: inout ItemServer
  ) {
    for instruction in (other ?? table).reduce(&state, action).instructions {
      guard case .ask(let effect, _, _, _) = instruction else { continue }
      send(.feature(keeper.response(to: effect)), on: other, &state, &keeper)
    }
  }

  private static let deeds: [(page: Int, action: ItemTable.Action, order: [Int])] = [
    (0, .rowsMoved(.init([1], .before(0))), [1, 0, 2, 3, 4]), (0, .rowsMoved(.init([0], .after(1))), [1, 0, 2, 3, 4]),
    (0, .rowsMoved(.init([0], .end)), [1, 2, 3, 4, 0]), (1, .rowsMoved(.init([3], .end)), [0, 1, 2, 4, 3]),
    (1, .rowsMovedFrom(offsets: [0], toOffset: 2), [0, 1, 3, 2, 4]), (0, .rowsDeleted([1]), [0, 2, 3, 4]),
    (1, .rowsDeleted([3]), [0, 1, 2, 4]), (1, .rowsDeletedAt(offsets: [0]), [0, 1, 3, 4]),
    (2, .rowsDeleted([4]), [0, 1, 2, 3]), (1, .cellSet(3, "price", 9), [0, 1, 2, 3, 4]),
  ]

  @Test(arguments: deeds.indices)
  func `whatever was done is undone where the rows are kept, and done again`(number: Int) {
    let deed = Self.deeds[number]
    var (state, keeper) = state(page: deed.page)
    send(.feature(deed.action), &state, &keeper)
    #expect(keeper.items.map(\.id) == deed.order)
    for _ in 0..<2 {
      send(.undo, &state, &keeper)
      #expect(keeper.items == items && state.feature.drafts.isEmpty)
      send(.redo, &state, &keeper)
      #expect(keeper.items.map(\.id) == deed.order)
    }
    #expect(state.feature.errands.isEmpty && state.feature.moves.isEmpty)
  }

  @Test func `a cell is undone that was saved, and is on another page`() {
    var (state, keeper) = state(page: 0)
    for action in [ItemTable.Action.cellSet(1, "price", 9), .saveTapped(nil), .pageTurned(to: 1)] {
      send(.feature(action), &state, &keeper)
    }
    #expect(keeper.items[1].price == 9 && state.feature[1] == nil)
    send(.undo, &state, &keeper)
    #expect(state.feature.drafts[1] == .init(edited: items[1], stored: keeper.items[1], stage: .changed))
    send(.feature(.saveTapped(1)), &state, &keeper)
    #expect(keeper.items == items)
  }

  @Test func `a deletion that failed is not undone, and neither is an edit that was thrown away`() {
    var (state, keeper) = state(page: 0)
    _ = table.reduce(&state, .feature(.rowsDeleted([1])))
    _ = table.reduce(&state, .feature(.deleteFailed([1], "offline")))
    send(.feature(.pageTurned(to: 1)), &state, &keeper)
    #expect(table.changeToUndo(in: state) == nil)
    for action in [ItemTable.Action.cellSet(3, "price", 9), .revertTapped(3), .pageTurned(to: 0)] {
      send(.feature(action), &state, &keeper)
    }
    send(.undo, &state, &keeper)
    #expect(state.feature.drafts[3]?.edited.price == 9)
    send(.undo, &state, &keeper)
    #expect(state.feature.drafts.isEmpty && keeper.items == items)
  }

  @Test func `what stood at the end of a page is put back behind the row in front`() {
    var (state, keeper) = state(page: 0)
    send(.feature(.rowsDeleted([1])), &state, &keeper)
    #expect(table.reduce(&state, .undo) == .run(.restore([.init(items[1], .after(0))]), in: .order, .queue))
  }

  /// Everything that can be deleted of every order of two prices, seen in either direction.
  @Test(arguments: [SortDirection.forward, .reverse])
  func `rows that come sorted are seen where they were when their deletion is undone`(order: SortDirection) throws {
    let table = UndoFeature(try makeEditableTable(.asked) { $0.source = .windows(of: 5) })
    for prices in 0..<32 {
      let items = (0..<5).map { Item(id: $0, price: Double(prices >> $0 & 1)) }
      var (before, keeper) = (UndoFeature<ItemTable>.State(table.feature.initialState([])), ItemServer(items: items))
      send(.feature(.sortSet([SortKey("price", order)])), on: table, &before, &keeper)
      for deleted in 1..<32 {
        var (state, keeper) = (before, keeper)
        send(.feature(.rowsDeleted((0..<5).filter { deleted >> $0 & 1 == 1 })), on: table, &state, &keeper)
        #expect(keeper.items.count < 5)
        send(.undo, on: table, &state, &keeper)
        #expect(state.feature.allRows == before.feature.allRows, "\(prices), without \(deleted)")
      }
    }
  }

  @Test(arguments: [[1.0, 2, 3, 4, 5], [1, 3, 2, 2, 1]])
  func `a move is undone and done again while rows come sorted, which do not show where they stand`(
    prices: [Double]
  ) throws {
    let items = prices.enumerated().map { Item(id: $0, price: $1) }
    let table = UndoFeature(try makeEditableTable(.asked) { $0.source = .windows(of: 5) })
    var (state, keeper) = (UndoFeature<ItemTable>.State(table.feature.initialState([])), ItemServer(items: items))
    send(.feature(.reloadTapped), on: table, &state, &keeper)
    send(.feature(.rowsMoved(.init([2], .before(0)))), on: table, &state, &keeper)
    send(.feature(.sortSet([SortKey("price")])), on: table, &state, &keeper)
    for order in [[0, 1, 2, 3, 4], [2, 0, 1, 3, 4], [0, 1, 2, 3, 4]] {
      send(order[0] == 0 ? .undo : .redo, on: table, &state, &keeper)
      #expect(keeper.items.map(\.id) == order)
    }
  }

  @Test(arguments: [1, 2]) func `rows come sorted as they are stored, however they are edited`(edited: Int) throws {
    let items = [5.0, 1, 1].enumerated().map { Item(id: $0, price: $1) }
    let table = UndoFeature(try makeEditableTable(.asked) { $0.source = .windows(of: 5) })
    var (state, keeper) = (UndoFeature<ItemTable>.State(table.feature.initialState([])), ItemServer(items: items))
    for action in [
      ItemTable.Action.sortSet([SortKey("price")]), .cellSet(edited, "price", 9), .rowsDeleted([2]),
    ] {
      send(.feature(action), on: table, &state, &keeper)
    }
    send(.undo, on: table, &state, &keeper)
    #expect(state.feature.allRows.map(\.id) == [1, 2, 0])
  }

  @Test(arguments: [[nil], [10, 9], [9, 10]] as [[Int?]])
  func `rows that could not be brought back are, one behind the other`(again: [Int?]) throws {
    let items = (8..<12).map { Item(id: $0, price: 1) }
    let table = UndoFeature(try makeEditableTable(.asked) { $0.source = .windows(of: 5) })
    var (state, keeper) = (UndoFeature<ItemTable>.State(table.feature.initialState([])), ItemServer(items: items))
    for action in [ItemTable.Action.sortSet([SortKey("price")]), .rowsDeleted([9, 10])] {
      send(.feature(action), on: table, &state, &keeper)
    }
    for instruction in table.reduce(&state, .undo).instructions {
      guard case .ask(.restore(let placed), _, _, _) = instruction else { continue }
      #expect(placed.map(\.place) == [.after(8), .after(9)])
      _ = table.reduce(&state, .feature(.restoreFailed(placed, "offline")))
    }
    for id in again { send(.feature(.restoreTapped(id)), on: table, &state, &keeper) }
    #expect(keeper.items == items)
  }

  @Test func `what is not moved is no step`() {
    let (state, _) = state(page: 0)
    for action in [ItemTable.Action.rowsMoved(.init([9], .end)), .rowsMoved(.init([0], .before(1))), .dropped] {
      #expect(table.feature.compensation(of: action, in: state.feature) == .nothing, "\(action)")
    }
  }

  @Test func `where nothing tells where rows stood, their move is no step`() {
    var (state, keeper) = state(page: 0)
    send(.feature(.rowsMoved(.init([0, 1], .end))), &state, &keeper)
    #expect(keeper.items.map(\.id) == [2, 3, 4, 0, 1] && table.changeToUndo(in: state) == nil)
  }
}
