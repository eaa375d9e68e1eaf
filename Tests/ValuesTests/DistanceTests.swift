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
    #expect(editDistance(left, right, atMost: 3) == letters)
    #expect(editDistance(right, left, atMost: 3) == letters)
    #expect(editDistance(left, right, atMost: letters - 1) == nil)
  }

  @Test func `is similar to a word only after few edits`() {
    #expect(nearest(to: "nto", of: ["AND", "not"]) == "not")
    #expect(nearest(to: "x", of: ["y"]) == nil)
    #expect(nearest(to: "abcde", of: ["abxye", "abcdxy", "abcdx", "xbcde"]) == "abcdx")
    #expect(nearest(to: "Straße", of: ["Strasse", "Strase"]) == "Strase")
    #expect(nearest(to: "abcd", of: ["abxy"]) == nil && nearest(to: "", of: [""]) == nil)
    #expect(nearest(to: String(repeating: "a", count: 1_000_000), of: ["a"]) == nil)
  }
}
