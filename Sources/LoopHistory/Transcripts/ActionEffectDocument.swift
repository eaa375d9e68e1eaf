import Loop
import LoopText

/// A document that shows the effect of every action in every given state.
///
/// ```
/// closed
///   rowTapped(p1)
///     sheet: closed -> open(product: ..., isNew: false, form: ...)
///   no change: form(saveTapped), form(cancelTapped)
/// ```
package struct ActionEffectDocument: CustomStringConvertible, Sendable {
  /// The text of the document.
  package let description: String

  /// Applies each action in each state.
  ///
  /// Each state is a recorder that has reached it, with the name to print. `responseSlot` returns the slot whose run
  /// responds with an action, or `nil` for an action that is sent. A response is omitted in states in which its slot
  /// has no run.
  package init<Feature>(
    states: [(name: String, session: FeatureStepper<Feature>)], actions: [Feature.Action],
    responseSlot: (Feature.Action) -> Feature.Slot?
  ) throws {
    description = try states.map { name, session in
      var lines = [name]
      var idle: [String] = []
      for action in actions {
        guard let after = try session.applying(action, asResponseIn: responseSlot(action)) else { continue }
        let changes = after.lastChanges
        let printed = "\(try CanonicalValue(reflecting: action))"
        if changes.isEmpty { idle.append(printed) } else { lines += ["  \(printed)"] + changes.map { "    \($0)" } }
      }
      if !idle.isEmpty { lines.append("  no change: \(idle.joined(separator: ", "))") }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension FeatureStepper {
  /// Returns a copy of the recorder after one more step: an action that was sent, or the last response of the run in a
  /// slot.
  ///
  /// Returns `nil` if the slot has no run.
  package func applying(_ action: Feature.Action, asResponseIn slot: Feature.Slot? = nil) throws -> FeatureStepper? {
    var next = self
    if let slot {
      guard let run = loopState.pending.running(in: slot) else { return nil }
      try next.end(run, with: action)
    } else {
      try next.send(action)
    }
    return next
  }
}
