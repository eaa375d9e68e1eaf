/// Runs the effects of a feature.
///
/// A handler is built from *ports*: protocols in the feature's own terms that throw typed errors.
///
/// ```swift
/// func run(_ effect: Editor.Effect, send: Send<Editor.Action>) async {
///   do {
///     switch effect {
///     case .insert(let product): await send(.saved(try await store.insert(product)))
///     }
///   } catch { await send(.saveFailed(error)) }
/// }
/// ```
///
/// `run(_:send:)` cannot throw, so an error that is not turned into an action does not compile. It starts synchronously
/// on the main actor; leave the main actor for work that blocks. When its task is cancelled, its responses are
/// discarded, but work that has already been done is not undone.
public protocol EffectHandler<Effect, Action>: Sendable {
  /// The type of the effects that the handler runs.
  associatedtype Effect: Sendable
  /// The type of the actions that the handler sends.
  associatedtype Action: Sendable

  /// Runs one effect and sends its responses while it runs.
  func run(_ effect: Effect, send: Send<Action>) async
}

/// Sends the responses of one run to the store.
public struct Send<Action: Sendable>: Sendable {
  let deliver: @MainActor @Sendable (Action) -> Void

  /// Creates a value that passes each action to a closure, for example to test a handler.
  public init(_ deliver: @escaping @MainActor @Sendable (Action) -> Void) {
    self.deliver = deliver
  }

  /// Sends a response.
  ///
  /// The action is discarded if the run has ended, or has been cancelled or replaced, or if its slot has become
  /// inactive.
  @MainActor public func callAsFunction(_ action: Action) {
    deliver(action)
  }

  /// Returns a value that sends the actions of a child as actions of this feature.
  public func lift<Child>(_ wrap: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] in deliver(wrap($0)) }
  }
}
