import Conditions
import Testing
import Values

@testable import FormsAnalysis

@Suite struct `Test inputs for a condition` {
  @Test(arguments: [
    ("$t BEGINSWITH 'a'", ["x", "a"]), ("$t == 'abc'", ["x", "abc"]), ("$t LIKE '*'", ["x"]),
    ("$t MATCHES '[0-9]{3}'", ["x", "000"]), ("$t MATCHES 'a\\\\b.*'", ["x", "a"]),
    ("$t CONTAINS 'a' AND $t ENDSWITH 'b'", ["x", "a", "b", "ab"]), ("$t.length > 2", ["x", "xx", "xxx"]),
    ("$t ==[cd] 'É'", ["x", "e"]), ("$t MATCHES '\\\\p{Lu}\\\\d?' AND $t != 'A'", ["x", "A", "B"]),
  ])
  func `include the shortest text for each combination of results`(_ condition: String, _ texts: [String]) throws {
    let questions = try Condition(parsing: condition).comparisonInputs.compactMap(\.textTest)
    #expect(TextTest.sampleTexts(for: questions) == texts)
  }

  /// All texts of up to five relevant letters are tried for comparison.
  @Test(arguments: 0..<20)
  func `cover every combination of results`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let parts = ["BEGINSWITH 'a'", "ENDSWITH 'b'", "CONTAINS 'ab'", "LIKE '?a*'", "MATCHES '(ab|b)*'", "== 'ba'"]
    let selected = parts.shuffled(using: &random).prefix(3).map { "$t \($0)" }
    let conditions = try selected.map { try Condition(parsing: $0) }
    let questions = conditions.flatMap { $0.comparisonInputs.compactMap(\.textTest) }
    func results(_ texts: [String]) throws -> Set<[Bool]> {
      Set(try texts.map { text in try conditions.map { try $0.holds(variables: ["t": .text(text)]) } })
    }
    var texts = [""]
    for _ in 0..<5 { texts += texts.flatMap { text in ["a", "b", "x"].map { text + $0 } } }
    #expect(try results(TextTest.sampleTexts(for: questions)) == results(texts))
  }

  @Test(arguments: [
    ("$a * 2 == 6", [3]), ("$a + $b > 10", [9]), ("$a * $a == 49", [-7, 7]), ("10 - $a / 2 == 3", [14]),
    ("$a + 1 BETWEEN {3, 5}", [2, 4]), ("sqrt($a) == 3", [9]), ("$a ** 3 == 27", [3]), ("$b > 10", []),
    ("lowercase($a) == 'x'", []), ("$a * 0 == 1", []), ("$a * 1.19 == 11.9", [10]),
  ])
  func `include the solutions of an equation`(_ condition: String, _ numbers: [Double]) throws {
    let boundary = try #require(Condition(parsing: condition).comparisonInputs.first)
    #expect(boundary.solutions(for: .variable("a")) { _ in 1 } == numbers)
  }

  @Test func `are limited in number and include a text that satisfies all tests`() throws {
    let letters = "abcdefgh".map(String.init)
    let condition = try Condition(parsing: letters.map { "$t CONTAINS '\($0)'" }.joined(separator: " AND "))
    let texts = TextTest.sampleTexts(for: condition.comparisonInputs.compactMap(\.textTest))
    #expect(texts.count <= 32 + letters.count + 1)
    #expect(try texts.contains { try condition.holds(variables: ["t": .text($0)]) })
  }
}
