import TestInputs
import Testing
import Values

@testable import Conditions

@Suite struct `A regular expression` {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false), ("a*", "aaa", true), ("a+", "", false),
    ("a?b", "b", true),
    ("a|bc", "bc", true), ("(a|b)*c", "ababc", true), ("(?:ab){2}", "abab", true), ("a{2,}", "a", false),
    ("a{2,3}", "aaaa", false),
    ("a{0}", "", true), ("[a-c]+", "abc", true), ("[^a-c]", "d", true), ("[^a-c]", "a", false), ("[]a]", "]", true),
    ("[a-]", "-", true),
    (#"\d+\.\d{2}"#, "19.99", true), (#"\w+@\w+\.(de|com)"#, "a@b.de", true), (#"[\w.]+"#, "a.b_1", true),
    (#"\D\S\W"#, "ab-", true),
    (".", "é", true), (".", "\n", false), ("^a$", "a", true), ("a^b", "ab", false), ("(^|x)a", "xa", true),
    (#"\u00e9"#, "é", true),
    ("(a*)*", "aaaa", true), ("(a*)*b", "aaaa", false), ("(|a)+", "aa", true), ("日本?", "日", true), ("a??", "a", true),
    ("x*?", "xx", true),
    (#"\("#, "(", true), (#"[\]]"#, "]", true), (#"[\[]"#, "[", true), ("[a&b]+", "&a", true), (#"[^\d]"#, "a", true),
    (#"[\D]"#, "1", false),
    (#"\w+"#, "größe", true), (#"\w"#, "-", false), (#"\d"#, "٣", true), (#"\s"#, "\u{2003}", true),
    (#"\W"#, "é", false),
    (#"\p{L}+"#, "aé日", true), (#"\p{Lu}"#, "a", false), (#"[\p{Nd}-]+"#, "1-2", true), (#"\P{L}"#, "1", true),
    (#".*\bcat\b.*"#, "a cat sat", true), (#".*\bcat\b.*"#, "concatenate", false), (#"a\Bb"#, "ab", true),
    (#"a\bb"#, "ab", false), (#"\Aa\z"#, "a", true), (#"\x41\x2e"#, "A.", true), ("(?i)aB", "Ab", true),
    (#"\b"#, "", false), (#"\B"#, "", true),
  ])
  func `matches the whole text`(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try Pattern(pattern).matches(text) == isMatch, "\(pattern) on \(text)")
  }

  @Test func `ignores case and accents`() throws {
    let (cased, accents) = (StringCompareOptions(ignoresCase: true), StringCompareOptions(ignoresAccents: true))
    #expect(try Pattern("[a-c]É", cased).matches("Bé"))
    #expect(try Pattern(#"\D"#, cased).matches("a") && !Pattern(#"\D"#, cased).matches("1"))
    #expect(try Pattern("é+", accents).matches("eé"))
    #expect(try !Pattern("e", accents).matches("É"))
  }

  @Test(arguments: [
    ("(", 2), ("a)", 2), ("[a", 3), ("*", 1), ("a**", 3), ("a{2,1}", 5), ("a{x}", 3), (#"\"#, 2), (#"\1"#, 1),
    (#"\k"#, 1), ("(?=a)", 1),
    ("(?<!a)", 1), ("a(?i)b", 2), (#"\p{X}"#, 3), (#"\pL"#, 3), (#"\p"#, 3), (#"\x4"#, 1), (#"\u+041"#, 1),
    ("[z-a]", 3), ("[[:alpha:]]", 2), ("[a&&b]", 3), (#"\u12"#, 1), ("((((a{99}){99}){99}){99})", 1), ("(){99999}", 4),
    ("((){5000}){5000}", 1),
  ])
  func `has the position of an error`(pattern: String, index: Int) {
    let fault = #expect(throws: PatternError.self) { try Pattern(pattern) }
    #expect(fault?.characterNumber == index, "\(pattern): \(fault.map { "\($0)" } ?? "")")
  }

  @Test func `is refused at a position in it, or has the same matches as a group and as an alternative`() throws {
    var chance = SplitMix64(seed: 5)
    let signs = Array(#"ab()[]{}*+?|\^$.,-019dw"#)
    for _ in 0..<caseCount(5_000, exhaustive: 20_000) {
      let text = String(
        (0..<Int.random(in: 0..<12, using: &chance)).map { _ in signs.randomElement(using: &chance) ?? "a" })
      do throws(PatternError) {
        let pattern = try Pattern(text)
        let (group, alternative) = (try Pattern("(?:\(text)){1}"), try Pattern("(Z|\(text))"))
        for subject in ["", "a", "ab", "0", "abab01"] {
          let isMatch = pattern.matches(subject)
          #expect(
            group.matches(subject) == isMatch && alternative.matches(subject) == isMatch, "\(text) on \(subject)")
        }
      } catch {
        #expect((1...text.count + 1).contains(error.characterNumber), "\(text)")
      }
    }
  }

  @Test func `matches the same texts as a search of all ways to match`() throws {
    var chance = SplitMix64(seed: 6)
    let subjects = (0..<31).map { number in String(String(number + 1, radix: 2).dropFirst()) }
    for _ in 0..<caseCount(300, exhaustive: 1000) {
      let expression = RandomExpression(depth: 4, &chance)
      let pattern = try Pattern(expression.text)
      for subject in subjects {
        let isMatch = expression.ends(in: Array(subject), from: 0).contains(subject.count)
        #expect(pattern.matches(subject) == isMatch, "\(expression.text) on \(subject)")
      }
    }
  }

  @Test(arguments: [
    ("", "", true), ("*", "", true), ("?", "", false), ("a*", "abc", true), ("*c", "abc", true), ("a?c", "abc", true),
    ("a*b*c", "aXbYc", true),
    ("a*b", "abc", false), (#"\*"#, "*", true), (#"\*"#, "a", false), ("?", "é", true), ("***", "x", true),
    ("*a*a*a*b", "aaaaaaaaaa", false),
  ])
  func `with wildcards matches the whole text`(pattern: String, text: String, isLike: Bool) {
    #expect(WildcardPattern(pattern).matches(text) == isLike, "\(pattern) on \(text)")
  }
}

/// A regular expression over zeros and ones, which is matched by searching all ways to match it.
private indirect enum RandomExpression {
  case characters(String, Set<Character>)
  case sequence(RandomExpression, RandomExpression)
  case alternative(RandomExpression, RandomExpression)
  case repetition(RandomExpression, ClosedRange<Int>, String)

  init(depth: Int, _ chance: inout SplitMix64) {
    switch depth == 0 ? 0 : Int.random(in: 0..<4, using: &chance) {
    case 0:
      let classes: [(String, Set<Character>)] = [
        ("0", ["0"]), ("1", ["1"]), (".", ["0", "1"]), ("[^0]", ["1"]), ("[01]", ["0", "1"]), (#"\d"#, ["0", "1"]),
        (#"\D"#, []),
      ]
      let (text, members) = classes[Int.random(in: classes.indices, using: &chance)]
      self = .characters(text, members)
    case 1:
      let first = RandomExpression(depth: depth - 1, &chance)
      self = .sequence(first, RandomExpression(depth: depth - 1, &chance))
    case 2:
      let first = RandomExpression(depth: depth - 1, &chance)
      self = .alternative(first, RandomExpression(depth: depth - 1, &chance))
    default:
      // More repetitions than a subject has characters make no difference.
      let suffixes = [
        ("*", 0...9), ("+", 1...9), ("?", 0...1), ("*?", 0...9), ("{2}", 2...2), ("{1,}", 1...9), ("{0,2}", 0...2),
      ]
      let (suffix, counts) = suffixes[Int.random(in: suffixes.indices, using: &chance)]
      self = .repetition(RandomExpression(depth: depth - 1, &chance), counts, suffix)
    }
  }

  var text: String {
    switch self {
    case .characters(let text, _): text
    case .sequence(let first, let second): "\(first.text)\(second.text)"
    case .alternative(let first, let second): "(\(first.text)|\(second.text))"
    case .repetition(let part, _, let suffix): "(?:\(part.text))\(suffix)"
    }
  }

  /// Returns the indices at which a match that starts at an index can end.
  func ends(in subject: [Character], from start: Int) -> Set<Int> {
    switch self {
    case .characters(_, let members):
      return start < subject.count && members.contains(subject[start]) ? [start + 1] : []
    case .sequence(let first, let second):
      return Set(first.ends(in: subject, from: start).flatMap { second.ends(in: subject, from: $0) })
    case .alternative(let first, let second):
      return first.ends(in: subject, from: start).union(second.ends(in: subject, from: start))
    case .repetition(let part, let counts, _):
      var reached: Set<Int> = [start]
      var ends: Set<Int> = counts.contains(0) ? reached : []
      for count in 1...counts.upperBound {
        reached = Set(reached.flatMap { part.ends(in: subject, from: $0) })
        if counts.contains(count) { ends.formUnion(reached) }
      }
      return ends
    }
  }
}
