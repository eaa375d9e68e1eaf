internal import Loop

extension Explorer {
  /// Takes steps again, from the start, until a law breaks; none if all hold.
  ///
  /// One that cannot be taken where it stands, or that leads nowhere, is passed over: where an action was dropped, what it
  /// asked for falls away with it. Of the actions that a walk was made of, each is taken only where it is offered.
  func replay(
    _ steps: [ExplorationStep<Scenario>], offeredActions offered: Set<Scenario.Feature.Action>,
    expecting breaking: Violation<Scenario>
  ) -> Violation<Scenario>? {
    var moment = ScenarioState(startOf: played, remainingFaults: faults)
    var taken: [ExplorationStep<Scenario>] = []
    if let law = violatedLaw(in: moment) { return Violation(law: law, steps: []) }
    for step in steps {
      // What is impure shows only in an equal of the state; for every other law its text need not be read.
      let twin = breaking.law == BuiltInLaw.impure.rawValue ? moment.decodedCopy : moment.state
      guard isOffered(step, of: offered, in: moment),
        let (next, course) = moment.applyingStep(step, in: played, equalCopy: twin),
        next.canFollow(course, pendingLimit: pending)
      else { continue }
      taken.append(step)
      if let law = violatedLaw(by: (step, next, course), from: moment) { return Violation(law: law, steps: taken) }
      moment = next
    }
    guard let goal = breaking.goal,
      canReach(goals[goal], from: moment, within: RandomWalk<Scenario>.goalSearchLimit) == false
    else { return nil }
    return Violation(unreachableGoal: goal, law: goals[goal], steps: taken)
  }

  private func isOffered(
    _ step: ExplorationStep<Scenario>, of offered: Set<Scenario.Feature.Action>, in moment: ScenarioState<Scenario>
  ) -> Bool {
    guard case .user(let action) = step, offered.contains(action) else { return true }
    return played.actions(in: moment.state).contains(action)
  }

  /// What these steps lead to.
  func state(after steps: ArraySlice<ExplorationStep<Scenario>>) -> ScenarioState<Scenario> {
    var moment = ScenarioState(startOf: played, remainingFaults: faults)
    for step in steps {
      if let (next, course) = moment.applyingStep(step, in: played, equalCopy: moment.state), course == .onwards {
        moment = next
      }
    }
    return moment
  }
}
