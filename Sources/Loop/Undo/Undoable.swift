/// A feature that can name the actions that undo an action.
///
/// ```swift
/// extension Volume: Undoable {
///   enum ChangeKind { case level }
///
///   func compensation(of action: Action, in level: Int) -> Compensation<Action, ChangeKind> {
///     switch action {
///     case .changed(let newLevel) where newLevel == level: .ignored
///     case .changed: .actions([.changed(to: level)], of: .level, coalesces: true)
///     }
///   }
/// }
/// ```
///
/// The outside world cannot be restored to an earlier state, so undo does not restore the state either. An action is
/// undone by other actions, which the feature reduces like any other, with their effects. ``UndoFeature`` stores these
/// actions.
public protocol Undoable: Reducer {
  /// A description of a step for the user, as a value: "typing", "deleting".
  associatedtype ChangeKind: Hashable & Sendable

  /// Returns what undoes an action, given the state before the action is reduced.
  ///
  /// This method is called for every action, including responses. It is also called for each compensating action before
  /// that action is reduced: the result is what redoes the step. It must therefore be fast, so it does not reduce a copy
  /// of the state. Its result should be small: if it retained a collection of the state, the reduction that follows
  /// would copy that collection.
  ///
  /// Changes of data are steps of undo. Changes of the view, such as selecting, sorting and scrolling, usually are not.
  func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind>

  /// Returns what applying a compensating action would do in a state.
  ///
  /// This method is called for the actions of a step whenever a screen shows whether there is something to undo. By
  /// default, the answer follows from the compensation of the action. A feature whose compensations contain many values
  /// answers without computing them.
  func undoStatus(of action: Action, in state: State) -> UndoStatus
}

extension Undoable {
  /// Returns the status that follows from the compensation of the action.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    switch compensation(of: action, in: state) {
    case .ignored: .hasNoEffect
    case .deferred: .deferred
    case .breaksCoalescing, .irreversible, .actions: .applicable
    }
  }
}

/// What applying an action that undoes or redoes a change would do.
public enum UndoStatus: Hashable, Sendable {
  /// It would change the state, or may.
  case applicable
  /// It can change something later, but not now.
  case deferred
  /// It would change nothing any more.
  case hasNoEffect
}

/// What undoes an action.
public enum Compensation<Action: Sendable, ChangeKind: Hashable & Sendable>: Sendable {
  /// There is nothing to undo: the action changes nothing, or it is a response that the user cannot take back.
  ///
  /// The history does not change, and the next action can still coalesce with the one before this action.
  case ignored
  /// The action changes nothing now, but may later.
  ///
  /// By default, a step that contains it is deferred: until then, undoing does nothing. A feature that implements
  /// ``Undoable/undoStatus(of:in:)`` says so there.
  case deferred
  /// There is nothing to undo, but the next action does not coalesce with the one before. Examples are a save and a
  /// change of the focus.
  ///
  /// It also ends a move to a point of the history, as the failure of a step on the way should.
  case breaksCoalescing
  /// The action cannot be undone, and neither can the actions before it.
  ///
  /// For an action that does not prevent undoing earlier actions, return ``breaksCoalescing``.
  case irreversible
  /// These actions undo the action, in this order.
  ///
  /// A change that coalesces is merged into the previous step if that has an equal change. Only the compensating
  /// actions of the first change are kept, so they must undo all of the merged changes.
  case actions([Action], of: ChangeKind, coalesces: Bool = false)

  /// Converts the compensation of a child into one of its parent.
  public func lift<ParentAction, ParentChangeKind>(
    _ action: (Action) -> ParentAction, _ change: (ChangeKind) -> ParentChangeKind
  ) -> Compensation<ParentAction, ParentChangeKind> {
    switch self {
    case .ignored: .ignored
    case .deferred: .deferred
    case .breaksCoalescing: .breaksCoalescing
    case .irreversible: .irreversible
    case .actions(let actions, let name, let coalesces):
      .actions(actions.map(action), of: change(name), coalesces: coalesces)
    }
  }
}

extension Compensation: Equatable where Action: Equatable {}
extension Compensation: Hashable where Action: Hashable {}
