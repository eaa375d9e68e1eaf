import BenchmarkFloor
import Loop

/// A feature with a child.
private struct Parent<Child: Reducer>: Reducer {
  struct State {
    var child: Child.State
    var visits = 0
  }

  enum Action {
    case child(Child.Action)
    case appeared
  }

  enum Effect { case child(Child.Effect) }
  enum Slot: Hashable { case child(Child.Slot) }

  let child: Child

  func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .child(let action): return child.reduce(&state.child, action).lift(Effect.child, Slot.child)
    case .appeared:
      state.visits += 1
      return .none
    }
  }

  func isAlive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .child(let slot): child.isAlive(slot, in: state.child)
    }
  }
}

private typealias Two<Child: Reducer> = Parent<Parent<Child>>
private typealias Four<Child: Reducer> = Two<Two<Child>>
private typealias Eight<Child: Reducer> = Four<Four<Child>>
private typealias Deep = Eight<Counter>

extension Reducer {
  fileprivate func nested() -> Parent<Self> { Parent(child: self) }
}

extension Benchmark {
  /// The floor is the unwrapped counter in the same store.
  ///
  /// The difference is the cost of nesting.
  static let loopDeep = Benchmark("loop.deep", size: 1_000_000, subject: countDeepInStore, floor: countInStore)
}

@MainActor private func countDeepInStore(_ size: Int) -> Duration {
  let feature: Deep = Counter().nested().nested().nested().nested().nested().nested().nested().nested()
  let state = Deep.State(
    child: .init(child: .init(child: .init(child: .init(child: .init(child: .init(child: .init(child: 0))))))))
  let store = Store(feature, state: state, handler: Idle())
  store.observe(count) { blackHole = $0 }
  let action = unforeseen(
    Deep.Action.child(.child(.child(.child(.child(.child(.child(.child(.incremented)))))))))
  let time = ContinuousClock().measure {
    for _ in 0..<size { store.send(action) }
  }
  precondition(count(store.state) == size, "Each action is counted once.")
  return time
}

private func count(_ state: Deep.State) -> Int {
  state.child.child.child.child.child.child.child.child
}
