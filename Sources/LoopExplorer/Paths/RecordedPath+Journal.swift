import Loop
import LoopHistory
import LoopText

extension RecordedPath {
  /// The journal of the feature.
  package var journal: Journal<Scenario.Feature> { recorder.journal }

  /// Replays the steps of a journal file, and calls a closure before each of them.
  ///
  /// Throws an error if a step is not possible or has a different result. If the process was killed between two lines,
  /// the file can lack the end of the last step. That step is applied completely, and ``missingLines(of:)`` returns the
  /// lines that the file lacks.
  package mutating func replay(
    _ document: JournalDocument<Scenario.Feature>, beforeEachStep show: (RecordedPath) -> Void
  ) throws {
    guard try CanonicalValue(document.start) == CanonicalValue(journal.start) else {
      throw JournalError(line: 1, message: "the journal begins in another state than the feature does now")
    }
    var place = 0
    for steps in document.typedStepGroups {
      show(self)
      try replay(line: Self.typedLine(of: steps[0], at: place))
      let end = place + steps.count
      guard journal.entries[place...].starts(with: steps.map(\.entry)),
        journal.entries.count == end || end == document.steps.count
      else { throw JournalError(line: nil, message: "step \(place + 1) has another result now") }
      place = end
    }
  }

  /// Returns the rest of the last step, if a journal file that has been replayed contains only a part of it.
  package func missingLines(of document: JournalDocument<Scenario.Feature>) throws -> [String] {
    let (journal, writtenCount) = (journal, document.steps.count)
    func state(after count: Int) -> Scenario.Feature.State {
      journal.loopState(atStep: count, by: scenario.feature).state
    }
    var lines = try JournalWriter(from: document.start, continuingAt: state(after: writtenCount))
    return try zip(writtenCount..., journal.entries[writtenCount...]).map { place, entry in
      try lines.makeStep(entry, leadingTo: state(after: place + 1)).line
    }
  }

  private static func typedLine(of step: JournalStep<Scenario.Feature>, at place: Int) throws -> String {
    if let typedStep = step.typedStep { return typedStep }
    if case .sent(let action) = step.entry.cause { return "\(try CanonicalValue(action))" }
    throw JournalError(line: nil, message: "step \(place + 1) was not typed and cannot be replayed")
  }
}

extension JournalDocument {
  /// The steps in groups that one typed step caused: a response, and the end of its run.
  fileprivate var typedStepGroups: [[JournalStep<Feature>]] {
    steps.reduce(into: []) { groups, step in
      if case .ended = step.entry.cause, step.typedStep == nil, !groups.isEmpty {
        groups[groups.count - 1].append(step)
      } else {
        groups.append([step])
      }
    }
  }
}
