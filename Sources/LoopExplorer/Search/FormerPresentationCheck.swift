import Loop
import LoopText

/// Checks that a slot of a presented child is inactive once the child was dismissed or replaced.
///
/// If the parent's `isActive(_:in:)` does not ask the child, the runs of a former presentation stay pending and deliver
/// their responses to the successor of the child. For each pending slot, the check asks the feature about an equal slot
/// of a presentation that never existed. The number of the presentation alone decides, so the check needs no state in
/// which a child was replaced, and another child of the same type cannot hide the violation.
struct FormerPresentationCheck<Scenario: Exploration> {
  typealias Slot = Scenario.Feature.Slot

  /// The slots of former presentations that correspond to each slot that was examined: none if the slot serves no
  /// presented child.
  ///
  /// A slot of nested presented children is not kept: it contains several numbers, which its equality ignores.
  private var formerSlots: [Slot: [Slot]] = [:]

  /// Returns a Boolean value that indicates whether a slot of a former presentation is active in a state.
  mutating func isViolated(in scenarioState: borrowing ScenarioState<Scenario>, of feature: Scenario.Feature) -> Bool {
    for slot in scenarioState.loopState.pending.slots {
      for former in formerSlots(of: slot) where feature.isActive(former, in: scenarioState.loopState.state) {
        return true
      }
    }
    return false
  }

  private mutating func formerSlots(of slot: Slot) -> [Slot] {
    if let known = formerSlots[slot] { return known }
    // A slot that cannot be encoded is reported by the first transcript that contains it.
    let former = (try? CanonicalValue(slot).withFormerPresentations.map { try $0.decode(Slot.self) }) ?? []
    if former.count < 2 { formerSlots[slot] = former }
    return former
  }
}

extension CanonicalValue {
  /// The values that differ from this one in the presentation of one slot of a presented child.
  fileprivate var withFormerPresentations: [CanonicalValue] {
    func replacing<Part>(
      in parts: [Part], at value: WritableKeyPath<Part, CanonicalValue>, _ whole: ([Part]) -> CanonicalValue
    ) -> [CanonicalValue] {
      parts.indices.flatMap { index in
        parts[index][keyPath: value].withFormerPresentations.map { former in
          var parts = parts
          parts[index][keyPath: value] = former
          return whole(parts)
        }
      }
    }
    switch self {
    case .null, .bool, .number, .text, .identifier, .elided: return []
    case .list(let values): return replacing(in: values, at: \.self, CanonicalValue.list)
    case .identifiedList(let entries): return replacing(in: entries, at: \.value, CanonicalValue.identifiedList)
    case .map(let entries): return replacing(in: entries, at: \.value, CanonicalValue.map)
    case .variant(let name, let arguments): return replacing(in: arguments, at: \.value) { .variant(name, $0) }
    case .record(let fields):
      let nested = replacing(in: fields, at: \.value, CanonicalValue.record)
      guard let index = fields.firstIndex(where: { $0.name == PresentedCodingKey.presentation.rawValue }) else {
        return nested
      }
      var former = fields
      former[index].value = .number("\(PresentedCodingKey.neverPresented)")
      return [.record(former)] + nested
    }
  }
}
