import Loop
import LoopExplorer
import Shop

extension EditorExploration {
  /// Replaces each version with its rank among the versions of its product.
  ///
  /// Versions only grow. Two states that differ only in how often a product was stored have the same future.
  public func normalized(_ scenarioState: borrowing ScenarioState<Self>) -> ScenarioState<Self>? {
    VersionMapping.normalizingVersions(in: scenarioState) { $0.applyVersions($1) }
  }
}

extension ScenarioState where Scenario == EditorExploration {
  /// Maps the version of every product in the state.
  fileprivate mutating func applyVersions(_ versions: VersionMapping) {
    environment = versions.applied(to: environment)
    loopState.state = versions.applied(to: loopState.state)
    loopState.pending.transformEffects(versions.applied)
    pendingResponses = pendingResponses.mapValues { $0.map(versions.applied) }
    pendingFireAndForget = pendingFireAndForget.map(versions.applied)
    lateEffects = lateEffects.map(versions.applied)
  }
}
