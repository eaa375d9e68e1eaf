internal import Loop
internal import LoopText

/// What can be named in the moments around a way: slots in use and the outcomes of what runs there, effects and theirs,
/// happenings.
///
/// It is looked up breadth first from every moment of the way, and no farther than is needed.
struct NearbyStates<Scenario: Exploration> {
  /// How many moments are looked at, at most.
  static var maxStates: Int { 10_000 }

  private let explorer: Explorer<Scenario>
  private var seen: Set<ScenarioState<Scenario>> = []
  private var coming: [ScenarioState<Scenario>] = []
  private var next = 0
  private var outcomes: [Scenario.Feature.Slot: Set<String>] = [:]
  /// By the effect's name and the names in it.
  private var effects: [String: Set<String>] = [:]
  private var happenings: Set<String> = []

  init(around way: [ScenarioState<Scenario>], explorer: Explorer<Scenario>) {
    self.explorer = explorer
    for moment in way { enqueue(moment) }
  }

  /// How many moments were looked at.
  var searchedCount: Int { next }

  /// Whether everything that a step names is somewhere around.
  ///
  /// Anybody may do anything at any time, so an action always is.
  mutating func containsNames(of step: ParsedStep<Scenario>) throws -> Bool {
    while try !isKnown(step) {
      guard next < coming.count, next < min(Self.maxStates, explorer.limit) else { return false }
      let moment = coming[next]
      next += 1
      try collectNames(in: moment)
      expand(moment)
    }
    return true
  }

  private func isKnown(_ step: ParsedStep<Scenario>) throws -> Bool {
    switch step {
    case .user: true
    case .deed(let slot, let end): outcomes[slot].map { Self.isOutcomeText(end, among: $0) } == true
    case .answer(let slot, _): outcomes[slot] != nil
    case .told(let effect, let outcome), .late(let effect, let outcome):
      effects[try CanonicalValue(effect).shortName]?.contains(outcome) == true
    case .happening(let name): happenings.contains(name)
    }
  }

  /// Whether an end is an outcome, with or without something that goes wrong.
  private static func isOutcomeText(_ end: String, among names: Set<String>) -> Bool {
    if names.contains(end) { return true }
    return names.contains { name in
      end == ExplorationStep<Scenario>.outcomeText(name, fault: .lost)
        || names.contains { end == ExplorationStep<Scenario>.outcomeText(name, fault: .again($0)) }
    }
  }

  private mutating func collectNames(in moment: ScenarioState<Scenario>) throws {
    let played = explorer.played
    for run in moment.situation.pending.running {
      let ends = played.outcomes(of: run.effect, in: moment.world)
      // One that has no outcome is told as ending in nothing.
      var names: Set<String> = ends.isEmpty ? ["nothing"] : []
      for end in ends { names.formUnion([end.name] + played.outcomes(of: run.effect, in: end.world).map(\.name)) }
      if let slot = run.slot { outcomes[slot, default: []].formUnion(names) }
      effects[try CanonicalValue(run.effect).shortName, default: []].formUnion(names)
    }
    for effect in moment.told + moment.late {
      let names = played.outcomes(of: effect, in: moment.world).map(\.name)
      effects[try CanonicalValue(effect).shortName, default: []].formUnion(names.isEmpty ? ["nothing"] : names)
    }
    happenings.formUnion(played.environmentEvents(in: moment.world).map(\.name))
  }

  private mutating func expand(_ moment: ScenarioState<Scenario>) {
    let played = explorer.played
    var found: [ScenarioState<Scenario>] = []
    moment.visitNextSteps(in: played, actions: played.actions(in: moment.state), equalCopy: moment.state) {
      _, next, course in
      if course == .onwards && next.pendingCount <= explorer.pending { found.append(copy next) }
    }
    for moment in found { enqueue(moment) }
  }

  private mutating func enqueue(_ moment: ScenarioState<Scenario>) {
    let moment = explorer.played.normalized(moment) ?? moment
    if seen.insert(moment).inserted { coming.append(moment) }
  }
}
