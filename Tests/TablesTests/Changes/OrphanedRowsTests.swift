import Loop
import TestInputs
import Testing
import Values

@testable import Tables

/// Another user has deleted a row that is edited here, so that only the draft remains.
@Suite struct `An orphaned row` {
  private let items = (1...4).map { Item(id: $0, price: Double($0)) }

  private func edited(
    _ changes: EditingOptions<Item>.ChangePolicy
  ) throws -> (table: UndoFeature<EditableItems>, state: UndoFeature<EditableItems>.State) {
    let table = UndoFeature(try makeEditableTable(changes))
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    _ = table.reduce(&state, .feature(.cellValueSet(2, "price", 9)))
    _ = table.reduce(&state, .feature(.view(.rowRemoved(2))))
    return (table, state)
  }

  @Test(arguments: [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation])
  func `undoing its deletion restores the draft, and does not store the row`(
    changes: EditingOptions<Item>.ChangePolicy
  ) throws {
    var (table, state) = try edited(changes)
    let (drafts, rows) = (state.feature.drafts, state.feature.view.allRows)
    #expect(drafts[2]?.storedRow == nil && drafts[2]?.status == .conflict)
    _ = table.reduce(&state, .feature(.rowsDeleted([2])))
    _ = table.reduce(&state, .feature(.deleteCompleted([2])))
    #expect(state.feature.view.allRows.map(\.id) == [1, 3, 4] && state.feature.drafts.isEmpty)
    #expect(table.reduce(&state, .undo) == .none)
    #expect(state.feature.drafts == drafts && state.feature.view.allRows == rows)
    #expect(table.reduce(&state, .redo) == .none)
    #expect(state.feature.view.allRows.map(\.id) == [1, 3, 4] && state.feature.drafts.isEmpty)
  }

  @Test(arguments: [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation])
  func `undoing a deletion restores its draft and stores the other rows again`(
    changes: EditingOptions<Item>.ChangePolicy
  ) throws {
    var (table, state) = try edited(changes)
    _ = table.reduce(&state, .feature(.rowsDeleted([1, 2])))
    _ = table.reduce(&state, .feature(.deleteCompleted([1, 2])))
    let effects = table.reduce(&state, .undo).instructions.compactMap(\.effect)
    #expect(effects == [.restore([.init(items[0], .before(3))])])
    #expect(state.feature.drafts.keys.sorted() == [2])
  }

  @Test func `is not sent as a neighbor; the stored row that follows is sent instead`() throws {
    let (table, state) = try edited(.afterConfirmation)
    for (id, next, order) in [(4, 3, [1, 4, 2, 3]), (3, 4, [1, 3, 2, 4])] {
      var moving = state
      let move = EditableItems.Move([id], .before(next))
      let moved = table.reduce(&moving, .feature(.rowsMoved(.init([id], before: 2))))
      #expect(moved == .run(.move([move]), in: .rowOrder, .queue))
      _ = table.reduce(&moving, .feature(.moveCompleted([move])))
      #expect(moving.feature.view.allRows.map(\.id) == order)
    }
  }

  @Test(arguments: [EditableItems.Action.rowsMoved(.init([4], before: 2)), .rowsDeleted([1])])
  func `the client follows the server if it is discarded before the response`(action: EditableItems.Action) throws {
    var (table, state) = try edited(.afterConfirmation)
    _ = table.reduce(&state, .feature(.view(.rowUpserted(Item(id: 5, price: 5)))))
    var simulation = TableSimulation(feature: table, state.feature)
    var requests = simulation.send(.feature(action))
    if simulation.state.feature.pendingMoves.isEmpty {
      simulation.deliverResponses(to: requests)
      requests = simulation.send(.undo)
    }
    simulation.deliverResponses(to: simulation.send(.feature(.revertTapped(2))))
    simulation.deliverResponses(to: requests)
    try simulation.expectServerInSync("\(action)")
  }

  @Test(arguments: [
    ([2], [1]), ([2], [3]), ([2], [4]), ([2], [1, 3]), ([2], [3, 4]), ([2], [1, 3, 4]), ([5], [4]), ([5], [3, 4]),
    ([5], [0, 4]), ([1, 3], [2]), ([1, 3], [0, 2, 4]), ([1, 2], [0]), ([0, 2], [1]), ([0], [0, 1]), ([1], [0, 1]),
    ([1, 3], [1, 2]), ([0, 1, 2, 3, 4, 5], [2, 4]), ([0, 1, 4, 5], [2, 0, 3, 4]),
  ]) func `undoing the deletion of its neighbors restores them before and after it`(unstored: [Int], deleted: [Int])
    throws
  {
    let order = try OrphanUndoScenario(orphanedIDs: unstored, rowCount: 6)
    try order.expectUndo(of: .rowsDeleted(deleted))
  }

  /// The number of rows, of which every subset is orphaned.
  private let count = runsExhaustively ? 5 : 4

  @Test func `law 5: returns to its position whatever is deleted and restored with it`() throws {
    for subset in 0..<(1 << count) {
      let order = try OrphanUndoScenario(orphanedIDs: (0..<count).filter { subset >> $0 & 1 == 1 }, rowCount: count)
      for other in 1..<(1 << count) {
        try order.expectUndo(of: .rowsDeleted((0..<count).filter { other >> $0 & 1 == 1 }))
      }
    }
  }

  @Test func `rows move directly before and after it, and return when the move is undone`()
    throws
  {
    for subset in 0..<(1 << count) {
      let unstored = (0..<count).filter { subset >> $0 & 1 == 1 }
      let order = try OrphanUndoScenario(orphanedIDs: unstored, rowCount: count)
      let stored = (0..<count).filter { !unstored.contains($0) }
      for moved in stored.map({ [$0] }) + stored.flatMap({ id in stored.filter { $0 != id }.map { [id, $0] } }) {
        for target in [RowPosition<Int>.end] + (0..<count).flatMap({ [.before($0), .after($0)] }) {
          try order.expectUndo(
            of: .rowsMoved(.init(moved, target)), resultingIn: order.expectedIDs(moving: moved, to: target))
        }
      }
    }
  }

  @Test func `an undo sends no neighbor that another user has deleted since`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [], rowCount: 4)
    for subset in 1..<(1 << 4) {
      let ids = (0..<4).filter { subset >> $0 & 1 == 1 }
      for other in 1..<(1 << 4) {
        let lost = (0..<4).filter { other >> $0 & 1 == 1 }
        if lost.allSatisfy({ !ids.contains($0) }) {
          try order.expectUndo(of: .rowsDeleted(ids), rows: ids, afterRemoteDeletionOf: lost)
        }
        for index in [RowPosition<Int>.end] + (0..<4).map({ .before($0) }) {
          try order.expectUndo(of: .rowsMoved(.init(ids, index)), rows: ids, afterRemoteDeletionOf: lost)
        }
      }
    }
  }

  @Test func `new rows between it and a restored row do not change the stored order`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [2], rowCount: 3)
    var simulation = TableSimulation(feature: order.features[0], order.initialState)
    _ = simulation.send(.feature(.rowsDeleted([1])))
    simulation.server.items.append(Item(id: 5))
    _ = simulation.send(.feature(.view(.rowUpserted(Item(id: 5), before: 2))))
    _ = simulation.send(.undo)
    try simulation.expectServerInSync("with a new row between")
    #expect(simulation.state.feature.view.allRows.map(\.id) == [0, 5, 1, 2])
  }

  @Test func `is restored at the end if the next one was discarded, and the row before it with it`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [2, 3], rowCount: 5)
    var simulation = TableSimulation(feature: order.features[0], order.initialState)
    _ = simulation.send(.feature(.rowsDeleted([1, 2])))
    simulation.state.feature = simulation.feature.feature.state(after: .revertTapped(3), from: simulation.state.feature)
    _ = simulation.send(.undo)
    try simulation.expectServerInSync("with a discarded draft")
    #expect(simulation.state.feature.view.allRows.map(\.id) == [0, 4, 1, 2])
  }

  @Test(arguments: [
    // The row that followed it is still there, perhaps elsewhere.
    ([2], [1, 3, 4, 5], [1, 2, 3, 4, 5]), ([2], [4, 5, 3, 1], [4, 5, 2, 3, 1]), ([5], [1, 2, 3, 4], [1, 2, 3, 4, 5]),
    // It is gone too.
    ([2], [1, 4, 5], [1, 4, 5, 2]), ([1, 3], [5], [5, 1, 3]),
    // It is an orphaned row itself.
    ([2, 3], [1, 4, 5], [1, 2, 3, 4, 5]), ([2, 3], [1, 5], [1, 5, 2, 3]), ([1, 2, 3], [3, 4, 2], [3, 4, 1, 2]),
    ([1, 2, 3, 4, 5], [], [1, 2, 3, 4, 5]), ([1, 2, 4, 5], [6, 3], [6, 1, 2, 3, 4, 5]),
  ]) func `is before the row that followed it, or at the end, after a reload`(
    edited: [Int], stored: [Int], order: [Int]
  )
    throws
  {
    let table = try makeEditableTable()
    let rows = (1...5).map { Item(id: $0, price: Double($0)) }
    let reload = EditableItems.Action.view(.rowsReplaced(stored.map { Item(id: $0, price: Double($0)) }))
    let before = edited.reduce(table.initialState(rows)) {
      table.state(after: .cellValueSet($1, "price", 9), from: $0)
    }
    let after = table.state(after: reload, from: before)
    #expect(after.view.allRows.map(\.id) == order && Set(after.drafts.keys) == Set(edited))
    #expect(table.state(after: reload, from: after) == after)
    // Its own removal moves no row, so that the reload gives the same order.
    let removed = edited.filter { !stored.contains($0) }.reduce(before) {
      table.state(after: .view(.rowRemoved($1)), from: $0)
    }
    #expect(removed.view.allRows == before.view.allRows)
    #expect(table.state(after: reload, from: removed) == after)
  }

  @Test func `cannot be moved or dragged, because the server knows no position for it`() throws {
    let (table, state) = try edited(.afterConfirmation)
    for action in [
      EditableItems.Action.rowsMoved(.init([1, 2], .end)), .rowsMovedFrom(offsets: [1], toOffset: 0), .dragBegan(2),
    ] {
      var refused = state.feature
      #expect(table.feature.reduce(&refused, action) == .none)
      #expect(refused == state.feature.rejecting(.orphanedRow), "\(action)")
    }
  }

  @Test func `stays where it is when a move that included it is undone`() throws {
    let table = UndoFeature(try makeEditableTable(.afterConfirmation))
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    let move = EditableItems.Move([1, 2], .end)
    for action in [
      EditableItems.Action.cellValueSet(2, "price", 9), .rowsMoved(move), .moveCompleted([move]), .view(.rowRemoved(2)),
    ] {
      _ = table.reduce(&state, .feature(action))
    }
    let back = EditableItems.Move([1], .before(3))
    #expect(table.reduce(&state, .undo) == .run(.move([back]), in: .rowOrder, .queue))
    _ = table.reduce(&state, .feature(.moveCompleted([back])))
    #expect(state.feature.view.allRows.map(\.id) == [1, 3, 4, 2])
  }

  @Test(arguments: [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation])
  func `its deletion needs no effect, and undoing that restores its selection`(
    changes: EditingOptions<Item>.ChangePolicy
  ) throws {
    var (table, state) = try edited(changes)
    _ = table.reduce(&state, .feature(.view(.selection(.idsReplaced([2, 3])))))
    let before = state.feature
    #expect(table.reduce(&state, .feature(.rowsDeleted([2]))) == .none)
    #expect(state.feature.view.allRows.map(\.id) == [1, 3, 4] && state.feature.view.selection.ids == [3])
    #expect(table.reduce(&state, .undo) == .none)
    #expect(state.feature == before)
  }

  @Test func `undo restores its draft even if the other deletions failed`() throws {
    var (table, state) = try edited(.afterConfirmation)
    let before = state.feature
    _ = table.reduce(&state, .feature(.rowsDeleted([2, 1])))
    _ = table.reduce(&state, .feature(.deleteFailed([1], "offline")))
    #expect(table.reduce(&state, .undo) == .none)
    #expect(state.feature.view.allRows == before.view.allRows && state.feature.drafts == before.drafts)
  }

  @Test func `all discarded drafts return to their positions together`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [0, 2, 3, 4], rowCount: 5)
    try order.expectUndo(of: .revertTapped(nil))
  }

  @Test func `keeps its position between rows that are restored one after the other`() throws {
    var (table, state) = try edited(.afterConfirmation)
    _ = table.reduce(&state, .feature(.view(.rowUpserted(Item(id: 5, price: 5)))))
    _ = table.reduce(&state, .feature(.cellValueSet(4, "price", 9)))
    _ = table.reduce(&state, .feature(.view(.rowRemoved(4))))
    _ = table.reduce(&state, .feature(.view(.rowUpserted(Item(id: 0, price: 0), before: 1))))
    _ = table.reduce(&state, .feature(.rowsDeleted([1, 3])))
    _ = table.reduce(&state, .feature(.deleteCompleted([1, 3])))
    let placed: [EditableItems.PositionedRow] = [
      .init(items[0], .before(3)), .init(items[2], .before(5)),
    ]
    #expect(table.reduce(&state, .undo) == .run(.restore(placed), in: .rowOrder, .queue))
  }
}
