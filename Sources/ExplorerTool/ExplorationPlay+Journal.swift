internal import Loop
internal import LoopExplorer
internal import LoopHistory

extension StepSession {
  /// The first line of a journal, from now on.
  mutating func beginJournal() throws -> String {
    let kept = try PathJournalWriter(of: now)
    self.kept = kept
    return kept.header
  }

  /// The lines that the journal lacks: what was done, or how much of it was taken back.
  mutating func newJournalLines() throws -> [String] {
    try kept?.newLines(of: now) ?? []
  }

  /// Goes on where a journal ends.
  ///
  /// A journal in which today's feature would do something else is refused: what comes next would not follow from it.
  mutating func resume(_ bytes: [UInt8]) throws -> ResumedJournal {
    let name = try now.transcript.feature
    let document = try JournalDocument<Scenario.Feature>(reading: bytes, featureName: name)
    if let divergence = try document.replay(by: now.played.feature) {
      throw StepSessionError("the feature does something else today; \(divergence)")
    }
    var trail = now
    earlier = []
    try trail.replay(document) { addSavepoint($0.savepoint) }
    now = trail
    kept = try PathJournalWriter(of: now)
    return ResumedJournal(
      steps: now.journal.entries.count, length: document.length, broken: document.broken,
      missing: try now.missingLines(of: document))
  }
}

/// What of a journal's file a play goes on from.
struct ResumedJournal {
  /// How many steps it told of, with the rest of the last.
  let steps: Int
  /// How many bytes of it stay.
  let length: Int
  /// What was wrong with a last line that broke off, if one did.
  let broken: JournalError?
  /// The lines that are to be added, for the last step is told in part.
  let missing: [String]
}
