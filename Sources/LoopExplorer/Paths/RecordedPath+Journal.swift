import Loop
import LoopHistory
import LoopText

extension RecordedPath {
  /// The journal of the feature.
  package var journal: Journal<Scenario.Feature> { recorder.journal }

  /// The steps of the journal as lines of its file, beginning with the step at a position.
  package func journalLines(from start: Int) throws -> [String] {
    try recorder.journalSteps[start...].map { try $0.line }
  }

  /// Replays the steps of a journal file, and calls a closure before each of them.
  ///
  /// Throws an error if a step is not possible or has a different result.
  package mutating func replay(
    _ document: JournalDocument<Scenario.Feature>, beforeEachStep show: (RecordedPath) -> Void
  ) throws {
    guard try CanonicalValue(document.start) == CanonicalValue(journal.start) else {
      throw JournalError(line: 1, message: "the journal begins in another state than the feature does now")
    }
    for (index, step) in document.steps.enumerated() {
      show(self)
      try replay(line: Self.inputLine(of: step, at: index))
      guard journal.entries.count == index + 1, journal.entries[index] == step.entry else {
        throw JournalError(line: nil, message: "step \(index + 1) has another result now")
      }
    }
  }

  private static func inputLine(of step: JournalStep<Scenario.Feature>, at index: Int) throws -> String {
    if let typedStep = step.typedStep { return typedStep }
    if case .sent(let action) = step.entry.cause { return "\(try CanonicalValue(action))" }
    throw JournalError(line: nil, message: "step \(index + 1) was not typed and cannot be replayed")
  }
}

/// Writes the journal of a growing path to a file, line by line.
///
/// ```swift
/// var writer = try PathJournalWriter(of: path)
/// write(writer.header)
/// _ = try path.apply(step)
/// for line in try writer.linesSinceLastCall(of: path) { write(line) }
/// ```
///
/// The cost of a step does not depend on the length of the path.
package struct PathJournalWriter<Scenario: Exploration>: Sendable {
  /// The first line of the file.
  package let header: String
  /// The number of journal entries that have been written.
  private var writtenCount: Int

  /// Creates a writer for a path whose previous steps have already been written.
  package init(of path: RecordedPath<Scenario>) throws {
    header = try JournalWriter(from: path.journal.start, featureName: path.transcript.feature).header
    writtenCount = path.journal.entries.count
  }

  /// Returns the lines to append since the last call: the new steps, or the number of steps that were taken back.
  package mutating func linesSinceLastCall(of path: RecordedPath<Scenario>) throws -> [String] {
    let count = path.journal.entries.count
    let lines =
      count < writtenCount ? ["(removed: \(writtenCount - count))"] : try path.journalLines(from: writtenCount)
    writtenCount = count
    return lines
  }
}
