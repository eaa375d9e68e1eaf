internal import Loop
internal import LoopText

/// Makes a way that breaks a law as short and simple as it can be made by small changes.
///
/// A change counts if the same law still breaks when the steps are taken again from the start. First actions are dropped,
/// then deeds end as they are expected to, then what went wrong goes well, and what others did is left out; then all of it
/// again, until nothing more comes of it; and at last values become simpler.
///
/// It ends: whatever is accepted has fewer steps; or as many and fewer faults; or, of as many deeds, the first that is
/// changed ends as expected; or a value is simpler. And the same way always shrinks to the same.
struct Shrinker<Scenario: Exploration> {
  typealias Action = Scenario.Feature.Action

  private let explorer: Explorer<Scenario>
  private let offered: Set<Action>
  /// How many ways are tried at most.
  private let most: Int
  /// The best way so far.
  private(set) var best: Violation<Scenario>
  /// How many ways were tried.
  private(set) var tries = 0

  init(_ breaking: Violation<Scenario>, explorer: Explorer<Scenario>, maxAttempts most: Int = 20_000) {
    self.explorer = explorer
    self.most = most
    best = breaking
    offered = Set(
      breaking.steps.compactMap { step in
        if case .user(let action) = step { action } else { nil }
      })
  }

  /// Shrinks as far as it goes.
  mutating func shrink() {
    // What does not break again as it is cannot be shrunk.
    guard tryReplacing(with: best.steps) else { return }
    var last: [ExplorationStep<Scenario>]
    repeat {
      last = best.steps
      dropSteps { if case .user = $0 { true } else { false } }
      useFirstOutcomes()
      dropSteps { $0.hasNoFault }
      removeFaults()
      dropSteps { $0.isFault }
      dropSteps { if case .happening = $0 { true } else { false } }
      dropPairs()
    } while best.steps != last && tries < most
    simplifyValues()
  }

  /// Tries a way, and keeps it if the same law breaks, after so many steps at least.
  private mutating func tryReplacing(with steps: [ExplorationStep<Scenario>], minimumSteps least: Int = 0) -> Bool {
    guard tries < most else { return false }
    tries += 1
    guard let breaking = explorer.replay(steps, offeredActions: offered, expecting: best), breaking.law == best.law,
      breaking.steps.count >= least
    else { return false }
    best = breaking
    return true
  }

  /// Drops some of the steps that are meant: all, then halves of them, at last one by one.
  private mutating func dropSteps(where isMeant: (ExplorationStep<Scenario>) -> Bool) {
    var size = best.steps.count(where: isMeant)
    while size > 0 {
      var first = 0
      while true {
        let meant = best.steps.indices.filter { isMeant(best.steps[$0]) }
        let dropped = meant.dropFirst(first).prefix(size)
        if dropped.isEmpty { break }
        if !tryReplacing(with: best.steps.removing(at: dropped)) { first += size }
      }
      size /= 2
    }
  }

  /// Drops two steps that only together can be spared, such as one that opens and one that closes.
  private mutating func dropPairs() {
    var first = 0
    while first < best.steps.count {
      let seconds = (first + 1)..<max(first + 1, best.steps.count)
      if !seconds.contains(where: { tryReplacing(with: best.steps.removing(at: [first, $0])) }) { first += 1 }
    }
  }

  /// Lets deeds end in the first way that they can.
  private mutating func useFirstOutcomes() {
    replaceSteps { step, moment, played in
      guard !step.isFault, let (effect, outcome) = step.execution(in: moment) else { return [] }
      let expected = played.outcomes(of: effect, in: moment.world).first?.name
      return expected.flatMap { $0 == outcome ? nil : step.withOutcome($0) }.map { [$0] } ?? []
    }
  }

  /// Lets what went wrong go well.
  private mutating func removeFaults() {
    replaceSteps { step, moment, played in
      if case .answer(let slot, lingers: true) = step { return [.answer(slot)] }
      guard case .deed = step, step.isFault, let (effect, outcome) = step.execution(in: moment) else { return [] }
      let expected = played.outcomes(of: effect, in: moment.world).first?.name
      return [outcome, expected ?? outcome].compactMap { step.withOutcome($0) }
    }
  }

  /// Puts other steps in the place of each, where that still breaks the law.
  private mutating func replaceSteps(
    _ others: (ExplorationStep<Scenario>, ScenarioState<Scenario>, Scenario) -> [ExplorationStep<Scenario>]
  ) {
    var place = 0
    while place < best.steps.count {
      let moment = explorer.state(after: best.steps[..<place])
      for other in others(best.steps[place], moment, explorer.played) {
        var steps = best.steps
        steps[place] = other
        if tryReplacing(with: steps) { break }
      }
      place += 1
    }
  }

  /// Gives actions simpler values, as far as an action can be read back from them and all steps can still be taken.
  ///
  /// Nothing is dropped any more: a number may name something, and where nothing has the simpler name, another fault that
  /// breaks the same law is often near, with which fewer steps would do.
  private mutating func simplifyValues() {
    var last: [ExplorationStep<Scenario>]
    repeat {
      last = best.steps
      var place = 0
      while place < best.steps.count {
        if !simplifyAction(at: place) { place += 1 }
      }
    } while best.steps != last
  }

  private mutating func simplifyAction(at place: Int) -> Bool {
    guard case .user(let action) = best.steps[place], let text = try? CanonicalValue(action) else { return false }
    return text.visitSimplifications { simpler in
      guard let other = try? simpler.decode(Action.self), other != action else { return false }
      var steps = best.steps
      steps[place] = .user(other)
      return tryReplacing(with: steps, minimumSteps: steps.count)
    }
  }
}

extension ExplorationStep {
  fileprivate var hasNoFault: Bool {
    switch self {
    case .deed(_, _, let mishap): mishap == nil
    case .answer(_, let lingers): !lingers
    case .told: true
    case .user, .late, .happening: false
    }
  }

  /// What is carried out by it, and how it ends.
  fileprivate func execution(in moment: ScenarioState<Scenario>) -> (effect: Scenario.Feature.Effect, outcome: String)?
  {
    switch self {
    case .deed(let slot, let outcome, _): moment.situation.pending.running(in: slot).map { ($0.effect, outcome) }
    case .told(let effect, let outcome): (effect, outcome)
    case .user, .answer, .late, .happening: nil
    }
  }

  /// The same deed with another end, and nothing wrong with it.
  fileprivate func withOutcome(_ outcome: String) -> ExplorationStep? {
    switch self {
    case .deed(let slot, _, _): .deed(slot, outcome: outcome)
    case .told(let effect, _): .told(effect, outcome: outcome)
    case .user, .answer, .late, .happening: nil
    }
  }
}

extension Array {
  fileprivate func removing(at places: some Collection<Int>) -> Array {
    indices.filter { !places.contains($0) }.map { self[$0] }
  }
}
