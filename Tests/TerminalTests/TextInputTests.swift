import TerminalIO
import Testing
import Values

@testable import Terminal

@Suite struct `A text that is typed` {
  private func input(_ text: String, keys: String...) -> TextInput {
    var input = TextInput(text)
    for key in keys { _ = KeyStroke(key).map { input.apply($0) } }
    return input
  }

  @Test func `is edited at the cursor`() {
    #expect(input("lamp", keys: "home", "right", "x").text == "lxamp")
    #expect(input("lamp", keys: "left", "backspace").text == "lap")
    #expect(input("lamp", keys: "ctrl+a", "delete").text == "amp")
    #expect(input("a desk lamp", keys: "ctrl+w").text == "a desk ")
    #expect(input("a desk lamp", keys: "ctrl+left", "ctrl+k").text == "a desk ")
    #expect(input("a desk lamp", keys: "ctrl+left", "ctrl+u").text == "lamp")
    #expect(input("a desk lamp", keys: "home", "alt+f").textBeforeCursor == "a")
  }

  @Test func `stays in one line and keeps characters whole`() {
    var pasted = TextInput("a")
    pasted.insert("b\nc")
    #expect(pasted.text == "ab c")
    var family = TextInput("e")
    family.insert("\u{301}")
    #expect(family.isAtEnd && family.textBeforeCursor.count == 1)
    _ = family.apply(KeyStroke(.backspace))
    #expect(family.text.isEmpty)
  }

  @Test func `random keys keep the cursor in the text`() {
    let keys = [
      "left", "right", "home", "end", "backspace", "delete", "a", "é", "space", "ctrl+w", "ctrl+left", "alt+f",
    ]
    var random = SplitMix64(seed: 1)
    var input = TextInput()
    for _ in 0..<5_000 {
      if let key = keys.randomElement(using: &random).flatMap(KeyStroke.init) { _ = input.apply(key) }
      #expect(input.text.indices.contains(input.cursor) || input.isAtEnd)
      let (shown, cursor) = input.visiblePart(width: 7)
      #expect(cursor < 7 && input.text.hasSuffix(shown))
    }
  }
}
