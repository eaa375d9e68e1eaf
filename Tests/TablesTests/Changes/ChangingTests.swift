import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<ItemTable.Effect, ItemTable.Slot>

@Suite struct `Moving and deleting` {
  private let items = (1...6).map { Item(id: $0, price: Double(7 - $0), flag: $0 != 6) }

  @Test func `without anybody to carry it out nothing is moved or deleted, for that reason`() throws {
    let table = try ItemTable(columns: makeItemColumns())
    var state = table.initialState(items)
    let before = state
    for (action, refusal) in [
      (ItemTable.Action.rowsMoved(.init([1], before: nil)), ActionRejection.movesNotHandled),
      (.rowsMovedFrom(offsets: [0], toOffset: 2), .movesNotHandled), (.dragBegan(1), .movesNotHandled),
      (.rowsDeleted([1]), .deletionsNotHandled), (.rowsDeletedAt(offsets: [0]), .deletionsNotHandled),
    ] {
      #expect(table.reduce(&state, action) == .none)
      #expect(state == before && state.rejection == refusal, "\(action)")
    }
  }

  @Test func `under a sort or grouped a move is refused, for that reason`() throws {
    let table = try makeEditableTable()
    for action in [ItemTable.Action.titlePressed("price"), .grouped(by: "flag")] {
      let state = table.state(after: action, .rowsMoved(.init([1], before: nil)), from: table.initialState(items))
      #expect(state.rejection == .movedUnderSort && state.allRows == items)
    }
  }

  @Test func `rows go before another, or last, in the order in which they are named`() throws {
    let table = try makeEditableTable()
    var state = table.initialState(items)
    #expect(
      table.reduce(&state, .rowsMoved(.init([5, 2], before: 1))) == .fireAndForget(.move(.init([5, 2], before: 1))))
    #expect(table.visibleIDs(state) == [5, 2, 1, 3, 4, 6])
    #expect(table.reduce(&state, .rowsMoved(.init([2], before: nil))) == .fireAndForget(.move(.init([2], before: nil))))
    #expect(table.visibleIDs(state) == [5, 1, 3, 4, 6, 2])
    #expect(table.reduce(&state, .rowsMoved(.init([3, 4], before: 3))) == .none)
    #expect(table.reduce(&state, .rowsMoved(.init([5], before: 1))) == .none)
    _ = table.reduce(&state, .rowsMoved(.init([9], before: 1)))
    #expect(state.rejection == .noSuchRow)
  }

  /// What SwiftUI's `move(fromOffsets:toOffset:)` does to an array.
  private func idsAfterMoving(_ ids: [Int], _ offsets: [Int], _ target: Int) -> [Int] {
    let taken = Set(offsets)
    let moved = offsets.sorted().map { ids[$0] }
    let before = ids.indices.filter { $0 < target && !taken.contains($0) }.map { ids[$0] }
    return before + moved + ids.indices.filter { $0 >= target && !taken.contains($0) }.map { ids[$0] }
  }

  @Test func `offsets among the rows in sight mean what they mean for an array, filtered or on a page`() throws {
    let table = try makeEditableTable()
    let whole = table.initialState(items)
    let filtered = table.state(after: .columnFiltered("id", .among([1, 3, 4, 6])), from: whole)
    for start in [whole, filtered] {
      let seen = table.visibleIDs(start)
      for bits in 1..<(1 << seen.count) {
        let offsets = seen.indices.filter { bits >> $0 & 1 == 1 }
        for target in 0...seen.count {
          let state = table.state(after: .rowsMovedFrom(offsets: offsets.reversed(), toOffset: target), from: start)
          #expect(table.visibleIDs(state) == idsAfterMoving(seen, offsets, target), "\(offsets) to \(target)")
          #expect(Set(state.allRows) == Set(items))
        }
      }
    }
    let paged = table.state(after: .pageSizeChanged(2), .pageTurned(to: 1), from: whole)
    #expect(
      table.visibleIDs(table.state(after: .rowsMovedFrom(offsets: [0], toOffset: 2), from: paged)) == [
        1, 2, 4, 3, 5, 6,
      ])
    for action in [
      ItemTable.Action.rowsMovedFrom(offsets: [2], toOffset: 0), .rowsMovedFrom(offsets: [0], toOffset: 3),
      .rowsMovedFrom(offsets: [-1], toOffset: 0), .rowsDeletedAt(offsets: [2]),
    ] {
      #expect(table.state(after: action, from: paged).rejection == .outOfSight)
    }
    #expect(table.visibleIDs(table.state(after: .rowsDeletedAt(offsets: [1]), from: paged)) == [1, 2, 3, 5, 6])
  }

  @Test func `rows of which one is not to be moved or deleted stay, all of them`() throws {
    let table = try makeEditableTable {
      $0.canMove = \.flag
      $0.canDelete = \.flag
    }
    let state = table.initialState(items)
    #expect(table.state(after: .rowsMoved(.init([1, 6], before: nil)), from: state).rejection == .notMovable)
    let refused = table.state(after: .rowsDeleted([1, 6]), from: state)
    #expect(refused.rejection == .notDeletable && refused == state)
  }

  @Test func `what is carried falls where it is let go, with all that is selected`() throws {
    let table = try makeEditableTable()
    var state = table.state(
      after: .selection(.pressed(5)), .selection(.toggled(2)), .dragBegan(2), .draggedOver(.before(1)),
      from: table.initialState(items))
    #expect(state.drag?.ids == [2, 5])
    state = table.state(after: .dropped, from: state)
    #expect(table.visibleIDs(state) == [2, 5, 1, 3, 4, 6] && state.drag == nil)
    state = table.state(after: .dragBegan(3), .draggedOver(.end), .draggedOver(nil), .dropped, from: state)
    #expect(table.visibleIDs(state) == [2, 5, 1, 3, 4, 6])
    state = table.state(after: .dragBegan(3), .draggedOver(.end), .dragCancelled, .dropped, from: state)
    #expect(state.rejection == .nothingToDo)
    state = table.state(after: .dragBegan(3), .rowRemoved(3), from: state)
    #expect(state.drag == nil)
  }

  @Test func `of what is carried only that falls which is still there, and where something still stands`() throws {
    let table = try makeEditableTable()
    let carrying = table.state(
      after: .selection(.written([2, 5])), .dragBegan(2), .draggedOver(.before(1)), from: table.initialState(items))
    let fallen = table.state(after: .rowsReplaced(items.filter { $0.id != 5 }), .dropped, from: carrying)
    #expect(fallen.rejection == nil && table.visibleIDs(fallen) == [2, 1, 3, 4, 6])
    #expect(table.state(after: .rowsReplaced([items[0]]), from: carrying).drag == nil)
    for action in [ItemTable.Action.rowRemoved(1), .rowsReplaced(Array(items.dropFirst()))] {
      #expect(table.state(after: action, from: carrying).drag == .init(ids: [2, 5], target: nil), "\(action)")
    }
  }

  @Test func `what is selected is deleted, or else the row of the cursor`() throws {
    let table = try makeEditableTable()
    var state = table.state(after: .selection(.pressed(5)), .selection(.toggled(2)), from: table.initialState(items))
    #expect(table.reduce(&state, .deleteTapped) == .fireAndForget(.delete([2, 5])))
    #expect(table.visibleIDs(state) == [1, 3, 4, 6] && state.selection.ids.isEmpty)
    #expect(state.cursor?.row == 3)
    _ = table.reduce(&state, .keyPressed(TableKey(.delete)))
    #expect(table.visibleIDs(state) == [1, 4, 6] && state.cursor?.row == 4)
    state = table.state(after: .searched("nothing"), .deleteTapped, from: state)
    #expect(state.rejection == .nothingToDo)
  }

  @Test func `the cursor goes on to the next row that stays, or back where none follows`() throws {
    let table = try makeEditableTable()
    let start = table.initialState((1...10).map { Item(id: $0) })
    for (gone, next) in [([1, 2, 5], 6), ([1, 10], 9), ([3, 5, 4], 6), (Array(1...10), nil)] {
      var state = start
      for id in gone { _ = table.reduce(&state, .selection(.toggled(id))) }
      #expect(table.state(after: .deleteTapped, from: state).cursor?.row == next, "\(gone)")
    }
  }

  @Test func `many rows are moved and deleted in one go`() throws {
    let table = try makeEditableTable()
    let rows = (0..<100).map { Item(id: $0, price: Double($0 % 7)) }
    var state = table.initialState(rows)
    let odd = (0..<100).filter { $0 % 2 == 1 }
    state = table.state(
      after: .rowsMoved(.init(odd.reversed(), before: 0)), .rowsMoved(.init([50], before: 99)), from: state)
    #expect(table.visibleIDs(state) == [50] + odd.reversed() + (0..<100).filter { $0 % 2 == 0 && $0 != 50 })
    state = table.state(
      after: .titlePressed("price"), .columnFiltered("price", .range(through: 5)), .rowsDeleted(odd), from: state)
    let naive = NaiveQuery(table: table, rows: state.allRows, query: state.query, beside: [:])
    #expect(table.visibleIDs(state) == naive.visibleIDs && state.rowCount == 50)
  }

  @Test func `asked for, a deletion is done when it was answered, and the row takes nothing meanwhile`() throws {
    let table = try makeEditableTable(.asked)
    var state = table.initialState(items)
    #expect(table.reduce(&state, .rowsDeleted([2])) == .run(.delete([2]), in: .order, .queue))
    #expect(state.errands == [2: .deleting] && table.visibleIDs(state).count == 6)
    #expect(table.state(after: .rowsDeleted([2]), from: state).rejection == .busy)
    #expect(table.state(after: .cellSet(2, "price", 3), from: state).rejection == .busy)
    let failed = table.state(after: .deleteFailed([2], "offline"), from: state)
    #expect(failed.errands == [2: .notDeleted("offline")])
    #expect(table.state(after: .rowsDeleted([2]), .deleted([2]), from: failed).errands.isEmpty)
    let gone = table.state(after: .deleted([2]), from: state)
    #expect(table.visibleIDs(gone) == [1, 3, 4, 5, 6])
  }

  @Test(arguments: [TableOptions<Item>.ChangePolicy.atOnce, .asked])
  func `a row that is named twice is deleted once, and put back once`(changes: TableOptions<Item>.ChangePolicy) throws {
    let table = try makeEditableTable(changes)
    var state = table.initialState(items)
    let effects = table.reduce(&state, .rowsDeleted([2, 2, 3, 2]))
    #expect(
      effects == (changes == .atOnce ? .fireAndForget(.delete([2, 3])) : .run(.delete([2, 3]), in: .order, .queue)))
    #expect(table.visibleIDs(state) == (changes == .atOnce ? [1, 4, 5, 6] : [1, 2, 3, 4, 5, 6]))
    state = table.state(
      after: .takenBack(.places([.init([6, 6], before: 1)], from: [])), from: table.initialState(items))
    if changes == .asked { state = table.state(after: .moved(.init([6, 6], before: 1)), from: state) }
    #expect(table.visibleIDs(state) == [6, 1, 2, 3, 4, 5])
  }

  @Test func `a move that was asked for before another is asked for again`() throws {
    let table = try makeEditableTable(.asked)
    let (first, second) = (ItemTable.Move([3], before: 1), ItemTable.Move([3], before: nil))
    var state = table.state(after: .rowsMoved(first), .rowsMoved(second), from: table.initialState(items))
    #expect(table.reduce(&state, .rowsMoved(second)) == .none)
    #expect(table.reduce(&state, .rowsMoved(first)) == .run(.move(first), in: .order, .queue))
    state = table.state(after: .moved(first), .moved(second), .moved(first), from: state)
    #expect(state.moves.isEmpty && table.visibleIDs(state) == [3, 1, 2, 4, 5, 6])
  }

  @Test func `what is moved is seen, and why it was not, whatever went well since`() throws {
    let table = try makeEditableTable(.asked)
    let (first, second) = (ItemTable.Move([3], before: 1), ItemTable.Move([2], before: nil))
    var state = table.state(after: .rowsMoved(first), .rowsMoved(second), from: table.initialState(items))
    #expect(table.screen(of: state).moves == [.init(ids: [3], target: .before(1)), .init(ids: [2], target: .end)])
    state = table.state(after: .moveFailed(first, "offline"), .moved(second), from: state)
    #expect(table.screen(of: state).moves.isEmpty && table.screen(of: state).moveFailure == "offline")
    #expect(table.screen(of: table.state(after: .rowsMoved(first), from: state)).moveFailure == nil)
  }

  @Test func `that nothing can be moved or deleted is seen before anybody tries, and why`() throws {
    let table = try ItemTable(columns: makeItemColumns())
    let screen = table.screen(of: table.initialState(items))
    #expect(screen.movesUnavailable == "\(ActionRejection.movesNotHandled)")
    #expect(screen.deletionsUnavailable == "\(ActionRejection.deletionsNotHandled)")
    let changing = try makeEditableTable()
    let state = changing.initialState(items)
    #expect(
      changing.screen(of: state).movesUnavailable == nil && changing.screen(of: state).deletionsUnavailable == nil)
    let sorted = changing.screen(of: changing.state(after: .titlePressed("price"), from: state))
    #expect(sorted.movesUnavailable == "\(ActionRejection.movedUnderSort)" && sorted.deletionsUnavailable == nil)
  }

  @Test func `a row that is being deleted names no place for what is moved meanwhile`() throws {
    let table = try makeEditableTable(.asked)
    var state = table.state(after: .rowsDeleted([3]), from: table.initialState(items))
    let move = ItemTable.Move([1], .before(4))
    #expect(table.reduce(&state, .rowsMovedFrom(offsets: [0], toOffset: 2)) == .run(.move(move), in: .order, .queue))
    state = table.state(after: .deleted([3]), .moved(move), from: state)
    #expect(state.allRows.map(\.id) == [2, 1, 4, 5, 6])
  }

  @Test func `asked for, a move is done when it was answered`() throws {
    let table = try makeEditableTable(.asked)
    var state = table.initialState(items)
    let move = ItemTable.Move([2], before: nil)
    #expect(table.reduce(&state, .rowsMoved(move)) == .run(.move(move), in: .order, .queue))
    #expect(state.moves == [move] && table.visibleIDs(state) == [1, 2, 3, 4, 5, 6])
    #expect(table.visibleIDs(table.state(after: .moved(move), from: state)) == [1, 3, 4, 5, 6, 2])
    let failed = table.state(after: .moveFailed(move, "offline"), from: state)
    #expect(failed.moves.isEmpty && failed.moveFailure == "offline" && failed.allRows == items)
    #expect(table.state(after: .moved(move), from: failed) == failed)
  }
}
