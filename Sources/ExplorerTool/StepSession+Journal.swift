import Loop
import LoopExplorer
import LoopHistory

extension StepSession {
  /// Starts a journal at the current step and returns its header.
  mutating func beginJournal() throws -> String {
    let kept = try PathJournalWriter(of: path)
    self.journalWriter = kept
    return kept.header
  }

  /// Returns the journal lines since the last call: the new steps, or the number of steps that were undone.
  mutating func newJournalLines() throws -> [String] {
    try journalWriter?.newLines(of: path) ?? []
  }

  /// Resumes the session from the end of a journal.
  ///
  /// Throws an error if the current version of the feature behaves differently from the journal.
  mutating func resume(_ bytes: [UInt8]) throws -> ResumedJournal {
    let name = try path.transcript.feature
    let document = try JournalDocument<Scenario.Feature>(reading: bytes, featureName: name)
    if let divergence = try document.replay(by: path.scenario.feature) {
      throw StepSessionError("the feature behaves differently now; \(divergence)")
    }
    var trail = path
    savepoints = []
    try trail.replay(document) { addSavepoint($0.savepoint) }
    path = trail
    journalWriter = try PathJournalWriter(of: path)
    return ResumedJournal(
      stepCount: path.journal.entries.count, keptByteCount: document.readByteCount,
      tornLineError: document.tornLineError,
      missingLines: try path.missingLines(of: document))
  }
}

/// The part of a journal file that a session resumed from.
struct ResumedJournal {
  /// The number of steps, including a last step that had to be completed.
  let stepCount: Int
  /// The number of bytes of the file that are kept.
  let keptByteCount: Int
  /// The error in an incomplete last line, if there is one.
  let tornLineError: JournalError?
  /// The lines that complete the last step.
  let missingLines: [String]
}
