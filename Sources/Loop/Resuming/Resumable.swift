/// A feature that can go on after its program was ended in the middle: it says what becomes of each effect that was under
/// way then, of which nobody knows whether it was carried out.
///
/// There is no answer for a feature that says nothing: a parent that forgot to ask its child would have the child's deeds
/// done twice.
///
/// ```swift
/// func resume(_ effect: Effect, in state: State) -> Resumption<Action> {
///   switch effect {
///   case .load: .again
///   case .pay(let order): .givenUp(hearing: .paymentUncertain(order))
///   }
/// }
/// ```
public protocol Resumable: Reducer {
  /// Tells what becomes of an effect that was under way, in the state that was restored.
  func resume(_ effect: Effect, in state: State) -> Resumption<Action>
}

/// What becomes of an effect that was under way when its program ended.
public enum Resumption<Action: Sendable>: Sendable {
  /// It is issued again.
  case again
  /// It is not, and the feature hears this in place of its answer, so that nobody waits for ever.
  ///
  /// Of what was only told, nothing is heard.
  case givenUp(hearing: Action)

  /// Restates what becomes of a child's effect as its parent's.
  public func lift<Parent>(_ action: (Action) -> Parent) -> Resumption<Parent> {
    switch self {
    case .again: .again
    case .givenUp(let heard): .givenUp(hearing: action(heard))
    }
  }
}

extension Resumption: Equatable where Action: Equatable {}
extension Resumption: Hashable where Action: Hashable {}
