import Loop
import LoopHistory

/// Writes the journal of a growing path to a file, line by line.
///
/// ```swift
/// var writer = try PathJournalWriter(of: path)
/// write(writer.header)
/// _ = try path.apply(step)
/// for line in try writer.newLines(of: path) { write(line) }
/// ```
///
/// The cost of a step does not depend on the length of the path.
package struct PathJournalWriter<Scenario: Exploration>: Sendable {
  /// The first line of the file.
  package var header: String { writer.header }

  private var writer: JournalWriter<Scenario.Feature>
  /// The state of the feature after the lines that have been written.
  private var loopState: LoopState<Scenario.Feature>
  /// The number of journal entries that have been written, and the number of steps of the path that led to them.
  private var writtenEntryCount: Int
  private var writtenStepCount: Int

  /// Creates a writer for a path whose previous steps have already been written.
  package init(of path: RecordedPath<Scenario>) throws {
    let name = try path.transcript.feature
    loopState = path.loopState
    writer = try JournalWriter(from: path.journal.start, featureName: name, continuingAt: loopState.state)
    (writtenEntryCount, writtenStepCount) = (path.journal.entries.count, path.steps.count)
  }

  /// Returns the lines to append since the last call: the new steps, or the number of steps that were taken back.
  package mutating func newLines(of path: RecordedPath<Scenario>) throws -> [String] {
    let count = path.journal.entries.count
    var next = self
    let new =
      count < writtenEntryCount
      ? [try next.writer.removalLine(stepCount: writtenEntryCount - count, state: path.loopState.state)]
      : try next.newStepLines(of: path)
    (next.loopState, next.writtenEntryCount, next.writtenStepCount) = (path.loopState, count, path.steps.count)
    self = next
    return new
  }

  private mutating func newStepLines(of path: RecordedPath<Scenario>) throws -> [String] {
    let journal = path.journal
    var new: [String] = []
    for place in writtenStepCount..<path.steps.count {
      let step = path.steps[place]
      var typedStep: String?
      if case .user = step {} else { typedStep = try step.line }
      while writtenEntryCount < path.entryCounts[place] {
        let entry = journal.entries[writtenEntryCount]
        loopState.replay(entry.cause, by: path.scenario.feature)
        new.append(try writer.makeStep(entry, leadingTo: loopState.state, typedStep: typedStep).line)
        typedStep = nil
        writtenEntryCount += 1
      }
    }
    return new
  }
}
