import Loop
import Testing
import Values

@testable import Tables

private typealias Effects = Loop.Effects<EditableItems>

@Suite struct `Changes of remote rows` {
  private let items = (0..<5).map { Item(id: $0, price: Double($0)) }
  private let table: EditableItems
  private let state: EditableItems.State
  /// The state after the first of five rows are loaded.
  private let loaded: EditableItems.State

  init() throws {
    table = try makeEditableTable(.afterConfirmation) { $0.view.rowSource = .remote(windowSize: 2) }
    state = table.initialState([])
    loaded = table.state(
      after: .view(.reloadTapped), .view(.windowLoaded([items[0], items[1]], count: 5)), from: state)
  }

  private func load(_ page: Int) -> Effects {
    .run(.view(.load(WindowRequest(TableQuery(), offset: 2 * page, limit: 2))), in: .view(.window), .latest)
  }

  @Test func `law 6: a response that may be older than a change by the user is discarded`() {
    let loaded = table.state(
      after: .view(.appeared), .view(.windowLoaded([items[0], items[1]], count: 5)), from: state)
    var state = table.state(after: .rowsDeleted([0]), .view(.pageChanged(to: 1)), from: loaded)
    #expect(table.reduce(&state, .deleteCompleted([0])) == load(1))
  }

  @Test func `changes of remote rows are requested under every policy`() throws {
    var options = table.options
    options.changePolicy = .immediate
    let table = try EditableItems(columns: makeItemColumns(), options: options)
    var state = table.state(
      after: .view(.reloadTapped), .view(.windowLoaded([items[0], items[1]], count: 5)), from: table.initialState([]))
    #expect(table.reduce(&state, .rowsDeleted([1])) == .run(.delete([1]), in: .rowOrder, .queue))
    #expect(table.visibleIDs(state) == [0, 1])
  }

  @Test func `deleting selected rows is rejected if some of them are not loaded`() {
    let state = table.state(
      after: .view(.selection(.allSelected)),
      .view(.selection(.rowToggled(1))), .view(.pageChanged(to: 1)),
      .view(.windowLoaded([items[2], items[3]], count: 5)), from: loaded)
    #expect(table.view.selectedRows(in: state.view).map(\.id) == [2, 3])
    #expect(table.state(after: .deleteTapped, from: state).view.rejection == .notLoaded)
  }

  @Test func `actions on rows that are not loaded are rejected and change nothing`() {
    let next = table.state(
      after: .view(.selection(.rowClicked(1))), .view(.pageChanged(to: 1)),
      .view(.windowLoaded([items[2], items[3]], count: 5)), from: loaded)
    for action in [
      EditableItems.Action.rowsDeleted([1]), .rowsMoved(.init([1], before: 2)), .rowsMoved(.init([2], before: 1)),
      .cellValueSet(1, "price", 3), .view(.selection(.rangeExtended(to: 3))),
      .view(.keyPressed(TableKeyPress(.down, shift: true))),
    ] {
      let refused = table.state(after: action, from: next)
      #expect(refused == next.rejecting(.notLoaded), "\(action)")
    }
  }

  @Test func `law 5: text entered in a row of another page survives the deletion of the row`() {
    let state = table.state(
      after: .view(.reloadTapped), .view(.windowLoaded([items[0], items[1]])), .editBegan(1, "price"),
      .cellTextChanged("9"),
      .view(.pageChanged(to: 1)),
      .view(.windowLoaded([items[2], items[3]])), .view(.rowRemoved(1)), from: state)
    #expect(
      state.editedCell?.text == "9" && state.drafts[1] == .init(editedRow: items[1], storedRow: nil, status: .conflict))
    #expect(table.screen(of: state).unloadedRowNotices == [.init(id: 1, .deletedByAnotherUser)])
    let committed = table.state(after: .editCommitted, from: state)
    #expect(committed.drafts[1]?.editedRow.price == 9 && committed.drafts[1]?.status == .conflict)
  }

  @Test func `law 5: a draft appears again when its window is loaded`() {
    let page = Array(items[..<2])
    var state = table.state(
      after: .view(.reloadTapped), .view(.windowLoaded(page)), .cellValueSet(1, "price", 9), .view(.pageChanged(to: 1)),
      from: state)
    state = table.state(after: .view(.windowLoaded([items[2], items[3]])), from: state)
    #expect(state.drafts[1]?.editedRow.price == 9 && table.visibleIDs(state) == [2, 3])
    state = table.state(after: .view(.pageChanged(to: 0)), .view(.windowLoaded(page)), from: state)
    #expect(state[1]?.price == 9)
    var theirs = items[1]
    theirs.count = 4
    state = table.state(after: .view(.reloadTapped), .view(.windowLoaded([items[0], theirs])), from: state)
    #expect(state[1]?.price == 9 && state.drafts[1]?.status == .conflict && state.drafts[1]?.storedRow == theirs)
  }

  @Test func `law 5: entered text survives a change of the page and can be committed there`() {
    var state = table.state(
      after: .view(.reloadTapped), .view(.windowLoaded([items[0], items[1]])), .editBegan(1, "price"),
      .cellTextChanged("9"),
      .view(.pageChanged(to: 1)),
      .view(.windowLoaded([items[2], items[3]])), from: state)
    #expect(state.editedCell?.text == "9" && state[1] == nil)
    let back = table.state(
      after: .view(.pageChanged(to: 0)), .view(.windowLoaded([items[0], items[1]])), .editCommitted, from: state)
    #expect(back[1]?.price == 9)
    #expect(table.reduce(&state, .editBegan(2, "price")) == .none)
    #expect(state.drafts == [1: .init(editedRow: Item(id: 1, price: 9), storedRow: items[1], status: .unsaved)])
    #expect(state.editedCell?.row == 2 && table.visibleIDs(state) == [2, 3])
    let untouched = table.state(
      after: .view(.pageChanged(to: 0)), .view(.windowLoaded([items[0], items[1]])), from: state)
    #expect(untouched.editedCell == nil && untouched[1]?.price == 9)
    #expect(
      table.state(after: .view(.reloadTapped), .view(.windowLoaded([items[0]])), from: untouched).drafts[1]?.editedRow
        .price == 9)
  }

  @Test func `law 5: a value that another user stores in an edited cell of another page is a conflict`() {
    var theirs = items[1]
    theirs.price = 4
    let state = table.state(
      after: .view(.reloadTapped), .view(.windowLoaded([items[0], items[1]])), .editBegan(1, "price"),
      .cellTextChanged("9"),
      .view(.pageChanged(to: 1)),
      .view(.windowLoaded([items[2], items[3]])), .view(.pageChanged(to: 0)), .view(.windowLoaded([items[0], theirs])),
      .editCommitted,
      from: state)
    #expect(state.drafts[1] == .init(editedRow: Item(id: 1, price: 9), storedRow: theirs, status: .conflict))
  }

  @Test func `law 5: saving or reverting all drafts includes those that are not loaded`() {
    var state = table.state(
      after: .cellValueSet(1, "price", 9),
      .cellValueSet(0, "price", 8),
      .view(.pageChanged(to: 1)), .view(.windowLoaded([items[2], items[3]], count: 5)), .cellValueSet(3, "price", 7),
      from: loaded)
    #expect(table.state(after: .revertTapped(nil), from: state).drafts.isEmpty)
    let saves = [(3, 7.0), (0, 8), (1, 9)].map { id, price in
      Effects.run(.save(Item(id: id, price: price), over: items[id]), in: .rowSave(id), .queue)
    }
    #expect(table.reduce(&state, .saveTapped(nil)) == saves[0] + saves[1] + saves[2])
  }

  @Test func `rows cannot move after the last loaded row by position if more rows follow`() {
    let loaded = table.state(
      after: .view(.reloadTapped), .view(.windowLoaded([items[0], items[1]], count: 4)), from: state)
    #expect(
      table.state(after: .rowsMovedFrom(offsets: [0], toOffset: 2), from: loaded).pendingMoves == [
        [.init([0], .after(1))]
      ])
    #expect(
      table.state(after: .rowsMovedFrom(offsets: [0, 1], toOffset: 2), from: loaded).view.rejection == .notLoaded)
    let last = table.state(
      after: .view(.pageChanged(to: 1)), .view(.windowLoaded([items[2], items[3]], count: 4)), from: loaded)
    #expect(
      table.state(after: .rowsMovedFrom(offsets: [0], toOffset: 2), from: last).pendingMoves == [
        [.init([2], before: nil)]
      ])
  }

  @Test func `the window is loaded again after a change`() {
    var deleting = table.state(after: .rowsDeleted([1]), from: loaded)
    #expect(table.reduce(&deleting, .deleteCompleted([1])) == load(0))
    #expect(table.visibleIDs(deleting) == [0])
    var moving = table.state(after: .rowsMoved(.init([1], before: 0)), from: loaded)
    #expect(table.reduce(&moving, .moveCompleted([.init([1], before: 0)])) == load(0))
    var saving = table.state(after: .cellValueSet(0, "price", 7), .saveTapped(nil), from: loaded)
    #expect(table.reduce(&saving, .saveCompleted(Item(id: 0, price: 7))) == load(0))
  }

  @Test func `a deletion on another page reloads the page that is shown`() {
    var other = table.state(
      after: .view(.pageChanged(to: 1)), .view(.windowLoaded([items[2], items[3]], count: 5)),
      from: table.state(after: .rowsDeleted([0]), from: loaded))
    #expect(table.reduce(&other, .deleteCompleted([0])) == load(1))
  }

  @Test func `law 6: a save blocks the next save of the row until its response arrives`() {
    let (first, second) = (Item(id: 0, price: 7), Item(id: 0, price: 8))
    var saving = table.state(
      after: .cellValueSet(0, "price", 7), .saveTapped(0), .view(.reloadTapped),
      .view(.windowLoaded([first, items[1]], count: 5)),
      from: loaded)
    #expect(saving.drafts[0]?.status == .saving)
    _ = table.reduce(&saving, .cellValueSet(0, "price", 8))
    #expect(saving.view.rejection == .busy && saving[0] == first)
    let failed = table.state(after: .saveFailed(0, "offline"), from: saving)
    #expect(failed.drafts.isEmpty && failed[0] == first)
    let saved = table.state(after: .saveCompleted(first), .cellValueSet(0, "price", 8), .saveTapped(0), from: saving)
    #expect(saved.drafts[0]?.status == .saving && saved[0] == second)
  }
}
