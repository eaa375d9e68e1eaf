package import Loop
internal import LoopText

/// Every action in every class of state, as one document to read.
///
/// ```
/// closed
///   rowTapped(p1)
///     sheet: closed -> open(product: ..., isNew: false, form: ...)
///   no change: form(saveTapped), form(cancelTapped)
/// ```
package struct ActionTable: CustomStringConvertible, Sendable {
  /// The document.
  package let description: String

  /// Takes each action in each state.
  ///
  /// A state is a session that came into it, and what its class is called. An action that is the answer of what runs in a
  /// slot is left out where nothing does.
  package init<Feature>(
    states: [(name: String, session: TranscriptRecorder<Feature>)], actions: [Feature.Action],
    responseSlot slot: (Feature.Action) -> Feature.Slot?
  ) throws {
    description = try states.map { name, session in
      var lines = [name]
      var idle: [String] = []
      for action in actions {
        guard let after = try session.applying(action, asResponseIn: slot(action)) else { continue }
        let changes = after.lastChanges
        let printed = "\(try CanonicalValue(action))"
        if changes.isEmpty { idle.append(printed) } else { lines += ["  \(printed)"] + changes.map { "    \($0)" } }
      }
      if !idle.isEmpty { lines.append("  no change: \(idle.joined(separator: ", "))") }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension TranscriptRecorder {
  /// The session after an action that somebody did, or after the answer of what runs in a slot, which then ends.
  ///
  /// There is none if nothing runs in the slot.
  package func applying(_ action: Feature.Action, asResponseIn slot: Feature.Slot? = nil) throws -> TranscriptRecorder?
  {
    var next = self
    if let slot {
      guard let run = situation.pending.running.first(where: { $0.slot == slot }) else { return nil }
      try next.end(run, with: action)
    } else {
      try next.send(action)
    }
    return next
  }
}
