import Loop
import Testing
import Values

@testable import Tables

@Suite struct `Undoing changes of remote rows` {
  private let items = (0..<5).map { Item(id: $0, price: Double($0)) }
  private let table: UndoFeature<EditableItems>

  init() throws {
    table = UndoFeature(try makeEditableTable(.afterConfirmation) { $0.view.rowSource = .remote(windowSize: 2) })
  }

  /// Returns a state with a loaded page, and the server.
  private func state(page: Int) -> (state: UndoFeature<EditableItems>.State, server: ItemServer) {
    var (state, server) = (UndoFeature<EditableItems>.State(table.feature.initialState([])), ItemServer(items: items))
    send(.feature(.view(.pageChanged(to: page))), &state, &server)
    return (state, server)
  }

  /// Sends an action, and carries out all effects on the server.
  private func send(
    _ action: UndoFeature<EditableItems>.Action, on other: UndoFeature<EditableItems>? = nil,
    _ state: inout UndoFeature<EditableItems>.State,
    _ server: inout ItemServer
  ) {
    for instruction in (other ?? table).reduce(&state, action).instructions {
      guard case .run(let run) = instruction else { continue }
      send(.feature(server.response(to: run.effect)), on: other, &state, &server)
    }
  }

  private static let actions: [(page: Int, action: EditableItems.Action, order: [Int])] = [
    (0, .rowsMoved(.init([1], .before(0))), [1, 0, 2, 3, 4]), (0, .rowsMoved(.init([0], .after(1))), [1, 0, 2, 3, 4]),
    (0, .rowsMoved(.init([0], .end)), [1, 2, 3, 4, 0]), (1, .rowsMoved(.init([3], .end)), [0, 1, 2, 4, 3]),
    (1, .rowsMovedFrom(offsets: [0], toOffset: 2), [0, 1, 3, 2, 4]), (0, .rowsDeleted([1]), [0, 2, 3, 4]),
    (1, .rowsDeleted([3]), [0, 1, 2, 4]), (1, .rowsDeletedAt(offsets: [0]), [0, 1, 3, 4]),
    (2, .rowsDeleted([4]), [0, 1, 2, 3]), (1, .cellValueSet(3, "price", 9), [0, 1, 2, 3, 4]),
  ]

  @Test(arguments: actions.indices)
  func `every change is undone and redone on the server`(number: Int) {
    let step = Self.actions[number]
    var (state, server) = state(page: step.page)
    send(.feature(step.action), &state, &server)
    #expect(server.items.map(\.id) == step.order)
    for _ in 0..<2 {
      send(.undo, &state, &server)
      #expect(server.items == items && state.feature.drafts.isEmpty)
      send(.redo, &state, &server)
      #expect(server.items.map(\.id) == step.order)
    }
    #expect(state.feature.deletions.isEmpty && state.feature.pendingMoves.isEmpty)
  }

  @Test func `the edit of a saved cell on another page is undone`() {
    var (state, server) = state(page: 0)
    for action in [EditableItems.Action.cellValueSet(1, "price", 9), .saveTapped(nil), .view(.pageChanged(to: 1))] {
      send(.feature(action), &state, &server)
    }
    #expect(server.items[1].price == 9 && state.feature[1] == nil)
    send(.undo, &state, &server)
    #expect(state.feature.drafts[1] == .init(editedRow: items[1], storedRow: server.items[1], status: .unsaved))
    send(.feature(.saveTapped(1)), &state, &server)
    #expect(server.items == items)
  }

  @Test func `neither a failed deletion nor a reverted edit is undone`() {
    var (state, server) = state(page: 0)
    _ = table.reduce(&state, .feature(.rowsDeleted([1])))
    _ = table.reduce(&state, .feature(.deleteFailed([1], "offline")))
    send(.feature(.view(.pageChanged(to: 1))), &state, &server)
    #expect(table.changeToUndo(in: state) == nil)
    for action in [EditableItems.Action.cellValueSet(3, "price", 9), .revertTapped(3), .view(.pageChanged(to: 0))] {
      send(.feature(action), &state, &server)
    }
    send(.undo, &state, &server)
    #expect(state.feature.drafts[3]?.editedRow.price == 9)
    send(.undo, &state, &server)
    #expect(state.feature.drafts.isEmpty && server.items == items)
  }

  @Test func `the last row of a page is restored after the previous row`() {
    var (state, server) = state(page: 0)
    send(.feature(.rowsDeleted([1])), &state, &server)
    #expect(table.reduce(&state, .undo) == .run(.restore([.init(items[1], .after(0))]), in: .rowOrder, .queue))
  }

  /// Tests every deletion for every combination of two prices, in both directions.
  @Test(arguments: [SortDirection.forward, .reverse])
  func `restored rows appear before the row that followed them among sorted rows`(order: SortDirection) throws {
    let table = UndoFeature(try makeEditableTable(.afterConfirmation) { $0.view.rowSource = .remote(windowSize: 5) })
    for prices in 0..<32 {
      let items = (0..<5).map { Item(id: $0, price: Double(prices >> $0 & 1)) }
      var (before, server) = (
        UndoFeature<EditableItems>.State(table.feature.initialState([])), ItemServer(items: items)
      )
      send(.feature(.view(.sortChanged([SortKey("price", order)]))), on: table, &before, &server)
      for deleted in 1..<32 {
        var (state, server) = (before, server)
        send(.feature(.rowsDeleted((0..<5).filter { deleted >> $0 & 1 == 1 })), on: table, &state, &server)
        #expect(server.items.count < 5)
        send(.undo, on: table, &state, &server)
        let (known, restored) = (before.feature.view.allRows.map(\.id), state.feature.view.allRows.map(\.id))
        #expect(restored.sorted() == known.sorted(), "prices \(prices), deleted \(deleted)")
        for (id, next) in zip(known, known.dropFirst()) where deleted >> id & 1 == 1 {
          let indices = [id, next].map { restored.firstIndex(of: $0) ?? -1 }
          #expect(indices[0] < indices[1], "prices \(prices), deleted \(deleted): \(id) was before \(next)")
        }
      }
    }
  }

  @Test(arguments: [[1.0, 2, 3, 4, 5], [1, 3, 2, 2, 1]])
  func `a move is undone and redone while the rows are sorted and hide their stored order`(
    prices: [Double]
  ) throws {
    let items = prices.enumerated().map { Item(id: $0, price: $1) }
    let table = UndoFeature(try makeEditableTable(.afterConfirmation) { $0.view.rowSource = .remote(windowSize: 5) })
    var (state, server) = (UndoFeature<EditableItems>.State(table.feature.initialState([])), ItemServer(items: items))
    send(.feature(.view(.reloadTapped)), on: table, &state, &server)
    send(.feature(.rowsMoved(.init([2], .before(0)))), on: table, &state, &server)
    send(.feature(.view(.sortChanged([SortKey("price")]))), on: table, &state, &server)
    for order in [[0, 1, 2, 3, 4], [2, 0, 1, 3, 4], [0, 1, 2, 3, 4]] {
      send(order[0] == 0 ? .undo : .redo, on: table, &state, &server)
      #expect(server.items.map(\.id) == order)
    }
  }

  @Test(
    arguments: [([nil], [8, 9, 10, 11]), ([10, 9], [8, 9, 10, 11]), ([9, 10], [8, 10, 11, 9])] as [([Int?], [Int])])
  func `rows that could not be restored are restored one after the other`(again: [Int?], order: [Int]) throws {
    let items = (8..<12).map { Item(id: $0, price: 1) }
    let table = UndoFeature(try makeEditableTable(.afterConfirmation) { $0.view.rowSource = .remote(windowSize: 5) })
    var (state, server) = (UndoFeature<EditableItems>.State(table.feature.initialState([])), ItemServer(items: items))
    for action in [EditableItems.Action.view(.sortChanged([SortKey("price")])), .rowsDeleted([9, 10])] {
      send(.feature(action), on: table, &state, &server)
    }
    for instruction in table.reduce(&state, .undo).instructions {
      guard case .restore(let placed)? = instruction.effect else { continue }
      #expect(placed.map(\.position) == [.before(10), .before(11)])
      _ = table.reduce(&state, .feature(.restoreFailed(placed, "offline")))
    }
    for id in again { send(.feature(.restoreTapped(id)), on: table, &state, &server) }
    #expect(server.items.map(\.id) == order)
  }

  @Test func `a move that changes nothing is not an undo step`() {
    let (state, _) = state(page: 0)
    for action in [EditableItems.Action.rowsMoved(.init([9], .end)), .rowsMoved(.init([0], .before(1))), .dropped] {
      #expect(table.feature.compensation(of: action, in: state.feature) == .ignored, "\(action)")
    }
  }

  @Test func `a move from unknown positions is not an undo step`() {
    var (state, server) = state(page: 0)
    send(.feature(.rowsMoved(.init([0, 1], .end))), &state, &server)
    #expect(server.items.map(\.id) == [2, 3, 4, 0, 1] && table.changeToUndo(in: state) == nil)
  }
}
