import BenchmarkFloor
import Loop

struct Counter: Reducer {
  enum Action { case incremented }
  func reduce(_ state: inout Int, _ action: Action) -> Effects<Never, Never> {
    state += 1
    return .none
  }
}
let n = 5_000_000
let clock = ContinuousClock()
nonisolated(unsafe) var seen = 0
for _ in 0..<3 {
  let a = clock.measure {
    let store = Store(Counter(), state: 0)
    store.observe({ $0 }) { seen = $0 }
    for _ in 0..<n { store.send(.incremented) }
  }
  let b = clock.measure {
    let store = FloorStore<Int, Counter.Action, Never>(0) { s, a in
      s += 1; return []
    } observe: {
      seen = $0
    }
    for _ in 0..<n { store.send(.incremented) }
  }
  print(a, b, a / b)
}
