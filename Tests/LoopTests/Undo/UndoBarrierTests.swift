import Loop
import Testing

/// A feature in which an undo itself can be irreversible.
private struct Rocket: Undoable {
  enum Action: Hashable, Sendable { case painted(Int), fuelled, launched, cooled }

  func reduce(_ state: inout [Int], _ action: Action) -> Effects<Self> {
    switch action {
    case .painted(let colour): state.append(colour)
    case .fuelled, .launched, .cooled: state.append(0)
    }
    return .none
  }

  /// Fuelling is undone by a launch, which is irreversible.
  func compensation(of action: Action, in state: [Int]) -> Compensation<Action, String> {
    switch action {
    case .painted(let colour): .actions([.painted(-colour)], of: "painting")
    case .fuelled: .actions([.launched], of: "fuelling")
    case .launched: .irreversible
    case .cooled: .actions([], of: "cooling", coalesces: true)
    }
  }
}

@Suite struct `An irreversible undo` {
  private let pad = UndoFeature(Rocket())

  private func after(_ actions: UndoFeature<Rocket>.Action...) -> UndoFeature<Rocket>.State {
    var state = UndoFeature<Rocket>.State([])
    for action in actions { _ = pad.reduce(&state, action) }
    return state
  }

  @Test func `cannot be redone, and neither can the steps that were undone before it`() {
    let state = after(
      .feature(.painted(1)), .feature(.fuelled), .feature(.painted(2)), .undo, .undo)
    #expect(state.feature == [1, 0, 2, -2, 0])
    #expect(state.history.redoSteps.isEmpty)
    #expect(state.history.undoSteps.map(\.change) == ["painting"], "steps before it can still be undone")
  }

  @Test func `as a redo leaves nothing to undo, and keeps the remaining redo steps`() {
    // The redo strikes a match, which is irreversible in this state.
    struct Match: Undoable {
      enum Action: Hashable, Sendable { case drawn(Int), struck, putBack }

      func reduce(_ state: inout [Int], _ action: Action) -> Effects<Self> {
        if case .drawn(let line) = action { state.append(line) }
        return .none
      }

      func compensation(of action: Action, in state: [Int]) -> Compensation<Action, String> {
        switch action {
        case .drawn(let line): .actions([.drawn(-line)], of: "drawing")
        case .putBack: .actions([.struck], of: "striking")
        case .struck: state.contains(-2) ? .irreversible : .actions([.putBack], of: "striking")
        }
      }
    }
    let desk = UndoFeature(Match())
    var state = UndoFeature<Match>.State([])
    for action in [.drawn(1), .struck, .drawn(2)] as [Match.Action] { _ = desk.reduce(&state, .feature(action)) }
    for _ in 1...2 { _ = desk.reduce(&state, .undo) }
    #expect(state.history.redoSteps.map(\.change) == ["drawing", "striking"])
    #expect(state.history.undoSteps.map(\.change) == ["drawing"])
    _ = desk.reduce(&state, .redo)
    #expect(state.history.redoSteps.map(\.change) == ["drawing"])
    #expect(state.history.undoSteps.isEmpty, "steps before an irreversible redo cannot be undone")
  }

  @Test func `differs from an empty list of compensating actions, which leaves no step`() {
    let state = after(.feature(.painted(1)), .feature(.cooled), .feature(.cooled))
    #expect(state.history.undoSteps.map(\.change) == ["painting"])
    let group = after(.groupOpened("all"), .feature(.cooled), .groupClosed)
    #expect(group.history == UndoHistory())
  }
}
