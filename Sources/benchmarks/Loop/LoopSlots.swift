import BenchmarkFloor
import Loop

/// A debounced search: each keystroke replaces the delayed search.
private struct SearchFeature: Reducer {
  typealias State = Int

  enum Action {
    case typed
    case cleared
    case found
  }

  enum Effect { case search(Int) }
  enum Slot { case search }

  func isAlive(_ slot: Slot, in state: Int) -> Bool { true }

  func reduce(_ keystrokes: inout Int, _ action: Action) -> Effects<Effect, Slot> {
    switch action {
    case .typed:
      keystrokes += 1
      // Long enough that no timer fires during the measurement.
      return .run(.search(keystrokes), in: .search, .latest, after: .seconds(3600))
    case .cleared: return .cancel(.search)
    case .found: return .none
    }
  }
}

extension Benchmark {
  static let loopSlots = Benchmark("loop.slots", size: 100_000, subject: typeSearches, floor: startPlainTasks)
}

@MainActor private func typeSearches(_ size: Int) async -> Duration {
  let store = Store(SearchFeature(), state: 0, handler: NoEffectsBenchmarkHandler())
  store.observe({ $0 }) { resultSink = $0 }
  let action = hidingFromOptimizer(SearchFeature.Action.typed)
  let time = await ContinuousClock().measure {
    for _ in 0..<size { store.send(action) }
    store.send(.cleared)
    await store.waitUntilIdle()
  }
  precondition(store.state == size && store.pending.isEmpty, "Each search is replaced, and the last one is cancelled.")
  await store.shutdown()
  return time
}
