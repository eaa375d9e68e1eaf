import Loop

extension ScenarioState {
  /// What is told of a step: the step, the moment after it, and what it came to.
  ///
  /// The moment is lent, not given: most were seen before, and to copy each would cost more than everything else.
  typealias StepVisitor = (ExplorationStep<Scenario>, borrowing ScenarioState, StepResult) -> Void

  /// Visits everything that can happen next, in an order that is always the same.
  ///
  /// Each reduction is made twice, the second time in a twin of the state: the same value, or its equal that was made in
  /// another way. What comes out differently breaks a law.
  func visitNextSteps(
    in played: Scenario, actions: [Scenario.Feature.Action], equalCopy twin: Scenario.Feature.State,
    _ visit: StepVisitor
  ) {
    visitUserSteps(actions, in: played, equalCopy: twin, visit)
    if !situation.pending.isEmpty {
      for run in situation.pending.running { visitRunSteps(run, in: played, equalCopy: twin, visit) }
    }
    if !told.isEmpty { visitFireAndForget(in: played, visit) }
    if !late.isEmpty { visitLateExecutions(in: played, visit) }
    visitEnvironmentEvents(in: played, visit)
  }

  func visitUserSteps(
    _ actions: [Scenario.Feature.Action], in played: Scenario, equalCopy twin: Scenario.Feature.State,
    _ visit: StepVisitor
  ) {
    // Where nothing is pending and nothing is asked for, only the state changes: one copy serves all of them.
    var next = self
    for action in actions {
      guard let (state, effects) = reduced(by: action, in: played, equalCopy: twin) else {
        visit(.user(action), self, .broken(.impure))
        continue
      }
      if effects.isEmpty && state == situation.state {
        visit(.user(action), self, .nowhere)
      } else if effects.isEmpty && situation.pending.isEmpty {
        next.situation.state = state
        visit(.user(action), next, .onwards)
      } else {
        let (next, course) = afterReduction(to: state, effects: effects, in: played)
        visit(.user(action), next, course)
      }
    }
  }

  /// The moment after an action, and what the step came to.
  func applyingAction(
    _ action: Scenario.Feature.Action, in played: Scenario, equalCopy twin: Scenario.Feature.State
  ) -> (moment: ScenarioState, course: StepResult) {
    guard let (state, effects) = reduced(by: action, in: played, equalCopy: twin) else {
      return (self, .broken(.impure))
    }
    return afterReduction(to: state, effects: effects, in: played)
  }

  /// The state after an action, and what is asked for; none where the second reduction comes out otherwise.
  func reduced(
    by action: Scenario.Feature.Action, in played: Scenario, equalCopy twin: Scenario.Feature.State
  ) -> (state: Scenario.Feature.State, effects: Effects<Scenario.Feature.Effect, Scenario.Feature.Slot>)? {
    var (state, twin) = (situation.state, twin)
    let effects = played.feature.reduce(&state, action)
    return played.feature.reduce(&twin, action) == effects && twin == state ? (state, effects) : nil
  }

  /// The moment in which an action led to a state, and what the step came to.
  func afterReduction(
    to state: Scenario.Feature.State, effects: Effects<Scenario.Feature.Effect, Scenario.Feature.Slot>,
    in played: Scenario
  ) -> (moment: ScenarioState, course: StepResult) {
    var next = self
    next.situation.state = state
    let course = next.apply(effects, in: played)
    return (next, course == .onwards && next == self ? .nowhere : course)
  }

  func visitRunSteps(_ run: Run, in played: Scenario, equalCopy twin: Scenario.Feature.State, _ visit: StepVisitor) {
    guard let slot = run.slot else { return }
    guard let coming = answers[slot] else { return visitExecutions(of: run, in: slot, scenario: played, visit) }
    var next = self
    var course = StepResult.onwards
    if let action = coming.first {
      guard let (state, effects) = reduced(by: action, in: played, equalCopy: twin) else {
        return visit(.answer(slot), self, .broken(.impure))
      }
      next.answers[slot] = Array(coming.dropFirst())
      next.situation.state = state
      course = next.apply(effects, in: played)
    }
    if coming.count > 1 { return visit(.answer(slot), next, course) }
    var ended = next
    ended.endRun(run, in: slot)
    visit(.answer(slot), ended, course)
    // To linger is to be there after the last answer was heard, and as long as that one did not replace it.
    guard faults > 0, !coming.isEmpty, next.situation.pending.isRunning(run) else { return }
    next.consumeFault()
    visit(.answer(slot, lingers: true), next, course)
  }

  func visitExecutions(of run: Run, in slot: Scenario.Feature.Slot, scenario played: Scenario, _ visit: StepVisitor) {
    let outcomes = played.outcomes(of: run.effect, in: world)
    if outcomes.isEmpty { visit(.deed(slot, outcome: "nothing"), self, .broken(.endless)) }
    for outcome in outcomes {
      if outcome.answers.isEmpty {
        visit(.deed(slot, outcome: outcome.name), self, .broken(.unanswered))
        continue
      }
      var next = self
      next.world = outcome.world
      next.answers[slot] = outcome.answers
      visit(.deed(slot, outcome: outcome.name), next, .onwards)
      guard faults > 0 else { continue }
      let lost = played.responsesWhenLost(of: run.effect)
      // Where nothing was done, to lose the answer is to be refused, which may be an outcome already.
      if !lost.isEmpty && !outcomes.contains(where: { $0.world == outcome.world && $0.answers == lost }) {
        var next = next
        next.consumeFault()
        next.answers[slot] = lost
        visit(.deed(slot, outcome: outcome.name, .lost), next, .onwards)
      }
      for again in played.outcomes(of: run.effect, in: outcome.world) where again.world != outcome.world {
        var next = next
        next.consumeFault()
        next.world = again.world
        visit(.deed(slot, outcome: outcome.name, .again(again.name)), next, .onwards)
      }
    }
  }

  func visitFireAndForget(in played: Scenario, _ visit: StepVisitor) {
    for (place, effect) in told.enumerated() {
      let outcomes = played.outcomes(of: effect, in: world)
      if outcomes.isEmpty { visit(.told(effect, outcome: "nothing"), self, .broken(.endless)) }
      for outcome in outcomes {
        var next = self
        next.told.remove(at: place)
        next.world = outcome.world
        let course = outcome.answers.isEmpty ? StepResult.onwards : .broken(.answeredUnasked)
        visit(.told(effect, outcome: outcome.name), next, course)
      }
    }
  }

  func visitLateExecutions(in played: Scenario, _ visit: StepVisitor) {
    guard faults > 0 else { return }
    for (place, effect) in late.enumerated() {
      for outcome in played.outcomes(of: effect, in: world) where outcome.world != world {
        var next = self
        next.late.remove(at: place)
        next.consumeFault()
        next.world = outcome.world
        visit(.late(effect, outcome: outcome.name), next, .onwards)
      }
    }
  }

  func visitEnvironmentEvents(in played: Scenario, _ visit: StepVisitor) {
    for happening in played.environmentEvents(in: world) {
      var next = self
      next.world = happening.world
      visit(.happening(happening.name), next, happening.world == world ? .nowhere : .onwards)
    }
  }

  mutating func consumeFault() {
    faults -= 1
    // Nothing can come late any more.
    if faults == 0 { late = [] }
  }

  mutating func endRun(_ run: Run, in slot: Scenario.Feature.Slot) {
    // The answers are those of whatever runs there now, if this one was replaced by what it answered.
    guard situation.pending.isRunning(run) else { return }
    answers[slot] = nil
    _ = situation.pending.endRun(run)
  }

  /// Takes the effects of a reduction in: each must serve something.
  mutating func apply(
    _ effects: Effects<Scenario.Feature.Effect, Scenario.Feature.Slot>, in played: Scenario
  ) -> StepResult {
    if effects.isEmpty && situation.pending.isEmpty { return .onwards }
    let (before, state) = (situation.pending, situation.state)
    let change = situation.pending.apply(effects) { played.feature.isAlive($0, in: state) }
    for run in change.started where run.slot == nil {
      if let heard = played.environment(world, immediatelyExecuting: run.effect) {
        world = heard
      } else {
        told.append(run.effect)
      }
    }
    for run in change.cancelled {
      // What runs in a slot comes before what waits behind it, so the answers are its own.
      let isDone = run.slot.flatMap { answers.removeValue(forKey: $0) } != nil
      // What only waited in a queue was never begun.
      if isDone || faults == 0 || !before.isRunning(run) || played.isReadOnly(run.effect) { continue }
      // More of the same than may go wrong make no difference.
      if late.count(where: { $0 == run.effect }) < faults { late.append(run.effect) }
    }
    return change.stillborn.isEmpty ? .onwards : .broken(.stillborn)
  }
}
