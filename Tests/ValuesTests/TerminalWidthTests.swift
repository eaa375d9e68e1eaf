import Testing
import Values

@Suite struct `The width of a text in terminal columns` {
  @Test(arguments: [
    ("", 0), ("Tea", 3), ("Ka\u{308}se", 4), ("✓○…", 3), ("茶", 2), ("ﾃｨｰ", 3), ("Ａ", 2), ("\u{2329}x\u{232A}", 5),
    ("\u{110E}\u{1161}\u{11AB}", 2), ("\u{110E}\u{D7B0}", 2), ("क्ष", 2),
  ])
  func `is two for wide characters and none for marks`(text: String, width: Int) {
    #expect(text.terminalWidth == width)
  }

  @Test(arguments: [
    "🍵", "👍🏽", "☝🏽", "❤️", "1️⃣", "👨‍👩‍👧", "👩‍⚕️", "🏳️‍🌈", "❤\u{200D}🔥", "🧑🏽‍🤝‍🧑🏻", "🇩🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  ])
  func `is two for an emoji, however many scalars it consists of`(emoji: String) {
    #expect(emoji.count == 1 && emoji.terminalWidth == 2)
    #expect("a\(emoji)b".terminalWidth == 4)
  }

  @Test(arguments: [
    ("❤", 1), ("❤\u{FE0E}", 1), ("a\u{FE0F}", 1), ("©", 1), ("می\u{200C}خواهم", 7), ("a\u{200D}b", 2), ("🇩", 1),
    ("🏽🏽", 4), ("a🏽🏽", 5),
  ])
  func `is not changed by joiners and selectors that form no emoji`(text: String, width: Int) {
    #expect(text.terminalWidth == width)
  }

  @Test(arguments: [
    ("Teapot", 6, "Teapot"), ("Teapot", 5, "Teap…"), ("Teapot", 1, "…"), ("Teapot", 0, ""), ("Teapot", -1, ""),
    ("茶茶茶", 5, "茶茶…"), ("茶茶茶", 4, "茶…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("👨‍👩‍👧👨‍👩‍👧", 2, "…"),
    ("🇩🇪🇫🇷", 3, "🇩🇪…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("", 0, ""), ("\u{301}", 0, "\u{301}"),
  ])
  func `limits a shortened text, whose characters are not divided`(text: String, columns: Int, shown: String) {
    #expect(text.shortened(toTerminalWidth: columns) == shown)
    #expect(shown.terminalWidth <= max(0, columns))
  }
}
