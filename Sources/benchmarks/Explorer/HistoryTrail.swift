import BenchmarkFloor
import Explorations
import Loop
import LoopExplorer
import Shop

extension Benchmark {
  /// The floor takes the same number of steps in ten paths of a tenth of the length.
  ///
  /// A ratio of 1 means that the cost of a step does not grow with the length of the path.
  static let historyStep = Benchmark("history.step", size: 5_000, unit: "steps/s") { size in
    measurePaths(ofLength: size, count: 1)
  } floor: { size in
    measurePaths(ofLength: size / 10, count: 10)
  }
}

/// Returns a step of a repeated sequence of five: a product is opened, renamed and saved.
private func editorStep(_ number: Int) -> ExplorationStep<EditorExploration> {
  switch number % 5 {
  case 0: .user(.rowTapped("p1"))
  case 1: .user(.form(.nameChanged("Lamp \(number)")))
  case 2: .user(.form(.saveTapped))
  case 3: .execute(.write("p1"), outcome: "saved")
  default: .deliver(.write("p1"))
  }
}

@MainActor private func measurePaths(ofLength size: Int, count: Int) -> Duration {
  ContinuousClock().measure {
    do {
      for _ in 0..<count { resultSink += try recordPath(ofLength: size).count }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// Records a path with a savepoint for each step, and returns the lines of its journal.
private func recordPath(ofLength size: Int) throws -> [String] {
  var path = try RecordedPath(EditorExploration())
  var journal = try PathJournalWriter(of: path)
  var lines = [journal.header]
  var savepoints: [RecordedPath<EditorExploration>.Savepoint] = []
  for number in 0..<size {
    savepoints.append(path.savepoint)
    let result = try path.apply(editorStep(number))
    precondition(result == .changed, "Each step is valid.")
    lines += try journal.newLines(of: path)
  }
  precondition(savepoints.count == size && path.steps.count == size, "Every step has a savepoint and is recorded.")
  return lines
}
