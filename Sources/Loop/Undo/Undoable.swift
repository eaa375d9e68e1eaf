/// A feature that can say what takes an action back.
///
/// ```swift
/// extension Volume: Undoable {
///   enum Change { case turning }
///
///   func compensation(of action: Action, in loudness: Int) -> Compensation<Action, Change> {
///     switch action {
///     case .turned(let wanted) where wanted == loudness: .nothing
///     case .turned: .actions([.turned(to: loudness)], of: .turning, goesOn: true)
///     }
///   }
/// }
/// ```
///
/// The world cannot be rewound, and so neither is the state: what takes an action back is another action, which the feature
/// reduces like any other, with its effects. ``Undoing`` keeps them.
public protocol Undoable: Reducer {
  /// What a person would call a step that can be taken back, as a value: "typing", "deleting".
  associatedtype Change: Hashable & Sendable

  /// Tells what would take an action back, in the state before it is taken in.
  ///
  /// It is asked of every action, an answer of the world too, and before a compensation is itself reduced: what takes that
  /// back is how it is done again. So it is as quick as the reduction, and what it returns is small: a collection of the
  /// state that it held on to would be copied by the reduction that follows.
  func compensation(of action: Action, in state: State) -> Compensation<Action, Change>
}

/// What takes an action back.
public enum Compensation<Action: Sendable, Change: Hashable & Sendable>: Sendable {
  /// There is nothing to take back: the action changes nothing here, or is an answer of the world.
  ///
  /// It is as if it had not been seen: what can be undone and done again stays so, and typing goes on over it.
  case nothing
  /// The action changes nothing here, but may later: a step it belongs to waits, and undoing does nothing until then.
  case notNow
  /// There is nothing to take back, but what is typed after it is another step: somebody went elsewhere, or saved.
  case pause
  /// The action cannot be taken back, and so neither can what was done before it.
  ///
  /// Of an action that does not stand in the way of what was done before it, say ``pause``.
  case impossible
  /// These actions, in this order, take it back.
  ///
  /// A change that goes on is one step with the one just before it, if that is called the same: only what takes the oldest
  /// back is kept, so it must take all of them back.
  case actions([Action], of: Change, goesOn: Bool = false)

  /// Restates a child's compensation as its parent's.
  public func lift<ParentAction, ParentChange>(
    _ action: (Action) -> ParentAction, _ change: (Change) -> ParentChange
  ) -> Compensation<ParentAction, ParentChange> {
    switch self {
    case .nothing: .nothing
    case .notNow: .notNow
    case .pause: .pause
    case .impossible: .impossible
    case .actions(let actions, let name, let goesOn): .actions(actions.map(action), of: change(name), goesOn: goesOn)
    }
  }
}

extension Compensation: Equatable where Action: Equatable {}
extension Compensation: Hashable where Action: Hashable {}
