import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<ItemTable.Effect, ItemTable.Slot>

@Suite struct `Editing in place` {
  private let items = (1...3).map { Item(id: $0, name: "item \($0)", price: Double($0)) }

  private func table(_ changes: TableOptions<Item>.ChangePolicy = .asked) throws -> ItemTable {
    try ItemTable(
      columns: makeItemColumns(),
      options: TableOptions {
        $0.changes = changes
        $0.handlesDeletions = true
        $0.navigation = .cells
        $0.notesChanges = true
      })
  }

  @Test func `what is typed moves the row when it is committed, and not before`() throws {
    let table = try table()
    var state = table.state(after: .titlePressed("price"), .editBegan(1, "price"), from: table.initialState(items))
    #expect(state.editing == .init(row: 1, column: "price", text: "1", original: "1", stored: items[0]))
    state = table.state(after: .typed("2.5"), from: state)
    #expect(table.visibleIDs(state) == [1, 2, 3])
    #expect(table.reduce(&state, .editCommitted) == .fireAndForget(.noteChange(1, "price", 2.5)))
    #expect(table.visibleIDs(state) == [2, 1, 3] && state.editing == nil)
    #expect(
      state.drafts == [1: .init(edited: Item(id: 1, name: "item 1", price: 2.5), stored: items[0], stage: .changed)])
  }

  @Test func `law 5: what stands for nothing stays as it was typed, with what is wrong`() throws {
    let table = try table()
    var state = table.state(
      after: .editBegan(1, "price"), .typed("2,5x"), .editCommitted, from: table.initialState(items))
    #expect(state.editing?.text == "2,5x" && state.editing?.fault == "price takes a number such as 12.5")
    #expect(state.allRows == items && state.drafts.isEmpty)
    state = table.state(after: .typed("2.5"), from: state)
    #expect(state.editing?.fault == nil)
    #expect(table.state(after: .editCancelled, from: state).editing == nil)
    #expect(table.state(after: .searched("zzz"), from: state).editing?.text == "2.5")
  }

  @Test func `what cannot be edited is refused`() throws {
    let table = try table()
    let state = table.initialState(items)
    #expect(table.state(after: .editBegan(1, "id"), from: state).rejection == .notEditable("id"))
    #expect(table.state(after: .editBegan(9, "price"), from: state).rejection == .noSuchRow)
    #expect(table.state(after: .cellSet(1, "name", 3), from: state).rejection == .notTaken("name", expected: "a text"))
    #expect(table.state(after: .typed("a"), from: state).rejection == .nothingToDo)
    #expect(table.state(after: .editCommitted, from: state).rejection == .nothingToDo)
  }

  @Test func `a cell that is edited back is not edited`() throws {
    let table = try table()
    let state = table.state(after: .cellSet(1, "price", 9), .cellSet(1, "price", 1), from: table.initialState(items))
    #expect(state.drafts.isEmpty && state.allRows == items)
  }

  @Test func `the tabulator commits and goes to the next cell that can be edited, and back`() throws {
    let table = try table()
    var state = table.state(
      after: .editBegan(1, "name"), .typed("x"), .keyPressed(TableKey(.tab)), from: table.initialState(items))
    #expect(state[1]?.name == "x" && state.editing?.column == "price")
    state = table.state(after: .keyPressed(TableKey(.tab)), from: state)
    #expect(state.editing?.row == 2 && state.editing?.column == "name")
    state = table.state(after: .keyPressed(TableKey(.tab, shift: true)), from: state)
    #expect(state.editing?.row == 1 && state.editing?.column == "price")
    state = table.state(after: .keyPressed(TableKey(.enter)), from: state)
    #expect(state.editing == nil && state.cursor == .init(row: 1, column: "price"))
    state = table.state(after: .keyPressed(TableKey(.enter)), .keyPressed(TableKey(.escape)), from: state)
    #expect(state.editing == nil)
  }

  @Test func `what the tabulator has committed is told, even if the next cell cannot be edited now`() throws {
    var noting = try table()
    noting.options.notesChanges = true
    var state = noting.state(
      after: .cellSet(2, "price", 9), .saveTapped(2), .editBegan(1, "price"), .typed("7"),
      from: noting.initialState(items))
    #expect(noting.reduce(&state, .keyPressed(TableKey(.tab))) == .fireAndForget(.noteChange(1, "price", 7.0)))
    #expect(state[1]?.price == 7 && state.editing == nil && state.rejection == .busy)
  }

  @Test func `edited rows are saved one by one, or all`() throws {
    let table = try table()
    var state = table.state(after: .cellSet(2, "price", 9), .cellSet(1, "price", 8), from: table.initialState(items))
    let (first, second) = (Item(id: 1, name: "item 1", price: 8), Item(id: 2, name: "item 2", price: 9))
    let saves =
      Effects.run(.save(first, over: items[0]), in: .row(1), .queue)
      + .run(.save(second, over: items[1]), in: .row(2), .queue)
    #expect(table.reduce(&state, .saveTapped(nil)) == saves)
    #expect(table.state(after: .cellSet(1, "price", 3), from: state).rejection == .busy)
    #expect(table.state(after: .saveTapped(1), from: state).rejection == .busy)
    #expect(table.state(after: .revertTapped(nil), from: state).rejection == .nothingToDo)
    state = table.state(after: .saved(first), .saveFailed(2, "offline"), from: state)
    #expect(state.drafts.mapValues(\.stage) == [2: .failed("offline")])
    #expect(table.reduce(&state, .saveTapped(2)) == .run(.save(second, over: items[1]), in: .row(2), .queue))
  }

  @Test func `edited rows are reverted one by one, or all`() throws {
    let table = try table()
    let state = table.state(after: .cellSet(2, "price", 9), .cellSet(1, "price", 8), from: table.initialState(items))
    #expect(table.state(after: .revertTapped(2), from: state).drafts.keys.sorted() == [1])
    let reverted = table.state(after: .revertTapped(nil), from: state)
    #expect(reverted.allRows == items && reverted.drafts.isEmpty)
    #expect(table.state(after: .revertTapped(nil), from: reverted).rejection == .nothingToDo)
  }

  @Test func `law 5: what somebody else stored meanwhile is shown beside what was edited`() throws {
    let table = try table()
    let theirs = Item(id: 1, name: "theirs", price: 1)
    let mine = Item(id: 1, name: "item 1", price: 8)
    let edited = table.state(after: .cellSet(1, "price", 8), from: table.initialState(items))
    for state in [
      table.state(after: .rowPut(theirs), from: edited),
      table.state(after: .rowsReplaced([theirs, items[1]]), from: edited),
      table.state(after: .saveTapped(1), .saveConflicted(1, stored: theirs), from: edited),
    ] {
      #expect(state[1] == mine && state.drafts[1] == .init(edited: mine, stored: theirs, stage: .conflict))
      #expect(table.state(after: .saveTapped(1), from: state).rejection == .conflict)
      var kept = state
      #expect(table.reduce(&kept, .mineKept(1)) == .run(.save(mine, over: theirs), in: .row(1), .queue))
      let taken = table.state(after: .theirsTaken(1), from: state)
      #expect(taken[1] == theirs && taken.drafts.isEmpty)
    }
    let same = table.state(after: .rowPut(mine), from: edited)
    #expect(same.drafts.isEmpty)
  }

  @Test func `law 5: an edited row that somebody else deleted stays until it is settled`() throws {
    let table = try table()
    let edited = table.state(after: .cellSet(1, "price", 8), from: table.initialState(items))
    for state in [
      table.state(after: .rowRemoved(1), from: edited), table.state(after: .rowsReplaced([items[1]]), from: edited),
      table.state(after: .saveTapped(1), .saveConflicted(1, stored: nil), from: edited),
    ] {
      let mine = Item(id: 1, name: "item 1", price: 8)
      #expect(state[1] == mine && state.drafts[1] == .init(edited: mine, stored: nil, stage: .conflict))
      var kept = state
      #expect(table.reduce(&kept, .mineKept(1)) == .run(.save(mine, over: nil), in: .row(1), .queue))
      #expect(table.state(after: .theirsTaken(1), from: state)[1] == nil)
    }
  }

  @Test func `law 6: what was read while a row was saved does not undo what was saved`() throws {
    let table = try table()
    let saving = table.state(after: .cellSet(1, "price", 8), .saveTapped(1), from: table.initialState(items))
    let read = table.state(after: .rowsReplaced(items), from: saving)
    #expect(read[1]?.price == 8 && read.drafts[1]?.stage == .saving)
    let theirs = Item(id: 1, name: "theirs", price: 1)
    let changed = table.state(after: .rowPut(theirs), from: saving)
    #expect(
      changed.drafts[1] == .init(edited: Item(id: 1, name: "item 1", price: 8), stored: theirs, stage: .overtaken))
    let saved = table.state(after: .saved(Item(id: 1, name: "item 1", price: 8)), from: read)
    #expect(saved[1]?.price == 8 && saved.drafts.isEmpty)
  }

  @Test func `a value that is found wrong is told with its cell, and its row is not saved`() throws {
    let table = try table()
    let wrong = table.state(
      after: .cellSet(1, "price", 8), .cellRejected(1, "price", 8, "too much"),
      .cellRejected(2, "price", 2, "too much"),
      from: table.initialState(items))
    #expect(wrong.drafts.mapValues(\.faults) == [1: ["price": "too much"]])
    let row = table.screen(of: wrong).rows[0]
    #expect(row.notice == "price: too much" && row.cells.map(\.fault) == [nil, nil, "too much", nil, nil, nil])
    for action in [ItemTable.Action.saveTapped(1), .saveTapped(nil)] {
      let refused = table.state(after: action, from: wrong)
      #expect(refused.rejection == .wrong("price: too much") && refused == wrong)
    }
    let named = table.state(after: .cellSet(1, "name", "x"), .cellSet(2, "price", 7), from: wrong)
    #expect(named.drafts[1]?.faults == ["price": "too much"])
    #expect(table.state(after: .saveTapped(nil), from: named).drafts.mapValues(\.stage) == [1: .changed, 2: .saving])
    #expect(table.state(after: .cellSet(1, "price", 7), .saveTapped(1), from: named).drafts[1]?.stage == .saving)
  }

  @Test func `what is found wrong with an older value says nothing of a newer one`() throws {
    let table = try table()
    let state = table.state(
      after: .cellSet(1, "price", 8), .cellSet(1, "price", 9), .cellRejected(1, "price", 8, "too much"),
      from: table.initialState(items))
    #expect(state.drafts[1]?.faults == [:])
  }

  @Test func `law 5: what others store while a row is saved is a conflict where it could not be saved`() throws {
    let table = try table()
    let theirs = Item(id: 1, name: "theirs", price: 1)
    let saving = table.state(after: .cellSet(1, "price", 8), .saveTapped(1), from: table.initialState(items))
    let failed = table.state(after: .rowPut(theirs), .saveFailed(1, "offline"), from: saving)
    #expect(failed.drafts[1]?.stage == .conflict && failed.drafts[1]?.stored == theirs)
    #expect(table.state(after: .saveTapped(1), from: failed).rejection == .conflict)
    let gone = table.state(after: .rowRemoved(1), .saveFailed(1, "offline"), from: saving)
    #expect(gone.drafts[1]?.stage == .conflict && gone.drafts[1]?.stored == nil)
    let saved = table.state(after: .rowPut(theirs), .saved(Item(id: 1, name: "item 1", price: 8)), from: saving)
    #expect(saved.drafts.isEmpty && saved[1]?.price == 8)
  }

  @Test func `law 5: what is found wrong ends no conflict`() throws {
    let table = try table()
    let state = table.state(
      after: .cellSet(1, "price", 8), .rowPut(Item(id: 1, name: "theirs", price: 1)),
      .cellRejected(1, "price", 8, "too much"),
      from: table.initialState(items))
    #expect(
      state.drafts[1]?.stage == .conflict && table.state(after: .saveTapped(1), from: state).rejection == .conflict)
    #expect(table.state(after: .mineKept(1), from: state).rejection == .wrong("price: too much"))
  }

  @Test func `two versions that agree in all that can be edited are no conflict`() throws {
    let table = try table()
    let saving = table.state(after: .cellSet(1, "price", 8), .saveTapped(1), from: table.initialState(items))
    // It was saved, and counted up, but nobody heard.
    let stored = Item(id: 1, name: "item 1", price: 8, count: 1)
    for state in [
      table.state(after: .saveFailed(1, "offline"), .saveTapped(1), .saveConflicted(1, stored: stored), from: saving),
      table.state(after: .saveFailed(1, "offline"), .rowPut(stored), from: saving),
      table.state(after: .saveFailed(1, "offline"), .rowsReplaced([stored] + items[1...]), from: saving),
    ] { #expect(state.drafts.isEmpty && state[1] == stored) }
  }

  @Test func `at once, saving is told, and nothing is unsaved any more`() throws {
    let table = try table(.atOnce)
    var state = table.state(after: .cellSet(1, "price", 8), from: table.initialState(items))
    let edited = Item(id: 1, name: "item 1", price: 8)
    #expect(table.reduce(&state, .saveTapped(nil)) == .fireAndForget(.save(edited, over: items[0])))
    #expect(state.drafts.isEmpty && state[1] == edited)
  }

  @Test func `law 5: what is typed is committed before another cell is edited`() throws {
    let table = try table()
    var state = table.state(after: .editBegan(1, "price"), .typed("7"), from: table.initialState(items))
    #expect(table.reduce(&state, .editBegan(2, "name")) == .fireAndForget(.noteChange(1, "price", 7.0)))
    #expect(state[1]?.price == 7 && state.editing?.row == 2 && state.cursor == .init(row: 2, column: "name"))
    let untouched = table.state(after: .editBegan(1, "price"), from: table.initialState(items))
    #expect(table.state(after: .editBegan(1, "name"), from: untouched).drafts.isEmpty)
  }

  @Test func `law 5: to begin the same cell again goes on with what is typed`() throws {
    let table = try table()
    let state = table.state(
      after: .editBegan(1, "price"), .typed("7"), .editBegan(1, "price"), from: table.initialState(items))
    #expect(state.editing?.text == "7" && state.drafts.isEmpty)
  }

  @Test func `law 5: no other cell is edited while what is typed stands for nothing, nor one that cannot be`() throws {
    let table = try table()
    let typed = table.state(after: .editBegan(1, "price"), .typed("7x"), from: table.initialState(items))
    let kept = table.state(after: .editBegan(2, "name"), from: typed)
    #expect(kept.editing?.text == "7x" && kept.editing?.fault == "price takes a number such as 12.5")
    #expect(kept.rejection == .notTaken("price", expected: "a number such as 12.5") && kept.cursor?.row == 1)
    let right = table.state(after: .typed("7"), .editBegan(2, "id"), from: typed)
    #expect(right.rejection == .notEditable("id") && right.editing?.text == "7" && right.drafts.isEmpty)
  }

  @Test func `law 5: what others store in the very cell that is typed into is shown beside it`() throws {
    let table = try table()
    let theirs = Item(id: 1, name: "item 1", price: 3)
    let typed = table.state(
      after: .editBegan(1, "price"), .typed("7"), .rowPut(theirs), from: table.initialState(items))
    #expect(typed.editing?.text == "7" && typed[1]?.price == 3)
    let state = table.state(after: .editCommitted, from: typed)
    let mine = Item(id: 1, name: "item 1", price: 7)
    #expect(state.drafts == [1: .init(edited: mine, stored: theirs, stage: .conflict)])
    let row = table.screen(of: state).rows[0]
    guard case .changed(let cells)? = row.conflict else {
      Issue.record("the other side is not shown")
      return
    }
    #expect(cells.map(\.text) == ["1", "item 1", "3", "", "false", ""])
    let elsewhere = table.state(
      after: .editBegan(1, "price"), .typed("7"), .rowPut(Item(id: 1, name: "theirs", price: 1)), .editCommitted,
      from: table.initialState(items))
    #expect(elsewhere.drafts[1]?.stage == .changed && elsewhere[1]?.name == "theirs" && elsewhere[1]?.price == 7)
  }

  @Test func `what was saved, or taken over, while a cell is typed into is no conflict`() throws {
    let table = try table()
    let typed = table.state(
      after: .cellSet(1, "price", 8), .editBegan(1, "price"), .typed("9"), .saveTapped(1),
      .saved(Item(id: 1, name: "item 1", price: 8)), .editCommitted, from: table.initialState(items))
    #expect(typed.drafts[1]?.stage == .changed && typed[1]?.price == 9)
    let theirs = Item(id: 1, name: "item 1", price: 3)
    let taken = table.state(
      after: .cellSet(1, "price", 8), .editBegan(1, "price"), .typed("9"), .rowPut(theirs), .theirsTaken(1),
      .editCommitted,
      from: table.initialState(items))
    #expect(taken.drafts[1] == .init(edited: Item(id: 1, name: "item 1", price: 9), stored: theirs, stage: .changed))
  }

  @Test func `law 5: a row that others delete while it is typed into stays until that is settled`() throws {
    let table = try table()
    let typed = table.state(after: .editBegan(1, "price"), .typed("7"), from: table.initialState(items))
    for deletion in [ItemTable.Action.rowRemoved(1), .rowsReplaced([items[1]])] {
      let state = table.state(after: deletion, from: typed)
      #expect(state.editing?.text == "7" && state.drafts[1]?.stage == .conflict)
      #expect(table.screen(of: state).rows.first { $0.id == 1 }?.conflict == .deleted)
      let committed = table.state(after: .editCommitted, from: state)
      let mine = Item(id: 1, name: "item 1", price: 7)
      #expect(committed.drafts[1] == .init(edited: mine, stored: nil, stage: .conflict))
      for end in [ItemTable.Action.editCancelled, .keyPressed(TableKey(.escape))] {
        let cancelled = table.state(after: end, from: state)
        #expect(cancelled[1] == nil && cancelled.drafts.isEmpty && cancelled.editing == nil)
      }
    }
    let untouched = table.state(after: .editBegan(1, "price"), .rowRemoved(1), from: table.initialState(items))
    #expect(untouched[1] == nil && untouched.editing == nil && untouched.drafts.isEmpty)
  }

  @Test func `what is typed goes with a row that the person deletes`() throws {
    let table = try table(.atOnce)
    let state = table.state(
      after: .editBegan(1, "price"), .typed("7"), .rowsDeleted([1]), from: table.initialState(items))
    #expect(state.editing == nil && state[1] == nil && state.drafts.isEmpty)
  }
}
