import Loop
import LoopText

/// Makes a path that violates a law as short and simple as small changes can make it.
///
/// A change is accepted if the same law is still violated when the steps are replayed from the initial state. First
/// actions are dropped. Then effects get their first outcome, faults are removed, and events of the environment are
/// dropped. This is repeated until nothing changes. At last, values are simplified.
///
/// Shrinking terminates, because every accepted change drops steps; or keeps their number and removes faults; or keeps
/// both numbers, and the first outcome on the path that changes becomes the first possible one; or simplifies a value.
/// The same path always shrinks to the same result.
struct Shrinker<Scenario: Exploration> {
  typealias Action = Scenario.Feature.Action

  private let explorer: Explorer<Scenario>
  private let offeredActions: Set<Action>
  /// The maximum number of attempts.
  private let maxAttempts: Int
  /// The best path so far.
  private(set) var shortest: Violation<Scenario>
  /// The number of paths that have been tried.
  private(set) var attempts = 0

  init(_ violation: Violation<Scenario>, explorer: Explorer<Scenario>, maxAttempts: Int = 20_000) {
    self.explorer = explorer
    self.maxAttempts = maxAttempts
    shortest = violation
    offeredActions = Set(
      violation.steps.compactMap { step in
        if case .user(let action) = step { action } else { nil }
      })
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
      dropSteps { $0.hasNoFault }
      removeFaults()
      dropSteps { $0.isFault }
      dropSteps { if case .occur = $0 { true } else { false } }
      dropPairs()
    } while shortest.steps != last && attempts < maxAttempts
    simplifyValues()
  }

  /// Replays a path, and stores it if the same law is violated after at least a minimum number of steps.
  private mutating func tryReplacing(with steps: [ExplorationStep<Scenario>], minimumSteps: Int = 0) -> Bool {
    guard attempts < maxAttempts else { return false }
    attempts += 1
    guard let violation = explorer.replay(steps, offeredActions: offeredActions, expecting: shortest),
      violation.law == shortest.law,
      violation.steps.count >= minimumSteps
    else { return false }
    shortest = violation
    return true
  }

  /// Drops steps that satisfy a predicate: first all, then halves, at last each alone.
  private mutating func dropSteps(where isMeant: (ExplorationStep<Scenario>) -> Bool) {
    var size = shortest.steps.count(where: isMeant)
    while size > 0 {
      var first = 0
      while true {
        let meant = shortest.steps.indices.filter { isMeant(shortest.steps[$0]) }
        let dropped = meant.dropFirst(first).prefix(size)
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

  /// Gives each effect its first outcome.
  private mutating func useFirstOutcomes() {
    replaceSteps { step, scenarioState, scenario in
      guard !step.isFault, let (effect, outcome) = step.execution(in: scenarioState) else { return [] }
      let expected = scenario.outcomes(of: effect, in: scenarioState.environment).first?.name
      return expected.flatMap { $0 == outcome ? nil : step.withOutcome($0) }.map { [$0] } ?? []
    }
  }

  /// Removes the faults of steps.
  private mutating func removeFaults() {
    replaceSteps { step, scenarioState, scenario in
      if case .deliver(let slot, completesLate: true) = step { return [.deliver(slot)] }
      guard case .execute = step, step.isFault, let (effect, outcome) = step.execution(in: scenarioState) else {
        return []
      }
      let expected = scenario.outcomes(of: effect, in: scenarioState.environment).first?.name
      return [outcome, expected ?? outcome].compactMap { step.withOutcome($0) }
    }
  }

  /// Replaces each step by the first alternative that still violates the law.
  private mutating func replaceSteps(
    _ others: (ExplorationStep<Scenario>, ScenarioState<Scenario>, Scenario) -> [ExplorationStep<Scenario>]
  ) {
    var place = 0
    while place < shortest.steps.count {
      let scenarioState = explorer.state(after: shortest.steps[..<place])
      for other in others(shortest.steps[place], scenarioState, explorer.scenario) {
        var steps = shortest.steps
        steps[place] = other
        if tryReplacing(with: steps) { break }
      }
      place += 1
    }
  }

  /// Simplifies the values in actions, as long as the actions can be decoded and all steps are still possible.
  ///
  /// No steps are dropped any more. A number may identify something, and if nothing has the simpler number, another
  /// error that violates the same law with fewer steps is often near.
  private mutating func simplifyValues() {
    var last: [ExplorationStep<Scenario>]
    repeat {
      last = shortest.steps
      var place = 0
      while place < shortest.steps.count {
        if !simplifyAction(at: place) { place += 1 }
      }
    } while shortest.steps != last
  }

  private mutating func simplifyAction(at place: Int) -> Bool {
    guard case .user(let action) = shortest.steps[place], let text = try? CanonicalValue(action) else { return false }
    return text.visitSimplifications { simpler in
      guard let other = try? simpler.decode(Action.self), other != action else { return false }
      var steps = shortest.steps
      steps[place] = .user(other)
      return tryReplacing(with: steps, minimumSteps: steps.count)
    }
  }
}

extension ExplorationStep {
  fileprivate var hasNoFault: Bool {
    switch self {
    case .execute(_, _, let fault): fault == nil
    case .deliver(_, let completesLate): !completesLate
    case .executeFireAndForget: true
    case .user, .executeLate, .occur: false
    }
  }

  /// Returns the effect that the step executes, and its outcome.
  fileprivate func execution(in scenarioState: ScenarioState<Scenario>) -> (
    effect: Scenario.Feature.Effect, outcome: String
  )? {
    switch self {
    case .execute(let slot, let outcome, _):
      scenarioState.loopState.pending.running(in: slot).map { ($0.effect, outcome) }
    case .executeFireAndForget(let effect, let outcome): (effect, outcome)
    case .user, .deliver, .executeLate, .occur: nil
    }
  }

  /// Returns the same execution with another outcome and without a fault.
  fileprivate func withOutcome(_ outcome: String) -> ExplorationStep? {
    switch self {
    case .execute(let slot, _, _): .execute(slot, outcome: outcome)
    case .executeFireAndForget(let effect, _): .executeFireAndForget(effect, outcome: outcome)
    case .user, .deliver, .executeLate, .occur: nil
    }
  }
}

extension Array {
  fileprivate func removing(at places: some Collection<Int>) -> Array {
    indices.filter { !places.contains($0) }.map { self[$0] }
  }
}
