import Loop
import Values

/// The kind of a random step.
///
/// The kind is chosen before the step. If all steps had the same probability, twenty possible actions would hide the
/// one pending response, and hardly any response would be delivered.
private enum StepKind: CaseIterable {
  case user, execute, deliver, occur, fault

  /// The relative frequency of the kind: events of the environment and faults are rare.
  var weight: Int { self == .occur || self == .fault ? 1 : 4 }
}

extension Explorer {
  typealias Transition = ScenarioState<Scenario>.Transition

  /// Returns a random step, or `nil` if no step leads on within the limit of pending effects.
  ///
  /// An undisturbed step is neither a fault nor an event of the environment.
  ///
  /// The kind of the step is chosen first, by weight, then a step of that kind in the order in which they are visited.
  /// The same seed therefore chooses the same steps in every process.
  func randomStep(
    from scenarioState: ScenarioState<Scenario>, _ reductions: StateReductions<Scenario>, isUndisturbed: Bool = false,
    using random: inout SplitMix64
  ) -> Transition? {
    var kinds: [StepKind] = isUndisturbed ? [.user, .execute, .deliver] : StepKind.allCases
    while !kinds.isEmpty {
      var rest = Int.random(in: 0..<kinds.reduce(0) { $0 + $1.weight }, using: &random)
      var index = 0
      while rest >= kinds[index].weight {
        rest -= kinds[index].weight
        index += 1
      }
      let kind = kinds.remove(at: index)
      let transition =
        kind == .user
        ? randomAction(from: scenarioState, reductions, using: &random)
        : randomStep(of: kind, from: scenarioState, reductions, using: &random)
      if let transition { return transition }
    }
    return nil
  }

  /// Returns a random step that usually advances a pending run.
  ///
  /// The run is executed with its first outcome, or delivers its next response. On average, one step in eight is a
  /// random step. None is a fault or an event of the environment, which a user cannot cause.
  func randomUndisturbedStep(
    from scenarioState: ScenarioState<Scenario>, using random: inout SplitMix64
  ) -> Transition? {
    if random.next() % 8 != 0, let run = scenarioState.loopState.pending.running.randomElement(using: &random) {
      var transition: Transition?
      scenarioState.visitRunSteps(run, in: scenario, scenarioState.reductions()) { step, next, stepResult in
        if transition == nil, canFollow(stepResult, to: next) { transition = (step, copy next, stepResult) }
      }
      if let transition { return transition }
    }
    return randomStep(
      from: scenarioState, scenarioState.reductions(), isUndisturbed: true, using: &random)
  }

  /// Returns a Boolean value that indicates whether a step with a result can be part of a path.
  func canFollow(_ stepResult: StepResult, to next: borrowing ScenarioState<Scenario>) -> Bool {
    switch stepResult {
    case .unchanged: false
    case .changed: next.pendingCount <= options.pendingLimit
    case .violation: true
    }
  }

  /// Returns a random action of the user that leads on, or `nil` if there is none.
  ///
  /// Actions are tried one at a time, so that few are reduced.
  private func randomAction(
    from scenarioState: ScenarioState<Scenario>, _ reductions: StateReductions<Scenario>,
    using random: inout SplitMix64
  ) -> Transition? {
    var actions = reductions.userActions(in: scenario)
    while !actions.isEmpty {
      let action = actions.remove(at: Int.random(in: 0..<actions.count, using: &random))
      let transition = scenarioState.applyingAction(action, in: scenario, reductions)
      if canFollow(transition.stepResult, to: transition.scenarioState) { return transition }
    }
    return nil
  }

  /// Returns a random step of a kind, or `nil` if there is none.
  ///
  /// Reservoir sampling gives each step the same probability, without counting them first.
  private func randomStep(
    of kind: StepKind, from scenarioState: ScenarioState<Scenario>, _ reductions: StateReductions<Scenario>,
    using random: inout SplitMix64
  ) -> Transition? {
    var (transition, count) = (Transition?.none, 0)
    func considerCandidate(
      _ step: ExplorationStep<Scenario>, _ next: borrowing ScenarioState<Scenario>, _ stepResult: StepResult
    ) {
      guard step.isFault == (kind == .fault), canFollow(stepResult, to: next) else { return }
      count += 1
      if Int.random(in: 0..<count, using: &random) == 0 { transition = (step, copy next, stepResult) }
    }
    func visitRuns(executed: Bool) {
      for run in scenarioState.loopState.pending.running {
        guard let slot = run.slot, (scenarioState.pendingResponses[slot] != nil) == executed else { continue }
        scenarioState.visitRunSteps(run, in: scenario, reductions, considerCandidate)
      }
    }
    switch kind {
    case .user: break
    case .execute:
      visitRuns(executed: false)
      scenarioState.visitFireAndForget(in: scenario, considerCandidate)
    case .deliver: visitRuns(executed: true)
    case .occur: scenarioState.visitEnvironmentEvents(in: scenario, considerCandidate)
    case .fault:
      guard scenarioState.remainingFaults > 0 else { break }
      visitRuns(executed: false)
      scenarioState.visitLateExecutions(in: scenario, considerCandidate)
    }
    return transition
  }
}

extension ExplorationStep {
  /// A Boolean value that indicates whether the step contains a fault.
  var isFault: Bool {
    switch self {
    case .execute(_, _, let fault): fault != nil
    case .executeLate: true
    case .user, .deliver, .executeFireAndForget, .occur: false
    }
  }
}
