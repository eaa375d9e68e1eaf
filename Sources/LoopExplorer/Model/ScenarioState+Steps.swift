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
  /// The reductions are those of the feature's state.
  func visitNextSteps(in scenario: Scenario, _ reductions: StateReductions<Scenario>, _ visit: StepVisitor) {
    // If no effects are returned and no run is cancelled, only the feature's state changes, and one copy serves all
    // actions.
    var next = self
    let hasRuns = !loopState.pending.isEmpty
    for action in reductions.userActions(in: scenario) {
      guard let reduction = reductions.reduction(of: action, in: scenario) else {
        visit(.user(action), self, .violation(.impure))
        continue
      }
      // A run can be cancelled even if the new state is equal: a state may leave a property out of its equality.
      if reduction.effects.isEmpty
        && (!hasRuns || loopState.pending.slots.allSatisfy { scenario.feature.isActive($0, in: reduction.state) })
      {
        if reduction.isChanged {
          next.loopState.state = reduction.state
          visit(.user(action), next, .changed)
        } else {
          visit(.user(action), self, .unchanged)
        }
      } else {
        let (next, stepResult) = after(reduction, in: scenario)
        visit(.user(action), next, stepResult)
      }
    }
    if hasRuns {
      for run in loopState.pending.running { visitRunSteps(run, in: scenario, reductions, visit) }
    }
    if !pendingFireAndForget.isEmpty { visitFireAndForget(in: scenario, visit) }
    if !lateEffects.isEmpty { visitLateExecutions(in: scenario, visit) }
    visitEnvironmentEvents(in: scenario, visit)
  }

  /// Returns the transition of an action.
  func applyingAction(
    _ action: Scenario.Feature.Action, in scenario: Scenario, _ reductions: StateReductions<Scenario>
  ) -> Transition {
    guard let reduction = reductions.reduction(of: action, in: scenario) else {
      return (.user(action), self, .violation(.impure))
    }
    let (next, stepResult) = after(reduction, in: scenario)
    return (.user(action), next, stepResult)
  }

  /// Returns the transition of a step, or `nil` if the step is not possible.
  func applyingStep(
    _ step: ExplorationStep<Scenario>, in scenario: Scenario, _ reductions: StateReductions<Scenario>
  ) -> Transition? {
    var found: Transition?
    func recordIfMatching(_ other: ExplorationStep<Scenario>, _ next: borrowing ScenarioState, _ stepResult: StepResult)
    {
      if found == nil && other == step { found = (other, copy next, stepResult) }
    }
    switch step {
    case .user(let action): found = applyingAction(action, in: scenario, reductions)
    case .execute(let slot, _, _), .deliver(let slot):
      if let run = loopState.pending.running(in: slot) {
        visitRunSteps(run, in: scenario, reductions, recordIfMatching)
      }
    case .executeFireAndForget: visitFireAndForget(in: scenario, recordIfMatching)
    case .executeLate: visitLateExecutions(in: scenario, recordIfMatching)
    case .occur: visitEnvironmentEvents(in: scenario, recordIfMatching)
    }
    return found
  }

  /// Returns the scenario state after a reduction, and the result of the step.
  private func after(
    _ reduction: Reduction<Scenario.Feature>, in scenario: Scenario
  ) -> (scenarioState: ScenarioState, stepResult: StepResult) {
    var next = self
    next.loopState.state = reduction.state
    let stepResult = next.applyEffects(reduction.effects, in: scenario)
    return (next, stepResult == .changed && next == self ? .unchanged : stepResult)
  }

  func visitRunSteps(
    _ run: Run, in scenario: Scenario, _ reductions: StateReductions<Scenario>, _ visit: StepVisitor
  ) {
    guard let slot = run.slot else { return }
    guard let responses = pendingResponses[slot] else {
      // Only events of the environment make a subscription respond.
      return run.isSubscription ? () : visitExecutions(of: run, in: slot, scenario: scenario, visit)
    }
    guard let reduction = reductions.reduction(of: responses[0], in: scenario) else {
      return visit(.deliver(slot), self, .violation(.impure))
    }
    let isLast = responses.count == 1
    var next = self
    next.pendingResponses[slot] = isLast ? nil : Array(responses.dropFirst())
    next.loopState.state = reduction.state
    let stepResult = next.applyEffects(
      reduction.effects, ending: isLast && !run.isSubscription ? run : nil, in: scenario)
    visit(.deliver(slot), next, stepResult)
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
      // If nothing was executed, a lost response equals a failure, which may already be among the outcomes.
      if let lost = run.lostResponse,
        !outcomes.contains(where: { $0.environment == outcome.environment && $0.responses == [lost] })
      {
        var next = next
        next.consumeFault()
        next.pendingResponses[slot] = [lost]
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
    for effect in pendingFireAndForget.distinct {
      let outcomes = scenario.outcomes(of: effect, in: environment)
      if outcomes.isEmpty { visit(.executeFireAndForget(effect, outcome: "nothing"), self, .violation(.noOutcome)) }
      for outcome in outcomes {
        var next = self
        next.pendingFireAndForget.remove(effect)
        next.environment = outcome.environment
        let stepResult = outcome.responses.isEmpty ? StepResult.changed : .violation(.respondedToFireAndForget)
        visit(.executeFireAndForget(effect, outcome: outcome.name), next, stepResult)
      }
    }
  }

  func visitLateExecutions(in scenario: Scenario, _ visit: StepVisitor) {
    guard remainingFaults > 0 else { return }
    for effect in lateEffects.distinct {
      for outcome in scenario.outcomes(of: effect, in: environment) where outcome.environment != environment {
        var next = self
        next.lateEffects.remove(effect)
        next.consumeFault()
        next.environment = outcome.environment
        visit(.executeLate(effect, outcome: outcome.name), next, .changed)
      }
    }
  }

  func visitEnvironmentEvents(in scenario: Scenario, _ visit: StepVisitor) {
    for event in scenario.environmentEvents(in: environment) {
      var next = self
      for run in loopState.pending.running where run.isSubscription {
        next.addResponses(of: run, after: event, scenario)
      }
      next.environment = event.environment
      let isChanged = event.environment != environment || next.pendingResponses != pendingResponses
      visit(.occur(event.name), next, isChanged ? .changed : .unchanged)
    }
  }

  private mutating func addResponses(
    of subscription: Run, after event: EnvironmentEvent<Scenario.Environment>?, _ scenario: Scenario
  ) {
    guard let slot = subscription.slot else { return }
    for response in scenario.responses(to: subscription.effect, after: event, in: environment)
    where pendingResponses[slot]?.contains(response) != true {
      pendingResponses[slot, default: []].append(response)
    }
  }

  mutating func consumeFault() {
    remainingFaults -= 1
    // Without remaining faults, no effect can be executed late.
    if remainingFaults == 0 { lateEffects = [] }
  }

  /// Returns the reductions in the state of the feature, the second one of each from an equal copy if there is one.
  func reductions(equalCopy: Scenario.Feature.State? = nil) -> StateReductions<Scenario> {
    StateReductions(of: loopState.state, equalCopy: equalCopy)
  }

  /// Applies the effects of a reduction, whose action was the last response of a run if one is passed.
  ///
  /// Returns a violation if a run was requested in an inactive slot.
  mutating func applyEffects(
    _ effects: Effects<Scenario.Feature>, ending run: Run? = nil, in scenario: Scenario
  ) -> StepResult {
    if effects.isEmpty && loopState.pending.isEmpty { return .changed }
    let before = loopState.pending
    let change = loopState.apply(effects, ending: run, by: scenario.feature)
    for run in change.started where run.slot == nil {
      if let newEnvironment = scenario.environment(environment, immediatelyExecuting: run.effect) {
        environment = newEnvironment
      } else {
        pendingFireAndForget.insert(run.effect)
      }
    }
    // A queued run that is cancelled was never started, and the pending responses of its slot are those of another run.
    for run in change.cancelled where before.isRunning(run) {
      let isExecuted = run.slot.flatMap { pendingResponses.removeValue(forKey: $0) } != nil
      if isExecuted || remainingFaults == 0 || run.isSubscription || scenario.isReadOnly(run.effect) { continue }
      // More late executions than remaining faults make no difference.
      if lateEffects.count(where: { $0 == run.effect }) < remainingFaults { lateEffects.insert(run.effect) }
    }
    for run in change.started where run.isSubscription { addResponses(of: run, after: nil, scenario) }
    return change.startedInInactiveSlot.isEmpty ? .changed : .violation(.startedInInactiveSlot)
  }
}
