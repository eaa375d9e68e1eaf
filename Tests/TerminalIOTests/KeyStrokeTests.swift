import TerminalIO
import Testing

@Suite struct `Names of keys` {
  @Test func `a name is read and written`() throws {
    for name in [
      "a", "?", "/", "+", "é", "茶", "\u{301}", "space", "enter", "tab", "escape", "backspace", "delete", "insert", "up",
      "down", "left", "right", "home", "end", "pageUp", "pageDown", "f1", "f12", "shift+z", "ctrl+z", "shift+tab",
      "alt+enter", "ctrl++", "alt++", "shift+space", "ctrl+alt+shift+super+f5", "alt+\u{301}", "super+é",
    ] {
      #expect(try #require(KeyStroke(name), "\(name)").description == name)
    }
  }

  @Test func `other names are read too`() throws {
    for (name, other) in [
      ("shift+ctrl+up", "ctrl+shift+up"), ("Z", "shift+z"), ("ctrl+Z", "ctrl+shift+z"), ("É", "shift+é"),
      ("shift+?", "?"),
    ] {
      #expect(try #require(KeyStroke(name)).description == other)
    }
  }

  @Test(arguments: [
    "", " ", "ab", "ctrl+", "ctrl+ctrl+a", "Ctrl+a", "control+a", "pageup", "f0", "f13", "a+ctrl", "ctrl+ab",
  ])
  func `a name that is wrong is rejected`(name: String) { #expect(KeyStroke(name) == nil) }

  @Test func `a key stroke types its text`() {
    let texts: [(name: String, text: String?)] = [
      ("a", "a"), ("shift+a", "A"), ("shift+é", "É"), ("?", "?"), ("space", " "), ("shift+space", " "), ("ß", "ß"),
      ("shift+ß", "ß"), ("ctrl+a", nil), ("alt+a", nil), ("super+a", nil), ("enter", nil), ("f1", nil),
    ]
    for (name, text) in texts { #expect(KeyStroke(name)?.text == text, "\(name)") }
  }
}
