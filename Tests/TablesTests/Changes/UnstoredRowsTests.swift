import Loop
import Testing
import Values

@testable import Tables

/// Somebody else has deleted a row that is edited here: the edit is all there is of it.
@Suite struct `A row that is stored nowhere` {
  private let items = (1...4).map { Item(id: $0, price: Double($0)) }

  private func edited(
    _ changes: TableOptions<Item>.ChangePolicy
  ) throws -> (table: UndoFeature<ItemTable>, state: UndoFeature<ItemTable>.State) {
    let table = UndoFeature(try makeEditableTable(changes))
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    _ = table.reduce(&state, .feature(.cellSet(2, "price", 9)))
    _ = table.reduce(&state, .feature(.rowRemoved(2)))
    return (table, state)
  }

  @Test(arguments: [TableOptions<Item>.ChangePolicy.atOnce, .asked])
  func `is edited again when its deletion is undone, and not stored by that`(
    changes: TableOptions<Item>.ChangePolicy
  ) throws {
    var (table, state) = try edited(changes)
    let (drafts, rows) = (state.feature.drafts, state.feature.allRows)
    #expect(drafts[2]?.stored == nil && drafts[2]?.stage == .conflict)
    _ = table.reduce(&state, .feature(.rowsDeleted([2])))
    _ = table.reduce(&state, .feature(.deleted([2])))
    #expect(state.feature.allRows.map(\.id) == [1, 3, 4] && state.feature.drafts.isEmpty)
    #expect(table.reduce(&state, .undo) == .none)
    #expect(state.feature.drafts == drafts && state.feature.allRows == rows)
    #expect(table.reduce(&state, .redo) == .none)
    #expect(state.feature.allRows.map(\.id) == [1, 3, 4] && state.feature.drafts.isEmpty)
  }

  @Test(arguments: [TableOptions<Item>.ChangePolicy.atOnce, .asked])
  func `is edited again when it was deleted with others, which are stored again`(
    changes: TableOptions<Item>.ChangePolicy
  ) throws {
    var (table, state) = try edited(changes)
    _ = table.reduce(&state, .feature(.rowsDeleted([1, 2])))
    _ = table.reduce(&state, .feature(.deleted([1, 2])))
    let effects = table.reduce(&state, .undo).instructions.compactMap { instruction in
      switch instruction {
      case .ask(let effect, _, _, _), .tell(let effect): effect
      case .cancel: nil
      }
    }
    #expect(effects == [.restore([.init(items[0], .before(3), nextLocalID: 2)])])
    #expect(state.feature.drafts.keys.sorted() == [2])
  }

  @Test func `names no place, since whoever keeps the rows does not know it, but what stood before it does`() throws {
    let (table, state) = try edited(.asked)
    for (id, order) in [(4, [1, 4, 2, 3]), (3, [1, 3, 2, 4])] {
      var moving = state
      let move = ItemTable.Move([id], .after(1), nextLocalID: 2)
      let moved = table.reduce(&moving, .feature(.rowsMoved(.init([id], before: 2))))
      #expect(moved == .run(.move(move), in: .order, .queue))
      // Whoever answers need not repeat what means nothing to him.
      _ = table.reduce(&moving, .feature(.moved(.init([id], .after(1)))))
      #expect(moving.feature.allRows.map(\.id) == order)
    }
  }

  @Test(arguments: [
    ([2], [1]), ([2], [3]), ([2], [4]), ([2], [1, 3]), ([2], [3, 4]), ([2], [1, 3, 4]), ([5], [4]), ([5], [3, 4]),
    ([5], [0, 4]), ([1, 3], [2]), ([1, 3], [0, 2, 4]), ([1, 2], [0]), ([0, 2], [1]), ([0], [0, 1]), ([1], [0, 1]),
    ([1, 3], [1, 2]), ([0, 1, 2, 3, 4, 5], [2, 4]), ([0, 1, 4, 5], [2, 0, 3, 4]),
  ]) func `has the others before and behind it again when their deletion is undone`(unstored: [Int], deleted: [Int])
    throws
  {
    let order = try OrphanUndoScenario(orphanedIDs: unstored, rowCount: 6)
    try order.expectUndo(of: .rowsDeleted(deleted))
  }

  /// How many rows there are where some are edited and gone in every way.
  private let count = isExhaustive ? 5 : 4

  @Test func `law 5: stands where it stood whatever is deleted beside it and with it, and had back`() throws {
    for subset in 0..<(1 << count) {
      let order = try OrphanUndoScenario(orphanedIDs: (0..<count).filter { subset >> $0 & 1 == 1 }, rowCount: count)
      for other in 1..<(1 << count) {
        try order.expectUndo(of: .rowsDeleted((0..<count).filter { other >> $0 & 1 == 1 }))
      }
    }
  }

  @Test func `has others right before it and behind it that go there, and stand where they stood when that is undone`()
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

  @Test func `names no place where others were deleted or moved before it was deleted by somebody else`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [], rowCount: 4)
    for subset in 1..<(1 << 4) {
      let ids = (0..<4).filter { subset >> $0 & 1 == 1 }
      for other in 1..<(1 << 4) {
        let lost = (0..<4).filter { other >> $0 & 1 == 1 }
        if lost.allSatisfy({ !ids.contains($0) }) {
          try order.expectUndo(of: .rowsDeleted(ids), rows: ids, afterRemoteDeletionOf: lost)
        }
        for place in [RowPosition<Int>.end] + (0..<4).map({ .before($0) }) {
          try order.expectUndo(of: .rowsMoved(.init(ids, place)), rows: ids, afterRemoteDeletionOf: lost)
        }
      }
    }
  }

  @Test func `is not looked for behind others that came between, so that what is stored has one order`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [2], rowCount: 3)
    var playing = TableSimulation(feature: order.tables[0], order.before)
    _ = playing.send(.feature(.rowsDeleted([1])))
    playing.keeper.items.append(Item(id: 5))
    _ = playing.send(.feature(.rowPut(Item(id: 5), before: 2)))
    _ = playing.send(.undo)
    try playing.expectServerInSync("between")
    #expect(playing.state.feature.allRows.map(\.id) == [0, 1, 5, 2])
  }

  @Test func `stands behind the one in front again if the one behind it has been given up`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [2, 3], rowCount: 5)
    var playing = TableSimulation(feature: order.tables[0], order.before)
    _ = playing.send(.feature(.rowsDeleted([1, 2])))
    playing.state.feature = playing.table.feature.state(after: .revertTapped(3), from: playing.state.feature)
    _ = playing.send(.undo)
    #expect(playing.state.feature.allRows.map(\.id) == [0, 1, 2, 4])
  }

  @Test func `is not moved or carried, since nobody else knows a place for it`() throws {
    let (table, state) = try edited(.asked)
    for action in [
      ItemTable.Action.rowsMoved(.init([1, 2], .end)), .rowsMovedFrom(offsets: [1], toOffset: 0), .dragBegan(2),
    ] {
      var refused = state.feature
      #expect(table.feature.reduce(&refused, action) == .none)
      #expect(refused.rejection == .storedNowhere && refused == state.feature, "\(action)")
    }
  }

  @Test func `stays where it is when a move is undone in which it went along before`() throws {
    let table = UndoFeature(try makeEditableTable(.asked))
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    let move = ItemTable.Move([1, 2], .end)
    for action in [ItemTable.Action.cellSet(2, "price", 9), .rowsMoved(move), .moved(move), .rowRemoved(2)] {
      _ = table.reduce(&state, .feature(action))
    }
    let back = ItemTable.Move([1], .before(3))
    #expect(table.reduce(&state, .undo) == .run(.move(back), in: .order, .queue))
    _ = table.reduce(&state, .feature(.moved(back)))
    #expect(state.feature.allRows.map(\.id) == [1, 3, 4, 2])
  }

  @Test(arguments: [TableOptions<Item>.ChangePolicy.atOnce, .asked])
  func `is gone at once when it is deleted, nobody is told, and it is selected again when that is undone`(
    changes: TableOptions<Item>.ChangePolicy
  ) throws {
    var (table, state) = try edited(changes)
    _ = table.reduce(&state, .feature(.selection(.written([2, 3]))))
    let before = state.feature
    #expect(table.reduce(&state, .feature(.rowsDeleted([2]))) == .none)
    #expect(state.feature.allRows.map(\.id) == [1, 3, 4] && state.feature.selection.ids == [3])
    #expect(table.reduce(&state, .undo) == .none)
    #expect(state.feature == before)
  }

  @Test func `is edited again though the others could not be deleted with it`() throws {
    var (table, state) = try edited(.asked)
    let before = state.feature
    _ = table.reduce(&state, .feature(.rowsDeleted([2, 1])))
    _ = table.reduce(&state, .feature(.deleteFailed([1], "offline")))
    #expect(table.reduce(&state, .undo) == .none)
    #expect(state.feature.allRows == before.allRows && state.feature.drafts == before.drafts)
  }

  @Test func `comes back with others that are given up together, each to where it stood`() throws {
    let order = try OrphanUndoScenario(orphanedIDs: [0, 2, 3, 4], rowCount: 5)
    try order.expectUndo(of: .revertTapped(nil))
  }

  @Test func `stands between others that are had back one behind the other`() throws {
    var (table, state) = try edited(.asked)
    _ = table.reduce(&state, .feature(.rowPut(Item(id: 5, price: 5))))
    _ = table.reduce(&state, .feature(.cellSet(4, "price", 9)))
    _ = table.reduce(&state, .feature(.rowRemoved(4)))
    _ = table.reduce(&state, .feature(.rowPut(Item(id: 0, price: 0), before: 1)))
    _ = table.reduce(&state, .feature(.rowsDeleted([1, 3])))
    _ = table.reduce(&state, .feature(.deleted([1, 3])))
    let placed: [ItemTable.PositionedRow] = [
      .init(items[0], .after(0), nextLocalID: 2), .init(items[2], .after(1), nextLocalID: 4),
    ]
    #expect(table.reduce(&state, .undo) == .run(.restore(placed), in: .order, .queue))
  }
}
