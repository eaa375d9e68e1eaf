package import Values

/// Generates random malformed texts for tests of parsers.
package enum MalformedText {
  /// Tokens of canonical text, and fragments that are not valid in it.
  package static let fragments: [String] = [
    "(", ")", "[", "]", ":", ",", ".", "...", "\"", "\\", "\\u{", "}", "\\u{110000}", " ", "\t", "\n", "-", "+", "e",
    "0", "19.99", "1e", "nil", "true", "self", "a", "saveTapped", "_0", "=>", "user ", "given", "finally", "  ", "#2",
    "é", "e\u{301}", "\u{202E}", "\u{600}", "👩‍👩‍👧", "\u{0}", "\r\n", "-9223372036854775808",
  ]

  /// Returns a text of up to 23 random fragments.
  package static func random(using numbers: inout SplitMix64) -> String {
    (0..<numbers.randomInt(below: 24)).compactMap { _ in numbers.randomElement(of: fragments) }.joined()
  }

  /// Returns the text after up to four random deletions, repetitions and replacements.
  package static func mutated(_ text: String, using numbers: inout SplitMix64) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0...numbers.randomInt(below: 3) {
      let start = numbers.randomInt(below: scalars.count + 1)
      let end = min(scalars.count, start + numbers.randomInt(below: 4))
      switch numbers.randomInt(below: 3) {
      case 0: scalars.removeSubrange(start..<end)
      case 1: scalars.insert(contentsOf: Array(scalars[start..<end]), at: start)
      default:
        scalars.replaceSubrange(start..<end, with: Array((numbers.randomElement(of: fragments) ?? "").unicodeScalars))
      }
    }
    var mutated = String.UnicodeScalarView()
    mutated.append(contentsOf: scalars)
    return String(mutated)
  }
}

extension SplitMix64 {
  /// Returns a random element, or `nil` if there are none.
  package mutating func randomElement<Choice>(of choices: [Choice]) -> Choice? { choices.randomElement(using: &self) }

  /// Returns a random number that is at least zero and less than `end`.
  package mutating func randomInt(below end: Int) -> Int { Int.random(in: 0..<end, using: &self) }
}
