import Loop
import LoopExplorer
import Testing

/// Every moment of two switches around which there is undoing.
@Suite struct UndoFeatureExplorationTests {
  /// Without steps there are the four of two switches, as counted by hand.
  @Test(arguments: [(0, 4), (1, 128), (2, 760)])
  func `every law of undoing holds in every moment`(limit: Int, moments: Int) throws {
    let desk = UndoFeature(Switches(), limit: limit)
    var explorer = Explorer(SwitchesExploration(feature: desk))
    explorer.always("depth is never exceeded") { moment in
      let history = moment.situation.state.history
      return history.undoSteps.count + history.redoSteps.count <= limit
    }
    explorer.always("no step is empty") { moment in
      let history = moment.situation.state.history
      return (history.undoSteps + history.redoSteps).allSatisfy { !$0.actions.isEmpty }
    }
    explorer.always("undoing and doing again is the identity") { moment in
      let state = moment.situation.state
      return desk.changeToUndo(in: state) == nil || Self.after([.undo, .redo], state, desk).feature == state.feature
    }
    explorer.always("doing again and undoing is the identity") { moment in
      let state = moment.situation.state
      return desk.changeToRedo(in: state) == nil || Self.after([.redo, .undo], state, desk).feature == state.feature
    }
    explorer.always("what is offered to be undone is undone, and only that") { moment in
      let state = moment.situation.state
      return (desk.changeToUndo(in: state) != nil) == (Self.after([.undo], state, desk).feature != state.feature)
    }
    explorer.always("what is offered to be done again is done, and only that") { moment in
      let state = moment.situation.state
      let offered = desk.changeToRedo(in: state)
      return (offered != nil) == (Self.after([.redo], state, desk).feature != state.feature)
    }
    explorer.canAlwaysReach("nothing to undo") { moment in
      moment.situation.state.history.undoSteps.isEmpty && !moment.situation.state.history.isGroupOpen
    }
    let explored = try explorer.explore()
    // Where no step is kept, there is nothing to undo, and nothing that a group could hold together.
    let inVain = limit == 0 ? ["feature(looked)", "groupOpened(both)", "redo", "undo"] : []
    #expect(explored.findings.map(\.law) == inVain.map { "No action and no answer is in vain: \($0) is, always" })
    #expect(explored.cut == nil && explored.bound == nil && explored.moments == moments, "\(explored)")
  }

  private static func after(
    _ actions: [UndoFeature<Switches>.Action], _ state: UndoFeature<Switches>.State, _ desk: UndoFeature<Switches>
  ) -> UndoFeature<Switches>.State {
    var state = state
    for action in actions { _ = desk.reduce(&state, action) }
    return state
  }
}

/// Two switches: the left goes on from one flick to the next.
private struct Switches: Undoable {
  struct State: Hashable, Codable, Sendable { var left = false, right = false }
  enum Action: Hashable, Codable, Sendable { case left(Bool), right(Bool), looked }
  enum Change: Hashable, Codable, Sendable { case left, right, both }

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    switch action {
    case .left(let isOn): state.left = isOn
    case .right(let isOn): state.right = isOn
    case .looked: break
    }
    return .none
  }

  func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .left(state.left), .right(state.right): .nothing
    case .left: .actions([.left(state.left)], of: .left, goesOn: true)
    case .right: .actions([.right(state.right)], of: .right)
    case .looked: .pause
    }
  }
}

private struct SwitchesExploration: Exploration {
  let feature: UndoFeature<Switches>
  var start: (state: UndoFeature<Switches>.State, world: Bool) { (.init(.init()), false) }

  /// Groups are opened at most once inside another, and hold few parts: else the space would have no end.
  func actions(in state: UndoFeature<Switches>.State) -> [UndoFeature<Switches>.Action] {
    let flicks = [.left(!state.feature.left), .right(!state.feature.right), .looked].map {
      UndoFeature<Switches>.Action.feature($0)
    }
    return (state.history.isGroupOpen ? [flicks[0], .groupClosed] : flicks + [.groupOpened(.both)]) + [.undo, .redo]
  }

  func outcomes(of effect: Never, in world: Bool) -> [Outcome<UndoFeature<Switches>.Action, Bool>] {}
}
