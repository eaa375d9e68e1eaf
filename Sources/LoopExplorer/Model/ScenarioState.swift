import Loop
import LoopText

/// A state of an exploration: the state of the feature, the environment, and everything that is pending between them.
///
/// Executing an effect and delivering its response are separate steps. Otherwise the exploration would never find a
/// response that was read before a change and is delivered after it.
public struct ScenarioState<Scenario: Exploration>: Sendable {
  /// A run of the feature.
  public typealias Run = PendingRuns<Scenario.Feature>.Run

  /// The state of the feature and its pending runs.
  public var loopState: LoopState<Scenario.Feature>
  /// The environment of the feature.
  public var environment: Scenario.Environment
  /// The responses that have not been delivered, by the slot of the run that was executed, or of the subscription.
  public var pendingResponses: [Scenario.Feature.Slot: [Scenario.Feature.Action]] = [:]
  /// The fire-and-forget effects that have not been executed.
  public var pendingFireAndForget: Multiset<Scenario.Feature.Effect> = []
  /// The effects that were cancelled before they were executed, and may be executed late.
  public var lateEffects: Multiset<Scenario.Feature.Effect> = []
  /// The number of faults that can still occur.
  public var remainingFaults: Int

  /// Creates the initial state of a scenario.
  init(startOf scenario: Scenario, remainingFaults: Int = 0) {
    let start = scenario.start
    loopState = LoopState(initialState: start.state)
    environment = start.environment
    self.remainingFaults = remainingFaults
  }

  /// The state of the feature.
  public var state: Scenario.Feature.State { loopState.state }

  /// A Boolean value that indicates whether nothing is pending, except open subscriptions without a response to deliver.
  public var isIdle: Bool {
    hasNoRuns || loopState.pending.isIdle && pendingResponses.isEmpty && pendingFireAndForget.isEmpty
  }

  /// A Boolean value that indicates whether no effect is pending, and none can be executed late.
  package var hasNoEffects: Bool { hasNoRuns && lateEffects.isEmpty }

  /// Without runs, no responses are pending.
  private var hasNoRuns: Bool { loopState.pending.isEmpty && pendingFireAndForget.isEmpty }

  /// Returns the action that a step sends to the feature, or `nil` if the step sends none.
  public func action(of step: ExplorationStep<Scenario>) -> Scenario.Feature.Action? {
    switch step {
    case .user(let action): action
    case .deliver(let slot): pendingResponses[slot]?.first
    case .execute, .executeFireAndForget, .executeLate, .occur: nil
    }
  }

  /// The number of pending runs and fire-and-forget effects, without open subscriptions.
  var pendingCount: Int { hasNoRuns ? 0 : loopState.pending.unfinishedCount + pendingFireAndForget.count }

  /// The state of the feature, decoded from its canonical text.
  ///
  /// If the text cannot be decoded, this is the state itself: tests of the state's coding report that error.
  var decodedCopy: Scenario.Feature.State {
    (try? CanonicalValue(parsing: "\(CanonicalValue(state))").decode()) ?? state
  }
}

extension ScenarioState: Hashable {
  /// Hashes everything that decides what can happen next.
  ///
  /// The numbers of runs, the order of the slots and the order of the effects without a slot do not count.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(loopState.state)
    hasher.combine(environment)
    if hasNoEffects && remainingFaults == 0 { return }
    hasher.combine(remainingFaults)
    hasher.combine(loopState.pending)
    hasher.combine(pendingResponses)
    hasher.combine(pendingFireAndForget)
    hasher.combine(lateEffects)
  }

  /// Returns a Boolean value that indicates whether the same steps can happen next in both states.
  public static func == (left: Self, right: Self) -> Bool {
    left.loopState.state == right.loopState.state && left.environment == right.environment
      && left.remainingFaults == right.remainingFaults
      && left.loopState.pending == right.loopState.pending && left.pendingResponses == right.pendingResponses
      && left.pendingFireAndForget == right.pendingFireAndForget && left.lateEffects == right.lateEffects
  }
}
