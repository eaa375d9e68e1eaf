import Loop

/// The result of reducing an action.
struct Reduction<Feature: Reducer> {
  /// The state after the action, without its reports.
  let state: Feature.State
  let effects: Effects<Feature>
  /// A Boolean value that indicates whether the state after the action is different.
  let isChanged: Bool
}

/// How the actions in one state of the feature are reduced.
///
/// Each reduction is made twice, the second time from an equal copy: the same value, or an equal value that was created
/// in another way. A different result violates law 1.
struct StateReductions<Scenario: Exploration> {
  /// The actions that the user can send.
  let userActions: [Scenario.Feature.Action]
  /// The equal copy, or `nil` to use the same value.
  private let equalCopy: Scenario.Feature.State?
  /// The reductions that were made, or `nil` if they are not used again.
  private let known: KnownReductions<Scenario.Feature>?

  init(
    of state: Scenario.Feature.State, in scenario: Scenario, equalCopy: Scenario.Feature.State? = nil,
    areKept: Bool = false
  ) {
    userActions = scenario.actions(in: state)
    self.equalCopy = equalCopy
    known = areKept ? KnownReductions() : nil
  }

  /// Returns the reduction of an action in the state, or `nil` if it violates law 1.
  func reduction(
    of state: Scenario.Feature.State, by action: Scenario.Feature.Action, in scenario: Scenario
  ) -> Reduction<Scenario.Feature>? {
    if let known = known?.reductions[action] { return known }
    let reduction = reduced(state, by: action, in: scenario)
    known?.reductions[action] = .some(reduction)
    return reduction
  }

  private func reduced(
    _ state: Scenario.Feature.State, by action: Scenario.Feature.Action, in scenario: Scenario
  ) -> Reduction<Scenario.Feature>? {
    var (next, equalCopy) = (state, equalCopy ?? state)
    let effects = scenario.feature.reduce(&next, action)
    if scenario.feature.reduce(&equalCopy, action) != effects || equalCopy != next { return nil }
    scenario.clearReports(in: &next)
    return Reduction(state: next, effects: effects, isChanged: next != state)
  }
}

private final class KnownReductions<Feature: Reducer> where Feature.Action: Hashable {
  var reductions: [Feature.Action: Reduction<Feature>?] = [:]
}

/// The reductions in the states of the feature that were expanded last.
///
/// A reduction depends on the state of the feature alone. Scenario states that differ only in their environments,
/// responses or faults share it.
struct RecentReductions<Scenario: Exploration> {
  private static var capacity: Int { 4096 }
  /// `nil` if too few states are expanded again.
  private var known: [Scenario.Feature.State: StateReductions<Scenario>]? = [:]
  private var reuseCount = 0

  /// Returns the reductions in a state.
  mutating func reductions(of state: Scenario.Feature.State, in scenario: Scenario) -> StateReductions<Scenario> {
    if let reductions = known?[state] {
      reuseCount += 1
      return reductions
    }
    if known?.count == Self.capacity {
      if reuseCount < Self.capacity { known = nil } else { known?.removeAll(keepingCapacity: true) }
      reuseCount = 0
    }
    let reductions = StateReductions(of: state, in: scenario, areKept: known != nil)
    known?[state] = reductions
    return reductions
  }
}
