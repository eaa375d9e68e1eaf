import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<ItemTable.Effect, ItemTable.Slot>

@Suite struct `Moving and deleting` {
  private let items = (1...6).map { Item(id: $0, price: Double(7 - $0), flag: $0 != 6) }

  @Test func `without anybody to carry it out nothing is moved or deleted, for that reason`() throws {
    let table = try ItemTable(columns: itemColumns())
    var state = table.state(items)
    let before = state
    for (action, refusal) in [
      (ItemTable.Action.rowsMoved(.init([1], before: nil)), Refusal.movesNotHandled),
      (.rowsMovedFrom(offsets: [0], toOffset: 2), .movesNotHandled), (.dragBegan(1), .movesNotHandled),
      (.rowsDeleted([1]), .deletionsNotHandled), (.rowsDeletedAt(offsets: [0]), .deletionsNotHandled),
    ] {
      #expect(table.reduce(&state, action) == .none)
      #expect(state == before && state.refusal == refusal, "\(action)")
    }
  }

  @Test func `under a sort or grouped a move is refused, for that reason`() throws {
    let table = try changingTable()
    for action in [ItemTable.Action.titlePressed("price"), .grouped(by: "flag")] {
      let state = table.after(action, .rowsMoved(.init([1], before: nil)), from: table.state(items))
      #expect(state.refusal == .movedUnderSort && state.allRows == items)
    }
  }

  @Test func `rows go before another, or last, in the order in which they are named`() throws {
    let table = try changingTable()
    var state = table.state(items)
    #expect(table.reduce(&state, .rowsMoved(.init([5, 2], before: 1))) == .tell(.move(.init([5, 2], before: 1))))
    #expect(table.seen(state) == [5, 2, 1, 3, 4, 6])
    #expect(table.reduce(&state, .rowsMoved(.init([2], before: nil))) == .tell(.move(.init([2], before: nil))))
    #expect(table.seen(state) == [5, 1, 3, 4, 6, 2])
    #expect(table.reduce(&state, .rowsMoved(.init([3, 4], before: 3))) == .none)
    #expect(table.reduce(&state, .rowsMoved(.init([5], before: 1))) == .none)
    _ = table.reduce(&state, .rowsMoved(.init([9], before: 1)))
    #expect(state.refusal == .noSuchRow)
  }

  /// What SwiftUI's `move(fromOffsets:toOffset:)` does to an array.
  private func moved(_ ids: [Int], _ offsets: [Int], _ target: Int) -> [Int] {
    let taken = Set(offsets)
    let moved = offsets.sorted().map { ids[$0] }
    let before = ids.indices.filter { $0 < target && !taken.contains($0) }.map { ids[$0] }
    return before + moved + ids.indices.filter { $0 >= target && !taken.contains($0) }.map { ids[$0] }
  }

  @Test func `offsets among the rows in sight mean what they mean for an array, filtered or on a page`() throws {
    let table = try changingTable()
    let whole = table.state(items)
    let filtered = table.after(.columnFiltered("id", .among([1, 3, 4, 6])), from: whole)
    for start in [whole, filtered] {
      let seen = table.seen(start)
      for bits in 1..<(1 << seen.count) {
        let offsets = seen.indices.filter { bits >> $0 & 1 == 1 }
        for target in 0...seen.count {
          let state = table.after(.rowsMovedFrom(offsets: offsets.reversed(), toOffset: target), from: start)
          #expect(table.seen(state) == moved(seen, offsets, target), "\(offsets) to \(target)")
          #expect(Set(state.allRows) == Set(items))
        }
      }
    }
    let paged = table.after(.pageSizeChanged(2), .pageTurned(to: 1), from: whole)
    #expect(table.seen(table.after(.rowsMovedFrom(offsets: [0], toOffset: 2), from: paged)) == [1, 2, 4, 3, 5, 6])
    for action in [
      ItemTable.Action.rowsMovedFrom(offsets: [2], toOffset: 0), .rowsMovedFrom(offsets: [0], toOffset: 3),
      .rowsMovedFrom(offsets: [-1], toOffset: 0), .rowsDeletedAt(offsets: [2]),
    ] {
      #expect(table.after(action, from: paged).refusal == .outOfSight)
    }
    #expect(table.seen(table.after(.rowsDeletedAt(offsets: [1]), from: paged)) == [1, 2, 3, 5, 6])
  }

  @Test func `rows of which one is not to be moved or deleted stay, all of them`() throws {
    let table = try changingTable {
      $0.canMove = \.flag
      $0.canDelete = \.flag
    }
    let state = table.state(items)
    #expect(table.after(.rowsMoved(.init([1, 6], before: nil)), from: state).refusal == .notMovable)
    let refused = table.after(.rowsDeleted([1, 6]), from: state)
    #expect(refused.refusal == .notDeletable && refused == state)
  }

  @Test func `what is carried falls where it is let go, with all that is selected`() throws {
    let table = try changingTable()
    var state = table.after(
      .selection(.pressed(5)), .selection(.toggled(2)), .dragBegan(2), .draggedOver(.before(1)),
      from: table.state(items))
    #expect(state.drag?.ids == [2, 5])
    state = table.after(.dropped, from: state)
    #expect(table.seen(state) == [2, 5, 1, 3, 4, 6] && state.drag == nil)
    state = table.after(.dragBegan(3), .draggedOver(.end), .draggedOver(nil), .dropped, from: state)
    #expect(table.seen(state) == [2, 5, 1, 3, 4, 6])
    state = table.after(.dragBegan(3), .draggedOver(.end), .dragCancelled, .dropped, from: state)
    #expect(state.refusal == .nothingToDo)
    state = table.after(.dragBegan(3), .rowRemoved(3), from: state)
    #expect(state.drag == nil)
  }

  @Test func `of what is carried only that falls which is still there, and where something still stands`() throws {
    let table = try changingTable()
    let carrying = table.after(
      .selection(.written([2, 5])), .dragBegan(2), .draggedOver(.before(1)), from: table.state(items))
    let fallen = table.after(.rowsReplaced(items.filter { $0.id != 5 }), .dropped, from: carrying)
    #expect(fallen.refusal == nil && table.seen(fallen) == [2, 1, 3, 4, 6])
    #expect(table.after(.rowsReplaced([items[0]]), from: carrying).drag == nil)
    for action in [ItemTable.Action.rowRemoved(1), .rowsReplaced(Array(items.dropFirst()))] {
      #expect(table.after(action, from: carrying).drag == .init(ids: [2, 5], target: nil), "\(action)")
    }
  }

  @Test func `what is selected is deleted, or else the row of the cursor`() throws {
    let table = try changingTable()
    var state = table.after(.selection(.pressed(5)), .selection(.toggled(2)), from: table.state(items))
    #expect(table.reduce(&state, .deleteTapped) == .tell(.delete([2, 5])))
    #expect(table.seen(state) == [1, 3, 4, 6] && state.selection.ids.isEmpty)
    #expect(state.cursor?.row == 3)
    _ = table.reduce(&state, .keyPressed(TableKey(.delete)))
    #expect(table.seen(state) == [1, 4, 6] && state.cursor?.row == 4)
    state = table.after(.searched("nothing"), .deleteTapped, from: state)
    #expect(state.refusal == .nothingToDo)
  }

  @Test func `the cursor goes on to the next row that stays, or back where none follows`() throws {
    let table = try changingTable()
    let start = table.state((1...10).map { Item(id: $0) })
    for (gone, next) in [([1, 2, 5], 6), ([1, 10], 9), ([3, 5, 4], 6), (Array(1...10), nil)] {
      var state = start
      for id in gone { _ = table.reduce(&state, .selection(.toggled(id))) }
      #expect(table.after(.deleteTapped, from: state).cursor?.row == next, "\(gone)")
    }
  }

  @Test func `many rows are moved and deleted in one go`() throws {
    let table = try changingTable()
    let rows = (0..<100).map { Item(id: $0, price: Double($0 % 7)) }
    var state = table.state(rows)
    let odd = (0..<100).filter { $0 % 2 == 1 }
    state = table.after(.rowsMoved(.init(odd.reversed(), before: 0)), .rowsMoved(.init([50], before: 99)), from: state)
    #expect(table.seen(state) == [50] + odd.reversed() + (0..<100).filter { $0 % 2 == 0 && $0 != 50 })
    state = table.after(
      .titlePressed("price"), .columnFiltered("price", .range(through: 5)), .rowsDeleted(odd), from: state)
    let naive = NaiveReading(table: table, rows: state.allRows, query: state.query, beside: [:])
    #expect(table.seen(state) == naive.seen && state.rowCount == 50)
  }

  @Test func `asked for, a deletion is done when it was answered, and the row takes nothing meanwhile`() throws {
    let table = try changingTable(.asked)
    var state = table.state(items)
    #expect(table.reduce(&state, .rowsDeleted([2])) == .ask(.delete([2]), in: .order, .queue))
    #expect(state.errands == [2: .deleting] && table.seen(state).count == 6)
    #expect(table.after(.rowsDeleted([2]), from: state).refusal == .busy)
    #expect(table.after(.cellSet(2, "price", 3), from: state).refusal == .busy)
    let failed = table.after(.deleteFailed([2], "offline"), from: state)
    #expect(failed.errands == [2: .notDeleted("offline")])
    #expect(table.after(.rowsDeleted([2]), .deleted([2]), from: failed).errands.isEmpty)
    let gone = table.after(.deleted([2]), from: state)
    #expect(table.seen(gone) == [1, 3, 4, 5, 6])
  }

  @Test(arguments: [TableOptions<Item>.ChangePolicy.atOnce, .asked])
  func `a row that is named twice is deleted once, and put back once`(changes: TableOptions<Item>.ChangePolicy) throws {
    let table = try changingTable(changes)
    var state = table.state(items)
    let effects = table.reduce(&state, .rowsDeleted([2, 2, 3, 2]))
    #expect(effects == (changes == .atOnce ? .tell(.delete([2, 3])) : .ask(.delete([2, 3]), in: .order, .queue)))
    #expect(table.seen(state) == (changes == .atOnce ? [1, 4, 5, 6] : [1, 2, 3, 4, 5, 6]))
    state = table.after(.takenBack(.places([.init([6, 6], before: 1)], from: [])), from: table.state(items))
    if changes == .asked { state = table.after(.moved(.init([6, 6], before: 1)), from: state) }
    #expect(table.seen(state) == [6, 1, 2, 3, 4, 5])
  }

  @Test func `a move that was asked for before another is asked for again`() throws {
    let table = try changingTable(.asked)
    let (first, second) = (ItemTable.Move([3], before: 1), ItemTable.Move([3], before: nil))
    var state = table.after(.rowsMoved(first), .rowsMoved(second), from: table.state(items))
    #expect(table.reduce(&state, .rowsMoved(second)) == .none)
    #expect(table.reduce(&state, .rowsMoved(first)) == .ask(.move(first), in: .order, .queue))
    state = table.after(.moved(first), .moved(second), .moved(first), from: state)
    #expect(state.moves.isEmpty && table.seen(state) == [3, 1, 2, 4, 5, 6])
  }

  @Test func `what is moved is seen, and why it was not, whatever went well since`() throws {
    let table = try changingTable(.asked)
    let (first, second) = (ItemTable.Move([3], before: 1), ItemTable.Move([2], before: nil))
    var state = table.after(.rowsMoved(first), .rowsMoved(second), from: table.state(items))
    #expect(table.screen(of: state).moves == [.init(ids: [3], target: .before(1)), .init(ids: [2], target: .end)])
    state = table.after(.moveFailed(first, "offline"), .moved(second), from: state)
    #expect(table.screen(of: state).moves.isEmpty && table.screen(of: state).moveFailure == "offline")
    #expect(table.screen(of: table.after(.rowsMoved(first), from: state)).moveFailure == nil)
  }

  @Test func `that nothing can be moved or deleted is seen before anybody tries, and why`() throws {
    let table = try ItemTable(columns: itemColumns())
    let screen = table.screen(of: table.state(items))
    #expect(screen.movesUnavailable == "\(Refusal.movesNotHandled)")
    #expect(screen.deletionsUnavailable == "\(Refusal.deletionsNotHandled)")
    let changing = try changingTable()
    let state = changing.state(items)
    #expect(
      changing.screen(of: state).movesUnavailable == nil && changing.screen(of: state).deletionsUnavailable == nil)
    let sorted = changing.screen(of: changing.after(.titlePressed("price"), from: state))
    #expect(sorted.movesUnavailable == "\(Refusal.movedUnderSort)" && sorted.deletionsUnavailable == nil)
  }

  @Test func `a row that is being deleted names no place for what is moved meanwhile`() throws {
    let table = try changingTable(.asked)
    var state = table.after(.rowsDeleted([3]), from: table.state(items))
    let move = ItemTable.Move([1], .before(4))
    #expect(table.reduce(&state, .rowsMovedFrom(offsets: [0], toOffset: 2)) == .ask(.move(move), in: .order, .queue))
    state = table.after(.deleted([3]), .moved(move), from: state)
    #expect(state.allRows.map(\.id) == [2, 1, 4, 5, 6])
  }

  @Test func `asked for, a move is done when it was answered`() throws {
    let table = try changingTable(.asked)
    var state = table.state(items)
    let move = ItemTable.Move([2], before: nil)
    #expect(table.reduce(&state, .rowsMoved(move)) == .ask(.move(move), in: .order, .queue))
    #expect(state.moves == [move] && table.seen(state) == [1, 2, 3, 4, 5, 6])
    #expect(table.seen(table.after(.moved(move), from: state)) == [1, 3, 4, 5, 6, 2])
    let failed = table.after(.moveFailed(move, "offline"), from: state)
    #expect(failed.moves.isEmpty && failed.moveFailure == "offline" && failed.allRows == items)
    #expect(table.after(.moved(move), from: failed) == failed)
  }
}
