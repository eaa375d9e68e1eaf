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
