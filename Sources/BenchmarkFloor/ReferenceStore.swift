/// The simplest possible store: the floor with which benchmarks compare the real one.
///
/// The compiler can specialize it in the caller's module, like the real store, so that the comparison is fair.
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

/// A variable that measured observers write to.
///
/// It is public in a separate module, so that the optimizer cannot remove the writes.
@MainActor public var resultSink = 0

/// Returns its argument, hiding its value from the optimizer.
@inline(never) public func hidingFromOptimizer<Value>(_ value: Value) -> Value { value }
