import Loop
import Testing
import Values

@testable import Tables

@Suite struct `Undoing changes of data` {
  private let items = (1...6).map { Item(id: $0, name: "item \($0)", price: Double($0)) }

  private func table(_ changes: TableOptions<Item>.ChangePolicy) throws -> UndoFeature<ItemTable> {
    UndoFeature(try makeEditableTable(changes))
  }

  /// Takes an action in, and answers whatever it asks.
  private func send(
    _ action: UndoFeature<ItemTable>.Action, _ table: UndoFeature<ItemTable>,
    _ state: inout UndoFeature<ItemTable>.State
  ) {
    for instruction in table.reduce(&state, action).instructions {
      guard case .ask(let effect, _, _, _) = instruction else { continue }
      let answer: ItemTable.Action =
        switch effect {
        case .load, .noteChange: .reloadTapped
        case .move(let move): .moved(move)
        case .delete(let ids): .deleted(ids)
        case .restore(let placed): .restored(placed)
        case .save(let row, _): .saved(row)
        }
      send(.feature(answer), table, &state)
    }
  }

  private var actions: [ItemTable.Action] {
    [
      .rowsDeleted([2]), .rowsDeleted([6, 1, 3]), .rowsDeleted([3, 2]), .rowsDeleted([1, 2, 3, 4, 5, 6]),
      .rowsMoved(.init([5, 2], before: 1)), .rowsMoved(.init([1, 2, 3], before: nil)),
      .rowsMoved(.init([6, 5, 4, 3, 2, 1], before: nil)), .rowsMovedFrom(offsets: [0, 4], toOffset: 3),
      .rowsDeletedAt(offsets: [5, 0]), .cellSet(3, "price", 9), .cellSet(3, "name", nil),
    ]
  }

  @Test(arguments: [TableOptions<Item>.ChangePolicy.atOnce, .asked])
  func `whatever was done to the rows is undone, and done again`(changes: TableOptions<Item>.ChangePolicy) throws {
    let table = try table(changes)
    for action in actions {
      var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
      send(.feature(action), table, &state)
      let done = state.feature.allRows
      #expect(done != items, "\(action)")
      for _ in 0..<2 {
        send(.undo, table, &state)
        #expect(state.feature.allRows == items, "\(action)")
        #expect(state.feature.errands.isEmpty && state.feature.moves.isEmpty && state.feature.drafts.isEmpty)
        send(.redo, table, &state)
        #expect(state.feature.allRows == done, "\(action)")
      }
    }
  }

  @Test(arguments: [TableOptions<Item>.ChangePolicy.atOnce, .asked])
  func `a long way is gone back step by step`(changes: TableOptions<Item>.ChangePolicy) throws {
    let table = try table(changes)
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    var steps = [items]
    for action in [actions[4], actions[9], actions[0], actions[7], actions[10], .rowsDeleted([1, 6])] {
      send(.feature(action), table, &state)
      steps.append(state.feature.allRows)
    }
    for rows in steps.dropLast().reversed() {
      send(.undo, table, &state)
      #expect(state.feature.allRows == rows)
    }
    for rows in steps.dropFirst() {
      send(.redo, table, &state)
      #expect(state.feature.allRows == rows)
    }
  }

  @Test func `how rows are sorted, filtered, selected and turned over is no step`() throws {
    let table = try table(.atOnce)
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    for action in [
      ItemTable.Action.titlePressed("price"), .searched("item"), .selection(.allPressed), .pageSizeChanged(2),
      .keyPressed(TableKey(.down)), .hoverBegan(1), .rowsMoved(.init([1], before: nil)), .rowsDeleted([9]),
      .cellSet(1, "id", 3), .editCommitted, .dropped,
    ] {
      send(.feature(action), table, &state)
      #expect(table.changeToUndo(in: state) == nil, "\(action)")
    }
  }

  @Test(arguments: [
    ItemTable.Action.editCommitted, .keyPressed(TableKey(.enter)), .keyPressed(TableKey(.tab)),
    .keyPressed(TableKey(.tab, shift: true)), .editBegan(3, "price"),
  ])
  func `what was typed and committed is one step`(commit: ItemTable.Action) throws {
    let table = try table(.atOnce)
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    for action in [ItemTable.Action.editBegan(2, "price"), .typed("7"), .typed("7.5"), commit] {
      send(.feature(action), table, &state)
    }
    #expect(state.feature[2]?.price == 7.5 && table.changeToUndo(in: state) == .editing)
    send(.undo, table, &state)
    #expect(state.feature.allRows == items && state.feature.drafts.isEmpty)
  }

  @Test func `a deletion that has not been answered is undone behind it`() throws {
    let table = try table(.asked)
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    _ = table.reduce(&state, .feature(.rowsDeleted([2])))
    let placed = ItemTable.PositionedRow(items[1], .before(3))
    #expect(table.reduce(&state, .undo) == .run(.restore([placed]), in: .order, .queue))
    #expect(state.feature.errands == [2: .restoring(placed)])
    _ = table.reduce(&state, .feature(.deleted([2])))
    #expect(state.feature.errands == [2: .restoring(placed)] && state.feature.rowCount == 5)
    _ = table.reduce(&state, .feature(.restored([placed])))
    #expect(state.feature.allRows == items && state.feature.errands.isEmpty)
  }

  @Test func `law 5: a deletion that is undone brings back what was not saved, and what was selected`() throws {
    for changes in [TableOptions<Item>.ChangePolicy.atOnce, .asked] {
      let table = try table(changes)
      var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
      for action in [
        ItemTable.Action.cellSet(2, "price", 9), .selection(.written([2, 4])), .rowsDeleted([1, 2, 3]),
      ] { send(.feature(action), table, &state) }
      #expect(state.feature.drafts.isEmpty && state.feature.selection.ids == [4])
      send(.undo, table, &state)
      var edited = items[1]
      edited.price = 9
      #expect(state.feature.drafts == [2: .init(edited: edited, stored: items[1], stage: .changed)])
      #expect(state.feature.allRows == [items[0], edited] + items[2...] && state.feature.selection.ids == [2, 4])
      send(.undo, table, &state)
      #expect(state.feature.allRows == items && state.feature.drafts.isEmpty)
    }
  }

  @Test func `rows that stood together are brought back together, and what fails stops none of the others`() throws {
    let table = try table(.asked)
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    send(.feature(.rowsDeleted([2, 3, 6])), table, &state)
    let placed = [
      ItemTable.PositionedRow(items[1], .before(4)), ItemTable.PositionedRow(items[2], .before(4)),
      ItemTable.PositionedRow(items[5], .end),
    ]
    #expect(table.reduce(&state, .undo) == .run(.restore(placed), in: .order, .queue))
    _ = table.reduce(&state, .feature(.restored([placed[1], placed[2]])))
    _ = table.reduce(&state, .feature(.restoreFailed([placed[0]], "offline")))
    #expect(state.feature.allRows.map(\.id) == [1, 3, 4, 5, 6])
    #expect(
      table.feature.screen(of: state.feature).elsewhere == [
        .init(id: 2, text: "could not be brought back: offline")
      ])
    var again = state
    #expect(table.reduce(&again, .feature(.restoreTapped(nil))) == .run(.restore([placed[0]]), in: .order, .queue))
    _ = table.reduce(&again, .feature(.restored([placed[0]])))
    #expect(again.feature.errands.isEmpty && again.feature.rowCount == 6)
    _ = table.reduce(&state, .feature(.rowPut(items[1], before: 3)))
    #expect(state.feature.errands.isEmpty && state.feature.allRows == items)
    #expect(table.feature.state(after: .restoreTapped(2), from: state.feature).rejection == .nothingToDo)
  }

  @Test func `what goes one after the other, before any answer, comes back to where it stood`() throws {
    let table = try table(.asked)
    for deeds in [
      [ItemTable.Action.rowsDeleted([3]), .rowsDeleted([2])],
      [.rowsMoved(.init([3], before: 1)), .rowsMoved(.init([2], .end))],
      [.rowsMoved(.init([3], before: 1)), .rowsDeleted([2])], [.rowsDeleted([3]), .rowsMoved(.init([2], before: 1))],
    ] {
      var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
      let asked = deeds.flatMap { table.reduce(&state, .feature($0)).instructions }
      for case .ask(let effect, _, _, _) in asked {
        switch effect {
        case .delete(let ids): send(.feature(.deleted(ids)), table, &state)
        case .move(let move): send(.feature(.moved(move)), table, &state)
        case .load, .restore, .save, .noteChange: Issue.record("\(effect)")
        }
      }
      send(.undo, table, &state)
      send(.undo, table, &state)
      #expect(state.feature.allRows == items, "\(deeds)")
    }
  }

  @Test func `edits that were thrown away come back, one by one or all, and beside what is stored now`() throws {
    let table = try table(.atOnce)
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    for action in [ItemTable.Action.cellSet(2, "price", 9), .cellSet(3, "name", "x"), .revertTapped(nil)] {
      send(.feature(action), table, &state)
    }
    #expect(state.feature.allRows == items && table.changeToUndo(in: state) == .reverting)
    var changed = state
    send(.undo, table, &state)
    #expect(state.feature[2]?.price == 9 && state.feature[3]?.name == "x" && state.feature.drafts.count == 2)
    send(.redo, table, &state)
    #expect(state.feature.allRows == items && state.feature.drafts.isEmpty)
    let theirs = Item(id: 2, name: "theirs", price: 2)
    send(.feature(.rowPut(theirs)), table, &changed)
    send(.feature(.rowRemoved(3)), table, &changed)
    send(.undo, table, &changed)
    #expect(changed.feature.drafts.mapValues(\.stage) == [2: .conflict] && changed.feature.drafts[2]?.stored == theirs)
  }

  @Test func `what was taken from others is given up again, with the row if they deleted it`() throws {
    let table = try table(.atOnce)
    for news in [ItemTable.Action.rowPut(Item(id: 2, name: "theirs", price: 2)), .rowRemoved(2)] {
      var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
      send(.feature(.cellSet(2, "price", 9)), table, &state)
      send(.feature(news), table, &state)
      let conflict = state.feature
      send(.feature(.theirsTaken(2)), table, &state)
      #expect(state.feature.drafts.isEmpty)
      send(.undo, table, &state)
      #expect(state.feature.drafts == conflict.drafts && state.feature.allRows == conflict.allRows)
    }
  }

  @Test func `a cell is undone whole, also to what could not be typed`() throws {
    let name = Column("name", \Item.name).editable { item, value in
      guard case .text(let text) = value, !text.isEmpty else { return false }
      item.name = text
      item.count = (item.count ?? 0) + 1
      return true
    }
    let table = UndoFeature(try ItemTable(columns: [name]))
    let blank = Item(id: 1, name: "")
    var state = UndoFeature<ItemTable>.State(table.feature.initialState([blank]))
    send(.feature(.cellSet(1, "name", "A")), table, &state)
    #expect(state.feature[1] == Item(id: 1, name: "A", count: 1))
    send(.undo, table, &state)
    #expect(state.feature[1] == blank && state.feature.drafts.isEmpty)
    send(.redo, table, &state)
    #expect(state.feature[1] == Item(id: 1, name: "A", count: 1))
  }

  @Test func `a move that failed takes no press to undo`() throws {
    let table = try table(.asked)
    var state = UndoFeature<ItemTable>.State(table.feature.initialState(items))
    send(.feature(.cellSet(1, "price", 9)), table, &state)
    let move = ItemTable.Move([5], before: 1)
    _ = table.reduce(&state, .feature(.rowsMoved(move)))
    _ = table.reduce(&state, .feature(.moveFailed(move, "offline")))
    #expect(table.changeToUndo(in: state) == .editing)
    send(.undo, table, &state)
    #expect(state.feature.allRows == items)
  }

  @Test func `an answer that nobody waits for changes nothing`() throws {
    let table = try makeEditableTable(.asked)
    let state = table.state(after: .cellSet(2, "price", 9), from: table.initialState(items))
    for action in [
      ItemTable.Action.deleted([2]), .deleteFailed([2], "offline"), .restored([.init(items[1], .end)]),
      .restoreFailed([.init(items[1], .end)], "offline"), .saved(items[1]), .saveConflicted(2, stored: nil),
    ] { #expect(table.state(after: action, from: state) == state, "\(action)") }
  }
}
