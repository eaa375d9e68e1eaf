import Loop

extension Explorer {
  /// Returns a Boolean value that indicates whether two states have the same next steps, apart from names that their
  /// normal forms do not distinguish.
  func haveEqualNextSteps(_ left: ScenarioState<Scenario>, _ right: ScenarioState<Scenario>) -> Bool {
    normalizedNextSteps(of: left).elementsEqual(normalizedNextSteps(of: right)) { $0 == $1 }
  }

  private func normalizedNextSteps(
    of scenarioState: ScenarioState<Scenario>
  ) -> [(StepResult, ScenarioState<Scenario>)] {
    var nextSteps: [(StepResult, ScenarioState<Scenario>)] = []
    scenarioState.visitNextSteps(in: scenario, scenarioState.reductions()) {
      nextSteps.append(($2, scenario.normalized($1) ?? copy $1))
    }
    return nextSteps
  }
}
