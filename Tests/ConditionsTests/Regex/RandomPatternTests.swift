import LoopExplorer
import Testing

@testable import Conditions

@Suite struct `A random regular expression` {
  @Test(arguments: 0..<8) func `matches the texts that its definition matches`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var matchCount = 0
    for _ in 0..<400 {
      let expression = Expression.random(depth: 3, using: &random)
      let pattern = try Pattern(expression.text)
      for _ in 0..<12 {
        let text = (0..<Int.random(in: 0..<7, using: &random)).map { _ in Expression.letter(using: &random) }
        let isMatch = expression.ends(from: [0], in: text).contains(text.count)
        #expect(pattern.matches(String(text)) == isMatch, "\(expression.text) on \(String(text))")
        if isMatch { matchCount += 1 }
      }
    }
    // Otherwise the test would not see a pattern that matches too little.
    #expect(matchCount > 400)
  }

  @Test func `that is no expression is refused, and otherwise matches only what it can reach`() {
    var random = SplitMix64(seed: 5)
    let signs = Array(#"ab()[]{}*+?|\^$.,-019dw"#)
    var (acceptedCount, refusedCount) = (0, 0)
    for _ in 0..<20_000 {
      let text = String(
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in signs.randomElement(using: &random) ?? "a" })
      guard let pattern = try? Pattern(text) else {
        refusedCount += 1
        continue
      }
      acceptedCount += 1
      // The alternation with a text that the pattern cannot contain matches that text and what the pattern matches.
      let alternation = try? Pattern("(?:\(text))|zz")
      #expect(alternation?.matches("zz") == true, "\(text)")
      #expect(alternation?.matches("abab01") == pattern.matches("abab01"), "\(text)")
      #expect(!pattern.matches("zz") || text.contains { ".\\^".contains($0) }, "\(text)")
    }
    #expect(acceptedCount > 1_000 && refusedCount > 1_000)
  }
}

/// A regular expression by its definition: the positions at which a match can end.
private indirect enum Expression {
  case letter(Character)
  case any
  case set([Character], isNegated: Bool)
  case sequence([Expression])
  case alternatives([Expression])
  case repetition(Expression, ClosedRange<Int>)
  case unbounded(Expression, from: Int)
  case start
  case end

  static func letter(using random: inout SplitMix64) -> Character { "abc".randomElement(using: &random) ?? "a" }

  static func random(depth: Int, using random: inout SplitMix64) -> Expression {
    func parts(_ counts: ClosedRange<Int>) -> [Expression] {
      (0..<Int.random(in: counts, using: &random)).map { _ in .random(depth: depth - 1, using: &random) }
    }
    switch Int.random(in: 0..<(depth == 0 ? 6 : 14), using: &random) {
    case 0...2: return .letter(letter(using: &random))
    case 3: return .any
    case 4:
      return .set(
        (0..<Int.random(in: 1...2, using: &random)).map { _ in letter(using: &random) },
        isNegated: Bool.random(using: &random))
    case 5: return Int.random(in: 0..<4, using: &random) == 0 ? (Bool.random(using: &random) ? .start : .end) : .any
    case 6...8: return .sequence(parts(0...3))
    case 9...10: return .alternatives(parts(2...3))
    case 11:
      let least = Int.random(in: 0...2, using: &random)
      return .repetition(
        .random(depth: depth - 1, using: &random), least...(least + Int.random(in: 0...2, using: &random)))
    default: return .unbounded(.random(depth: depth - 1, using: &random), from: Int.random(in: 0...1, using: &random))
    }
  }

  /// The expression in the syntax of `Pattern`.
  var text: String {
    switch self {
    case .letter(let letter): String(letter)
    case .any: "."
    case .set(let letters, let isNegated): "[\(isNegated ? "^" : "")\(String(letters))]"
    case .sequence(let parts): parts.map(\.text).joined()
    case .alternatives(let parts): "(" + parts.map(\.text).joined(separator: "|") + ")"
    case .repetition(let part, let counts): "(?:\(part.text)){\(counts.lowerBound),\(counts.upperBound)}"
    case .unbounded(let part, from: 0): "(?:\(part.text))*"
    case .unbounded(let part, from: _): "(?:\(part.text))+"
    case .start: "^"
    case .end: "$"
    }
  }

  /// Returns the positions at which a match that begins at one of the given positions can end.
  func ends(from starts: Set<Int>, in text: [Character]) -> Set<Int> {
    func following(where matches: (Character) -> Bool) -> Set<Int> {
      Set(starts.filter { $0 < text.count && matches(text[$0]) }.map { $0 + 1 })
    }
    switch self {
    case .letter(let letter): return following { $0 == letter }
    case .any: return following { _ in true }
    case .set(let letters, let isNegated): return following { letters.contains($0) != isNegated }
    case .sequence(let parts): return parts.reduce(starts) { $1.ends(from: $0, in: text) }
    case .alternatives(let parts): return parts.reduce(into: []) { $0.formUnion($1.ends(from: starts, in: text)) }
    case .repetition(let part, let counts):
      var (reached, ends) = (starts, counts.lowerBound == 0 ? starts : [])
      for count in 1..<(counts.upperBound + 1) {
        reached = part.ends(from: reached, in: text)
        if counts.contains(count) { ends.formUnion(reached) }
      }
      return ends
    case .unbounded(let part, let least):
      var ends = least == 0 ? starts : part.ends(from: starts, in: text)
      var count = -1
      while count < ends.count {
        count = ends.count
        ends.formUnion(part.ends(from: ends, in: text))
      }
      return ends
    case .start: return starts.intersection([0])
    case .end: return starts.intersection([text.count])
    }
  }
}
