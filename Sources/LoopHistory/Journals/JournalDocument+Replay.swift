import Loop
import LoopText

extension JournalDocument {
  /// Replays the steps with the given feature, without a handler, and compares the changes of the state and the effects
  /// of each step with the recorded ones.
  ///
  /// Returns the first step that diverges, or `nil` if every step matches.
  public func replay(by feature: Feature) throws -> Divergence? {
    var loopState = start
    var printed = try CanonicalValue(start.state)
    for (index, step) in steps.enumerated() {
      let change = loopState.replay(step.entry.cause, by: feature)
      let new = try CanonicalValue(loopState.state)
      let changes = ValueDifference(from: printed, to: new).lines
      let now = try change.map { changes + (try $0.summaryLines) } ?? ["nothing is running in the slot"]
      printed = new
      let then = try step.changes + step.entry.change.summaryLines
      if let divergence = Divergence(
        step: index + 1, cause: try step.entry.cause.summary, recorded: then, replayed: now)
      {
        return divergence
      }
    }
    return nil
  }
}

extension Journal.Cause where Feature.Action: Encodable, Feature.Slot: Encodable {
  /// The cause as one line of text.
  var summary: String {
    get throws {
      switch self {
      case .sent(let action): "sent \(try CanonicalValue(action))"
      case .delivered(let action, let slot): "delivered \(try CanonicalValue(slot)) => \(try CanonicalValue(action))"
      case .ended(let slot, let action): "ended \(try CanonicalValue(slot)) => \(try CanonicalValue(action))"
      case .note(let note): "note \(note)"
      }
    }
  }
}

extension PendingRuns.Change where Feature.Effect: Encodable, Feature.Slot: Encodable {
  /// The changes to the runs, one line for each run.
  ///
  /// The lines do not contain the IDs of the runs, so that renumbered runs do not count as a divergence.
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
