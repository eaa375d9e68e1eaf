import Loop

/// The result of reducing an action.
struct Reduction<Feature: Reducer> {
  /// The state after the action, without its reports.
  let state: Feature.State
  let effects: Effects<Feature>
  /// A Boolean value that indicates whether the state after the action is different.
  let isChanged: Bool
}

/// The reductions of actions in one state of the feature.
///
/// Each reduction is made twice, the second time from an equal copy: the same value, or an equal value that was created
/// in another way. A different result violates law 1.
struct StateReductions<Scenario: Exploration> {
  private let state: Scenario.Feature.State
  private let equalCopy: Scenario.Feature.State
  /// The cache of the results, or `nil` if they are not used again.
  private let cache: ReductionCache<Scenario.Feature>?

  init(
    of state: Scenario.Feature.State, equalCopy: Scenario.Feature.State? = nil,
    cache: ReductionCache<Scenario.Feature>? = nil
  ) {
    (self.state, self.equalCopy, self.cache) = (state, equalCopy ?? state, cache)
  }

  /// Returns the actions that the user can send.
  func userActions(in scenario: Scenario) -> [Scenario.Feature.Action] {
    if let actions = cache?.userActions { return actions }
    let actions = scenario.actions(in: state)
    cache?.userActions = actions
    return actions
  }

  /// Returns the reduction of an action, or `nil` if it violates law 1.
  func reduction(of action: Scenario.Feature.Action, in scenario: Scenario) -> Reduction<Scenario.Feature>? {
    if let reduction = cache?.reductions[action] { return reduction }
    let reduction = reduced(by: action, in: scenario)
    cache?.reductions[action] = .some(reduction)
    return reduction
  }

  private func reduced(by action: Scenario.Feature.Action, in scenario: Scenario) -> Reduction<Scenario.Feature>? {
    var (next, equalCopy) = (state, equalCopy)
    let effects = scenario.feature.reduce(&next, action)
    if scenario.feature.reduce(&equalCopy, action) != effects || equalCopy != next { return nil }
    scenario.clearReports(in: &next)
    return Reduction(state: next, effects: effects, isChanged: next != state)
  }
}

/// The actions of the user in one state, and the reductions that were made.
final class ReductionCache<Feature: Reducer> where Feature.Action: Hashable {
  fileprivate var userActions: [Feature.Action]?
  fileprivate var reductions: [Feature.Action: Reduction<Feature>?] = [:]
}

/// The reductions in the states of the feature that were expanded last.
///
/// A reduction depends on the state of the feature alone. Scenario states that differ only in their environments,
/// responses or faults share it.
struct RecentReductions<Scenario: Exploration> {
  private let capacity: Int
  /// `nil` if too few states are expanded again.
  private var known: [Scenario.Feature.State: StateReductions<Scenario>]? = [:]
  private var reuseCount = 0

  init(capacity: Int = 4096) { self.capacity = capacity }

  /// Returns the reductions in a state.
  mutating func reductions(of state: Scenario.Feature.State) -> StateReductions<Scenario> {
    if let reductions = known?[state] {
      reuseCount += 1
      return reductions
    }
    if known?.count == capacity {
      if reuseCount < capacity { known = nil } else { known?.removeAll(keepingCapacity: true) }
      reuseCount = 0
    }
    let reductions = StateReductions<Scenario>(of: state, cache: known == nil ? nil : ReductionCache())
    known?[state] = reductions
    return reductions
  }
}
