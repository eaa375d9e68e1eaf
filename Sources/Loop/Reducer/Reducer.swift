/// A feature: how an action changes the state, and which effects it causes.
///
/// ```swift
/// struct Counter: Reducer {
///   enum Action { case incrementTapped }
///
///   func reduce(_ count: inout Int, _ action: Action) -> Effects<Never, Never> {
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
  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot>

  /// Returns a Boolean value that indicates whether a slot is active, which means that the state still needs its run.
  ///
  /// The store calls this method for every occupied slot after every reduction, so it must be fast. A run in an
  /// inactive slot is cancelled. Removing a child from the state therefore cancels its runs.
  func isAlive(_ slot: Slot, in state: State) -> Bool
}

extension Reducer where Slot == Never {
  /// Never called, because the feature has no slots.
  ///
  /// There is no default for features that have slots, on purpose. If a parent forgot to implement this method, the
  /// runs of a removed child would continue, and their responses would reach the child that replaced it.
  public func isAlive(_ slot: Never, in state: State) -> Bool {}
}

// A parent composes its children in a `switch`: each case calls the `reduce` of a child with its part of the state.
// These helpers exist only for parts that may be missing, where they are clearer than the code they replace.

extension Reducer {
  /// Reduces an action on an optional part of the state.
  ///
  /// If the part is `nil`, nothing happens.
  public func reduce(_ state: inout State?, _ action: Action) -> Effects<Effect, Slot> {
    // The part is moved out of the state. A second reference would make the child copy its collections at the first
    // write.
    guard var present = state.take() else { return .none }
    let effects = reduce(&present, action)
    state = present
    return effects
  }

  /// Returns a Boolean value that indicates whether a slot is active.
  ///
  /// A slot of a missing part is inactive.
  public func isAlive(_ slot: Slot, in state: State?) -> Bool {
    guard let state else { return false }
    return isAlive(slot, in: state)
  }
}

extension Reducer where State: Identifiable {
  /// Reduces an action on the element with an ID.
  ///
  /// If there is no such element, nothing happens.
  ///
  /// - Complexity: O(*n*) to find the element.
  public func reduce<States: MutableCollection<State>>(
    _ states: inout States, at id: State.ID, _ action: Action
  ) -> Effects<Effect, Slot> {
    guard let place = states.firstIndex(where: { $0.id == id }) else { return .none }
    return reduce(&states[place], action)
  }
}
