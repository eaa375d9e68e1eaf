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
package struct TrailJournal<Played: Exploration>: Sendable {
  /// The first line of the file.
  package var heading: String { lines.heading }

  private var lines: JournalLines<Played.Feature>
  /// Where the feature stands after what is told so far.
  private var situation: Situation<Played.Feature>
  /// How many steps of the feature are told of, and how many of the way led to them.
  private var entries: Int
  private var steps: Int

  /// Begins where a way stands: what was done until then is told already.
  package init(of trail: Trail<Played>) throws {
    let name = try trail.transcript.feature
    situation = trail.situation
    lines = try JournalLines(from: trail.journal.start, name: name, after: situation.state)
    (entries, steps) = (trail.journal.entries.count, trail.steps.count)
  }

  /// The lines that the file lacks since it was asked for them last: what was done, or how much of it was taken back.
  package mutating func newLines(of trail: Trail<Played>) throws -> [String] {
    let count = trail.journal.entries.count
    var next = self
    let new = count < entries ? [try next.lines.back(entries - count, to: trail.situation.state)] : try next.tell(trail)
    (next.situation, next.entries, next.steps) = (trail.situation, count, trail.steps.count)
    self = next
    return new
  }

  private mutating func tell(_ trail: Trail<Played>) throws -> [String] {
    let journal = trail.journal
    var new: [String] = []
    for place in steps..<trail.steps.count {
      let step = trail.steps[place]
      var played: String?
      if case .user = step {} else { played = try step.line }
      while entries < trail.marks[place] {
        let entry = journal.entries[entries]
        situation.retake(entry.cause, by: trail.played.feature)
        new.append(try lines.step(entry, leadingTo: situation.state, played: played).line)
        played = nil
        entries += 1
      }
    }
    return new
  }
}
