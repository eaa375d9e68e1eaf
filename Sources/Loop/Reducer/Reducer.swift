/// What a feature is: how an action changes its state, and what should happen outside because of it.
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
/// A reduction is *pure*: the same state and action give the same state and effects, in every process. It is
/// *total*: no action traps in any state, and one that makes no sense there changes nothing. What is told once and never
/// changes (a comparator, a limit, what a parent knows of its child) is a stored property of the reducer, never of its
/// state.
public protocol Reducer<State, Action>: Sendable {
  /// Everything the feature remembers, as a value.
  associatedtype State: Sendable
  /// What a person did, or what the world answered: a fact, named in the past tense.
  associatedtype Action: Sendable
  /// What should happen outside: an imperative, with everything its handler needs to carry it out.
  associatedtype Effect: Sendable = Never
  /// The places where effects that owe an answer run, at most one in each.
  associatedtype Slot: Hashable & Sendable = Never

  /// Takes one action in: changes the state, and returns what should happen outside.
  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot>

  /// Tells whether what runs in a slot still serves anything in this state.
  ///
  /// It is asked of every pending slot after every reduction, so it must be quick. A run whose slot has died is
  /// cancelled; a feature that leaves the state thereby takes its runs with it.
  func isAlive(_ slot: Slot, in state: State) -> Bool
}

extension Reducer where Slot == Never {
  /// There is no slot to ask about.
  ///
  /// A feature that has slots says how long each lives, even if that is for ever: a parent that forgot to would let the
  /// runs of a child that has left go on, and their answers reach the next child in its place.
  public func isAlive(_ slot: Never, in state: State) -> Bool {}
}
