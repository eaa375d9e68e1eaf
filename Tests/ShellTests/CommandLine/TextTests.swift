import ConsoleIO
import Testing
import Values

@testable import Shell

@Suite struct `Text in a terminal` {
  @Test func `escapes invisible characters as canonical text does, and keeps the others`() {
    #expect("Tea\n\u{1b}[31m\t\u{0}\u{202e}x".terminalSafe == #"Tea\n\u{1b}[31m\t\u{0}\u{202e}x"#)
    for text in ["", "a \"b\" \\ 'c'", "\u{301}e\u{301}", "茶 🍵 ❤️"] { #expect(text.terminalSafe == text) }
  }

  @Test func `quotes a text so that its ends are visible`() {
    #expect("".quoted == #""""#)
    #expect("a\"\u{1b}".quoted == #""a\"\u{1b}""#)
  }

  @Test func `trims white space around a text`() {
    for (text, trimmed) in [("", ""), (" \n", ""), (" a b\t", "a b"), ("a", "a")] { #expect(text.trimmed == trimmed) }
  }

  @Test(arguments: [
    ("", 0), ("Tea", 3), ("Käse", 4), ("Ka\u{308}se", 4), ("\u{301}", 0), ("✓○…", 3), ("茶", 2), ("ティー", 6), ("ﾃｨｰ", 3),
    ("차", 2), ("\u{110E}\u{1161}", 2), ("Ａ", 2), ("🍵", 2), ("❤️", 2), ("❤", 1), ("👍🏽", 2), ("🇩🇪", 2), ("क्ष", 2), ("𠀀", 2),
    ("👩‍👩‍👧", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("می‌خواهم", 7), ("क्‍ष", 2),
  ])
  func `computes the width of a text in terminal columns`(text: String, width: Int) {
    #expect(text.terminalWidth == width)
  }
}
