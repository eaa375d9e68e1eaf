import Testing
import Values

@Suite struct `Text for a terminal` {
  @Test(arguments: [
    ("a\u{1b}[31mb", #"a\u{1b}[31mb"#), ("a\u{9b}31m", #"a\u{9b}31m"#), ("a\u{7}\0", #"a\u{7}\u{0}"#),
    ("a\rb", #"a\u{d}b"#), ("left\u{202e}right", #"left\u{202e}right"#), ("\u{feff}a", #"\u{feff}a"#),
  ])
  func `has escapes for control characters and for those that change the direction`(text: String, shown: String) {
    #expect(text.withoutTerminalControls == shown)
  }

  @Test(arguments: ["a\tb\n", "a,b\r\n", "می‌خواهم", "👩‍👩‍👧", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "e\u{301}"])
  func `keeps line endings, tabs, and the joiners of words and emoji`(text: String) {
    #expect(text.withoutTerminalControls == text)
    #expect(text.unicodeScalars.allSatisfy { $0.isVisible || $0.value < 0x20 })
  }
}
