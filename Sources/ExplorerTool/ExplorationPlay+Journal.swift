internal import Loop
internal import LoopExplorer
internal import LoopHistory

extension ExplorationPlay {
  /// The first line of a journal, from now on.
  mutating func beginJournal() throws -> String {
    let kept = try TrailJournal(of: now)
    self.kept = kept
    return kept.heading
  }

  /// The lines that the journal lacks: what was done, or how much of it was taken back.
  mutating func newLines() throws -> [String] {
    try kept?.newLines(of: now) ?? []
  }

  /// Goes on where a journal ends.
  ///
  /// A journal in which today's feature would do something else is refused: what comes next would not follow from it.
  mutating func resume(_ bytes: [UInt8]) throws -> TakenUp {
    let name = try now.transcript.feature
    let document = try JournalDocument<Played.Feature>(reading: bytes, feature: name)
    if let divergence = try document.replay(by: now.played.feature) {
      throw PlayFault("the feature does something else today; \(divergence)")
    }
    var trail = now
    earlier = []
    try trail.take(document) { remember($0.mark) }
    now = trail
    kept = try TrailJournal(of: now)
    return TakenUp(
      steps: now.journal.entries.count, length: document.length, broken: document.broken,
      missing: try now.missingLines(of: document))
  }
}

/// What of a journal's file a play goes on from.
struct TakenUp {
  /// How many steps it told of, with the rest of the last.
  let steps: Int
  /// How many bytes of it stay.
  let length: Int
  /// What was wrong with a last line that broke off, if one did.
  let broken: JournalFault?
  /// The lines that are to be added, for the last step is told in part.
  let missing: [String]
}
