/// The least that could be called a store: what every measured one is held against.
public final class FloorStore<State, Action, Effect> {
  private var state: State
  private let reduce: (inout State, Action) -> [Effect]
  private let observe: (State) -> Void
  private let carryOut: (Effect) -> Void

  public init(
    _ state: State, reduce: @escaping (inout State, Action) -> [Effect], observe: @escaping (State) -> Void,
    carryOut: @escaping (Effect) -> Void = { _ in }
  ) {
    self.state = state
    self.reduce = reduce
    self.observe = observe
    self.carryOut = carryOut
  }

  public func send(_ action: Action) {
    for effect in reduce(&state, action) { carryOut(effect) }
    observe(state)
  }
}
