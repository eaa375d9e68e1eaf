import BenchmarkFloor
import Explorations
import Loop
import LoopProof
import Shop

extension Benchmark {
  /// Its floor goes as many steps on ways a tenth as long: a ratio of one says that it does not matter how many there were.
  static let historyStep = Benchmark("history.step", size: 5_000, unit: "steps/s") { size in
    measureWays(of: size, count: 1)
  } floor: { size in
    measureWays(of: size / 10, count: 10)
  }
}

/// Opens a product, renames it and saves it, in five steps, again and again.
private func step(_ number: Int) -> Step<EditorExploration> {
  switch number % 5 {
  case 0: .user(.rowTapped("p1"))
  case 1: .user(.form(.nameChanged("Lamp \(number)")))
  case 2: .user(.form(.saveTapped))
  case 3: .deed(.write("p1"), outcome: "saved")
  default: .answer(.write("p1"))
  }
}

@MainActor private func measureWays(of size: Int, count: Int) -> Duration {
  ContinuousClock().measure {
    do {
      for _ in 0..<count { blackHole += try goWay(of: size).count }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// Takes steps and returns the lines of the journal's file; a mark is kept for each step.
private func goWay(of size: Int) throws -> [String] {
  var trail = try Trail(EditorExploration())
  var journal = try TrailJournal(of: trail)
  var lines = [journal.heading]
  var marks: [Trail<EditorExploration>.Mark] = []
  for number in 0..<size {
    marks.append(trail.mark)
    let course = try trail.take(step(number))
    precondition(course == .onwards, "Each step leads on.")
    lines += try journal.newLines(of: trail)
  }
  precondition(marks.count == size && trail.steps.count == size, "Every step is taken.")
  return lines
}
