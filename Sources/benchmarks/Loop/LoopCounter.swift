import BenchmarkFloor
import Loop

/// The smallest feature with state, actions, an effect and a slot.
struct Counter: Reducer {
  typealias State = Int

  enum Action {
    case incremented
    case saveTapped
    case saved
    case saveFailed
  }

  enum Effect { case save(Int) }
  enum Slot { case save }

  func isActive(_ slot: Slot, in state: Int) -> Bool { true }

  func reduce(_ count: inout Int, _ action: Action) -> Effects<Self> {
    switch action {
    case .incremented: count += 1
    case .saveTapped: return .run(.save(count), in: .save, ifLost: .saveFailed, afterRestart: .reportLost)
    case .saved, .saveFailed: break
    }
    return .none
  }
}

/// A handler for effects that never run.
struct NoEffectsBenchmarkHandler<Effect: Sendable, Action: Sendable>: EffectHandler {
  func run(_ effect: Effect, send: Send<Action>) async -> Action? { nil }
}

extension Benchmark {
  static let loopCounter = Benchmark("loop.counter", size: 1_000_000, subject: countInStore, floor: countInReference)
}

/// Counts in a store.
///
/// It is also the floor for features that wrap the counter.
@MainActor func countInStore(_ actionCount: Int) -> Duration {
  let store = Store(Counter(), state: 0, handler: NoEffectsBenchmarkHandler())
  _ = store.observe({ $0 }) { resultSink = $0 }
  let action = hidingFromOptimizer(Counter.Action.incremented)
  let time = ContinuousClock().measure {
    for _ in 0..<actionCount { store.send(action) }
  }
  precondition(store.state == actionCount, "Each action is counted once.")
  return time
}

@MainActor private func countInReference(_ actionCount: Int) -> Duration {
  let store = ReferenceStore<Int, Counter.Action, Counter.Effect>(0) { count, action in
    switch action {
    case .incremented: count += 1
    case .saveTapped: return [.save(count)]
    case .saved, .saveFailed: break
    }
    return []
  } observe: {
    resultSink = $0
  }
  let action = hidingFromOptimizer(Counter.Action.incremented)
  let time = ContinuousClock().measure {
    for _ in 0..<actionCount { store.send(action) }
  }
  precondition(store.state == actionCount, "Each action is counted once.")
  return time
}
