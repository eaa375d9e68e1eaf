import Loop
import Testing
import Values

@testable import Tables

/// Somebody else has deleted a row that is edited here: the edit is all there is of it.
@Suite struct `A row that is stored nowhere` {
  private let items = (1...4).map { Item(id: $0, price: Double($0)) }

  private func edited(
    _ changes: TableOptions<Item>.ChangePolicy
  ) throws -> (table: Undoing<ItemTable>, state: Undoing<ItemTable>.State) {
    let table = Undoing(try changingTable(changes))
    var state = Undoing<ItemTable>.State(table.feature.state(items))
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
    #expect(effects == [.restore([.init(items[0], .before(3))])])
    #expect(state.feature.drafts.keys.sorted() == [2])
  }

  @Test func `names no place, since whoever keeps the rows does not know it, but what stood before it does`() throws {
    let (table, state) = try edited(.asked)
    for (id, order) in [(4, [1, 4, 2, 3]), (3, [1, 3, 2, 4])] {
      var moving = state
      let move = ItemTable.Move([id], .after(1))
      let moved = table.reduce(&moving, .feature(.rowsMoved(.init([id], before: 2))))
      #expect(moved == .ask(.move(move), in: .order, .queue))
      _ = table.reduce(&moving, .feature(.moved(move)))
      #expect(moving.feature.allRows.map(\.id) == order)
    }
  }

  @Test(arguments: [
    (2, [1]), (2, [3]), (2, [4]), (2, [1, 3]), (2, [3, 4]), (2, [1, 3, 4]), (5, [4]), (5, [3, 4]), (5, [0, 4]),
  ]) func `has the others before and behind it again when their deletion is undone`(
    unstored: Int, deleted: [Int]
  ) throws {
    let table = Undoing(try changingTable(.atOnce))
    var state = Undoing<ItemTable>.State(table.feature.state((0...5).map { Item(id: $0, price: Double($0)) }))
    _ = table.reduce(&state, .feature(.cellSet(unstored, "price", 9)))
    _ = table.reduce(&state, .feature(.rowRemoved(unstored)))
    _ = table.reduce(&state, .feature(.rowsDeleted(deleted)))
    #expect(state.feature.rowCount == 6 - deleted.count)
    _ = table.reduce(&state, .undo)
    #expect(state.feature.allRows.map(\.id) == [0, 1, 2, 3, 4, 5])
  }

  @Test func `stands between others that are had back one behind the other`() throws {
    var (table, state) = try edited(.asked)
    _ = table.reduce(&state, .feature(.rowPut(Item(id: 5, price: 5))))
    _ = table.reduce(&state, .feature(.cellSet(4, "price", 9)))
    _ = table.reduce(&state, .feature(.rowRemoved(4)))
    _ = table.reduce(&state, .feature(.rowPut(Item(id: 0, price: 0), before: 1)))
    _ = table.reduce(&state, .feature(.rowsDeleted([1, 3])))
    _ = table.reduce(&state, .feature(.deleted([1, 3])))
    let placed: [ItemTable.PlacedRow] = [.init(items[0], .after(0)), .init(items[2], .after(1))]
    #expect(table.reduce(&state, .undo) == .ask(.restore(placed), in: .order, .queue))
  }
}
