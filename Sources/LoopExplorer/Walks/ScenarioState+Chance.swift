import Loop

extension ScenarioState {
  /// A step, the scenario state after it, and its result.
  typealias Transition = RecordedPath<Scenario>.Transition

  /// Returns a random step, or `nil` if no step leads on within the limit of pending effects.
  ///
  /// The kind of the step is chosen first, then a step of that kind in the order in which they are visited. The same
  /// seed therefore chooses the same steps in every process.
  func randomStep(
    in scenario: Scenario, pendingLimit: Int, equalCopy: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    var kinds = StepKind.all
    while !kinds.isEmpty {
      let kind = kinds.removeRandomByWeight(using: &random)
      let transition =
        switch kind {
        case .user: randomUserStep(in: scenario, pendingLimit: pendingLimit, equalCopy: equalCopy, using: &random)
        case .execute, .deliver, .occur, .fault:
          randomStep(of: kind, in: scenario, pendingLimit: pendingLimit, equalCopy: equalCopy, using: &random)
        }
      if let transition { return transition }
    }
    return nil
  }

  /// Returns a random step that usually advances a pending run.
  ///
  /// The run is executed with its first outcome and without a fault, or delivers its next response. On average, one
  /// step in eight is any random step.
  func randomUndisturbedStep(
    in scenario: Scenario, pendingLimit: Int, equalCopy: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    if random.next() % 8 != 0, let run = loopState.pending.running.randomElement(using: &random) {
      var transition: Transition?
      visitRunSteps(run, in: scenario, equalCopy: equalCopy) { step, next, stepResult in
        if transition == nil && next.canFollow(stepResult, pendingLimit: pendingLimit) {
          transition = (step, copy next, stepResult)
        }
      }
      if let transition { return transition }
    }
    return randomStep(in: scenario, pendingLimit: pendingLimit, equalCopy: equalCopy, using: &random)
  }

  /// Returns a Boolean value that indicates whether a step with a result can be part of a path.
  func canFollow(_ stepResult: StepResult, pendingLimit: Int) -> Bool {
    switch stepResult {
    case .unchanged: false
    case .changed: pendingCount <= pendingLimit
    case .violation: true
    }
  }

  /// Returns a random action of the user that leads on, or `nil` if there is none.
  ///
  /// Actions are tried one at a time, so that few are reduced.
  func randomUserStep(
    in scenario: Scenario, pendingLimit: Int, equalCopy: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    var actions = scenario.actions(in: loopState.state)
    while !actions.isEmpty {
      let action = actions.remove(at: Int.random(in: 0..<actions.count, using: &random))
      let (next, stepResult) = applyingAction(action, in: scenario, equalCopy: equalCopy)
      if next.canFollow(stepResult, pendingLimit: pendingLimit) { return (.user(action), next, stepResult) }
    }
    return nil
  }

  /// Returns a random step of a kind, or `nil` if there is none.
  ///
  /// Reservoir sampling gives each step the same probability, without counting them first.
  func randomStep(
    of kind: StepKind, in scenario: Scenario, pendingLimit: Int, equalCopy: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    var (transition, count) = (Transition?.none, 0)
    visitSteps(of: kind, in: scenario, equalCopy: equalCopy) { step, next, stepResult in
      guard next.canFollow(stepResult, pendingLimit: pendingLimit) else { return }
      count += 1
      if Int.random(in: 0..<count, using: &random) == 0 { transition = (step, copy next, stepResult) }
    }
    return transition
  }

  /// Visits the steps of a kind, except those of the user.
  func visitSteps(of kind: StepKind, in scenario: Scenario, equalCopy: Scenario.Feature.State, _ visit: StepVisitor) {
    switch kind {
    case .user: break
    case .execute:
      visitAllRunSteps(in: scenario, equalCopy: equalCopy, executed: false) { if !$0.isFault { visit($0, $1, $2) } }
      visitFireAndForget(in: scenario, visit)
    case .deliver:
      visitAllRunSteps(in: scenario, equalCopy: equalCopy, executed: true) { if !$0.isFault { visit($0, $1, $2) } }
    case .occur: visitEnvironmentEvents(in: scenario, visit)
    case .fault:
      guard remainingFaults > 0 else { return }
      for executed in [false, true] {
        visitAllRunSteps(in: scenario, equalCopy: equalCopy, executed: executed) { if $0.isFault { visit($0, $1, $2) } }
      }
      visitLateExecutions(in: scenario, visit)
    }
  }

  /// Visits the steps of all runs that have been executed, or of all runs that have not been executed.
  func visitAllRunSteps(
    in scenario: Scenario, equalCopy: Scenario.Feature.State, executed: Bool, _ visit: StepVisitor
  ) {
    if loopState.pending.isEmpty { return }
    for run in loopState.pending.running {
      guard let slot = run.slot, (pendingResponses[slot] != nil) == executed else { continue }
      visitRunSteps(run, in: scenario, equalCopy: equalCopy, visit)
    }
  }

  /// Returns the state after a step and its result, or `nil` if the step is not possible.
  func applyingStep(_ step: ExplorationStep<Scenario>, in scenario: Scenario, equalCopy: Scenario.Feature.State) -> (
    scenarioState: ScenarioState, stepResult: StepResult
  )? {
    var found: (scenarioState: ScenarioState, stepResult: StepResult)?
    func look(_ other: ExplorationStep<Scenario>, _ next: borrowing ScenarioState, _ stepResult: StepResult) {
      if found == nil && other == step { found = (copy next, stepResult) }
    }
    switch step {
    case .user(let action): found = applyingAction(action, in: scenario, equalCopy: equalCopy)
    case .execute(let slot, _, _), .deliver(let slot, _):
      if let run = loopState.pending.running(in: slot) { visitRunSteps(run, in: scenario, equalCopy: equalCopy, look) }
    case .executeFireAndForget: visitFireAndForget(in: scenario, look)
    case .executeLate: visitLateExecutions(in: scenario, look)
    case .occur: visitEnvironmentEvents(in: scenario, look)
    }
    return found
  }
}
