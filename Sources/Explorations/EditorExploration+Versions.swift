internal import Loop
public import LoopExplorer
internal import Shop

extension EditorExploration {
  /// Names versions by their rank.
  ///
  /// A version is a number that only grows: two moments that differ in how often a product was stored before, and in
  /// nothing else, have the same future.
  public func normalized(_ moment: borrowing ScenarioState<Self>) -> ScenarioState<Self>? {
    VersionMapping.normalizingVersions(in: moment) { $0.applyVersions($1) }
  }
}

extension ScenarioState where Scenario == EditorExploration {
  /// Gives every product in sight another version.
  fileprivate mutating func applyVersions(_ versions: VersionMapping) {
    world = versions.applied(to: world)
    situation.state = versions.applied(to: situation.state)
    situation.pending.transformEffects(versions.applied)
    answers = answers.mapValues { $0.map(versions.applied) }
    told = told.map(versions.applied)
    late = late.map(versions.applied)
  }
}
