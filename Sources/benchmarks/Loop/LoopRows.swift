import BenchmarkFloor
import Loop

/// A checklist.
private struct Checklist: Reducer {
  struct Row {
    var name: String
    var isDone = false
  }

  struct State {
    var rows: [Row]
    var done = 0

    /// Names of more than 15 bytes are allocated on the heap, so copying the rows has a cost for each of them.
    init(rowCount: Int) {
      rows = (0..<rowCount).map { Row(name: "A name of more than fifteen bytes, \($0)") }
    }

    mutating func toggle(_ place: Int) {
      rows[place].isDone.toggle()
      done += rows[place].isDone ? 1 : -1
    }
  }

  enum Action { case toggled(Int) }
  typealias Effect = Never

  func reduce(_ state: inout State, _ action: Action) -> Effects<Never, Never> {
    switch action {
    case .toggled(let place): state.toggle(place)
    }
    return .none
  }
}

private let many = 10_000
private let few = 100

extension Benchmark {
  static let loopRows = Benchmark("loop.rows", size: 200_000) { size in
    toggleInStore(size, of: many)
  } floor: { size in
    toggleInReference(size)
  }

  /// Toggles one of many rows.
  ///
  /// The floor toggles one of few rows in the same store: a ratio of 1 means that the cost does not grow with the
  /// number of rows.
  static let loopRowsObserved = Benchmark("loop.rows.seen", size: 200_000) { size in
    toggleInStore(size, of: many)
  } floor: { size in
    toggleInStore(size, of: few)
  }
}

@MainActor private func toggleInStore(_ size: Int, of rowCount: Int) -> Duration {
  let store = Store(Checklist(), state: .init(rowCount: rowCount))
  store.observe({ $0.done }) { blackHole = $0 }
  let time = ContinuousClock().measure {
    for number in 0..<size { store.send(.toggled(number % rowCount)) }
  }
  checkDoneCount(store.state, after: size, of: rowCount)
  return time
}

@MainActor private func toggleInReference(_ size: Int) -> Duration {
  let store = ReferenceStore<Checklist.State, Checklist.Action, Never>(.init(rowCount: many)) { state, action in
    switch action {
    case .toggled(let place): state.toggle(place)
    }
    return []
  } observe: {
    blackHole = $0.done
  }
  let time = ContinuousClock().measure {
    for number in 0..<size { store.send(.toggled(number % many)) }
  }
  checkDoneCount(store.state, after: size, of: many)
  return time
}

/// After an even number of passes no row is done.
private func checkDoneCount(_ state: Checklist.State, after toggles: Int, of rowCount: Int) {
  let (passes, rest) = toggles.quotientAndRemainder(dividingBy: rowCount)
  let done = passes.isMultiple(of: 2) ? rest : rowCount - rest
  precondition(state.done == done && state.rows.count(where: \.isDone) == done, "Each row is toggled in turn.")
}
