import BenchmarkFloor
import Loop

/// A debounced search: each keystroke replaces the delayed search.
private struct Search: Reducer {
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
      return .ask(.search(keystrokes), in: .search, .latest, after: .seconds(3600))
    case .cleared: return .cancel(.search)
    case .found: return .none
    }
  }
}

extension Benchmark {
  static let loopSlots = Benchmark("loop.slots", size: 100_000, subject: type, floor: startBareTasks)
}

@MainActor private func type(_ size: Int) async -> Duration {
  let store = Store(Search(), state: 0, handler: Idle())
  store.observe({ $0 }) { blackHole = $0 }
  let action = unforeseen(Search.Action.typed)
  let time = await ContinuousClock().measure {
    for _ in 0..<size { store.send(action) }
    store.send(.cleared)
    await store.settle()
  }
  precondition(store.state == size && store.pending.isEmpty, "Each search is replaced, and the last one is cancelled.")
  await store.shutdown()
  return time
}
