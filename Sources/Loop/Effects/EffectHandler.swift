/// Carries effects out.
///
/// A handler is made of ports: protocols in the feature's own words, whose failures are typed.
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
/// It cannot throw, so a failure that nobody turned into an action does not compile. It starts on the main actor, at
/// once, and leaves it for work that blocks. Cancelling its task stops the answer, not the deed.
public protocol EffectHandler<Effect, Action>: Sendable {
  /// What it carries out.
  associatedtype Effect: Sendable
  /// What it answers with.
  associatedtype Action: Sendable

  /// Carries one effect out, and sends its answers while it does.
  func run(_ effect: Effect, send: Send<Action>) async
}

/// The way back of one run: what is sent here arrives as the answer of the effect that is carried out.
public struct Send<Action: Sendable>: Sendable {
  let deliver: @MainActor @Sendable (Action) -> Void

  /// Makes a way back from a function, as a test of a handler wants it.
  public init(_ deliver: @escaping @MainActor @Sendable (Action) -> Void) {
    self.deliver = deliver
  }

  /// Sends an answer.
  ///
  /// It is dropped if the run has been cancelled, replaced, died with its feature, or ended.
  @MainActor public func callAsFunction(_ action: Action) {
    deliver(action)
  }

  /// Makes a child's way back from its parent's.
  public func lift<Child>(_ wrap: @escaping @Sendable (Child) -> Action) -> Send<Child> {
    Send<Child> { [deliver] in deliver(wrap($0)) }
  }
}

/// The handler of a feature that has no effects.
public struct NoEffects<Action: Sendable>: EffectHandler {
  /// Makes one.
  public init() {}

  /// Has nothing to carry out.
  public func run(_ effect: Never, send: Send<Action>) async {}
}
