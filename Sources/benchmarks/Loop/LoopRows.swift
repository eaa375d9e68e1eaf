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
    var doneCount = 0

    /// Names of more than 15 bytes are allocated on the heap, so copying the rows has a cost for each of them.
    init(rowCount: Int) {
      rows = (0..<rowCount).map { Row(name: "A name of more than fifteen bytes, \($0)") }
    }

    mutating func toggle(_ index: Int) {
      rows[index].isDone.toggle()
      doneCount += rows[index].isDone ? 1 : -1
    }
  }

  enum Action { case toggled(Int) }
  typealias Effect = Never

  func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    switch action {
    case .toggled(let index): state.toggle(index)
    }
    return .none
  }
}

private let rowCount = 10_000

extension Benchmark {
  static let loopRows = Benchmark("loop.rows", size: 200_000, subject: toggleInStore, floor: toggleInReference)
}

@MainActor private func toggleInStore(_ toggleCount: Int) -> Duration {
  let store = Store(Checklist(), state: .init(rowCount: rowCount))
  _ = store.observe({ $0.doneCount }) { resultSink = $0 }
  let time = ContinuousClock().measure {
    for number in 0..<toggleCount { store.send(.toggled(number % rowCount)) }
  }
  checkDoneCount(store.state, after: toggleCount)
  return time
}

@MainActor private func toggleInReference(_ toggleCount: Int) -> Duration {
  let store = ReferenceStore<Checklist.State, Checklist.Action, Never>(.init(rowCount: rowCount)) { state, action in
    switch action {
    case .toggled(let index): state.toggle(index)
    }
    return []
  } observe: {
    resultSink = $0.doneCount
  }
  let time = ContinuousClock().measure {
    for number in 0..<toggleCount { store.send(.toggled(number % rowCount)) }
  }
  checkDoneCount(store.state, after: toggleCount)
  return time
}

/// Checks the rows after a number of toggles: after an even number of passes, no row is done.
private func checkDoneCount(_ state: Checklist.State, after toggles: Int) {
  let (passes, rest) = toggles.quotientAndRemainder(dividingBy: rowCount)
  let done = passes.isMultiple(of: 2) ? rest : rowCount - rest
  precondition(state.doneCount == done && state.rows.count(where: \.isDone) == done, "Each row is toggled in turn.")
}
