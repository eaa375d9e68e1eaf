import Loop

extension Explorer {
  /// Replays steps from the initial state, and returns the first violation, or `nil` if all laws hold.
  ///
  /// A step that is not possible or changes nothing is skipped. When an action is dropped, the steps that depend on it
  /// are therefore dropped with it. An action of the original walk is sent only where the exploration offers it.
  func replay(
    _ steps: [ExplorationStep<Scenario>], offeredActions: Set<Scenario.Feature.Action>,
    expecting violation: Violation<Scenario>
  ) -> Violation<Scenario>? {
    var scenarioState = ScenarioState(startOf: scenario, remainingFaults: faults)
    var taken: [ExplorationStep<Scenario>] = []
    if let law = violatedLaw(in: scenarioState) { return Violation(law: law, steps: []) }
    for step in steps {
      // Only an equal copy reveals an impure reducer. For every other law, the state need not be decoded.
      let equalCopy = violation.law == BuiltInLaw.impure.rawValue ? scenarioState.decodedCopy : scenarioState.state
      guard isOffered(step, of: offeredActions, in: scenarioState),
        let (next, stepResult) = scenarioState.applyingStep(step, in: scenario, equalCopy: equalCopy),
        next.canFollow(stepResult, pendingLimit: pendingLimit)
      else { continue }
      taken.append(step)
      if let law = violatedLaw(by: (step, next, stepResult), from: scenarioState) {
        return Violation(law: law, steps: taken)
      }
      scenarioState = next
    }
    guard let goal = violation.unreachableGoal,
      canReach(goals[goal], from: scenarioState, within: RandomWalk<Scenario>.goalSearchLimit) == false
    else { return nil }
    return Violation(unreachableGoal: goal, law: goals[goal], steps: taken)
  }

  private func isOffered(
    _ step: ExplorationStep<Scenario>, of offered: Set<Scenario.Feature.Action>,
    in scenarioState: ScenarioState<Scenario>
  ) -> Bool {
    guard case .user(let action) = step, offered.contains(action) else { return true }
    return scenario.actions(in: scenarioState.state).contains(action)
  }

  /// Returns the state after steps from the initial state.
  func state(after steps: ArraySlice<ExplorationStep<Scenario>>) -> ScenarioState<Scenario> {
    var scenarioState = ScenarioState(startOf: scenario, remainingFaults: faults)
    for step in steps {
      if let (next, stepResult) = scenarioState.applyingStep(step, in: scenario, equalCopy: scenarioState.state),
        stepResult == .changed
      {
        scenarioState = next
      }
    }
    return scenarioState
  }
}
