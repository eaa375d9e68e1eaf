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

  /// Its floor is a replay of the same journal: that is done first, and then the way is gone again with its world.
  static let historyTakeUp = Benchmark(
    "history.takeUp", size: 5_000, unit: "steps/s", subject: takeUp, floor: replayDocument)
}

private typealias EditorTrail = Trail<EditorExploration>

/// A product is opened, given another name, and saved, in five steps, again and again.
private func step(_ number: Int) -> Step<EditorExploration> {
  switch number % 5 {
  case 0: .user(.rowTapped("p1"))
  case 1: .user(.form(.nameChanged("Lamp \(number)")))
  case 2: .user(.form(.saveTapped))
  case 3: .deed(.write("p1"), outcome: "saved")
  default: .answer(.write("p1"))
  }
}

/// Goes so many steps, and writes each down as a journal's file tells it; the places on the way are kept.
private func goWay(of size: Int) throws -> (trail: EditorTrail, lines: [String]) {
  var trail = try Trail(EditorExploration())
  var journal = try TrailJournal(of: trail)
  var lines = [journal.heading]
  var marks: [EditorTrail.Mark] = []
  for number in 0..<size {
    marks.append(trail.mark)
    let course = try trail.take(step(number))
    precondition(course == .onwards, "Each step leads on.")
    lines += try journal.newLines(of: trail)
  }
  precondition(marks.count == size && trail.steps.count == size, "Every step is taken.")
  return (trail, lines)
}

@MainActor private func measureWays(of size: Int, count: Int) -> Duration {
  ContinuousClock().measure {
    for _ in 0..<count { blackHole += certain { try goWay(of: size) }.lines.count }
  }
}

@MainActor private var documents: [Int: JournalDocument<ProductEditor>] = [:]

@MainActor private func document(of size: Int) -> JournalDocument<ProductEditor> {
  if let known = documents[size] { return known }
  let lines = certain { try goWay(of: size) }.lines
  let document = certain { try JournalDocument<ProductEditor>(parsing: lines.map { $0 + "\n" }.joined()) }
  documents[size] = document
  return document
}

@MainActor private func takeUp(_ size: Int) -> Duration {
  let document = document(of: size)
  var trail = certain { try Trail(EditorExploration()) }
  let time = ContinuousClock().measure {
    precondition(certain { try document.replay(by: ProductEditor()) } == nil, "It is the same feature.")
    certain { try trail.take(document) { blackHole += $0.steps.count } }
  }
  precondition(trail.steps.count == size, "Every step is taken up.")
  return time
}

@MainActor private func replayDocument(_ size: Int) -> Duration {
  let document = document(of: size)
  return ContinuousClock().measure {
    precondition(certain { try document.replay(by: ProductEditor()) } == nil, "It is the same feature.")
  }
}

/// What does not fail here.
private func certain<Value>(_ body: () throws -> Value) -> Value {
  do { return try body() } catch { preconditionFailure("\(error)") }
}
