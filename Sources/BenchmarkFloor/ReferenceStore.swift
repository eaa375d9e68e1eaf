/// The simplest store: the floor for measuring the real one.
///
/// It can be specialized by the caller, as the real one can, so that the comparison is fair.
public final class ReferenceStore<State, Action, Effect> {
  /// The state after the last action.
  public var state: State
  let reduce: (inout State, Action) -> [Effect]
  let observe: (State) -> Void
  let runEffect: (Effect) -> Void

  /// Creates a store with one observer.
  public init(
    _ state: State, reduce: @escaping (inout State, Action) -> [Effect], observe: @escaping (State) -> Void,
    runEffect: @escaping (Effect) -> Void = { _ in }
  ) {
    self.state = state
    self.reduce = reduce
    self.observe = observe
    self.runEffect = runEffect
  }

  /// Reduces an action, runs its effects and notifies the observer.
  public func send(_ action: Action) {
    for effect in reduce(&state, action) { runEffect(effect) }
    observe(state)
  }
}

/// The value that measured observers write.
///
/// It is public in a separate module, so that the optimizer cannot remove the writes.
@MainActor public var resultSink = 0

/// Returns its argument, hiding its value from the optimizer.
@inline(never) public func hidingFromOptimizer<Value>(_ value: Value) -> Value { value }
