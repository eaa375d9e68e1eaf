import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<EditableItems>

@Suite struct `Editing in index` {
  private let items = (1...3).map { Item(id: $0, name: "item \($0)", price: Double($0)) }

  private func table(_ changes: EditingOptions<Item>.ChangePolicy = .afterConfirmation) throws -> EditableItems {
    try EditableItems(
      columns: makeItemColumns(),
      options: EditingOptions {
        $0.changePolicy = changes
        $0.supportsDeletions = true
        $0.view.navigation = .cells
        $0.reportsCellChanges = true
      })
  }

  @Test func `an edited value moves its row when it is committed, not before`() throws {
    let table = try table()
    var state = table.state(
      after: .view(.headerClicked("price")), .editBegan(1, "price"), from: table.initialState(items))
    #expect(state.editedCell == .init(row: 1, column: "price", text: "1", originalText: "1", storedRow: items[0]))
    state = table.state(after: .cellTextChanged("2.5"), from: state)
    #expect(table.visibleIDs(state) == [1, 2, 3])
    #expect(table.reduce(&state, .editCommitted) == .fireAndForget(.reportCellChange(1, "price", 2.5)))
    #expect(table.visibleIDs(state) == [2, 1, 3] && state.editedCell == nil)
    #expect(
      state.drafts == [
        1: .init(editedRow: Item(id: 1, name: "item 1", price: 2.5), storedRow: items[0], status: .unsaved)
      ])
  }

  @Test func `law 5: invalid text stays in the cell with an error`() throws {
    let table = try table()
    var state = table.state(
      after: .editBegan(1, "price"), .cellTextChanged("2,5x"), .editCommitted, from: table.initialState(items))
    #expect(
      state.editedCell?.text == "2,5x"
        && state.editedCell?.error == .invalidValue("price", expected: "a number such as 12.5"))
    #expect(state.view.allRows == items && state.drafts.isEmpty)
    state = table.state(after: .cellTextChanged("2.5"), from: state)
    #expect(state.editedCell?.error == nil)
    #expect(table.state(after: .editCancelled, from: state).editedCell == nil)
    #expect(table.state(after: .view(.searchTextChanged("zzz")), from: state).editedCell?.text == "2.5")
  }

  @Test func `cells that cannot be edited are rejected`() throws {
    let table = try table()
    let state = table.initialState(items)
    #expect(table.state(after: .editBegan(1, "id"), from: state).view.rejection == .notEditable("id"))
    #expect(table.state(after: .editBegan(9, "price"), from: state).view.rejection == .noSuchRow)
    #expect(
      table.state(after: .cellValueSet(1, "name", 3), from: state).view.rejection
        == .invalidValue("name", expected: "a text"))
    #expect(table.state(after: .cellTextChanged("a"), from: state).view.rejection == .nothingToDo)
    #expect(table.state(after: .editCommitted, from: state).view.rejection == .nothingToDo)
  }

  @Test func `editing a cell back to its stored value removes the draft`() throws {
    let table = try table()
    let state = table.state(
      after: .cellValueSet(1, "price", 9), .cellValueSet(1, "price", 1), from: table.initialState(items))
    #expect(state.drafts.isEmpty && state.view.allRows == items)
  }

  @Test func `tab commits the edit and moves to the next editable cell, and back with shift`() throws {
    let table = try table()
    var state = table.state(
      after: .editBegan(1, "name"), .cellTextChanged("x"), .view(.keyPressed(TableKeyPress(.tab))),
      from: table.initialState(items))
    #expect(state[1]?.name == "x" && state.editedCell?.column == "price")
    state = table.state(after: .view(.keyPressed(TableKeyPress(.tab))), from: state)
    #expect(state.editedCell?.row == 2 && state.editedCell?.column == "name")
    state = table.state(after: .view(.keyPressed(TableKeyPress(.tab, shift: true))), from: state)
    #expect(state.editedCell?.row == 1 && state.editedCell?.column == "price")
    state = table.state(after: .view(.keyPressed(TableKeyPress(.enter))), from: state)
    #expect(state.editedCell == nil && state.view.cursor == .init(row: 1, column: "price"))
    state = table.state(
      after: .view(.keyPressed(TableKeyPress(.enter))), .view(.keyPressed(TableKeyPress(.escape))), from: state)
    #expect(state.editedCell == nil)
  }

  @Test func `a commit by tab is reported even if the next cell cannot be edited now`() throws {
    let reporting = try table()
    var state = reporting.state(
      after: .cellValueSet(2, "price", 9), .saveTapped(2), .editBegan(1, "price"), .cellTextChanged("7"),
      from: reporting.initialState(items))
    #expect(
      reporting.reduce(&state, .view(.keyPressed(TableKeyPress(.tab))))
        == .fireAndForget(.reportCellChange(1, "price", 7.0)))
    #expect(state[1]?.price == 7 && state.editedCell == nil && state.view.rejection == .busy)
  }

  @Test func `drafts are saved one by one or together`() throws {
    let table = try table()
    var state = table.state(
      after: .cellValueSet(2, "price", 9), .cellValueSet(1, "price", 8), from: table.initialState(items))
    let (first, second) = (Item(id: 1, name: "item 1", price: 8), Item(id: 2, name: "item 2", price: 9))
    let saves =
      Effects.run(.save(first, over: items[0]), in: .rowSave(1), .queue)
      + .run(.save(second, over: items[1]), in: .rowSave(2), .queue)
    #expect(table.reduce(&state, .saveTapped(nil)) == saves)
    #expect(table.state(after: .cellValueSet(1, "price", 3), from: state).view.rejection == .busy)
    #expect(table.state(after: .saveTapped(1), from: state).view.rejection == .busy)
    #expect(table.state(after: .revertTapped(nil), from: state).view.rejection == .nothingToDo)
    state = table.state(after: .saveCompleted(first), .saveFailed(2, "offline"), from: state)
    #expect(state.drafts.mapValues(\.status) == [2: .failed("offline")])
    #expect(table.reduce(&state, .saveTapped(2)) == .run(.save(second, over: items[1]), in: .rowSave(2), .queue))
  }

  @Test func `drafts are reverted one by one or together`() throws {
    let table = try table()
    let state = table.state(
      after: .cellValueSet(2, "price", 9), .cellValueSet(1, "price", 8), from: table.initialState(items))
    #expect(table.state(after: .revertTapped(2), from: state).drafts.keys.sorted() == [1])
    let reverted = table.state(after: .revertTapped(nil), from: state)
    #expect(reverted.view.allRows == items && reverted.drafts.isEmpty)
    #expect(table.state(after: .revertTapped(nil), from: reverted).view.rejection == .nothingToDo)
  }

  @Test func `law 5: a stored change by another user conflicts with the draft, and both are kept`() throws {
    let table = try table()
    let theirs = Item(id: 1, name: "theirs", price: 1)
    let mine = Item(id: 1, name: "item 1", price: 8)
    let edited = table.state(after: .cellValueSet(1, "price", 8), from: table.initialState(items))
    for state in [
      table.state(after: .view(.rowUpserted(theirs)), from: edited),
      table.state(after: .view(.rowsReplaced([theirs, items[1]])), from: edited),
      table.state(after: .saveTapped(1), .saveConflicted(1, stored: theirs), from: edited),
    ] {
      #expect(state[1] == mine && state.drafts[1] == .init(editedRow: mine, storedRow: theirs, status: .conflict))
      #expect(table.state(after: .saveTapped(1), from: state).view.rejection == .conflict)
      var kept = state
      #expect(table.reduce(&kept, .localKept(1)) == .run(.save(mine, over: theirs), in: .rowSave(1), .queue))
      let taken = table.state(after: .remoteTaken(1), from: state)
      #expect(taken[1] == theirs && taken.drafts.isEmpty)
    }
    let same = table.state(after: .view(.rowUpserted(mine)), from: edited)
    #expect(same.drafts.isEmpty)
  }

  @Test func `law 5: an edited row that another user deletes stays until the conflict is resolved`() throws {
    let table = try table()
    let edited = table.state(after: .cellValueSet(1, "price", 8), from: table.initialState(items))
    for state in [
      table.state(after: .view(.rowRemoved(1)), from: edited),
      table.state(after: .view(.rowsReplaced([items[1]])), from: edited),
      table.state(after: .saveTapped(1), .saveConflicted(1, stored: nil), from: edited),
    ] {
      let mine = Item(id: 1, name: "item 1", price: 8)
      #expect(state[1] == mine && state.drafts[1] == .init(editedRow: mine, storedRow: nil, status: .conflict))
      var kept = state
      #expect(table.reduce(&kept, .localKept(1)) == .run(.save(mine, over: nil), in: .rowSave(1), .queue))
      #expect(table.state(after: .remoteTaken(1), from: state)[1] == nil)
    }
  }

  @Test func `law 5: cancelling an edit keeps the draft of a deleted row that is being saved`() throws {
    let table = try table()
    let edited = table.state(
      after: .editBegan(1, "price"), .cellTextChanged("8"), .view(.rowRemoved(1)), from: table.initialState(items))
    let saving = table.state(after: .localKept(1), from: edited)
    #expect(saving.drafts[1]?.status == .saving)
    let cancelled = table.state(after: .editCancelled, from: saving)
    #expect(cancelled.drafts == saving.drafts && cancelled.editedCell == nil)
    // Another user restores the row. It cannot be edited until the response to its save has arrived.
    let restored = table.state(after: .view(.rowUpserted(items[0])), .cellValueSet(1, "price", 9), from: cancelled)
    #expect(restored.view.rejection == .busy && restored.drafts[1]?.status.isPending == true)
    #expect(table.state(after: .saveCompleted(items[0]), from: restored)[1] == items[0])
  }

  @Test func `law 6: rows that are loaded during a save do not replace the saved values`() throws {
    let table = try table()
    let saving = table.state(after: .cellValueSet(1, "price", 8), .saveTapped(1), from: table.initialState(items))
    let read = table.state(after: .view(.rowsReplaced(items)), from: saving)
    #expect(read[1]?.price == 8 && read.drafts[1]?.status == .saving)
    let theirs = Item(id: 1, name: "theirs", price: 1)
    let changed = table.state(after: .view(.rowUpserted(theirs)), from: saving)
    #expect(
      changed.drafts[1] == .init(editedRow: Item(id: 1, name: "item 1", price: 8), storedRow: theirs, status: .outdated)
    )
    let saved = table.state(after: .saveCompleted(Item(id: 1, name: "item 1", price: 8)), from: read)
    #expect(saved[1]?.price == 8 && saved.drafts.isEmpty)
  }

  @Test func `a rejected value is shown with its cell, and its row is not saved`() throws {
    let table = try table()
    let wrong = table.state(
      after: .cellValueSet(1, "price", 8), .cellRejected(1, "price", 8, "too much"),
      .cellRejected(2, "price", 2, "too much"),
      from: table.initialState(items))
    #expect(wrong.drafts.mapValues(\.errors) == [1: ["price": "too much"]])
    let row = table.screen(of: wrong).rows[0]
    #expect(
      row.notice?.reason == .invalidCell(column: "price", reason: "too much")
        && row.cells.map(\.error) == [nil, nil, "too much", nil, nil, nil])
    for action in [EditableItems.Action.saveTapped(1), .saveTapped(nil)] {
      let refused = table.state(after: action, from: wrong)
      #expect(refused == wrong.rejecting(.invalidCell(column: "price", reason: "too much")))
    }
    let named = table.state(after: .cellValueSet(1, "name", "x"), .cellValueSet(2, "price", 7), from: wrong)
    #expect(named.drafts[1]?.errors == ["price": "too much"])
    #expect(table.state(after: .saveTapped(nil), from: named).drafts.mapValues(\.status) == [1: .unsaved, 2: .saving])
    #expect(table.state(after: .cellValueSet(1, "price", 7), .saveTapped(1), from: named).drafts[1]?.status == .saving)
  }

  @Test func `the rejection of an older value does not apply to a newer one`() throws {
    let table = try table()
    let state = table.state(
      after: .cellValueSet(1, "price", 8), .cellValueSet(1, "price", 9), .cellRejected(1, "price", 8, "too much"),
      from: table.initialState(items))
    #expect(state.drafts[1]?.errors == [:])
  }

  @Test func `law 5: a change by another user during a save is a conflict if the save fails`() throws {
    let table = try table()
    let theirs = Item(id: 1, name: "theirs", price: 1)
    let saving = table.state(after: .cellValueSet(1, "price", 8), .saveTapped(1), from: table.initialState(items))
    let failed = table.state(after: .view(.rowUpserted(theirs)), .saveFailed(1, "offline"), from: saving)
    #expect(failed.drafts[1]?.status == .conflict && failed.drafts[1]?.storedRow == theirs)
    #expect(table.state(after: .saveTapped(1), from: failed).view.rejection == .conflict)
    let gone = table.state(after: .view(.rowRemoved(1)), .saveFailed(1, "offline"), from: saving)
    #expect(gone.drafts[1]?.status == .conflict && gone.drafts[1]?.storedRow == nil)
    let saved = table.state(
      after: .view(.rowUpserted(theirs)), .saveCompleted(Item(id: 1, name: "item 1", price: 8)), from: saving)
    #expect(saved.drafts.isEmpty && saved[1]?.price == 8)
  }

  @Test func `law 5: a rejected value does not end a conflict`() throws {
    let table = try table()
    let state = table.state(
      after: .cellValueSet(1, "price", 8), .view(.rowUpserted(Item(id: 1, name: "theirs", price: 1))),
      .cellRejected(1, "price", 8, "too much"),
      from: table.initialState(items))
    #expect(
      state.drafts[1]?.status == .conflict
        && table.state(after: .saveTapped(1), from: state).view.rejection == .conflict)
    #expect(
      table.state(after: .localKept(1), from: state).view.rejection == .invalidCell(column: "price", reason: "too much")
    )
  }

  @Test func `two versions with equal editable cells do not conflict`() throws {
    let table = try table()
    let saving = table.state(after: .cellValueSet(1, "price", 8), .saveTapped(1), from: table.initialState(items))
    // The row was saved and its counter was incremented, but the response was lost.
    let stored = Item(id: 1, name: "item 1", price: 8, count: 1)
    for state in [
      table.state(after: .saveFailed(1, "offline"), .saveTapped(1), .saveConflicted(1, stored: stored), from: saving),
      table.state(after: .saveFailed(1, "offline"), .view(.rowUpserted(stored)), from: saving),
      table.state(after: .saveFailed(1, "offline"), .view(.rowsReplaced([stored] + items[1...])), from: saving),
    ] { #expect(state.drafts.isEmpty && state[1] == stored) }
  }

  @Test func `law 5: entered text is committed before another cell is edited`() throws {
    let table = try table()
    var state = table.state(after: .editBegan(1, "price"), .cellTextChanged("7"), from: table.initialState(items))
    #expect(table.reduce(&state, .editBegan(2, "name")) == .fireAndForget(.reportCellChange(1, "price", 7.0)))
    #expect(state[1]?.price == 7 && state.editedCell?.row == 2 && state.view.cursor == .init(row: 2, column: "name"))
    let untouched = table.state(after: .editBegan(1, "price"), from: table.initialState(items))
    #expect(table.state(after: .editBegan(1, "name"), from: untouched).drafts.isEmpty)
  }

  @Test func `law 5: beginning to edit the same cell again keeps the entered text`() throws {
    let table = try table()
    let state = table.state(
      after: .editBegan(1, "price"), .cellTextChanged("7"), .editBegan(1, "price"), from: table.initialState(items))
    #expect(state.editedCell?.text == "7" && state.drafts.isEmpty)
  }

  @Test func `law 5: no other cell can be edited while the text is invalid or if it is not editable`() throws {
    let table = try table()
    let typed = table.state(after: .editBegan(1, "price"), .cellTextChanged("7x"), from: table.initialState(items))
    let kept = table.state(after: .editBegan(2, "name"), from: typed)
    #expect(
      kept.editedCell?.text == "7x"
        && kept.editedCell?.error == .invalidValue("price", expected: "a number such as 12.5"))
    #expect(
      kept.view.rejection == .invalidValue("price", expected: "a number such as 12.5") && kept.view.cursor?.row == 1)
    let right = table.state(after: .cellTextChanged("7"), .editBegan(2, "id"), from: typed)
    #expect(right.view.rejection == .notEditable("id") && right.editedCell?.text == "7" && right.drafts.isEmpty)
  }

  @Test func `law 5: a value that another user stores in the edited cell is shown with the edit`() throws {
    let table = try table()
    let theirs = Item(id: 1, name: "item 1", price: 3)
    let typed = table.state(
      after: .editBegan(1, "price"), .cellTextChanged("7"), .view(.rowUpserted(theirs)), from: table.initialState(items)
    )
    #expect(typed.editedCell?.text == "7" && typed[1]?.price == 3)
    let state = table.state(after: .editCommitted, from: typed)
    let mine = Item(id: 1, name: "item 1", price: 7)
    #expect(state.drafts == [1: .init(editedRow: mine, storedRow: theirs, status: .conflict)])
    let row = table.screen(of: state).rows[0]
    guard case .changed(let cells)? = row.conflict else {
      Issue.record("The screen does not show the stored version.")
      return
    }
    #expect(cells.map(\.text) == ["1", "item 1", "3", "", "false", ""])
    let elsewhere = table.state(
      after: .editBegan(1, "price"), .cellTextChanged("7"), .view(.rowUpserted(Item(id: 1, name: "theirs", price: 1))),
      .editCommitted,
      from: table.initialState(items))
    #expect(elsewhere.drafts[1]?.status == .unsaved && elsewhere[1]?.name == "theirs" && elsewhere[1]?.price == 7)
  }

  @Test func `a version that was saved or accepted during an edit is no conflict`() throws {
    let table = try table()
    let typed = table.state(
      after: .cellValueSet(1, "price", 8), .editBegan(1, "price"), .cellTextChanged("9"), .saveTapped(1),
      .saveCompleted(Item(id: 1, name: "item 1", price: 8)), .editCommitted, from: table.initialState(items))
    #expect(typed.drafts[1]?.status == .unsaved && typed[1]?.price == 9)
    let theirs = Item(id: 1, name: "item 1", price: 3)
    let taken = table.state(
      after: .cellValueSet(1, "price", 8), .editBegan(1, "price"), .cellTextChanged("9"), .view(.rowUpserted(theirs)),
      .remoteTaken(1),
      .editCommitted,
      from: table.initialState(items))
    #expect(
      taken.drafts[1] == .init(editedRow: Item(id: 1, name: "item 1", price: 9), storedRow: theirs, status: .unsaved))
  }

  @Test func `law 5: a row that is deleted by another user during an edit stays until the conflict is resolved`() throws
  {
    let table = try table()
    let typed = table.state(after: .editBegan(1, "price"), .cellTextChanged("7"), from: table.initialState(items))
    for deletion in [EditableItems.Action.view(.rowRemoved(1)), .view(.rowsReplaced([items[1]]))] {
      let state = table.state(after: deletion, from: typed)
      #expect(state.editedCell?.text == "7" && state.drafts[1]?.status == .conflict)
      #expect(table.screen(of: state).rows.first { $0.id == 1 }?.conflict == .deleted)
      let committed = table.state(after: .editCommitted, from: state)
      let mine = Item(id: 1, name: "item 1", price: 7)
      #expect(committed.drafts[1] == .init(editedRow: mine, storedRow: nil, status: .conflict))
      for end in [EditableItems.Action.editCancelled, .view(.keyPressed(TableKeyPress(.escape)))] {
        let cancelled = table.state(after: end, from: state)
        #expect(cancelled[1] == nil && cancelled.drafts.isEmpty && cancelled.editedCell == nil)
      }
    }
    let untouched = table.state(after: .editBegan(1, "price"), .view(.rowRemoved(1)), from: table.initialState(items))
    #expect(untouched[1] == nil && untouched.editedCell == nil && untouched.drafts.isEmpty)
  }

  @Test func `deleting a row discards the text entered in it`() throws {
    let table = try table(.immediate)
    let state = table.state(
      after: .editBegan(1, "price"), .cellTextChanged("7"), .rowsDeleted([1]), from: table.initialState(items))
    #expect(state.editedCell == nil && state[1] == nil && state.drafts.isEmpty)
  }

  @Test func `law 5: under every policy, a save that fails keeps the draft and its reason`() throws {
    for policy in [EditingOptions<Item>.ChangePolicy.immediate, .afterConfirmation] {
      let table = try makeEditableTable(policy)
      let stored = Item(id: 1, price: 1)
      var state = table.state(after: .cellValueSet(1, "price", 2), from: table.initialState([stored]))
      let edited = Item(id: 1, price: 2)
      #expect(
        table.reduce(&state, .saveTapped(nil)) == .run(.save(edited, over: stored), in: .rowSave(1), .queue))
      _ = table.reduce(&state, .saveFailed(1, "offline"))
      #expect(state.drafts == [1: .init(editedRow: edited, storedRow: stored, status: .failed("offline"))])
      #expect(table.screen(of: state).rows[0].notice == TableMessage(.saveFailed("offline")))
      _ = table.reduce(&state, .saveTapped(1))
      _ = table.reduce(&state, .saveCompleted(edited))
      #expect(state.drafts.isEmpty && state.view.allRows == [edited])
    }
  }

  @Test func `a committed cell is saved at once if the options say so, and so is its undo`() throws {
    let table = UndoFeature(
      try EditableItems(columns: makeItemColumns(), options: EditingOptions { $0.savesCommittedCells = true }))
    var state = UndoFeature<EditableItems>.State(table.feature.initialState(items))
    func saved(_ action: UndoFeature<EditableItems>.Action) -> [EditableItems.Effect] {
      table.reduce(&state, action).instructions.compactMap(\.effect)
    }
    let edited = Item(id: 1, name: "item 1", price: 7)
    #expect(saved(.feature(.cellValueSet(1, "price", 7))) == [.save(edited, over: items[0])])
    #expect(saved(.feature(.cellValueSet(1, "price", 8))) == [] && state.feature.view.rejection == .busy)
    #expect(saved(.feature(.saveFailed(1, "offline"))) == [])
    #expect(saved(.feature(.cellValueSet(1, "price", 7))) == [])
    #expect(saved(.feature(.saveTapped(1))) == [.save(edited, over: items[0])])
    #expect(saved(.feature(.saveCompleted(edited))) == [])
    #expect(saved(.undo) == [.save(items[0], over: edited)])
  }

  @Test func `while the user goes on in a row, it is saved when the last edit ends`() throws {
    let table = try EditableItems(
      columns: makeItemColumns(),
      options: EditingOptions {
        $0.savesCommittedCells = true
        $0.view.navigation = .cells
      })
    let edited = Item(id: 1, name: "lamp", price: 7)
    for end in [
      EditableItems.Action.editCommitted, .editCancelled, .editBegan(2, "name"), .view(.keyPressed(.init(.escape))),
    ] {
      var state = table.initialState(items)
      func saved(_ action: EditableItems.Action) -> [EditableItems.Effect] {
        table.reduce(&state, action).instructions.compactMap(\.effect)
      }
      #expect(saved(.editBegan(1, "name")) == [] && saved(.cellTextChanged("lamp")) == [])
      #expect(saved(.view(.keyPressed(.init(.tab)))) == [] && state.editedCell?.column == "price")
      #expect(saved(.cellTextChanged("7")) == [] && saved(.editBegan(1, "name")) == [])
      #expect(state.editedCell?.column == "name" && state.view.rejection == nil)
      #expect(saved(end) == [.save(edited, over: items[0])], "\(end)")
      #expect(saved(.saveCompleted(edited)) == [] && state.drafts.isEmpty)
    }
  }

  @Test func `a row that another user has changed is not saved at once`() throws {
    let table = try EditableItems(columns: makeItemColumns(), options: EditingOptions { $0.savesCommittedCells = true })
    var state = table.initialState(items)
    _ = table.reduce(&state, .editBegan(1, "price"))
    _ = table.reduce(&state, .cellTextChanged("7"))
    _ = table.reduce(&state, .view(.rowUpserted(Item(id: 1, name: "item 1", price: 9))))
    #expect(table.reduce(&state, .editCommitted) == .none && state.drafts[1]?.status == .conflict)
    #expect(table.reduce(&state, .cellValueSet(1, "name", "lamp")) == .none && state.drafts[1]?.status == .conflict)
    #expect(table.reduce(&state, .localKept(1)).instructions.count == 1)
  }

  @Test func `cells that are reported for validation cannot be saved at once`() {
    #expect(throws: TableConfigurationError.cellsSavedBeforeValidation) {
      try EditableItems(
        columns: makeItemColumns(),
        options: EditingOptions { ($0.savesCommittedCells, $0.reportsCellChanges) = (true, true) })
    }
  }

  @Test func `a row that refuses a value says what it expects`() throws {
    let name = Column("name", \Item.name).editable { item, value throws(CellRefusal) in
      guard case .text(let text) = value, !text.isEmpty else { throw CellRefusal(expected: "a text that is not empty") }
      item.name = text
    }
    let table = try EditableItems(columns: [name])
    var state = table.initialState(items)
    _ = table.reduce(&state, .cellValueSet(1, "name", ""))
    #expect(state.view.rejection.map { "\($0)" } == "name expects a text that is not empty")
    #expect(state.drafts.isEmpty)
  }
}
