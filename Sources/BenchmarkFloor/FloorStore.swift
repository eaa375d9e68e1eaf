/// The least that could be called a store: what every measured one is held against.
///
/// It can be specialised where it is used, as the real one can: a floor that pays for being generic would flatter.
public final class FloorStore<State, Action, Effect> {
  /// The state as the last action left it.
  public var state: State
  let reduce: (inout State, Action) -> [Effect]
  let observe: (State) -> Void
  let carryOut: (Effect) -> Void

  /// Makes a store with its one observer.
  public init(
    _ state: State, reduce: @escaping (inout State, Action) -> [Effect], observe: @escaping (State) -> Void,
    carryOut: @escaping (Effect) -> Void = { _ in }
  ) {
    self.state = state
    self.reduce = reduce
    self.observe = observe
    self.carryOut = carryOut
  }

  /// Takes an action in.
  public func send(_ action: Action) {
    for effect in reduce(&state, action) { carryOut(effect) }
    observe(state)
  }
}

/// Where measured observers put what they were told.
///
/// Nobody reads it, and the compiler cannot know that: it is public, in another module than those who write to it.
@MainActor public var blackHole = 0

/// Returns its argument, of which the compiler then knows nothing: what is done with it cannot be computed in advance.
@inline(never) public func unforeseen<Value>(_ value: Value) -> Value { value }
