import Loop

/// Checks that no pending run serves a child that was dismissed or replaced.
///
/// Such a run would deliver its responses to the successor of the child. It stays pending if the parent's
/// `isActive(_:in:)` does not ask the child.
struct DismissedChildCheck<Scenario: Exploration> {
  /// For each slot that was reflected, whether it serves a presented child.
  ///
  /// Reflection takes longer than a step, so a slot that serves no presented child is reflected once.
  private var servesPresentedChild: [Scenario.Feature.Slot: Bool] = [:]

  /// Returns a Boolean value that indicates whether a pending run of a scenario state serves a child that is no longer
  /// presented.
  mutating func isViolated(in scenarioState: borrowing ScenarioState<Scenario>) -> Bool {
    if scenarioState.loopState.pending.isEmpty { return false }
    // Most slots serve no presented child. This is the only cost of the check for states that have no others.
    let slots = scenarioState.loopState.pending.slots
    guard slots.contains(where: { servesPresentedChild[$0] != false }) else { return false }
    let served = slots.flatMap { slot in
      let served = reflectedValues(in: slot) { ($0 as? any PresentedSlot)?.servedPresentation }
      servesPresentedChild[slot] = !served.isEmpty
      return served
    }
    if served.isEmpty { return false }
    let presented = reflectedValues(in: scenarioState.loopState.state) {
      ($0 as? any PresentedChild)?.currentPresentation
    }
    return !Set(served).isSubset(of: presented)
  }
}

/// Returns the results of a closure for a value and all values in it, without those for which it returns `nil`.
private func reflectedValues<Result>(in value: Any, _ result: (Any) -> Result?) -> [Result] {
  let own = result(value).map { [$0] } ?? []
  return own + Mirror(reflecting: value).children.flatMap { reflectedValues(in: $0.value, result) }
}
