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
