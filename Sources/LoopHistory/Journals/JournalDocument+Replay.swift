internal import Loop
internal import LoopText

extension JournalDocument {
  /// Runs the steps again by this feature, without a handler, and checks that each changes the same in the state and asks
  /// for the same effects.
  ///
  /// Returns the first step that diverges; none, if every state was the same to the last letter.
  public func replay(by feature: Feature) throws -> Divergence? {
    var situation = start
    var printed = try Canonical(start.state)
    for (place, step) in steps.enumerated() {
      let change = situation.retake(step.entry.cause, by: feature)
      let new = try Canonical(situation.state)
      let changes = Difference(from: printed, to: new).lines
      let now = try change.map { changes + (try $0.lines) } ?? ["nothing is under way there"]
      printed = new
      let then = try step.changes + step.entry.change.lines
      if let divergence = Divergence(step: place + 1, cause: try step.entry.cause.words, then: then, now: now) {
        return divergence
      }
    }
    return nil
  }
}

extension Journal.Cause where Feature.Action: Encodable, Feature.Slot: Encodable {
  /// The cause in one line.
  var words: String {
    get throws {
      switch self {
      case .sent(let action): "sent \(try Canonical(action))"
      case .answered(let action, let slot): "answered \(try Canonical(slot)) => \(try Canonical(action))"
      case .ended(let slot): "ended \(try Canonical(slot))"
      case .noted(let note): "noted \(note)"
      }
    }
  }
}

extension Pending.Change where Effect: Encodable, Slot: Encodable {
  /// What comes of a step for the effects, a line for each: numbers of runs do not count.
  var lines: [String] {
    get throws {
      try lists.flatMap { name, runs in
        try runs.map { run in
          let slot = try run.slot.map { " in \(try Canonical($0))" } ?? ""
          let delay = run.delay.map { " after \($0)" } ?? ""
          return "\(name) \(try Canonical(run.effect))\(slot)\(delay)"
        }
      }
    }
  }
}
