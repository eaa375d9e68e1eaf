internal import Loop
internal import LoopText

/// A step as it is written, be it possible somewhere or not.
enum ParsedStep<Scenario: Exploration> {
  typealias Feature = Scenario.Feature

  case user(Feature.Action)
  /// The end is an outcome, and what goes wrong with it.
  case deed(Feature.Slot, end: String)
  case answer(Feature.Slot, lingers: Bool)
  case told(Feature.Effect, outcome: String)
  case late(Feature.Effect, outcome: String)
  case happening(String)

  /// Reads a line; one that tells no step of this feature is none.
  init?(parsing line: String) {
    let words = line.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first {
    case "occur" where !rest.isEmpty: self = .happening(String(rest))
    case "deliver" where !rest.isEmpty:
      let lingers = rest.hasSuffix(ExplorationStep<Scenario>.completesLateSuffix)
      let slot = rest.dropLast(lingers ? ExplorationStep<Scenario>.completesLateSuffix.count : 0)
      guard let slot: Feature.Slot = Self.decodeValue(slot) else { return nil }
      self = .answer(slot, lingers: lingers)
    case "execute" where !rest.isEmpty:
      if rest.hasPrefix("late "),
        let (effect, outcome): (Feature.Effect, String) = Self.decodePrefix(of: rest.dropFirst(5))
      {
        self = .late(effect, outcome: outcome)
      } else if let (slot, end): (Feature.Slot, String) = Self.decodePrefix(of: rest) {
        self = .deed(slot, end: end)
      } else {
        return nil
      }
    case "tell" where !rest.isEmpty:
      guard let (effect, outcome): (Feature.Effect, String) = Self.decodePrefix(of: rest) else { return nil }
      self = .told(effect, outcome: outcome)
    default:
      guard let action: Feature.Action = Self.decodeValue(line[...]) else { return nil }
      self = .user(action)
    }
  }

  /// A value, if nothing of the text is lost: what decodes is lenient, and a payload too many would pass unseen.
  private static func decodeValue<Value: Codable>(_ text: Substring) -> Value? {
    guard let canonical = try? CanonicalValue(parsing: String(text)), let value: Value = try? canonical.decode(),
      (try? CanonicalValue(value)) == canonical
    else { return nil }
    return value
  }

  /// A value, and the text behind it.
  private static func decodePrefix<Value: Codable>(of text: Substring) -> (Value, String)? {
    for place in text.indices where text[place] == " " {
      if let value: Value = decodeValue(text[..<place]) { return (value, String(text[place...].dropFirst())) }
    }
    return nil
  }
}
