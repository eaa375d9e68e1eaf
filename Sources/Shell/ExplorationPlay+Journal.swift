internal import Loop
internal import LoopProof

/// What the journal of a play tells so far.
struct KeptJournal<Played: Exploration>
where
  Played.Feature.State: Codable, Played.Feature.Action: Codable, Played.Feature.Effect: Codable,
  Played.Feature.Slot: Codable
{
  var lines: JournalLines<Played.Feature>
  var steps = 0
  /// The world that was written last; nothing at the beginning, so that the first step always tells of it.
  var world: String?
}

extension ExplorationPlay {
  /// No play remembers more moments to take steps back to from before it was begun.
  private static var mostMoments: Int { 100 }

  /// The first line of a journal, from now on.
  public mutating func beginJournal() throws -> String {
    let lines = try JournalLines(from: now.recorder.situation, name: try now.recorder.transcript.feature)
    kept = KeptJournal(lines: lines)
    return lines.heading
  }

  /// The lines that the journal lacks: what was done, or how much of it was taken back.
  ///
  /// The world stands in the first line of what was done, for a deed comes before what is heard of it.
  public mutating func newLines() throws -> [String] {
    guard var kept else { return [] }
    let journal = now.recorder.journal
    var lines: [String] = []
    if journal.entries.count < kept.steps {
      lines.append(try kept.lines.back(kept.steps - journal.entries.count, to: now.recorder.situation.state))
    }
    var world: String? = "\(try Canonical(now.world))"
    for place in min(kept.steps, journal.entries.count)..<journal.entries.count {
      let state = journal.situation(at: place + 1, by: exploration.feature).state
      let news = world == kept.world ? nil : world
      lines.append(try kept.lines.step(journal.entries[place], leadingTo: state, world: news).line)
      kept.world = world
    }
    // Of a beginning that was taken back to, nothing is written: the first step tells of the world again.
    if journal.entries.isEmpty { world = nil }
    kept.world = world
    kept.steps = journal.entries.count
    self.kept = kept
    return lines
  }

  /// Goes on where a journal ends.
  ///
  /// A journal in which today's feature would do something else is refused: what comes next would not follow from it.
  public mutating func resume(_ bytes: [UInt8]) throws -> TakenUp {
    let name = try now.recorder.transcript.feature
    let document = try JournalDocument<Played.Feature>(reading: bytes, feature: name)
    guard try Canonical(document.start) == Canonical(now.recorder.situation) else {
      throw PlayFault("it begins in another state than the feature does today")
    }
    if let divergence = try document.replay(by: exploration.feature) {
      throw PlayFault("the feature does something else today; \(divergence)")
    }
    let groups = grouped(document.steps)
    for (place, steps) in groups.enumerated() {
      if groups.count - place <= Self.mostMoments { earlier.append(now) }
      try now.recorder.retake(steps.map(\.entry.cause))
      if let world = steps.compactMap(\.world).last { now.world = try Canonical(parsing: world).decode() }
    }
    let lines = try JournalLines(from: document.start, name: name, after: now.recorder.situation.state)
    let world = document.steps.isEmpty ? nil : "\(try Canonical(now.world))"
    kept = KeptJournal(lines: lines, steps: document.steps.count, world: world)
    return TakenUp(steps: document.steps.count, length: document.length, broken: document.broken)
  }
}

/// The steps as they were taken: the answers of a run and its end in one.
private func grouped<Feature>(_ steps: [JournalStep<Feature>]) -> [[JournalStep<Feature>]] {
  var groups: [[JournalStep<Feature>]] = []
  var answering: Feature.Slot?
  for step in steps {
    switch step.entry.cause {
    case .answered(_, let slot) where slot == answering, .ended(let slot) where slot == answering:
      groups[groups.count - 1].append(step)
    case .sent, .noted, .answered, .ended: groups.append([step])
    }
    if case .answered(_, let slot) = step.entry.cause { answering = slot } else { answering = nil }
  }
  return groups
}
