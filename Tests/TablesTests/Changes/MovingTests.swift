import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<EditableItems>

@Suite struct `Moving and deleting` {
  private let items = (1...6).map { Item(id: $0, price: Double(7 - $0), flag: $0 != 6) }

  @Test func `a table without support for moves and deletions rejects them with a reason`() throws {
    let table = try EditableItems(columns: makeItemColumns())
    var state = table.initialState(items)
    let before = state
    for (action, rejection) in [
      (EditableItems.Action.rowsMoved(.init([1], before: nil)), ActionRejection.movesDisabled),
      (.rowsMovedFrom(offsets: [0], toOffset: 2), .movesDisabled), (.dragBegan(1), .movesDisabled),
      (.rowsDeleted([1]), .deletionsDisabled), (.rowsDeletedAt(offsets: [0]), .deletionsDisabled),
    ] {
      #expect(table.reduce(&state, action) == .none)
      #expect(state == before.rejecting(rejection), "\(action)")
    }
  }

  @Test func `moves are rejected while rows are sorted or grouped`() throws {
    let table = try makeEditableTable()
    for action in [EditableItems.Action.view(.headerClicked("price")), .view(.groupingChanged(to: "flag"))] {
      let state = table.state(after: action, .rowsMoved(.init([1], before: nil)), from: table.initialState(items))
      #expect(state.view.rejection == .sortedRowsNotMovable && state.view.allRows == items)
    }
  }

  @Test func `rows move before another row, or to the end, in the given order`() throws {
    let table = try makeEditableTable()
    var state = table.initialState(items)
    #expect(
      table.reduce(&state, .rowsMoved(.init([5, 2], before: 1))) == .fireAndForget(.move([.init([5, 2], before: 1)])))
    #expect(table.visibleIDs(state) == [5, 2, 1, 3, 4, 6])
    #expect(
      table.reduce(&state, .rowsMoved(.init([2], before: nil))) == .fireAndForget(.move([.init([2], before: nil)])))
    #expect(table.visibleIDs(state) == [5, 1, 3, 4, 6, 2])
    #expect(table.reduce(&state, .rowsMoved(.init([3, 4], before: 3))) == .none)
    #expect(table.reduce(&state, .rowsMoved(.init([5], before: 1))) == .none)
    _ = table.reduce(&state, .rowsMoved(.init([9], before: 1)))
    #expect(state.view.rejection == .noSuchRow)
  }

  /// Returns the result of SwiftUI's `move(fromOffsets:toOffset:)` on an array.
  private func idsAfterMoving(_ ids: [Int], _ offsets: [Int], _ target: Int) -> [Int] {
    let taken = Set(offsets)
    let moved = offsets.sorted().map { ids[$0] }
    let before = ids.indices.filter { $0 < target && !taken.contains($0) }.map { ids[$0] }
    return before + moved + ids.indices.filter { $0 >= target && !taken.contains($0) }.map { ids[$0] }
  }

  @Test func `offsets on the page mean the same as for an array, also when filtered or paged`() throws {
    let table = try makeEditableTable()
    let whole = table.initialState(items)
    let filtered = table.state(after: .view(.columnFilterChanged("id", .among([1, 3, 4, 6]))), from: whole)
    for start in [whole, filtered] {
      let seen = table.visibleIDs(start)
      for bits in 1..<(1 << seen.count) {
        let offsets = seen.indices.filter { bits >> $0 & 1 == 1 }
        for target in 0...seen.count {
          let state = table.state(after: .rowsMovedFrom(offsets: offsets.reversed(), toOffset: target), from: start)
          #expect(table.visibleIDs(state) == idsAfterMoving(seen, offsets, target), "\(offsets) to \(target)")
          #expect(Set(state.view.allRows) == Set(items))
        }
      }
    }
    let paged = table.state(after: .view(.pageSizeChanged(2)), .view(.pageChanged(to: 1)), from: whole)
    #expect(
      table.visibleIDs(table.state(after: .rowsMovedFrom(offsets: [0], toOffset: 2), from: paged)) == [
        1, 2, 4, 3, 5, 6,
      ])
    for action in [
      EditableItems.Action.rowsMovedFrom(offsets: [2], toOffset: 0), .rowsMovedFrom(offsets: [0], toOffset: 3),
      .rowsMovedFrom(offsets: [-1], toOffset: 0), .rowsDeletedAt(offsets: [2]),
    ] {
      #expect(table.state(after: action, from: paged).view.rejection == .offsetOutOfRange)
    }
    #expect(table.visibleIDs(table.state(after: .rowsDeletedAt(offsets: [1]), from: paged)) == [1, 2, 3, 5, 6])
  }

  @Test func `no row moves or is deleted if one of them cannot be`() throws {
    let table = try makeEditableTable {
      $0.canMove = \.flag
      $0.canDelete = \.flag
    }
    let state = table.initialState(items)
    #expect(table.state(after: .rowsMoved(.init([1, 6], before: nil)), from: state).view.rejection == .notMovable)
    let refused = table.state(after: .rowsDeleted([1, 6]), from: state)
    #expect(refused == state.rejecting(.notDeletable))
  }

  @Test func `dragging a selected row drops all selected rows at the target`() throws {
    let table = try makeEditableTable()
    var state = table.state(
      after: .view(.selection(.rowClicked(5))), .view(.selection(.rowToggled(2))), .dragBegan(2),
      .draggedOver(.before(1)),
      from: table.initialState(items))
    #expect(state.drag?.ids == [2, 5])
    state = table.state(after: .dropped, from: state)
    #expect(table.visibleIDs(state) == [2, 5, 1, 3, 4, 6] && state.drag == nil)
    state = table.state(after: .dragBegan(3), .draggedOver(.end), .draggedOver(nil), .dropped, from: state)
    #expect(table.visibleIDs(state) == [2, 5, 1, 3, 4, 6])
    state = table.state(after: .dragBegan(3), .draggedOver(.end), .dragCancelled, .dropped, from: state)
    #expect(state.view.rejection == .nothingToDo)
    state = table.state(after: .dragBegan(3), .view(.rowRemoved(3)), from: state)
    #expect(state.drag == nil)
  }

  @Test func `a drop ignores rows and targets that were removed during the drag`() throws {
    let table = try makeEditableTable()
    let dragging = table.state(
      after: .view(.selection(.idsReplaced([2, 5]))), .dragBegan(2), .draggedOver(.before(1)),
      from: table.initialState(items))
    let dropped = table.state(after: .view(.rowsReplaced(items.filter { $0.id != 5 })), .dropped, from: dragging)
    #expect(dropped.view.rejection == nil && table.visibleIDs(dropped) == [2, 1, 3, 4, 6])
    #expect(table.state(after: .view(.rowsReplaced([items[0]])), from: dragging).drag == nil)
    for action in [EditableItems.Action.view(.rowRemoved(1)), .view(.rowsReplaced(Array(items.dropFirst())))] {
      #expect(table.state(after: action, from: dragging).drag == .init(ids: [2, 5], target: nil), "\(action)")
    }
  }

  @Test func `delete removes the selected rows, or else the row at the cursor`() throws {
    let table = try makeEditableTable()
    var state = table.state(
      after: .view(.selection(.rowClicked(5))), .view(.selection(.rowToggled(2))), from: table.initialState(items))
    #expect(table.reduce(&state, .deleteTapped) == .fireAndForget(.delete([2, 5])))
    #expect(table.visibleIDs(state) == [1, 3, 4, 6] && state.view.selection.ids.isEmpty)
    #expect(state.view.cursor?.row == 3)
    _ = table.reduce(&state, .view(.keyPressed(TableKeyPress(.delete))))
    #expect(table.visibleIDs(state) == [1, 4, 6] && state.view.cursor?.row == 4)
    state = table.state(after: .view(.searchTextChanged("nothing")), .deleteTapped, from: state)
    #expect(state.view.rejection == .nothingToDo)
  }

  @Test func `after a deletion the cursor moves to the next remaining row, or to the previous one`() throws {
    let table = try makeEditableTable()
    let start = table.initialState((1...10).map { Item(id: $0) })
    for (gone, next) in [([1, 2, 5], 6), ([1, 10], 9), ([3, 5, 4], 6), (Array(1...10), nil)] {
      var state = start
      for id in gone { _ = table.reduce(&state, .view(.selection(.rowToggled(id)))) }
      #expect(table.state(after: .deleteTapped, from: state).view.cursor?.row == next, "\(gone)")
    }
  }

  @Test func `many rows are moved and deleted at once`() throws {
    let table = try makeEditableTable()
    let rows = (0..<100).map { Item(id: $0, price: Double($0 % 7)) }
    var state = table.initialState(rows)
    let odd = (0..<100).filter { $0 % 2 == 1 }
    state = table.state(
      after: .rowsMoved(.init(odd.reversed(), before: 0)), .rowsMoved(.init([50], before: 99)), from: state)
    #expect(table.visibleIDs(state) == [50] + odd.reversed() + (0..<100).filter { $0 % 2 == 0 && $0 != 50 })
    state = table.state(
      after: .view(.headerClicked("price")), .view(.columnFilterChanged("price", .range(through: 5))),
      .rowsDeleted(odd), from: state)
    let naive = NaiveQuery(table: table.view, rows: state.view.allRows, query: state.view.query, contextValues: [:])
    #expect(table.visibleIDs(state) == naive.visibleIDs && state.view.rowCount == 50)
  }

  @Test func `a confirmed deletion removes the row, which rejects changes until then`() throws {
    let table = try makeEditableTable(.afterConfirmation)
    var state = table.initialState(items)
    #expect(table.reduce(&state, .rowsDeleted([2])) == .run(.delete([2]), in: .rowOrder, .queue))
    #expect(state.deletions == [2: .deleting] && table.visibleIDs(state).count == 6)
    #expect(table.state(after: .rowsDeleted([2]), from: state).view.rejection == .busy)
    #expect(table.state(after: .cellValueSet(2, "price", 3), from: state).view.rejection == .busy)
    let failed = table.state(after: .deleteFailed([2], "offline"), from: state)
    #expect(failed.deletions == [2: .deleteFailed("offline")])
    #expect(table.state(after: .rowsDeleted([2]), .deleteCompleted([2]), from: failed).deletions.isEmpty)
    let gone = table.state(after: .deleteCompleted([2]), from: state)
    #expect(table.visibleIDs(gone) == [1, 3, 4, 5, 6])
  }

  @Test(arguments: [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation])
  func `a duplicate id is deleted once and restored once`(changes: EditingOptions<Item>.ChangePolicy) throws {
    let table = try makeEditableTable(changes)
    var state = table.initialState(items)
    let effects = table.reduce(&state, .rowsDeleted([2, 2, 3, 2]))
    #expect(
      effects
        == (changes == .immediate ? .fireAndForget(.delete([2, 3])) : .run(.delete([2, 3]), in: .rowOrder, .queue)))
    #expect(table.visibleIDs(state) == (changes == .immediate ? [1, 4, 5, 6] : [1, 2, 3, 4, 5, 6]))
    state = table.state(
      after: .undoApplied(.move([.init([6, 6], before: 1)], from: [])), from: table.initialState(items))
    if changes == .afterConfirmation {
      state = table.state(after: .moveCompleted([.init([6, 6], before: 1)]), from: state)
    }
    #expect(table.visibleIDs(state) == [6, 1, 2, 3, 4, 5])
  }

  @Test func `a move that equals an earlier request, but not the last one, is requested again`() throws {
    let table = try makeEditableTable(.afterConfirmation)
    let (first, second) = (EditableItems.Move([3], before: 1), EditableItems.Move([3], before: nil))
    var state = table.state(after: .rowsMoved(first), .rowsMoved(second), from: table.initialState(items))
    #expect(table.reduce(&state, .rowsMoved(second)) == .none)
    #expect(table.reduce(&state, .rowsMoved(first)) == .run(.move([first]), in: .rowOrder, .queue))
    state = table.state(after: .moveCompleted([first]), .moveCompleted([second]), .moveCompleted([first]), from: state)
    #expect(state.pendingMoves.isEmpty && table.visibleIDs(state) == [3, 1, 2, 4, 5, 6])
  }

  @Test func `pending moves are shown, and a failure is shown until the next request`() throws {
    let table = try makeEditableTable(.afterConfirmation)
    let (first, second) = (EditableItems.Move([3], before: 1), EditableItems.Move([2], before: nil))
    var state = table.state(after: .rowsMoved(first), .rowsMoved(second), from: table.initialState(items))
    #expect(
      table.screen(of: state).pendingMoves == [.init(ids: [3], target: .before(1)), .init(ids: [2], target: .end)])
    state = table.state(after: .moveFailed([first], "offline"), .moveCompleted([second]), from: state)
    #expect(table.screen(of: state).pendingMoves.isEmpty && table.screen(of: state).moveFailure == "offline")
    #expect(table.screen(of: table.state(after: .rowsMoved(first), from: state)).moveFailure == nil)
  }

  @Test func `the screen contains the reason why rows cannot be moved or deleted`() throws {
    let table = try EditableItems(columns: makeItemColumns())
    let screen = table.screen(of: table.initialState(items))
    #expect(screen.movesUnavailableReason?.reason == .movesDisabled)
    #expect(screen.deletionsUnavailableReason?.reason == .deletionsDisabled)
    #expect(table.view.screen(of: table.view.initialState(items)) == screen)
    let changing = try makeEditableTable()
    let state = changing.initialState(items)
    #expect(
      changing.screen(of: state).movesUnavailableReason == nil
        && changing.screen(of: state).deletionsUnavailableReason == nil)
    let sorted = changing.screen(of: changing.state(after: .view(.headerClicked("price")), from: state))
    #expect(
      sorted.movesUnavailableReason?.reason == .sortedRowsNotMovable
        && sorted.deletionsUnavailableReason == nil)
  }

  @Test func `a row that is being deleted is no neighbor for the position of a move`() throws {
    let table = try makeEditableTable(.afterConfirmation)
    var state = table.state(after: .rowsDeleted([3]), from: table.initialState(items))
    let move = EditableItems.Move([1], .before(4))
    #expect(
      table.reduce(&state, .rowsMovedFrom(offsets: [0], toOffset: 2)) == .run(.move([move]), in: .rowOrder, .queue))
    state = table.state(after: .deleteCompleted([3]), .moveCompleted([move]), from: state)
    #expect(state.view.allRows.map(\.id) == [2, 1, 4, 5, 6])
  }

  @Test func `a move takes effect when it is confirmed`() throws {
    let table = try makeEditableTable(.afterConfirmation)
    var state = table.initialState(items)
    let move = EditableItems.Move([2], before: nil)
    #expect(table.reduce(&state, .rowsMoved(move)) == .run(.move([move]), in: .rowOrder, .queue))
    #expect(state.pendingMoves == [[move]] && table.visibleIDs(state) == [1, 2, 3, 4, 5, 6])
    #expect(table.visibleIDs(table.state(after: .moveCompleted([move]), from: state)) == [1, 3, 4, 5, 6, 2])
    let failed = table.state(after: .moveFailed([move], "offline"), from: state)
    #expect(failed.pendingMoves.isEmpty && failed.moveFailure == "offline" && failed.view.allRows == items)
    #expect(table.state(after: .moveCompleted([move]), from: failed) == failed)
  }
}
