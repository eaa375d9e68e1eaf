import Loop
import LoopText

/// A step that has been parsed from a line, whether or not it is possible in any state.
enum ParsedStep<Scenario: Exploration> {
  typealias Feature = Scenario.Feature

  case user(Feature.Action)
  /// The text is the name of an outcome, followed by the fault if there is one.
  case execute(Feature.Slot, outcomeText: String)
  case deliver(Feature.Slot, completesLate: Bool)
  case executeFireAndForget(Feature.Effect, outcome: String)
  case executeLate(Feature.Effect, outcome: String)
  case occur(String)

  /// Creates a step from a line, or returns `nil` if the line is not a step of this feature.
  init?(parsing line: String) {
    let words = line.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "occur" where !rest.isEmpty: self = .occur(String(rest))
    case "deliver" where !rest.isEmpty:
      let completesLate = rest.hasSuffix(ExplorationStep<Scenario>.completesLateSuffix)
      let slot = rest.dropLast(completesLate ? ExplorationStep<Scenario>.completesLateSuffix.count : 0)
      guard let slot: Feature.Slot = Self.decodeValue(slot) else { return nil }
      self = .deliver(slot, completesLate: completesLate)
    case "execute" where !rest.isEmpty:
      if rest.hasPrefix("late "),
        let (effect, outcome): (Feature.Effect, String) = Self.decodePrefix(of: rest.dropFirst(5))
      {
        self = .executeLate(effect, outcome: outcome)
      } else if let (slot, end): (Feature.Slot, String) = Self.decodePrefix(of: rest) {
        self = .execute(slot, outcomeText: end)
      } else {
        return nil
      }
    case "fire" where !rest.isEmpty:
      guard let (effect, outcome): (Feature.Effect, String) = Self.decodePrefix(of: rest) else { return nil }
      self = .executeFireAndForget(effect, outcome: outcome)
    default:
      guard let action: Feature.Action = Self.decodeValue(line[...]) else { return nil }
      self = .user(action)
    }
  }

  /// Decodes a value, or returns `nil` if a part of the text would be lost.
  ///
  /// Decoding ignores an extra payload, so the value is encoded again and compared with the text.
  private static func decodeValue<Value: Codable>(_ text: Substring) -> Value? {
    guard let canonical = try? CanonicalValue(parsing: String(text)), let value: Value = try? canonical.decode(),
      (try? CanonicalValue(value)) == canonical
    else { return nil }
    return value
  }

  /// Decodes the value at the beginning of a text, and returns it with the rest of the text.
  private static func decodePrefix<Value: Codable>(of text: Substring) -> (Value, String)? {
    for place in text.indices where text[place] == " " {
      if let value: Value = decodeValue(text[..<place]) { return (value, String(text[place...].dropFirst())) }
    }
    return nil
  }
}
