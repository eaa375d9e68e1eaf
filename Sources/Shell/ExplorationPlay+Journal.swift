internal import Loop
internal import LoopProof

/// What the journal of a play tells so far.
struct KeptJournal<Played: Exploration> {
  var lines: JournalLines<Played.Feature>
  /// How many steps of the feature it tells of, and how many of the play led to them.
  var entries = 0
  var steps = 0
}

extension ExplorationPlay {
  /// The first line of a journal, from now on.
  public mutating func beginJournal() throws -> String {
    let lines = try JournalLines(from: now.journal.start, name: try now.transcript.feature)
    kept = KeptJournal(lines: lines)
    return lines.heading
  }

  /// The lines that the journal lacks: what was done, or how much of it was taken back.
  public mutating func newLines() throws -> [String] {
    guard var kept else { return [] }
    defer { self.kept = kept }
    let count = now.journal.entries.count
    defer { (kept.entries, kept.steps) = (count, now.steps.count) }
    if count < kept.entries { return [try kept.lines.back(kept.entries - count, to: now.moment.state)] }
    return try now.journalSteps(after: kept.entries, kept.steps, in: &kept.lines).map { try $0.line }
  }

  /// Goes on where a journal ends.
  ///
  /// A journal in which today's feature would do something else is refused: what comes next would not follow from it.
  public mutating func resume(_ bytes: [UInt8]) throws -> TakenUp {
    let name = try now.transcript.feature
    let document = try JournalDocument<Played.Feature>(reading: bytes, feature: name)
    if let divergence = try document.replay(by: now.played.feature) {
      throw PlayFault("the feature does something else today; \(divergence)")
    }
    var trail = now
    earlier = []
    try trail.take(document) { remember($0) }
    now = trail
    let lines = try JournalLines(from: document.start, name: name, after: now.moment.state)
    let count = now.journal.entries.count
    kept = KeptJournal(lines: lines, entries: count, steps: now.steps.count)
    return TakenUp(
      steps: count, length: document.length, broken: document.broken, missing: try now.missingLines(of: document))
  }
}
