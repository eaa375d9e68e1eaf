/// A feature: how an action changes the state, and which effects it causes.
///
/// ```swift
/// struct Counter: Reducer {
///   enum Action { case incrementTapped }
///
///   func reduce(_ count: inout Int, _ action: Action) -> Effects<Counter> {
///     switch action {
///     case .incrementTapped: count += 1
///     }
///     return .none
///   }
/// }
/// ```
///
/// A reducer is *pure*: the same state and action give the same state and effects in every process. It is *total*: no
/// action traps in any state, and an invalid action changes nothing. Configuration that never changes at run time (a
/// comparator, a limit, what a parent knows about its child) is a stored property of the reducer, not part of the
/// state.
public protocol Reducer<State, Action>: Sendable {
  /// The state of the feature, as a value.
  associatedtype State: Sendable
  /// A user action or the response to an effect: a fact, named in the past tense.
  associatedtype Action: Sendable
  /// Work outside the reducer: an imperative that carries everything its handler needs.
  associatedtype Effect: Sendable = Never
  /// The slots in which effects with responses run, at most one run in each.
  associatedtype Slot: Hashable & Sendable = Never

  /// Changes the state according to an action, and returns the effects to run.
  func reduce(_ state: inout State, _ action: Action) -> Effects<Self>

  /// Returns a Boolean value that indicates whether a slot is active, which means that the state still needs its run.
  ///
  /// The store calls this method for every occupied slot after every reduction, so it must be fast. A run in an
  /// inactive slot is cancelled. Removing a child from the state therefore cancels its runs.
  func isActive(_ slot: Slot, in state: State) -> Bool
}

extension Reducer where Slot == Never {
  /// Never called, because the feature has no slots.
  ///
  /// There is no default for features that have slots, on purpose. If a parent forgot to implement this method, the
  /// runs of a removed child would continue, and their responses would reach the child that replaced it.
  public func isActive(_ slot: Never, in state: State) -> Bool {}
}
