import BenchmarkFloor
import Explorations
import Loop
import LoopExplorer
import Shop

extension Benchmark {
  /// The floor takes the same number of steps in ten trails of a tenth of the length: a ratio of 1 means that the cost
  /// of a step does not grow with the length.
  static let historyStep = Benchmark("history.step", size: 5_000, unit: "steps/s") { size in
    measurePaths(ofLength: size, count: 1)
  } floor: { size in
    measurePaths(ofLength: size / 10, count: 10)
  }
}

/// Opens a product, renames it and saves it, in five steps, again and again.
private func editorStep(_ number: Int) -> ExplorationStep<EditorExploration> {
  switch number % 5 {
  case 0: .user(.rowTapped("p1"))
  case 1: .user(.form(.nameChanged("Lamp \(number)")))
  case 2: .user(.form(.saveTapped))
  case 3: .deed(.write("p1"), outcome: "saved")
  default: .answer(.write("p1"))
  }
}

@MainActor private func measurePaths(ofLength size: Int, count: Int) -> Duration {
  ContinuousClock().measure {
    do {
      for _ in 0..<count { blackHole += try recordPath(ofLength: size).count }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// Takes steps and returns the lines of the journal's file.
///
/// It keeps a mark for each step.
private func recordPath(ofLength size: Int) throws -> [String] {
  var trail = try RecordedPath(EditorExploration())
  var journal = try PathJournalWriter(of: trail)
  var lines = [journal.header]
  var marks: [RecordedPath<EditorExploration>.Savepoint] = []
  for number in 0..<size {
    marks.append(trail.savepoint)
    let course = try trail.apply(editorStep(number))
    precondition(course == .onwards, "Each step is valid.")
    lines += try journal.newLines(of: trail)
  }
  precondition(marks.count == size && trail.steps.count == size, "Every step is taken.")
  return lines
}
