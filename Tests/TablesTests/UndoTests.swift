import Loop
import Testing
import Values

@testable import Tables

@Suite struct `Undoing changes of data` {
  private let items = (1...6).map { Item(id: $0, name: "item \($0)", price: Double($0)) }

  private func table(_ changes: TableOptions<Item>.ChangePolicy) throws -> Undoing<ItemTable> {
    Undoing(try changingTable(changes))
  }

  /// Takes an action in, and answers whatever it asks.
  private func send(
    _ action: Undoing<ItemTable>.Action, _ table: Undoing<ItemTable>, _ state: inout Undoing<ItemTable>.State
  ) {
    for instruction in table.reduce(&state, action).instructions {
      guard case .ask(let effect, _, _, _) = instruction else { continue }
      let answer: ItemTable.Action =
        switch effect {
        case .load, .noteChange: .reloadTapped
        case .move(let move): .moved(move)
        case .delete(let id): .deleted(id)
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
      var state = Undoing<ItemTable>.State(table.feature.state(items))
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
    var state = Undoing<ItemTable>.State(table.feature.state(items))
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
    var state = Undoing<ItemTable>.State(table.feature.state(items))
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
    var state = Undoing<ItemTable>.State(table.feature.state(items))
    for action in [ItemTable.Action.editBegan(2, "price"), .typed("7"), .typed("7.5"), commit] {
      send(.feature(action), table, &state)
    }
    #expect(state.feature[2]?.price == 7.5 && table.changeToUndo(in: state) == .editing)
    send(.undo, table, &state)
    #expect(state.feature.allRows == items && state.feature.drafts.isEmpty)
  }

  @Test func `a deletion that has not been answered is undone behind it`() throws {
    let table = try table(.asked)
    var state = Undoing<ItemTable>.State(table.feature.state(items))
    _ = table.reduce(&state, .feature(.rowsDeleted([2])))
    let placed = ItemTable.PlacedRow(items[1], .before(3))
    #expect(table.reduce(&state, .undo) == .ask(.restore(placed), in: .row(2), .queue))
    #expect(state.feature.errands == [2: .restoring])
    _ = table.reduce(&state, .feature(.deleted(2)))
    #expect(state.feature.errands == [2: .restoring] && state.feature.rowCount == 5)
    _ = table.reduce(&state, .feature(.restored(placed)))
    #expect(state.feature.allRows == items && state.feature.errands.isEmpty)
  }
}
