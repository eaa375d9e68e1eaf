import Loop
import LoopText

/// The names that occur in the states near a path: slots and effects with their outcomes, and events.
///
/// The states are searched breadth first from every state of the path, and no further than necessary.
struct NearbyNames<Scenario: Exploration> {
  /// The maximum number of states to search.
  static var maxStates: Int { 10_000 }

  private let explorer: Explorer<Scenario>
  private var visited: Set<ScenarioState<Scenario>> = []
  private var queue: [ScenarioState<Scenario>] = []
  private var nextIndex = 0
  private var outcomesBySlot: [Scenario.Feature.Slot: Set<String>] = [:]
  /// The outcomes by the short name of their effect.
  private var outcomesByEffect: [String: Set<String>] = [:]
  private var environmentEvents: Set<String> = []

  init(around states: [ScenarioState<Scenario>], explorer: Explorer<Scenario>) {
    self.explorer = explorer
    for scenarioState in states { enqueue(scenarioState) }
  }

  /// The number of states that have been searched.
  var searchedCount: Int { nextIndex }

  /// Returns a Boolean value that indicates whether every name in a step occurs in a nearby state.
  ///
  /// The user can send any action at any time, so the names in an action always do.
  mutating func searchForNames(of step: ExplorationStep<Scenario>) throws -> Bool {
    while try !hasKnownNames(step) {
      guard nextIndex < queue.count, nextIndex < min(Self.maxStates, explorer.options.stateLimit) else { return false }
      let scenarioState = queue[nextIndex]
      nextIndex += 1
      try collectNames(in: scenarioState)
      expand(scenarioState)
    }
    return true
  }

  private func hasKnownNames(_ step: ExplorationStep<Scenario>) throws -> Bool {
    switch step {
    case .user: true
    case .execute(let slot, let text, _): outcomesBySlot[slot].map { Self.isOutcomeText(text, among: $0) } == true
    case .deliver(let slot): outcomesBySlot[slot] != nil
    case .executeFireAndForget(let effect, let outcome), .executeLate(let effect, let outcome):
      outcomesByEffect[try CanonicalValue(effect).shortName]?.contains(outcome) == true
    case .occur(let name): environmentEvents.contains(name)
    }
  }

  /// Returns a Boolean value that indicates whether a text is an outcome, with or without a fault.
  private static func isOutcomeText(_ text: String, among names: Set<String>) -> Bool {
    let faults = [nil, .responseLost] + names.map(InjectedFault.executedTwice)
    return names.contains { name in
      faults.contains { text == ExplorationStep<Scenario>.outcomeText(name, fault: $0) }
    }
  }

  private mutating func collectNames(in scenarioState: ScenarioState<Scenario>) throws {
    let scenario = explorer.scenario
    for run in scenarioState.loopState.pending.running {
      let ends = scenario.outcomes(of: run.effect, in: scenarioState.environment)
      // The violation by an effect without outcomes is reported with the outcome "nothing".
      var names: Set<String> = ends.isEmpty ? ["nothing"] : []
      for end in ends {
        names.formUnion([end.name] + scenario.outcomes(of: run.effect, in: end.environment).map(\.name))
      }
      if let slot = run.slot { outcomesBySlot[slot, default: []].formUnion(names) }
      outcomesByEffect[try CanonicalValue(run.effect).shortName, default: []].formUnion(names)
    }
    for effect in Array(scenarioState.pendingFireAndForget) + scenarioState.lateEffects {
      let names = scenario.outcomes(of: effect, in: scenarioState.environment).map(\.name)
      outcomesByEffect[try CanonicalValue(effect).shortName, default: []].formUnion(names.isEmpty ? ["nothing"] : names)
    }
    environmentEvents.formUnion(scenario.environmentEvents(in: scenarioState.environment).map(\.name))
  }

  private mutating func expand(_ scenarioState: ScenarioState<Scenario>) {
    let scenario = explorer.scenario
    let pendingLimit = explorer.options.pendingLimit
    scenarioState.visitNextSteps(in: scenario, scenarioState.reductions()) { _, next, stepResult in
      if stepResult == .changed && next.pendingCount <= pendingLimit { enqueue(copy next) }
    }
  }

  private mutating func enqueue(_ scenarioState: ScenarioState<Scenario>) {
    let scenarioState = explorer.scenario.normalized(scenarioState) ?? scenarioState
    if visited.insert(scenarioState).inserted { queue.append(scenarioState) }
  }
}
