import Loop
import Testing
import Values

@testable import Tables

@Suite struct `Undoing changes of data` {
  private let items = (1...6).map { Item(id: $0, name: "item \($0)", price: Double($0)) }

  private func table(_ changes: EditingOptions<Item>.ChangePolicy) throws -> UndoFeature<EditableItems> {
    UndoFeature(try makeEditableTable(changes))
  }

  /// Sends an action, and sends a success response to every effect.
  private func send(
    _ action: UndoFeature<EditableItems>.Action, _ table: UndoFeature<EditableItems>,
    _ state: inout UndoFeature<EditableItems>.State
  ) {
    for instruction in table.reduce(&state, action).instructions {
      guard case .run(let run) = instruction else { continue }
      let response: EditableItems.Action =
        switch run.effect {
        case .view, .reportCellChange: .view(.reloadTapped)
        case .move(let moves): .moveCompleted(moves)
        case .delete(let ids): .deleteCompleted(ids)
        case .restore(let placed): .restoreCompleted(placed)
        case .save(let row, _): .saveCompleted(row)
        }
      send(.feature(response), table, &state)
    }
  }

  private var actions: [EditableItems.Action] {
    [
      .rowsDeleted([2]), .rowsDeleted([6, 1, 3]), .rowsDeleted([3, 2]), .rowsDeleted([1, 2, 3, 4, 5, 6]),
      .rowsMoved(.init([5, 2], before: 1)), .rowsMoved(.init([1, 2, 3], before: nil)),
      .rowsMoved(.init([6, 5, 4, 3, 2, 1], before: nil)), .rowsMovedFrom(offsets: [0, 4], toOffset: 3),
      .rowsDeletedAt(offsets: [5, 0]), .cellValueSet(3, "price", 9), .cellValueSet(3, "name", nil),
    ]
  }

  @Test func `a move of rows that were apart is undone by one effect`() throws {
    let table = try table(.afterConfirmation)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    send(.feature(.rowsMoved(.init([5, 1, 3], before: nil))), table, &state)
    let back = [EditableItems.Move([1], before: 2), .init([3], before: 4), .init([5], before: 6)]
    #expect(table.reduce(&state, .undo) == .run(.move(back), in: .rowOrder, .queue))
    #expect(
      table.feature.screen(of: state.feature).pendingMoves == back.map { .init(ids: $0.ids, target: $0.position) })
    #expect(state.feature.view.allRows.map(\.id) == [2, 4, 6, 5, 1, 3])
    var failed = state
    _ = table.reduce(&failed, .feature(.moveFailed(back, "offline")))
    #expect(failed.feature.moveFailure == "offline" && failed.feature.pendingMoves.isEmpty)
    #expect(failed.feature.view.allRows == state.feature.view.allRows, "all rows move back, or none")
    _ = table.reduce(&state, .feature(.moveCompleted(back)))
    #expect(state.feature.view.allRows == items && state.feature.pendingMoves.isEmpty)
  }

  @Test(arguments: [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation])
  func `every change of the rows is undone and redone`(changes: EditingOptions<Item>.ChangePolicy) throws {
    let table = try table(changes)
    for action in actions {
      var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
      send(.feature(action), table, &state)
      let done = state.feature.view.allRows
      #expect(done != items, "\(action)")
      for _ in 0..<2 {
        send(.undo, table, &state)
        #expect(state.feature.view.allRows == items, "\(action)")
        #expect(
          state.feature.deletions.isEmpty && state.feature.pendingMoves.isEmpty && state.feature.drafts.isEmpty)
        send(.redo, table, &state)
        #expect(state.feature.view.allRows == done, "\(action)")
      }
    }
  }

  @Test(arguments: [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation])
  func `several changes are undone and redone step by step`(changes: EditingOptions<Item>.ChangePolicy) throws {
    let table = try table(changes)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    var steps = [items]
    for action in [actions[4], actions[9], actions[0], actions[7], actions[10], .rowsDeleted([1, 6])] {
      send(.feature(action), table, &state)
      steps.append(state.feature.view.allRows)
    }
    for rows in steps.dropLast().reversed() {
      send(.undo, table, &state)
      #expect(state.feature.view.allRows == rows)
    }
    for rows in steps.dropFirst() {
      send(.redo, table, &state)
      #expect(state.feature.view.allRows == rows)
    }
  }

  @Test func `the move of a row that is gone since is not undone`() throws {
    let table = try table(.immediate)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    _ = table.reduce(&state, .feature(.rowsMoved(.init([2], before: 1))))
    #expect(table.changeToUndo(in: state) == .move)
    _ = table.reduce(&state, .feature(.view(.rowRemoved(2))))
    #expect(table.changeToUndo(in: state) == nil)
  }

  @Test func `sorting, filtering, selecting and paging are not undo steps`() throws {
    let table = try table(.immediate)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    for action in [
      EditableItems.Action.view(.headerClicked("price")), .view(.searchTextChanged("item")),
      .view(.selection(.allSelected)),
      .view(.pageSizeChanged(2)),
      .view(.keyPressed(TableKeyPress(.down))), .view(.hoverBegan(1)), .rowsMoved(.init([1], before: nil)),
      .rowsDeleted([9]),
      .cellValueSet(1, "id", 3), .editCommitted, .dropped,
    ] {
      send(.feature(action), table, &state)
      #expect(table.changeToUndo(in: state) == nil, "\(action)")
    }
  }

  @Test(arguments: [
    EditableItems.Action.editCommitted, .view(.keyPressed(TableKeyPress(.enter))),
    .view(.keyPressed(TableKeyPress(.tab))),
    .view(.keyPressed(TableKeyPress(.tab, shift: true))), .editBegan(3, "price"),
  ])
  func `committing an edit is one undo step`(commit: EditableItems.Action) throws {
    let table = try table(.immediate)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    for action in [EditableItems.Action.editBegan(2, "price"), .cellTextChanged("7"), .cellTextChanged("7.5"), commit] {
      send(.feature(action), table, &state)
    }
    #expect(state.feature[2]?.price == 7.5 && table.changeToUndo(in: state) == .cellEdit)
    send(.undo, table, &state)
    #expect(state.feature.view.allRows == items && state.feature.drafts.isEmpty)
  }

  @Test func `undoing a pending deletion queues the restoration after it`() throws {
    let table = try table(.afterConfirmation)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    _ = table.reduce(&state, .feature(.rowsDeleted([2])))
    let placed = EditableItems.PositionedRow(items[1], .before(3))
    #expect(table.reduce(&state, .undo) == .run(.restore([placed]), in: .rowOrder, .queue))
    #expect(state.feature.deletions == [2: .restoring(placed)])
    _ = table.reduce(&state, .feature(.deleteCompleted([2])))
    #expect(state.feature.deletions == [2: .restoring(placed)] && state.feature.view.rowCount == 5)
    _ = table.reduce(&state, .feature(.restoreCompleted([placed])))
    #expect(state.feature.view.allRows == items && state.feature.deletions.isEmpty)
  }

  @Test func `law 5: undoing a deletion restores unsaved changes and the selection`() throws {
    for changes in [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation] {
      let table = try table(changes)
      var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
      for action in [
        EditableItems.Action.cellValueSet(2, "price", 9), .view(.selection(.idsReplaced([2, 4]))),
        .rowsDeleted([1, 2, 3]),
      ] { send(.feature(action), table, &state) }
      #expect(state.feature.drafts.isEmpty && state.feature.view.selection.ids == [4])
      send(.undo, table, &state)
      var edited = items[1]
      edited.price = 9
      #expect(state.feature.drafts == [2: .init(editedRow: edited, storedRow: items[1], status: .unsaved)])
      #expect(
        state.feature.view.allRows == [items[0], edited] + items[2...] && state.feature.view.selection.ids == [2, 4])
      send(.undo, table, &state)
      #expect(state.feature.view.allRows == items && state.feature.drafts.isEmpty)
    }
  }

  @Test func `many rows that are not loaded have one notice for each status`() throws {
    let table = try table(.afterConfirmation)
    let rows = (1...150).map { Item(id: $0, price: Double($0)) }
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(rows))
    _ = table.reduce(&state, .feature(.rowsDeleted(rows.map(\.id))))
    _ = table.reduce(&state, .feature(.deleteCompleted(rows.map(\.id))))
    _ = table.reduce(&state, .undo)
    func notices() -> [String] {
      table.feature.screen(of: state.feature).unloadedRowNotices.map {
        "\($0.id.map { "\($0)" } ?? "-") \($0.rowCount) \($0.message)"
      }
    }
    #expect(notices() == ["- 150 is being restored"])
    let placed = rows[..<10].map { EditableItems.PositionedRow($0, .end) }
    _ = table.reduce(&state, .feature(.restoreFailed(placed, "offline")))
    #expect(notices() == ["- 10 could not be restored: offline", "- 140 is being restored"])
  }

  @Test func `adjacent rows are restored together, and one failure does not stop the others`() throws {
    let table = try table(.afterConfirmation)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    send(.feature(.rowsDeleted([2, 3, 6])), table, &state)
    let placed = [
      EditableItems.PositionedRow(items[1], .before(3)), EditableItems.PositionedRow(items[2], .before(4)),
      EditableItems.PositionedRow(items[5], .end),
    ]
    #expect(table.reduce(&state, .undo) == .run(.restore(placed), in: .rowOrder, .queue))
    _ = table.reduce(&state, .feature(.restoreCompleted([placed[1], placed[2]])))
    _ = table.reduce(&state, .feature(.restoreFailed([placed[0]], "offline")))
    #expect(state.feature.view.allRows.map(\.id) == [1, 3, 4, 5, 6])
    #expect(
      table.feature.screen(of: state.feature).unloadedRowNotices == [
        .init(id: 2, .restorationFailed("offline"))
      ])
    var again = state
    #expect(table.reduce(&again, .feature(.restoreTapped(nil))) == .run(.restore([placed[0]]), in: .rowOrder, .queue))
    _ = table.reduce(&again, .feature(.restoreCompleted([placed[0]])))
    #expect(again.feature.deletions.isEmpty && again.feature.view.allRows == items)
    _ = table.reduce(&state, .feature(.view(.rowUpserted(items[1], before: 3))))
    #expect(state.feature.deletions.isEmpty && state.feature.view.allRows == items)
    #expect(table.feature.state(after: .restoreTapped(2), from: state.feature).view.rejection == .nothingToDo)
  }

  @Test func `changes that are sent before any response return to their positions when undone`() throws {
    let table = try table(.afterConfirmation)
    for steps in [
      [EditableItems.Action.rowsDeleted([3]), .rowsDeleted([2])],
      [.rowsMoved(.init([3], before: 1)), .rowsMoved(.init([2], .end))],
      [.rowsMoved(.init([3], before: 1)), .rowsDeleted([2])], [.rowsDeleted([3]), .rowsMoved(.init([2], before: 1))],
    ] {
      var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
      let asked = steps.flatMap { table.reduce(&state, .feature($0)).instructions }
      for case .run(let run) in asked {
        switch run.effect {
        case .delete(let ids): send(.feature(.deleteCompleted(ids)), table, &state)
        case .move(let moves): send(.feature(.moveCompleted(moves)), table, &state)
        case .view, .restore, .save, .reportCellChange: Issue.record("\(run.effect)")
        }
      }
      send(.undo, table, &state)
      send(.undo, table, &state)
      #expect(state.feature.view.allRows == items, "\(steps)")
    }
  }

  @Test func `reverted drafts are restored, one by one or together, as conflicts if the stored row changed`() throws {
    let table = try table(.immediate)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    for action in [EditableItems.Action.cellValueSet(2, "price", 9), .cellValueSet(3, "name", "x"), .revertTapped(nil)]
    {
      send(.feature(action), table, &state)
    }
    #expect(state.feature.view.allRows == items && table.changeToUndo(in: state) == .revert)
    var changed = state
    send(.undo, table, &state)
    #expect(state.feature[2]?.price == 9 && state.feature[3]?.name == "x" && state.feature.drafts.count == 2)
    send(.redo, table, &state)
    #expect(state.feature.view.allRows == items && state.feature.drafts.isEmpty)
    let theirs = Item(id: 2, name: "theirs", price: 2)
    send(.feature(.view(.rowUpserted(theirs))), table, &changed)
    send(.feature(.view(.rowRemoved(3))), table, &changed)
    send(.undo, table, &changed)
    #expect(
      changed.feature.drafts.mapValues(\.status) == [2: .conflict] && changed.feature.drafts[2]?.storedRow == theirs)
  }

  @Test func `undoing a conflict resolution restores the conflict, and the row if it was deleted`() throws {
    let table = try table(.immediate)
    for news in [EditableItems.Action.view(.rowUpserted(Item(id: 2, name: "theirs", price: 2))), .view(.rowRemoved(2))]
    {
      var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
      send(.feature(.cellValueSet(2, "price", 9)), table, &state)
      send(.feature(news), table, &state)
      let conflict = state.feature
      send(.feature(.remoteTaken(2)), table, &state)
      #expect(state.feature.drafts.isEmpty)
      send(.undo, table, &state)
      #expect(state.feature.drafts == conflict.drafts && state.feature.view.allRows == conflict.view.allRows)
    }
  }

  @Test func `undoing the edit of a cell restores the whole row, even to a value that cannot be entered`() throws {
    let name = Column("name", \Item.name).editable { item, value throws(CellRefusal) in
      guard case .text(let text) = value, !text.isEmpty else { throw CellRefusal() }
      item.name = text
      item.count = (item.count ?? 0) + 1
    }
    let table = UndoFeature(try EditableItems(columns: [name]))
    let blank = Item(id: 1, name: "")
    var state = UndoFeature<EditableItems>.State(table.feature.initialState([blank]))
    send(.feature(.cellValueSet(1, "name", "A")), table, &state)
    #expect(state.feature[1] == Item(id: 1, name: "A", count: 1))
    send(.undo, table, &state)
    #expect(state.feature[1] == blank && state.feature.drafts.isEmpty)
    send(.redo, table, &state)
    #expect(state.feature[1] == Item(id: 1, name: "A", count: 1))
  }

  @Test func `a failed move is not an undo step`() throws {
    let table = try table(.afterConfirmation)
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    send(.feature(.cellValueSet(1, "price", 9)), table, &state)
    let move = EditableItems.Move([5], before: 1)
    _ = table.reduce(&state, .feature(.rowsMoved(move)))
    _ = table.reduce(&state, .feature(.moveFailed([move], "offline")))
    #expect(table.changeToUndo(in: state) == .cellEdit)
    send(.undo, table, &state)
    #expect(state.feature.view.allRows == items)
  }

  @Test func `an unexpected response changes nothing`() throws {
    let table = try makeEditableTable(.afterConfirmation)
    let state = table.state(after: .cellValueSet(2, "price", 9), from: table.initialState(items))
    for action in [
      EditableItems.Action.deleteCompleted([2]), .deleteFailed([2], "offline"),
      .restoreCompleted([.init(items[1], .end)]),
      .restoreFailed([.init(items[1], .end)], "offline"), .saveCompleted(items[1]), .saveConflicted(2, stored: nil),
    ] { #expect(table.state(after: action, from: state) == state, "\(action)") }
  }
}
