import Loop
import LoopExplorer
import Testing

/// The complete state space of an undo feature around two switches.
@Suite struct UndoFeatureExplorationTests {
  /// Without undo steps there are the four states of two switches, as counted by hand.
  @Test(arguments: [(0, 4), (1, 128), (2, 760)])
  func `every law of undoing holds in every state`(limit: Int, stateCount: Int) throws {
    let desk = UndoFeature(Switches(), limit: limit)
    var explorer = Explorer(SwitchesExploration(feature: desk))
    explorer.always("the history never exceeds its limit") { scenarioState in
      let history = scenarioState.loopState.state.history
      return history.undoSteps.count + history.redoSteps.count <= limit
    }
    explorer.always("no undo step is empty") { scenarioState in
      let history = scenarioState.loopState.state.history
      return (history.undoSteps + history.redoSteps).allSatisfy { !$0.actions.isEmpty }
    }
    explorer.always("undo followed by redo is the identity") { scenarioState in
      let state = scenarioState.loopState.state
      return desk.changeToUndo(in: state) == nil || Self.after([.undo, .redo], state, desk).feature == state.feature
    }
    explorer.always("redo followed by undo is the identity") { scenarioState in
      let state = scenarioState.loopState.state
      return desk.changeToRedo(in: state) == nil || Self.after([.redo, .undo], state, desk).feature == state.feature
    }
    explorer.always("undo changes the state exactly if it is offered") { scenarioState in
      let state = scenarioState.loopState.state
      return (desk.changeToUndo(in: state) != nil) == (Self.after([.undo], state, desk).feature != state.feature)
    }
    explorer.always("redo changes the state exactly if it is offered") { scenarioState in
      let state = scenarioState.loopState.state
      let offered = desk.changeToRedo(in: state)
      return (offered != nil) == (Self.after([.redo], state, desk).feature != state.feature)
    }
    explorer.canAlwaysReach("nothing to undo") { scenarioState in
      scenarioState.loopState.state.history.undoSteps.isEmpty && !scenarioState.loopState.state.history.isGroupOpen
    }
    let explored = try explorer.explore()
    // If no steps are kept, there is nothing to undo and nothing that a group could combine.
    let ineffective = limit == 0 ? ["feature(looked)", "groupOpened(both)", "redo", "undo"] : []
    #expect(
      explored.findings.map(\.law)
        == ineffective.map { "Every action and response changes something in some state: \($0) never does" })
    #expect(
      explored.pendingLimitReached == nil && explored.stateLimitReached == nil && explored.stateCount == stateCount,
      "\(explored)")
  }

  private static func after(
    _ actions: [UndoFeature<Switches>.Action], _ state: UndoFeature<Switches>.State, _ desk: UndoFeature<Switches>
  ) -> UndoFeature<Switches>.State {
    var state = state
    for action in actions { _ = desk.reduce(&state, action) }
    return state
  }
}

/// Two switches, of which successive changes of the left one coalesce.
private struct Switches: Undoable {
  struct State: Hashable, Codable, Sendable { var left = false, right = false }
  enum Action: Hashable, Codable, Sendable { case left(Bool), right(Bool), looked }
  enum ChangeKind: Hashable, Codable, Sendable { case left, right, both }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .left(let isOn): state.left = isOn
    case .right(let isOn): state.right = isOn
    case .looked: break
    }
    return .none
  }

  func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .left(state.left), .right(state.right): .ignored
    case .left: .actions([.left(state.left)], of: .left, coalesces: true)
    case .right: .actions([.right(state.right)], of: .right)
    case .looked: .breaksCoalescing
    }
  }
}

private struct SwitchesExploration: Exploration {
  let feature: UndoFeature<Switches>
  var start: (state: UndoFeature<Switches>.State, environment: Bool) { (.init(.init()), false) }

  /// Groups are not nested, and only the left switch changes in them, so that the state space is finite.
  func actions(in state: UndoFeature<Switches>.State) -> [UndoFeature<Switches>.Action] {
    let flicks = [.left(!state.feature.left), .right(!state.feature.right), .looked].map {
      UndoFeature<Switches>.Action.feature($0)
    }
    return (state.history.isGroupOpen ? [flicks[0], .groupClosed] : flicks + [.groupOpened(.both)]) + [.undo, .redo]
  }

  func outcomes(of effect: Never, in environment: Bool) -> [Outcome<UndoFeature<Switches>.Action, Bool>] {}
}
