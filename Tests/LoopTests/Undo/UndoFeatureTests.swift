import Loop
import TestInputs
import Testing

/// The rules of undo and redo, one test for each.
@Suite struct UndoFeatureTests {
  private typealias Desk = UndoFeature<Letter>

  /// Returns the state of a letter after actions.
  private func stateAfter(limit: Int = 9, _ actions: Desk.Action...) -> Desk.State {
    stateAfter(limit: limit, actions)
  }

  private func stateAfter(limit: Int = 9, _ actions: [Desk.Action]) -> Desk.State {
    var state = Desk.State(Letter.State())
    for action in actions { _ = Desk(Letter(), limit: limit).reduce(&state, action) }
    return state
  }

  private func typed(_ text: Int...) -> Desk.Action { .feature(.typed(text)) }
  private func resized(_ size: Int) -> Desk.Action { .feature(.resized(size)) }

  @Test func `goes to any point of the history`() {
    let actions = [resized(2), resized(3), resized(4)]
    let end = stateAfter(actions[0], actions[1], actions[2])
    for count in 0...3 {
      let expected = stateAfter(actions + Array(repeating: .undo, count: 3 - count))
      #expect(stateAfter(actions + [.travelled(toStepCount: count)]) == expected)
      #expect(stateAfter(actions + [.travelled(toStepCount: count), .travelled(toStepCount: 3)]) == end)
    }
    #expect(stateAfter(actions + [.travelled(toStepCount: 9)]) == end)
    #expect(stateAfter(actions + [.travelled(toStepCount: -1)]) == stateAfter(actions + [.undo, .undo, .undo]))
  }

  @Test func `a step that changes nothing any more counts as one on the way to a point of the history`() {
    let resizings = [resized(2), resized(3), resized(4)]
    let done = stateAfter(resizings)
    let undone = stateAfter(resizings + [.undo, .undo, .undo])
    // The size to which the next step would lead, the point of the history, and the size there.
    for (start, next, count, expected) in [
      (done, 3, 2, 3), (done, 3, 1, 2), (done, 3, 0, 1), (undone, 2, 1, 2), (undone, 2, 2, 3), (undone, 2, 3, 4),
    ] {
      var state = start
      state.feature.size = next
      _ = Desk(Letter()).reduce(&state, .travelled(toStepCount: count))
      #expect(state.feature.size == expected, "at the point after \(count) steps")
    }
  }

  @Test func `the way to a point of the history waits for a deferred step`() {
    let resizings = [resized(2), resized(3), resized(4)]
    let locked: [Desk.Action] = [.feature(.locked(true)), .travelled(toStepCount: 1)]
    #expect(stateAfter(resizings + locked).feature.size == 4)
    #expect(stateAfter(resizings + locked + [.feature(.locked(false))]).feature.size == 2)
    let forward: [Desk.Action] = [.undo, .undo, .feature(.locked(true)), .travelled(toStepCount: 3)]
    #expect(stateAfter(resizings + forward + [.feature(.locked(false))]).feature.size == 4)
    for end: [Desk.Action] in [[.undo], [.redo], [.groupOpened(.everything), .groupClosed], [.feature(.cleared)]] {
      let state = stateAfter(resizings + locked + end)
      #expect(stateAfter(resizings + locked + end + [.feature(.locked(false))]).feature.size == state.feature.size)
    }
    #expect(stateAfter(limit: 0, resized(2), .travelled(toStepCount: .min), resized(3)).feature.size == 3)
  }

  @Test func `undo reverts the last step, and redo applies it again`() {
    #expect(stateAfter(resized(2), resized(3), .undo).feature.size == 2)
    #expect(stateAfter(resized(2), resized(3), .undo, .undo).feature.size == 1)
    #expect(stateAfter(resized(2), resized(3), .undo, .undo, .redo).feature.size == 2)
    #expect(stateAfter(resized(2), resized(3), .undo, .undo, .redo, .redo) == stateAfter(resized(2), resized(3)))
  }

  @Test func `law 2: without steps, undo and redo change nothing`() {
    #expect(stateAfter(.undo, .redo, .groupClosed) == stateAfter())
    #expect(stateAfter(resized(2), .redo) == stateAfter(resized(2)))
    #expect(stateAfter(resized(2), .undo, .undo) == stateAfter(resized(2), .undo))
  }

  @Test func `a new step removes the redo steps`() {
    #expect(stateAfter(resized(2), .undo, resized(3), .redo).feature.size == 3)
  }

  @Test func `an action that changes nothing leaves no step and keeps the redo steps`() {
    #expect(stateAfter(resized(1)).history.undoSteps.isEmpty)
    #expect(stateAfter(resized(2), .undo, resized(1), .redo).feature.size == 2)
  }

  @Test func `a response leaves no step, keeps the redo steps and does not interrupt coalescing`() {
    #expect(stateAfter(.feature(.saved([1]))).history.undoSteps.isEmpty)
    #expect(stateAfter(resized(2), .undo, .feature(.saved([1])), .redo).feature.size == 2)
    #expect(stateAfter(typed(1), .feature(.saved([1])), typed(1, 2), .undo).feature.text == [])
  }

  @Test func `consecutive typing is one step, until another action comes between`() {
    #expect(stateAfter(typed(1), typed(1, 2), typed(1, 2, 3), .undo).feature.text == [])
    #expect(stateAfter(typed(1), typed(1, 2), .undo, .redo).feature.text == [1, 2])
    for other: [Desk.Action] in [
      [.feature(.focusMoved)], [.feature(.saveTapped)], [resized(2), resized(1)],
      [.groupOpened(.everything), .groupClosed],
      [resized(2), .undo],
    ] {
      var state = stateAfter(typed(1))
      for action in other + [typed(1, 2)] { _ = Desk(Letter()).reduce(&state, action) }
      _ = Desk(Letter()).reduce(&state, .undo)
      #expect(state.feature.text == [1], "after \(other)")
    }
    #expect(stateAfter(typed(1), .undo, .redo, typed(1, 2), .undo).feature.text == [1])
  }

  @Test func `changes that do not coalesce are one step each`() {
    #expect(stateAfter(resized(2), resized(3)).history.undoSteps.map(\.change) == [.resizing, .resizing])
  }

  @Test func `a step that is undone by several actions is redone as one step`() {
    let before = stateAfter(typed(1), resized(2))
    #expect(stateAfter(typed(1), resized(2), .feature(.cleared), .undo).feature == before.feature)
    let again = stateAfter(typed(1), resized(2), .feature(.cleared), .undo, .redo)
    #expect(again.feature.text == [] && again.feature.size == 1)
    #expect(again.history.undoSteps.last?.actions == [.resized(2), .typed([1])])
  }

  @Test func `a group is one step, undone in reverse order`() {
    let state = stateAfter(resized(2), .groupOpened(.everything), resized(3), typed(1), resized(4), .groupClosed)
    #expect(state.history.undoSteps.map(\.change) == [.resizing, .everything])
    #expect(state.history.undoSteps.last?.actions == [.resized(3), .typed([]), .resized(2)])
    #expect(
      stateAfter(resized(2), .groupOpened(.everything), resized(3), typed(1), .groupClosed, .undo).feature
        == stateAfter(resized(2)).feature)
    let again = stateAfter(.groupOpened(.everything), resized(3), typed(1), .groupClosed, .undo, .redo)
    #expect(again.feature == stateAfter(resized(3), typed(1)).feature)
    #expect(again.history.undoSteps.map(\.change) == [.everything])
  }

  @Test func `typing coalesces inside a group, but not across its boundaries`() {
    let state = stateAfter(
      typed(1), .groupOpened(.everything), typed(2), typed(3), resized(2), .groupClosed, typed(4))
    #expect(state.history.undoSteps.map(\.change) == [.typing, .everything, .typing])
    #expect(state.history.undoSteps[1].actions == [.resized(1), .typed([1])])
  }

  @Test func `a nested group belongs to the outer group`() {
    let state = stateAfter(
      .groupOpened(.everything), resized(2), .groupOpened(.clearing), resized(3), .groupClosed, resized(4))
    #expect(state.history.isGroupOpen && state.history.undoSteps.isEmpty)
    let closed = stateAfter(
      .groupOpened(.everything), resized(2), .groupOpened(.clearing), resized(3), .groupClosed, resized(4), .groupClosed
    )
    #expect(closed.history.undoSteps.map(\.change) == [.everything])
    #expect(closed.history.undoSteps[0].actions == [.resized(3), .resized(2), .resized(1)])
  }

  @Test func `an empty group leaves no step and keeps the redo steps`() {
    #expect(stateAfter(.groupOpened(.everything), .groupClosed) == stateAfter())
    #expect(stateAfter(resized(2), .undo, .groupOpened(.everything), .groupClosed, .redo).feature.size == 2)
  }

  @Test func `undo closes an open group and undoes it`() {
    let state = stateAfter(.groupOpened(.everything), resized(2), .groupOpened(.clearing), resized(3), .undo)
    #expect(state.feature.size == 1 && !state.history.isGroupOpen)
    #expect(state.history.redoSteps.map(\.change) == [.everything])
    #expect(stateAfter(.groupOpened(.everything), resized(2), .undo, .groupClosed, .redo).feature.size == 2)
  }

  @Test func `an irreversible action clears the history`() {
    let state = stateAfter(resized(2), resized(3), .undo, .feature(.sent))
    #expect(state.history == UndoHistory())
    #expect(stateAfter(resized(2), .feature(.sent), .undo, .redo).feature.size == 2)
    #expect(
      stateAfter(typed(1), .feature(.sent), typed(1, 2), .undo).feature.text == [1],
      "typing does not coalesce across it")
    let group = stateAfter(.groupOpened(.everything), resized(2), .feature(.sent), resized(3), .groupClosed, .undo)
    #expect(group.feature.size == 2 && group.feature.sentCount == 1, "the rest of its group is undone")
  }

  @Test func `a new step beyond the limit removes the oldest one`() {
    let state = stateAfter(limit: 2, resized(2), resized(3), resized(4), .undo, .undo, .undo)
    #expect(state.feature.size == 2)
    #expect(state.history.redoSteps.count == 2)
    #expect(
      stateAfter(limit: 2, resized(2), resized(3), resized(4))
        == stateAfter(limit: 2, resized(9), resized(2), resized(3), resized(4)))
  }

  @Test func `with a limit of zero, no step is kept`() {
    let state = stateAfter(limit: 0, resized(2), .groupOpened(.everything), resized(3), .groupClosed, .undo, .redo)
    #expect(state.feature.size == 3 && state.history == UndoHistory())
  }

  @Test func `a step that would change nothing any more is skipped and removed`() {
    // The user typed a letter and deleted it again. Undoing the typing would change nothing.
    let state = stateAfter(resized(2), typed(1), typed())
    #expect(state.history.undoSteps.count == 2)
    #expect(Desk(Letter()).changeToUndo(in: state) == .resizing)
    let undone = stateAfter(resized(2), typed(1), typed(), .undo)
    #expect(undone.feature.size == 1 && undone.history.undoSteps.isEmpty)
    #expect(undone.history.redoSteps.map(\.change) == [.resizing])
  }

  @Test func `a deferred step blocks undo until it can be applied`() {
    let locked = stateAfter(resized(2), typed(1), .feature(.locked(true)), .undo)
    #expect(locked == stateAfter(resized(2), typed(1), .feature(.locked(true)), .undo, .undo))
    #expect(locked.feature.text == [1] && locked.feature.size == 2)
    #expect(Desk(Letter()).changeToUndo(in: locked) == nil)
    let freed = stateAfter(resized(2), typed(1), .feature(.locked(true)), .undo, .feature(.locked(false)), .undo)
    #expect(freed.feature.text == [] && freed.feature.size == 2)
    let redone = stateAfter(resized(2), .undo, .feature(.locked(true)), .redo, .feature(.locked(false)), .redo)
    #expect(redone.feature.size == 2)
  }

  @Test func `the next undo and redo steps can be shown to the user`() {
    let desk = Desk(Letter())
    let state = stateAfter(typed(1), resized(2), .undo)
    #expect(desk.changeToUndo(in: state) == .typing && desk.changeToRedo(in: state) == .resizing)
    #expect(desk.changeToUndo(in: stateAfter()) == nil && desk.changeToRedo(in: stateAfter()) == nil)
    let open = stateAfter(resized(2), .groupOpened(.everything), typed(1))
    #expect(desk.changeToUndo(in: open) == .everything)
  }

  @Test func `compensating actions return effects like any other, and the feature decides which slots are active`() {
    let desk = Desk(Letter())
    var state = stateAfter(typed(1), .feature(.cleared), .undo)
    #expect(desk.reduce(&state, .redo) == .none, "the undo restored the text by typing, which has no effects")
    var wiped = Desk.State(Letter.State(text: [1]))
    #expect(desk.reduce(&wiped, .feature(.cleared)) == .run(.save([]), in: .saving))
    #expect(desk.isActive(.saving, in: wiped))
    wiped.feature.sentCount = 3
    #expect(!desk.isActive(.saving, in: wiped))
  }

  @Test func `law 9: neither an action nor its undo copies a collection`() {
    let desk = UndoFeature(Rows())
    var state = UndoFeature<Rows>.State(Array(repeating: false, count: 1000))
    func address() -> UnsafePointer<Bool>? { state.feature.withUnsafeBufferPointer(\.baseAddress) }
    let before = address()
    for action: UndoFeature<Rows>.Action in [.feature(.toggled(3)), .feature(.toggled(4)), .undo, .redo, .undo] {
      _ = desk.reduce(&state, action)
      #expect(address() == before, "\(action) copied the rows: a second reference to them exists")
    }
    #expect(state.feature[3] && !state.feature[4])
  }

  @MainActor @Test func `a store runs an undoable feature with the feature's own handler`() async {
    let store = Store(
      UndoFeature(RemoteShelf()), state: .init([]), handler: UndoEffectHandler<RemoteShelf, _>(RemoteShelfHandler()))
    store.send(.feature(.placeTapped(1)))
    store.send(.feature(.placeTapped(2)))
    store.send(.undo)
    await store.waitUntilIdle()
    #expect(store.state.feature == [1])
    store.send(.redo)
    await store.waitUntilIdle()
    #expect(store.state.feature == [1, 2])
  }
}

private struct Rows: Undoable {
  enum Action: Hashable, Sendable { case toggled(Int) }

  func reduce(_ rows: inout [Bool], _ action: Action) -> Effects<Self> {
    switch action {
    case .toggled(let row): rows[row].toggle()
    }
    return .none
  }

  func compensation(of action: Action, in rows: [Bool]) -> Compensation<Action, String> {
    .actions([action], of: "toggling")
  }
}

/// A feature whose state changes only with responses: a remote service places and removes the things on the shelf.
private struct RemoteShelf: Undoable, OneFailureFeature {
  enum Action: Hashable, Sendable { case placeTapped(Int), removeTapped(Int), placed(Int), removed(Int), failed }
  enum Effect: Hashable, Sendable { case place(Int), remove(Int) }

  static let lostResponse = Action.failed

  func reduce(_ state: inout [Int], _ action: Action) -> Effects<Self> {
    switch action {
    case .placeTapped(let thing): return .run(.place(thing), in: thing, .queue)
    case .removeTapped(let thing): return .run(.remove(thing), in: thing, .queue)
    case .placed(let thing): state.append(thing)
    case .removed(let thing): state.removeAll { $0 == thing }
    case .failed: break
    }
    return .none
  }

  func isActive(_ slot: Int, in state: [Int]) -> Bool { true }

  func compensation(of action: Action, in state: [Int]) -> Compensation<Action, String> {
    switch action {
    case .placeTapped(let thing): .actions([.removeTapped(thing)], of: "placing")
    case .removeTapped(let thing): .actions([.placeTapped(thing)], of: "removing")
    case .placed, .removed, .failed: .ignored
    }
  }
}

private struct RemoteShelfHandler: EffectHandler {
  func run(_ effect: RemoteShelf.Effect, send: Send<RemoteShelf.Action>) async -> RemoteShelf.Action? {
    switch effect {
    case .place(let thing): .placed(thing)
    case .remove(let thing): .removed(thing)
    }
  }
}
