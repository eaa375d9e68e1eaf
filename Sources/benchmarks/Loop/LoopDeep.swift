import BenchmarkFloor
import Loop

/// A feature with a child.
private struct NestingFeature<Child: Reducer>: Reducer {
  struct State {
    var child: Child.State
    var visitCount = 0
  }

  enum Action {
    case child(Child.Action)
    case appeared
  }

  enum Effect { case child(Child.Effect) }
  enum Slot: Hashable { case child(Child.Slot) }

  static var child: ChildCases<Child, Self> {
    ChildCases(action: Action.child, effect: Effect.child, slot: Slot.child)
  }

  let child: Child

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .child(let action): return child.reduce(&state.child, action).lift(Self.child)
    case .appeared:
      state.visitCount += 1
      return .none
    }
  }

  func isActive(_ slot: Slot, in state: State) -> Bool {
    switch slot {
    case .child(let slot): child.isActive(slot, in: state.child)
    }
  }
}

private typealias TwoLevels<Child: Reducer> = NestingFeature<NestingFeature<Child>>
private typealias FourLevels<Child: Reducer> = TwoLevels<TwoLevels<Child>>
private typealias EightLevels<Child: Reducer> = FourLevels<FourLevels<Child>>
private typealias DeeplyNestedFeature = EightLevels<Counter>

extension Reducer {
  fileprivate func nested() -> NestingFeature<Self> { NestingFeature(child: self) }
}

extension Benchmark {
  /// The floor is the unwrapped counter in the same store.
  ///
  /// The difference is the cost of nesting.
  static let loopDeep = Benchmark("loop.deep", size: 1_000_000, subject: countInNestedStore, floor: countInStore)
}

@MainActor private func countInNestedStore(_ size: Int) -> Duration {
  let feature: DeeplyNestedFeature = Counter().nested().nested().nested().nested().nested().nested().nested().nested()
  let state = DeeplyNestedFeature.State(
    child: .init(child: .init(child: .init(child: .init(child: .init(child: .init(child: .init(child: 0))))))))
  let store = Store(feature, state: state, handler: NoEffectsBenchmarkHandler())
  _ = store.observe(innermostCount) { resultSink = $0 }
  let action = hidingFromOptimizer(
    DeeplyNestedFeature.Action.child(.child(.child(.child(.child(.child(.child(.child(.incremented)))))))))
  let time = ContinuousClock().measure {
    for _ in 0..<size { store.send(action) }
  }
  precondition(innermostCount(store.state) == size, "Each action is counted once.")
  return time
}

private func innermostCount(_ state: DeeplyNestedFeature.State) -> Int {
  state.child.child.child.child.child.child.child.child
}
