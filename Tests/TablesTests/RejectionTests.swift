import LoopTesting
import Testing
import Values

@testable import Tables

@Suite struct `The reason of a rejection` {
  private let items = (1...6).map { Item(id: $0) }

  /// Actions that the user does not perform on purpose.
  private let passiveActions: [EditableItems.Action] =
    ([
      .hoverBegan(2), .hoverBegan(99), .hoverEnded(2),
      .rowUpserted(Item(id: 2, price: 1)), .rowRemoved(6), .rowRemoved(99), .contextChanged(["a": 1]),
      .windowLoaded([]), .windowLoadFailed("offline"), .rowsReplaced([Item(id: 1), Item(id: 2)]),
    ] as [ItemTable.Action]).map { .view($0) } + [
      .draggedOver(.end), .cellRejected(2, "price", 1, "odd"), .cellRejected(99, "price", 1, "odd"),
      .rowStored(Item(id: 2, price: 1)), .moveCompleted([.init([99], .end)]),
      .moveFailed([.init([99], .end)], "offline"),
      .deleteCompleted([99]), .deleteFailed([99], "offline"), .restoreCompleted([.init(Item(id: 99), .end)]),
      .restoreFailed([.init(Item(id: 99), .end)], "offline"), .saveCompleted(Item(id: 99)), .saveFailed(99, "offline"),
      .saveConflicted(99, stored: nil),
    ]

  @Test func `stays until an action of the user is accepted`() throws {
    let table = try makeEditableTable()
    let rejected = table.state(after: .cellValueSet(1, "id", 3), from: table.initialState(items))
    #expect(rejected.view.rejection == .notEditable("id"))
    for action in passiveActions {
      #expect(table.state(after: action, from: rejected).view.rejection == .notEditable("id"), "\(action)")
    }
    for action in [
      EditableItems.Action.view(.headerClicked("price")), .view(.selection(.cleared)),
      .view(.keyPressed(TableKeyPress(.down))),
    ] {
      #expect(table.state(after: action, from: rejected).view.rejection == nil, "\(action)")
    }
    #expect(table.state(after: .rowsDeleted([99]), from: rejected).view.rejection == .noSuchRow)
  }

  @Test func `does not result from the pointer, responses and changes by others`() throws {
    for source in [TableOptions<Item>.RowSource.local, .remote(windowSize: 2)] {
      let table = try makeEditableTable { $0.view.rowSource = source }
      for action in passiveActions {
        #expect(table.state(after: action, from: table.initialState(items)).view.rejection == nil, "\(action)")
      }
    }
  }

  @Test func `a test that does not expect it fails`() throws {
    let table = try makeEditableTable()
    let store = TestStore(table, state: table.initialState(items))
    withKnownIssue { store.send(.rowsDeleted([99])) }
    store.send(.rowsDeleted([])) { $0.view.rejection = .nothingToDo }
    store.send(.rowsDeleted([99])) { $0.view.rejection = .noSuchRow }
    store.send(.view(.hoverBegan(1))) { $0.view.hoveredRow = 1 }
    store.send(.view(.selection(.cleared))) { $0.view.rejection = nil }
    store.finish()
  }

  @Test func `a late event for a row that is gone changes nothing`() throws {
    let table = try makeEditableTable()
    let state = table.state(
      after: .view(.hoverBegan(3)), from: table.initialState(items))
    #expect(state.view.hoveredRow == 3)
    for action in [EditableItems.Action.view(.hoverBegan(99)), .view(.hoverEnded(99))] {
      #expect(table.state(after: action, from: state) == state, "\(action)")
    }
  }

  @Test func `a part of an action that is rejected leaves a reason`() throws {
    let table = try makeEditableTable()
    let drag = table.state(
      after: .dragBegan(1), .draggedOver(.before(2)), .view(.headerClicked("price")), .dropped,
      from: table.initialState(items)
    )
    #expect(drag.view.rejection == .sortedRowsNotMovable && drag.drag == nil)
  }
}
