/// A store, or a part of one that belongs to a child.
///
/// A screen that takes `some StoreProtocol<Child.State, Child.Action>` knows nothing of the parent. It works with a
/// store of the child alone, as in a preview or a test, and with a part of any parent's store:
///
/// ```swift
/// func show(_ search: some StoreProtocol<Search.State, Search.Action>) {
///   _ = search.observe(\.results) { print($0) }
///   search.send(.textChanged("lamp"))
/// }
///
/// show(Store(Search(), state: .init(), handler: handler))
/// if let search = page.scope(\.search, Page.search) { show(search) }
/// ```
@MainActor public protocol StoreProtocol<State, Action> {
  /// The state that the store shows.
  associatedtype State
  /// The actions that the store takes.
  associatedtype Action

  /// The current state.
  var state: State { get }

  /// Sends an action.
  func send(_ action: Action)

  /// Calls a closure with the state after each batch of actions.
  ///
  /// Use ``observe(_:_:)`` to be called only when a part of the state has changed.
  func onBatch(_ onBatch: @escaping @MainActor (State) -> Void) -> ObservationToken
}

extension StoreProtocol {
  /// Calls a closure with a value selected from the state, once after each batch of actions and only if it changed.
  ///
  /// The selected value is stored for the next comparison. If it is a whole collection, the next write to that
  /// collection copies it: select only what you show.
  public func observe<Value: Equatable>(
    _ select: @escaping @MainActor (State) -> Value, _ onChange: @escaping @MainActor (Value) -> Void
  ) -> ObservationToken {
    let last = LastValue(select(state))
    return onBatch { state in
      let value = select(state)
      if value == last.value { return }
      last.value = value
      onChange(value)
    }
  }

  /// Creates a binding.
  ///
  /// - Parameters:
  ///   - get: A closure that selects the value from the state.
  ///   - action: A closure that returns the action to send for a new value, or `nil` to send nothing.
  /// - Returns: A binding that retains the store.
  public func binding<Value>(
    _ get: @escaping @MainActor (State) -> Value, send action: @escaping @MainActor (Value) -> Action?
  ) -> StateBinding<Value> {
    StateBinding {
      get(self.state)
    } set: { value in
      if let action = action(value) { self.send(action) }
    }
  }
}

/// The last value that an observer was called with, or that was read.
@MainActor final class LastValue<Value> {
  // A notification never begins during another one, and comparing two values calls no code that notifies.
  @exclusivity(unchecked) var value: Value

  init(_ value: Value) { self.value = value }
}
