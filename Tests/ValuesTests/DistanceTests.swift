import Testing

@testable import Values

@Suite struct `A mistyped word` {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "ab", 2), ("and", "adn", 1), ("nto", "not", 1), ("contans", "contains", 1),
    ("kitten", "sitting", 3),
    ("abcd", "badc", 2),
  ])
  func `has an edit distance`(left: String, right: String, letters: Int) {
    let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
    #expect(editDistance(from: left, to: right, atMost: 3) == letters)
    #expect(editDistance(from: right, to: left, atMost: 3) == letters)
    #expect(editDistance(from: left, to: right, atMost: letters - 1) == nil)
  }

  @Test func `is similar to a word only after few edits`() {
    #expect(closestMatch(to: "nto", among: ["AND", "not"]) == "not")
    #expect(closestMatch(to: "x", among: ["y"]) == nil)
    #expect(closestMatch(to: "abcde", among: ["abxye", "abcdxy", "abcdx", "xbcde"]) == "abcdx")
    #expect(closestMatch(to: "Straße", among: ["Strasse", "Strase"]) == "Strase")
    #expect(closestMatch(to: "abcd", among: ["abxy"]) == nil && closestMatch(to: "", among: [""]) == nil)
    #expect(closestMatch(to: String(repeating: "a", count: 1_000_000), among: ["a"]) == nil)
  }
}
