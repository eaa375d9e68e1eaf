internal import Loop
internal import LoopHistory

/// The journal of a way as a file tells it that grows with the way: what is told so far, and which lines it lacks.
///
/// ```swift
/// var journal = try TrailJournal(of: trail)
/// write(journal.heading)
/// _ = try trail.take(step)
/// for line in try journal.newLines(of: trail) { write(line) }
/// ```
///
/// A step costs the same however many came before it.
package struct PathJournalWriter<Scenario: Exploration>: Sendable {
  /// The first line of the file.
  package var header: String { lines.heading }

  private var lines: JournalWriter<Scenario.Feature>
  /// Where the feature stands after what is told so far.
  private var situation: LoopState<Scenario.Feature>
  /// How many steps of the feature are told of, and how many of the way led to them.
  private var entries: Int
  private var steps: Int

  /// Begins where a way stands: what was done until then is told already.
  package init(of trail: RecordedPath<Scenario>) throws {
    let name = try trail.transcript.feature
    situation = trail.loopState
    lines = try JournalWriter(from: trail.journal.start, featureName: name, continuingAt: situation.state)
    (entries, steps) = (trail.journal.entries.count, trail.steps.count)
  }

  /// The lines that the file lacks since it was asked for them last: what was done, or how much of it was taken back.
  package mutating func newLines(of trail: RecordedPath<Scenario>) throws -> [String] {
    let count = trail.journal.entries.count
    var next = self
    let new =
      count < entries
      ? [try next.lines.removalLine(stepCount: entries - count, state: trail.loopState.state)]
      : try next.newStepLines(of: trail)
    (next.situation, next.entries, next.steps) = (trail.loopState, count, trail.steps.count)
    self = next
    return new
  }

  private mutating func newStepLines(of trail: RecordedPath<Scenario>) throws -> [String] {
    let journal = trail.journal
    var new: [String] = []
    for place in steps..<trail.steps.count {
      let step = trail.steps[place]
      var played: String?
      if case .user = step {} else { played = try step.line }
      while entries < trail.marks[place] {
        let entry = journal.entries[entries]
        situation.replay(entry.cause, by: trail.played.feature)
        new.append(try lines.makeStep(entry, leadingTo: situation.state, typedStep: played).line)
        played = nil
        entries += 1
      }
    }
    return new
  }
}
