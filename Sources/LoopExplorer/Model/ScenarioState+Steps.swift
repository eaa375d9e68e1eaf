import Loop

extension ScenarioState {
  /// A closure that receives a step, the scenario state after it, and the result of the step.
  ///
  /// The scenario state is borrowed. Most of them have been visited before, and copying each would cost more than
  /// everything else.
  typealias StepVisitor = (ExplorationStep<Scenario>, borrowing ScenarioState, StepResult) -> Void

  /// A step, the scenario state after it, and its result.
  package typealias Transition = (
    step: ExplorationStep<Scenario>, scenarioState: ScenarioState, stepResult: StepResult
  )

  /// Visits all steps that can happen next, in a fixed order.
  ///
  /// Each reduction is made twice, the second time from `equalCopy`: the same value, or an equal value that was created
  /// in another way. A different result violates law 1.
  func visitNextSteps(
    in scenario: Scenario, actions: [Scenario.Feature.Action], equalCopy: Scenario.Feature.State,
    _ visit: StepVisitor
  ) {
    // If no effects are returned and no run is cancelled, only the feature's state changes, and one copy serves all
    // actions.
    var next = self
    for action in actions {
      guard let (state, effects) = reducedIfPure(by: action, in: scenario, equalCopy: equalCopy) else {
        visit(.user(action), self, .violation(.impure))
        continue
      }
      if effects.isEmpty && loopState.pending.isEmpty {
        if state == loopState.state {
          visit(.user(action), self, .unchanged)
        } else {
          next.loopState.state = state
          visit(.user(action), next, .changed)
        }
        continue
      }
      // A run can be cancelled even if the new state is equal: a presented child can be replaced by an equal one.
      if effects.isEmpty && loopState.pending.slots.allSatisfy({ scenario.feature.isActive($0, in: state) }) {
        let isChanged = state != loopState.state
        next.loopState.state = state
        visit(.user(action), next, isChanged ? .changed : .unchanged)
      } else {
        let (next, stepResult) = afterReduction(to: state, effects: effects, in: scenario)
        visit(.user(action), next, stepResult)
      }
    }
    if !loopState.pending.isEmpty {
      for run in loopState.pending.running { visitRunSteps(run, in: scenario, equalCopy: equalCopy, visit) }
    }
    visitFireAndForget(in: scenario, visit)
    visitLateExecutions(in: scenario, visit)
    visitEnvironmentEvents(in: scenario, visit)
  }

  /// Returns the transition of an action.
  func applyingAction(
    _ action: Scenario.Feature.Action, in scenario: Scenario, equalCopy: Scenario.Feature.State
  ) -> Transition {
    guard let (state, effects) = reducedIfPure(by: action, in: scenario, equalCopy: equalCopy) else {
      return (.user(action), self, .violation(.impure))
    }
    let (next, stepResult) = afterReduction(to: state, effects: effects, in: scenario)
    return (.user(action), next, stepResult)
  }

  /// Returns the transition of a step, or `nil` if the step is not possible.
  func applyingStep(
    _ step: ExplorationStep<Scenario>, in scenario: Scenario, equalCopy: Scenario.Feature.State
  ) -> Transition? {
    var found: Transition?
    func recordIfMatching(_ other: ExplorationStep<Scenario>, _ next: borrowing ScenarioState, _ stepResult: StepResult)
    {
      if found == nil && other == step { found = (other, copy next, stepResult) }
    }
    switch step {
    case .user(let action): found = applyingAction(action, in: scenario, equalCopy: equalCopy)
    case .execute(let slot, _, _), .deliver(let slot, _):
      if let run = loopState.pending.running(in: slot) {
        visitRunSteps(run, in: scenario, equalCopy: equalCopy, recordIfMatching)
      }
    case .executeFireAndForget: visitFireAndForget(in: scenario, recordIfMatching)
    case .executeLate: visitLateExecutions(in: scenario, recordIfMatching)
    case .occur: visitEnvironmentEvents(in: scenario, recordIfMatching)
    }
    return found
  }

  /// Returns the state after an action and its effects, or `nil` if the second reduction gives a different result.
  func reducedIfPure(
    by action: Scenario.Feature.Action, in scenario: Scenario, equalCopy: Scenario.Feature.State
  ) -> (state: Scenario.Feature.State, effects: Effects<Scenario.Feature.Effect, Scenario.Feature.Slot>)? {
    var (state, equalCopy) = (loopState.state, equalCopy)
    let effects = scenario.feature.reduce(&state, action)
    return scenario.feature.reduce(&equalCopy, action) == effects && equalCopy == state ? (state, effects) : nil
  }

  /// Returns the scenario state after a reduction, and the result of the step.
  func afterReduction(
    to state: Scenario.Feature.State, effects: Effects<Scenario.Feature.Effect, Scenario.Feature.Slot>,
    in scenario: Scenario
  ) -> (scenarioState: ScenarioState, stepResult: StepResult) {
    var next = self
    next.loopState.state = state
    let stepResult = next.applyEffects(effects, in: scenario)
    return (next, stepResult == .changed && next == self ? .unchanged : stepResult)
  }

  func visitRunSteps(_ run: Run, in scenario: Scenario, equalCopy: Scenario.Feature.State, _ visit: StepVisitor) {
    guard let slot = run.slot else { return }
    guard let responses = pendingResponses[slot] else {
      return visitExecutions(of: run, in: slot, scenario: scenario, visit)
    }
    var next = self
    var stepResult = StepResult.changed
    if let action = responses.first {
      guard let (state, effects) = reducedIfPure(by: action, in: scenario, equalCopy: equalCopy) else {
        return visit(.deliver(slot), self, .violation(.impure))
      }
      next.pendingResponses[slot] = Array(responses.dropFirst())
      next.loopState.state = state
      stepResult = next.applyEffects(effects, in: scenario)
    }
    if responses.count > 1 { return visit(.deliver(slot), next, stepResult) }
    var ended = next
    ended.endRun(run, in: slot)
    visit(.deliver(slot), ended, stepResult)
    // A run can complete late only if its last response was delivered and did not replace the run.
    guard remainingFaults > 0, !responses.isEmpty, next.loopState.pending.isRunning(run) else { return }
    next.consumeFault()
    visit(.deliver(slot, completesLate: true), next, stepResult)
  }

  func visitExecutions(of run: Run, in slot: Scenario.Feature.Slot, scenario: Scenario, _ visit: StepVisitor) {
    let outcomes = scenario.outcomes(of: run.effect, in: environment)
    if outcomes.isEmpty { visit(.execute(slot, outcome: "nothing"), self, .violation(.noOutcome)) }
    for outcome in outcomes {
      if outcome.responses.isEmpty {
        visit(.execute(slot, outcome: outcome.name), self, .violation(.noResponse))
        continue
      }
      var next = self
      next.environment = outcome.environment
      next.pendingResponses[slot] = outcome.responses
      visit(.execute(slot, outcome: outcome.name), next, .changed)
      guard remainingFaults > 0 else { continue }
      let lost = scenario.responsesWhenLost(of: run.effect)
      // If nothing was executed, a lost response equals a failure, which may already be among the outcomes.
      if !lost.isEmpty && !outcomes.contains(where: { $0.environment == outcome.environment && $0.responses == lost }) {
        var next = next
        next.consumeFault()
        next.pendingResponses[slot] = lost
        visit(.execute(slot, outcome: outcome.name, .responseLost), next, .changed)
      }
      for again in scenario.outcomes(of: run.effect, in: outcome.environment)
      where again.environment != outcome.environment {
        var next = next
        next.consumeFault()
        next.environment = again.environment
        visit(.execute(slot, outcome: outcome.name, .executedTwice(again.name)), next, .changed)
      }
    }
  }

  func visitFireAndForget(in scenario: Scenario, _ visit: StepVisitor) {
    for (index, effect) in pendingFireAndForget.enumerated() {
      let outcomes = scenario.outcomes(of: effect, in: environment)
      if outcomes.isEmpty { visit(.executeFireAndForget(effect, outcome: "nothing"), self, .violation(.noOutcome)) }
      for outcome in outcomes {
        var next = self
        next.pendingFireAndForget.remove(at: index)
        next.environment = outcome.environment
        let stepResult = outcome.responses.isEmpty ? StepResult.changed : .violation(.respondedToFireAndForget)
        visit(.executeFireAndForget(effect, outcome: outcome.name), next, stepResult)
      }
    }
  }

  func visitLateExecutions(in scenario: Scenario, _ visit: StepVisitor) {
    guard remainingFaults > 0 else { return }
    for (index, effect) in lateEffects.enumerated() {
      for outcome in scenario.outcomes(of: effect, in: environment) where outcome.environment != environment {
        var next = self
        next.lateEffects.remove(at: index)
        next.consumeFault()
        next.environment = outcome.environment
        visit(.executeLate(effect, outcome: outcome.name), next, .changed)
      }
    }
  }

  func visitEnvironmentEvents(in scenario: Scenario, _ visit: StepVisitor) {
    for event in scenario.environmentEvents(in: environment) {
      var next = self
      next.environment = event.environment
      visit(.occur(event.name), next, event.environment == environment ? .unchanged : .changed)
    }
  }

  mutating func consumeFault() {
    remainingFaults -= 1
    // Without remaining faults, no effect can be executed late.
    if remainingFaults == 0 { lateEffects = [] }
  }

  mutating func endRun(_ run: Run, in slot: Scenario.Feature.Slot) {
    // If a response replaced this run, the pending responses belong to the new run in the slot.
    guard loopState.pending.isRunning(run) else { return }
    pendingResponses[slot] = nil
    _ = loopState.pending.endRun(run)
  }

  /// Applies the effects of a reduction.
  ///
  /// Returns a violation if a run was requested in an inactive slot.
  mutating func applyEffects(
    _ effects: Effects<Scenario.Feature.Effect, Scenario.Feature.Slot>, in scenario: Scenario
  ) -> StepResult {
    if effects.isEmpty && loopState.pending.isEmpty { return .changed }
    let (before, state) = (loopState.pending, loopState.state)
    let change = loopState.pending.apply(effects) { scenario.feature.isActive($0, in: state) }
    for run in change.started where run.slot == nil {
      if let newEnvironment = scenario.environment(environment, immediatelyExecuting: run.effect) {
        environment = newEnvironment
      } else {
        pendingFireAndForget.append(run.effect)
      }
    }
    for run in change.cancelled {
      // The current run of a slot is cancelled before its queued runs, so the responses belong to the current run.
      let isDone = run.slot.flatMap { pendingResponses.removeValue(forKey: $0) } != nil
      // A queued run was never started.
      if isDone || remainingFaults == 0 || !before.isRunning(run) || scenario.isReadOnly(run.effect) { continue }
      // More late executions than remaining faults make no difference.
      if lateEffects.count(where: { $0 == run.effect }) < remainingFaults { lateEffects.append(run.effect) }
    }
    return change.startedInInactiveSlot.isEmpty ? .changed : .violation(.startedInInactiveSlot)
  }
}
