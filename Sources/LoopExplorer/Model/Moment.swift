public import Loop
internal import LoopText

/// Where an exploration stands: the feature, the world, and what is between them.
///
/// An effect is *carried out* and *answered* in two steps: only so is an answer ever seen that was read before a change
/// and arrives after it.
public struct ScenarioState<Scenario: Exploration>: Sendable {
  /// One carrying-out of an effect of the feature.
  public typealias Run = PendingRuns<Scenario.Feature.Effect, Scenario.Feature.Slot>.Run

  /// The state of the feature, and what it waits for.
  public var situation: LoopState<Scenario.Feature>
  /// What is outside of it.
  public var world: Scenario.Environment
  /// The answers on their way, of the runs that have been carried out.
  public var answers: [Scenario.Feature.Slot: [Scenario.Feature.Action]] = [:]
  /// What was told and has not been carried out.
  public var told: [Scenario.Feature.Effect] = []
  /// What was cancelled before it was carried out, and may yet be.
  public var late: [Scenario.Feature.Effect] = []
  /// How much may still go wrong.
  public var faults: Int

  /// The moment at which a play begins.
  init(startOf played: Scenario, remainingFaults faults: Int = 0) {
    let start = played.start
    situation = LoopState(initialState: start.state)
    world = start.world
    self.faults = faults
  }

  /// The state of the feature.
  public var state: Scenario.Feature.State { situation.state }

  /// Whether nothing is on its way.
  public var isIdle: Bool { situation.pending.isEmpty && told.isEmpty }

  /// The action that a step lets the feature take in, if it does.
  public func action(of step: ExplorationStep<Scenario>) -> Scenario.Feature.Action? {
    switch step {
    case .user(let action): action
    case .answer(let slot, _): answers[slot]?.first
    case .deed, .told, .late, .happening: nil
    }
  }

  /// How much is on its way.
  var pendingCount: Int { isIdle ? 0 : situation.pending.count + told.count }

  /// The state made anew from its text.
  ///
  /// Where it cannot be read back it serves itself: that it cannot be told is the concern of the test of its coding.
  var decodedCopy: Scenario.Feature.State {
    (try? CanonicalValue(parsing: "\(CanonicalValue(state))").decode()) ?? state
  }
}

extension ScenarioState: Hashable {
  /// Feeds what decides what can happen next: the numbers of runs do not count, and neither does the order among slots.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(situation.state)
    hasher.combine(world)
    if isIdle && late.isEmpty && faults == 0 { return }
    hasher.combine(faults)
    hasher.combine(situation.pending)
    hasher.combine(answers)
    hasher.combine(told)
    hasher.combine(late)
  }

  /// Tells whether the same can happen next.
  public static func == (left: Self, right: Self) -> Bool {
    left.situation.state == right.situation.state && left.world == right.world && left.faults == right.faults
      && left.situation.pending == right.situation.pending && left.answers == right.answers
      && left.told == right.told && left.late == right.late
  }
}
