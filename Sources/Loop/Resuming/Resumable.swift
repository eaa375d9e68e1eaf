/// A feature that can resume after its process was terminated.
///
/// It decides what happens to each effect that was running then, because it is unknown whether the effect was carried
/// out. There is no default implementation, on purpose: if a parent forgot to call this method of its child, the
/// effects of the child would be carried out twice.
///
/// ```swift
/// func resumption(of effect: Effect, in state: State) -> Resumption<Action> {
///   switch effect {
///   case .load: .restart
///   case .pay(let order): .fail(with: .paymentUncertain(order))
///   }
/// }
/// ```
public protocol Resumable: Reducer {
  /// Returns what happens to an effect that was running, given the restored state.
  func resumption(of effect: Effect, in state: State) -> Resumption<Action>
}

/// What happens to an effect that was running when its process was terminated.
public enum Resumption<Action: Sendable>: Sendable {
  /// The effect runs again.
  case restart
  /// The effect does not run again, and the feature receives this action in place of a response, so that it does not
  /// wait forever.
  ///
  /// For a fire-and-forget effect, no action is sent.
  case fail(with: Action)

  /// Converts the resumption of a child into one of its parent.
  public func lift<Parent>(_ action: (Action) -> Parent) -> Resumption<Parent> {
    switch self {
    case .restart: .restart
    case .fail(let childAction): .fail(with: action(childAction))
    }
  }
}

extension Resumption: Equatable where Action: Equatable {}
extension Resumption: Hashable where Action: Hashable {}
