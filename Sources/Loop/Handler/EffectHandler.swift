/// Runs the effects of a feature.
///
/// A handler is built from *ports*: protocols in the feature's own terms that throw typed errors.
///
/// ```swift
/// func run(_ effect: Editor.Effect, send: Send<Editor.Action>) async -> Editor.Action? {
///   do {
///     switch effect {
///     case .insert(let product): return .saved(try await store.insert(product))
///     case .log(let event):
///       logger.append(event)
///       return nil  // The effect is fired and forgotten.
///     }
///   } catch { return .saveFailed(error) }
/// }
/// ```
///
/// `run(_:send:)` cannot throw, so an error that is not turned into an action does not compile. It is called on the main
/// actor, during the `send` that requested the run, whatever the compiler settings of the module that implements it. Call
/// a `@concurrent` function for work that blocks. When its task is cancelled, its responses are discarded, but work that
/// has already been done is not undone.
public protocol EffectHandler<Effect, Action>: Sendable {
  /// The type of the effects that the handler runs.
  associatedtype Effect: Sendable
  /// The type of the actions that the handler sends.
  associatedtype Action: Sendable

  /// Runs one effect and returns its last response, with which the run ends.
  ///
  /// - Parameters:
  ///   - effect: The effect.
  ///   - send: Sends responses before the last one, such as the progress of a long operation.
  /// - Returns: The last response, or `nil` for a fire-and-forget effect. A run in a slot must return a response, except
  ///   a subscription: it sends its responses until its task is cancelled. A subscription that ends by itself may return
  ///   `nil`; the feature then receives the action for its end.
  @MainActor func run(_ effect: Effect, send: Send<Action>) async -> Action?
}

extension EffectHandler {
  /// Runs an effect of a child, with its responses converted into actions of the parent.
  ///
  /// ```swift
  /// case .editor(let effect): return await editor.run(effect, send: send, as: Page.editor)
  /// ```
  @MainActor public func run<Child, Parent>(
    _ effect: Effect, send: Send<Parent.Action>, as cases: ChildCases<Child, Parent>
  ) async -> Parent.Action? where Child.Action == Action {
    await run(effect, send: Send { send(cases.action($0)) }).map(cases.action)
  }
}

/// Sends the responses of one run to the store, except the last one.
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

  /// Runs work, and meanwhile sends the values that it reports as actions.
  ///
  /// If the work reports faster than actions are reduced, only the newest value is sent.
  ///
  /// - Parameters:
  ///   - action: A closure that returns the action for a value.
  ///   - work: The work, which is passed the closure that reports a value.
  /// - Returns: The result of the work.
  public func relaying<Progress: Sendable, Success: Sendable>(
    _ action: @escaping @Sendable (Progress) -> Action,
    of work: (@escaping @Sendable (Progress) -> Void) async -> Success
  ) async -> Success {
    let (values, reports) = AsyncStream.makeStream(of: Progress.self, bufferingPolicy: .bufferingNewest(1))
    async let relay: Void = {
      for await value in values { await self(action(value)) }
    }()
    let result = await work { reports.yield($0) }
    reports.finish()
    await relay
    return result
  }
}
