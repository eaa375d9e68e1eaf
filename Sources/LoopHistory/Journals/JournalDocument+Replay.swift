internal import Loop
internal import LoopText

extension JournalDocument {
  /// Runs the steps again by this feature, without a handler, and checks that each changes the same in the state and asks
  /// for the same effects.
  ///
  /// Returns the first step that diverges; none, if every state was the same to the last letter.
  public func replay(by feature: Feature) throws -> Divergence? {
    var situation = start
    var printed = try CanonicalValue(start.state)
    for (place, step) in steps.enumerated() {
      let change = situation.replay(step.entry.cause, by: feature)
      let new = try CanonicalValue(situation.state)
      let changes = ValueDifference(from: printed, to: new).lines
      let now = try change.map { changes + (try $0.summaryLines) } ?? ["nothing is under way there"]
      printed = new
      let then = try step.changes + step.entry.change.summaryLines
      if let divergence = Divergence(
        step: place + 1, cause: try step.entry.cause.summary, recorded: then, replayed: now)
      {
        return divergence
      }
    }
    return nil
  }
}

extension Journal.Cause where Feature.Action: Encodable, Feature.Slot: Encodable {
  /// The cause in one line.
  var summary: String {
    get throws {
      switch self {
      case .sent(let action): "sent \(try CanonicalValue(action))"
      case .answered(let action, let slot): "answered \(try CanonicalValue(slot)) => \(try CanonicalValue(action))"
      case .ended(let slot): "ended \(try CanonicalValue(slot))"
      case .noted(let note): "noted \(note)"
      }
    }
  }
}

extension PendingRuns.Change where Effect: Encodable, Slot: Encodable {
  /// What comes of a step for the effects, a line for each: numbers of runs do not count.
  var summaryLines: [String] {
    get throws {
      try namedLists.flatMap { name, runs in
        try runs.map { run in
          let slot = try run.slot.map { " in \(try CanonicalValue($0))" } ?? ""
          let delay = run.delay.map { " after \($0)" } ?? ""
          return "\(name) \(try CanonicalValue(run.effect))\(slot)\(delay)"
        }
      }
    }
  }
}
