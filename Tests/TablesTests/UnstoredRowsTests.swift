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

  @Test func `names no place, since whoever keeps the rows does not know it`() throws {
    var (table, state) = try edited(.asked)
    var moving = state
    let moved = table.reduce(&moving, .feature(.rowsMoved(.init([4], before: 2))))
    #expect(moved == .ask(.move(.init([4], .before(3))), in: .order, .queue))
    _ = table.reduce(&state, .feature(.rowsDeleted([1])))
    _ = table.reduce(&state, .feature(.deleted([1])))
    #expect(table.reduce(&state, .undo) == .ask(.restore([.init(items[0], .before(3))]), in: .order, .queue))
  }
}
