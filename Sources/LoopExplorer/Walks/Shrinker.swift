import Loop
import LoopText

/// Makes a path that violates a law as short and simple as small changes can make it.
///
/// A change is accepted if the same law is still violated when the steps are replayed from the initial state. First
/// actions are dropped. Then effects get their first outcome, faults are removed, and events of the environment are
/// dropped. This is repeated until nothing changes. Finally, values are simplified.
///
/// Shrinking terminates, because every accepted change drops steps; or keeps their number and removes faults; or keeps
/// both numbers, and the first outcome on the path that changes becomes the first possible one; or simplifies a value.
/// The same path always shrinks to the same result.
struct Shrinker<Scenario: Exploration> {
  private static var maxAttempts: Int { 20_000 }

  private let explorer: Explorer<Scenario>
  /// The actions of the original walk.
  private let offeredActions: Set<Scenario.Feature.Action>
  /// The best path so far.
  private(set) var shortest: Violation<Scenario>
  /// The number of paths that have been tried.
  private(set) var attempts = 0

  init(_ violation: Violation<Scenario>, explorer: Explorer<Scenario>) {
    self.explorer = explorer
    shortest = violation
    offeredActions = Set(violation.steps.compactMap { if case .user(let action) = $0 { action } else { nil } })
  }

  /// Shrinks the path as far as possible.
  mutating func shrink() {
    // A violation that cannot be reproduced cannot be shrunk.
    guard tryReplacing(with: shortest.steps) else { return }
    var last: [ExplorationStep<Scenario>]
    repeat {
      last = shortest.steps
      dropSteps { if case .user = $0 { true } else { false } }
      useFirstOutcomes()
      dropSteps { step in
        switch step {
        case .execute, .deliver, .executeFireAndForget: !step.isFault
        case .user, .executeLate, .occur: false
        }
      }
      removeFaults()
      dropSteps { $0.isFault }
      dropSteps { if case .occur = $0 { true } else { false } }
      dropPairs()
    } while shortest.steps != last && attempts < Self.maxAttempts
    simplifyValues()
  }

  /// Replays a path, and stores it if the same law is violated after at least a minimum number of steps.
  private mutating func tryReplacing(with steps: [ExplorationStep<Scenario>], minimumSteps: Int = 0) -> Bool {
    guard attempts < Self.maxAttempts else { return false }
    attempts += 1
    guard let violation = replay(steps), violation.law == shortest.law, violation.steps.count >= minimumSteps else {
      return false
    }
    shortest = violation
    return true
  }

  /// Replays steps from the initial state, and returns the first violation, or `nil` if all laws hold.
  ///
  /// A step that is not possible or changes nothing is skipped. When an action is dropped, the steps that depend on it
  /// are therefore dropped with it. An action of the original walk is sent only where the exploration offers it.
  private func replay(_ steps: [ExplorationStep<Scenario>]) -> Violation<Scenario>? {
    let scenario = explorer.scenario
    var scenarioState = ScenarioState(startOf: scenario, remainingFaults: explorer.options.faults)
    var taken: [ExplorationStep<Scenario>] = []
    if let law = explorer.violatedLaw(in: scenarioState) { return Violation(law: law, steps: []) }
    for step in steps {
      if case .user(let action) = step, offeredActions.contains(action),
        !scenario.actions(in: scenarioState.state).contains(action)
      {
        continue
      }
      // Only an equal copy reveals an impure reducer. For every other law, the state need not be decoded.
      let reductions = scenarioState.reductions(
        equalCopy: shortest.law == BuiltInLaw.impure.rawValue ? scenarioState.decodedCopy : nil)
      guard let transition = scenarioState.applyingStep(step, in: scenario, reductions),
        explorer.canFollow(transition.stepResult, to: transition.scenarioState)
      else { continue }
      taken.append(step)
      if let law = explorer.violatedLaw(by: transition, from: scenarioState) {
        return Violation(law: law, steps: taken)
      }
      scenarioState = transition.scenarioState
    }
    guard let goal = shortest.unreachableGoal, explorer.canReachNearby(goal, from: scenarioState) == false else {
      return nil
    }
    return Violation(law: shortest.law, unreachableGoal: goal, steps: taken)
  }

  /// Drops steps that satisfy a predicate: first all, then halves, and finally each alone.
  private mutating func dropSteps(where predicate: (ExplorationStep<Scenario>) -> Bool) {
    var size = shortest.steps.count(where: predicate)
    while size > 0 {
      var first = 0
      while true {
        let matching = shortest.steps.indices.filter { predicate(shortest.steps[$0]) }
        let dropped = matching.dropFirst(first).prefix(size)
        if dropped.isEmpty { break }
        if !tryReplacing(with: shortest.steps.removing(at: dropped)) { first += size }
      }
      size /= 2
    }
  }

  /// Drops pairs of steps that can only be dropped together, such as an opening and a closing step.
  private mutating func dropPairs() {
    var first = 0
    while first < shortest.steps.count {
      let seconds = (first + 1)..<max(first + 1, shortest.steps.count)
      if !seconds.contains(where: { tryReplacing(with: shortest.steps.removing(at: [first, $0])) }) { first += 1 }
    }
  }

  /// Gives each effect that is executed without a fault its first outcome.
  private mutating func useFirstOutcomes() {
    tryReplacingSteps { step, firstOutcome in
      switch step {
      case .execute(let slot, let outcome, nil) where outcome != firstOutcome: [.execute(slot, outcome: firstOutcome)]
      case .executeFireAndForget(let effect, let outcome) where outcome != firstOutcome:
        [.executeFireAndForget(effect, outcome: firstOutcome)]
      default: []
      }
    }
  }

  /// Removes the faults of steps.
  private mutating func removeFaults() {
    tryReplacingSteps { step, firstOutcome in
      switch step {
      case .execute(let slot, let outcome, .some):
        [.execute(slot, outcome: outcome), .execute(slot, outcome: firstOutcome)]
      default: []
      }
    }
  }

  /// Replaces each step by the first alternative that still violates the law.
  ///
  /// The closure receives the step and the first outcome of the effect that it executes.
  private mutating func tryReplacingSteps(
    with alternatives: (ExplorationStep<Scenario>, _ firstOutcome: String) -> [ExplorationStep<Scenario>]
  ) {
    var index = 0
    while index < shortest.steps.count {
      for other in alternatives(shortest.steps[index], firstOutcome(ofStepAt: index)) {
        var steps = shortest.steps
        steps[index] = other
        if tryReplacing(with: steps) { break }
      }
      index += 1
    }
  }

  /// Returns the first outcome of the effect that a step executes, or an empty text if it executes none.
  private func firstOutcome(ofStepAt index: Int) -> String {
    let scenario = explorer.scenario
    var scenarioState = ScenarioState(startOf: scenario, remainingFaults: explorer.options.faults)
    for step in shortest.steps[..<index] {
      let transition = scenarioState.applyingStep(step, in: scenario, scenarioState.reductions())
      if let transition, transition.stepResult == .changed { scenarioState = transition.scenarioState }
    }
    let effect: Scenario.Feature.Effect?
    let outcome: String
    switch shortest.steps[index] {
    case .execute(let slot, let name, _):
      (effect, outcome) = (scenarioState.loopState.pending.running(in: slot)?.effect, name)
    case .executeFireAndForget(let pending, let name): (effect, outcome) = (pending, name)
    case .user, .deliver, .executeLate, .occur: return ""
    }
    return effect.flatMap { scenario.outcomes(of: $0, in: scenarioState.environment).first?.name } ?? outcome
  }

  /// Simplifies the values in actions, as long as the actions can be decoded and all steps are still possible.
  ///
  /// No steps are dropped any more. A number may identify something, and if nothing has the simpler number, another
  /// error that violates the same law with fewer steps is often near.
  private mutating func simplifyValues() {
    var last: [ExplorationStep<Scenario>]
    repeat {
      last = shortest.steps
      var index = 0
      while index < shortest.steps.count {
        if !simplifyAction(at: index) { index += 1 }
      }
    } while shortest.steps != last
  }

  private mutating func simplifyAction(at index: Int) -> Bool {
    guard case .user(let action) = shortest.steps[index], let text = try? CanonicalValue(action) else { return false }
    return text.visitSimplifications { simpler in
      guard let other = try? simpler.decode(Scenario.Feature.Action.self), other != action else { return false }
      var steps = shortest.steps
      steps[index] = .user(other)
      return tryReplacing(with: steps, minimumSteps: steps.count)
    }
  }
}

extension Array {
  fileprivate func removing(at places: some Collection<Int>) -> Array {
    indices.filter { !places.contains($0) }.map { self[$0] }
  }
}
