import BenchmarkFloor
import Loop

extension Benchmark {
  /// The floor is the bare reducer with the same actions.
  ///
  /// The difference is the cost of tracking pending runs and validating the replay.
  static let historyReplay = Benchmark(
    "history.replay", size: 1_000_000, unit: "entries/s", subject: replayJournal, floor: reduceActions)
}

/// Returns an increment for seven of ten steps, and a save, its response and its end for the other three.
private func journalCause(_ step: Int) -> Journal<Counter>.Cause {
  switch step % 10 {
  case 7: .sent(.saveTapped)
  case 8: .delivered(.saved, in: .save)
  case 9: .ended(in: .save)
  default: .sent(.incremented)
  }
}

/// Restores the last state of a journal without checkpoints.
@MainActor private func replayJournal(_ size: Int) -> Duration {
  var journal = Journal<Counter>(startingAt: LoopState(initialState: 0), limits: .init(checkpointInterval: .max))
  var loopState = journal.start
  for step in 0..<size { journal.record(journalCause(step), applyingTo: &loopState, by: Counter()) }
  precondition(journal.entries.count == size, "The journal has an entry for each step.")
  let recorded = journal
  let time = ContinuousClock().measure {
    resultSink = recorded.loopState(atStep: size, by: Counter()).state
  }
  precondition(resultSink == loopState.state, "The replayed state equals the recorded one.")
  return time
}

@MainActor private func reduceActions(_ size: Int) -> Duration {
  let actions = (0..<size).compactMap { step -> Counter.Action? in
    switch journalCause(step) {
    case .sent(let action), .delivered(let action, _): action
    case .ended, .note: nil
    }
  }
  var count = 0
  var effects = 0
  let time = ContinuousClock().measure {
    for action in actions { effects += Counter().reduce(&count, action).instructions.count }
    resultSink = count
  }
  precondition(effects == size / 10, "Every tenth action starts an effect.")
  return time
}
