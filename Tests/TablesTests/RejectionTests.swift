import LoopTesting
import Testing
import Values

@testable import Tables

@Suite struct `The reason of a rejection` {
  private let items = (1...6).map { Item(id: $0) }

  /// Actions that the user does not perform on purpose.
  private let passiveActions: [ItemTable.Action] = [
    .hoverBegan(2), .hoverBegan(99), .hoverEnded(2), .scrolled(to: 2), .scrolled(to: 99), .scrolled(to: nil),
    .viewportHeightChanged(3), .viewportWidthChanged(80), .scrolledHorizontally(to: 1), .draggedOver(.end),
    .cellRejected(2, "price", 1, "odd"), .cellRejected(99, "price", 1, "odd"), .rowUpserted(Item(id: 2, price: 1)),
    .rowRemoved(6), .rowRemoved(99), .contextChanged(["a": 1]), .windowLoaded([]), .windowLoadFailed("offline"),
    .moveCompleted(.init([99], .end)), .moveFailed(.init([99], .end), "offline"), .deleteCompleted([99]),
    .deleteFailed([99], "offline"), .restoreCompleted([.init(Item(id: 99), .end)]),
    .restoreFailed([.init(Item(id: 99), .end)], "offline"), .saveCompleted(Item(id: 99)), .saveFailed(99, "offline"),
    .saveConflicted(99, stored: nil), .rowsReplaced([Item(id: 1), Item(id: 2)]),
  ]

  @Test func `stays until an action of the user is accepted`() throws {
    let table = try makeEditableTable()
    let rejected = table.state(after: .cellValueSet(1, "id", 3), from: table.initialState(items))
    #expect(rejected.rejection == .notEditable("id"))
    for action in passiveActions {
      #expect(table.state(after: action, from: rejected).rejection == .notEditable("id"), "\(action)")
    }
    for action in [ItemTable.Action.headerClicked("price"), .selection(.cleared), .keyPressed(TableKeyPress(.down))] {
      #expect(table.state(after: action, from: rejected).rejection == nil, "\(action)")
    }
    #expect(table.state(after: .rowsDeleted([99]), from: rejected).rejection == .noSuchRow)
  }

  @Test func `does not result from the pointer, the viewport, responses and changes by others`() throws {
    for source in [TableOptions<Item>.RowSource.local, .remote(windowSize: 2)] {
      let table = try makeEditableTable { $0.rowSource = source }
      for action in passiveActions {
        #expect(table.state(after: action, from: table.initialState(items)).rejection == nil, "\(action)")
      }
    }
  }

  @Test func `a test that does not expect it fails`() throws {
    let table = try makeEditableTable()
    let store = TestStore(table, state: table.initialState(items))
    withKnownIssue { store.send(.rowsDeleted([99])) }
    store.send(.rowsDeleted([])) { $0.rejection = .nothingToDo }
    store.send(.rowsDeleted([99])) { $0.rejection = .noSuchRow }
    store.send(.hoverBegan(1)) { $0.hoveredRow = 1 }
    store.send(.selection(.cleared)) { $0.rejection = nil }
    store.finish()
  }

  @Test func `a late event for a row that is gone changes nothing`() throws {
    let table = try makeEditableTable()
    let state = table.state(
      after: .viewportHeightChanged(2), .scrolled(to: 3), .hoverBegan(3), from: table.initialState(items))
    #expect(state.topRow == 3 && state.hoveredRow == 3)
    for action in [ItemTable.Action.scrolled(to: 99), .hoverBegan(99), .hoverEnded(99)] {
      #expect(table.state(after: action, from: state) == state, "\(action)")
    }
  }

  @Test func `a part of an action that is rejected leaves a reason`() throws {
    let table = try makeEditableTable()
    let drag = table.state(
      after: .dragBegan(1), .draggedOver(.before(2)), .headerClicked("price"), .dropped, from: table.initialState(items)
    )
    #expect(drag.rejection == .sortedRowsNotMovable && drag.drag == nil)
  }
}
