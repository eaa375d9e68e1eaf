import Loop

extension ScenarioState {
  /// A step out of here.
  typealias Transition = RecordedPath<Scenario>.Transition

  /// A step by chance, and where it leads; none if nothing leads on with at most so much pending.
  ///
  /// First its kind is chosen, then one of that kind, in the order in which they are visited: the same numbers choose the
  /// same steps in every process.
  func randomStep(
    in played: Scenario, pendingLimit pending: Int, equalCopy twin: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    var kinds = StepKind.all
    while !kinds.isEmpty {
      let kind = kinds.removeRandomByWeight(using: &random)
      let way =
        switch kind {
        case .user: randomUserStep(in: played, pendingLimit: pending, equalCopy: twin, using: &random)
        case .deed, .answer, .happening, .fault:
          randomStep(of: kind, in: played, pendingLimit: pending, equalCopy: twin, using: &random)
        }
      if let way { return way }
    }
    return nil
  }

  /// A step as things go while nobody disturbs them: what is pending is done and heard, as it is expected to end, and only
  /// now and then somebody does something meanwhile.
  func randomUndisturbedStep(
    in played: Scenario, pendingLimit pending: Int, equalCopy twin: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    if random.next() % 8 != 0, let run = situation.pending.running.randomElement(using: &random) {
      var way: Transition?
      visitRunSteps(run, in: played, equalCopy: twin) { step, next, course in
        if way == nil && next.canFollow(course, pendingLimit: pending) { way = (step, copy next, course) }
      }
      if let way { return way }
    }
    return randomStep(in: played, pendingLimit: pending, equalCopy: twin, using: &random)
  }

  /// Whether a step may be followed.
  func canFollow(_ course: StepResult, pendingLimit pending: Int) -> Bool {
    switch course {
    case .nowhere: false
    case .onwards: pendingCount <= pending
    case .broken: true
    }
  }

  /// Tries actions until one leads on, so that few are reduced, and none is chosen that makes no sense here.
  func randomUserStep(
    in played: Scenario, pendingLimit pending: Int, equalCopy twin: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    var actions = played.actions(in: situation.state)
    while !actions.isEmpty {
      let action = actions.remove(at: Int.random(in: 0..<actions.count, using: &random))
      let (next, course) = applyingAction(action, in: played, equalCopy: twin)
      if next.canFollow(course, pendingLimit: pending) { return (.user(action), next, course) }
    }
    return nil
  }

  /// Visits the steps of a kind and keeps one, each with the same chance, without knowing how many there are.
  func randomStep(
    of kind: StepKind, in played: Scenario, pendingLimit pending: Int, equalCopy twin: Scenario.Feature.State,
    using random: inout SplitMix64
  ) -> Transition? {
    var (way, count) = (Transition?.none, 0)
    visitSteps(of: kind, in: played, equalCopy: twin) { step, next, course in
      guard next.canFollow(course, pendingLimit: pending) else { return }
      count += 1
      if Int.random(in: 0..<count, using: &random) == 0 { way = (step, copy next, course) }
    }
    return way
  }

  /// Visits the steps of a kind; those of the user are not its concern.
  func visitSteps(of kind: StepKind, in played: Scenario, equalCopy twin: Scenario.Feature.State, _ visit: StepVisitor)
  {
    switch kind {
    case .user: break
    case .deed:
      visitAllRunSteps(in: played, equalCopy: twin, executed: false) { if !$0.isFault { visit($0, $1, $2) } }
      visitFireAndForget(in: played, visit)
    case .answer: visitAllRunSteps(in: played, equalCopy: twin, executed: true) { if !$0.isFault { visit($0, $1, $2) } }
    case .happening: visitEnvironmentEvents(in: played, visit)
    case .fault:
      guard faults > 0 else { return }
      for areDone in [false, true] {
        visitAllRunSteps(in: played, equalCopy: twin, executed: areDone) { if $0.isFault { visit($0, $1, $2) } }
      }
      visitLateExecutions(in: played, visit)
    }
  }

  /// Visits what the runs can do that have been carried out, or those that have not.
  func visitAllRunSteps(
    in played: Scenario, equalCopy twin: Scenario.Feature.State, executed areDone: Bool, _ visit: StepVisitor
  ) {
    if situation.pending.isEmpty { return }
    for run in situation.pending.running {
      guard let slot = run.slot, (answers[slot] != nil) == areDone else { continue }
      visitRunSteps(run, in: played, equalCopy: twin, visit)
    }
  }

  /// Where a step leads that is taken again, if it can be taken here.
  func applyingStep(_ step: ExplorationStep<Scenario>, in played: Scenario, equalCopy twin: Scenario.Feature.State) -> (
    moment: ScenarioState, course: StepResult
  )? {
    var found: (moment: ScenarioState, course: StepResult)?
    func look(_ other: ExplorationStep<Scenario>, _ next: borrowing ScenarioState, _ course: StepResult) {
      if found == nil && other == step { found = (copy next, course) }
    }
    switch step {
    case .user(let action): found = applyingAction(action, in: played, equalCopy: twin)
    case .deed(let slot, _, _), .answer(let slot, _):
      if let run = situation.pending.running(in: slot) { visitRunSteps(run, in: played, equalCopy: twin, look) }
    case .told: visitFireAndForget(in: played, look)
    case .late: visitLateExecutions(in: played, look)
    case .happening: visitEnvironmentEvents(in: played, look)
    }
    return found
  }
}
