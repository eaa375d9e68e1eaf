package import LoopExplorer

/// Texts that mean nothing, and texts that nearly mean something.
package enum MalformedText {
  /// What canonical text is made of, and what it is not.
  package static let pieces: [String] = [
    "(", ")", "[", "]", ":", ",", ".", "...", "\"", "\\", "\\u{", "}", "\\u{110000}", " ", "\t", "\n", "-", "+", "e",
    "0", "19.99", "1e", "nil", "true", "self", "a", "saveTapped", "_0", "=>", "user ", "given", "finally", "  ", "#2",
    "é", "e\u{301}", "\u{202E}", "\u{600}", "👩‍👩‍👧", "\u{0}", "\r\n", "-9223372036854775808",
  ]

  package static func random(using numbers: inout SplitMix64) -> String {
    (0..<numbers.randomInt(below: 24)).compactMap { _ in numbers.randomElement(of: pieces) }.joined()
  }

  /// The text with something put in, left out, repeated or replaced.
  package static func mutated(_ text: String, using numbers: inout SplitMix64) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0...numbers.randomInt(below: 3) {
      let start = numbers.randomInt(below: scalars.count + 1)
      let end = min(scalars.count, start + numbers.randomInt(below: 4))
      switch numbers.randomInt(below: 3) {
      case 0: scalars.removeSubrange(start..<end)
      case 1: scalars.insert(contentsOf: Array(scalars[start..<end]), at: start)
      default:
        scalars.replaceSubrange(start..<end, with: Array((numbers.randomElement(of: pieces) ?? "").unicodeScalars))
      }
    }
    var mutated = String.UnicodeScalarView()
    mutated.append(contentsOf: scalars)
    return String(mutated)
  }
}

extension SplitMix64 {
  /// One of them; nil if there are none.
  package mutating func randomElement<Choice>(of choices: [Choice]) -> Choice? { choices.randomElement(using: &self) }

  /// A number from zero up to this one.
  package mutating func randomInt(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
}
