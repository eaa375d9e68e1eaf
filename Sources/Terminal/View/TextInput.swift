import TerminalIO

/// A line of text with a cursor, which is edited with keys.
struct TextInput: Hashable, Sendable {
  private(set) var text: String
  /// The number of characters before the cursor.
  private(set) var cursor: Int

  /// Creates an input with the cursor at the end of the text.
  init(_ text: String = "") {
    self.text = text
    cursor = text.count
  }

  /// The text before the cursor.
  var textBeforeCursor: Substring { text.prefix(cursor) }

  /// The same input with a dot for each character.
  var masked: TextInput {
    var masked = TextInput(String(repeating: "•", count: text.count))
    masked.cursor = cursor
    return masked
  }

  /// Inserts a text at the cursor, in one line.
  mutating func insert(_ inserted: String) {
    let line = String(inserted.map { $0.isNewline ? " " : $0 })
    let index = text.index(text.startIndex, offsetBy: cursor)
    let countAfter = text.count - cursor
    text.insert(contentsOf: line, at: index)
    // A combining mark joins the character before it.
    cursor = text.count - countAfter
  }

  /// Returns a Boolean value that indicates whether a key edits text.
  static func edits(_ key: KeyStroke) -> Bool {
    var input = TextInput()
    return input.apply(key)
  }

  /// Applies a key, and returns a Boolean value that indicates whether the key edits text.
  mutating func apply(_ key: KeyStroke) -> Bool {
    if let typed = key.text {
      insert(typed)
      return true
    }
    switch key.description {
    case "left", "ctrl+b": cursor = max(0, cursor - 1)
    case "right", "ctrl+f": cursor = min(text.count, cursor + 1)
    case "home", "ctrl+a": cursor = 0
    case "end", "ctrl+e": cursor = text.count
    case "ctrl+left", "alt+left", "alt+b": cursor = wordStart
    case "ctrl+right", "alt+right", "alt+f": cursor = wordEnd
    case "backspace", "ctrl+h", "shift+backspace": remove(max(0, cursor - 1)..<cursor)
    case "delete", "ctrl+d": remove(cursor..<min(text.count, cursor + 1))
    case "ctrl+w", "alt+backspace": remove(wordStart..<cursor)
    case "ctrl+u": remove(0..<cursor)
    case "ctrl+k": remove(cursor..<text.count)
    default: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    var characters = Array(text)
    characters.removeSubrange(range)
    text = String(characters)
    cursor = range.lowerBound
  }

  private var wordStart: Int {
    let before = Array(textBeforeCursor)
    let end = before.lastIndex { !$0.isWhitespace } ?? 0
    return before[..<end].lastIndex { $0.isWhitespace }.map { $0 + 1 } ?? 0
  }

  private var wordEnd: Int {
    let after = Array(text.dropFirst(cursor))
    let start = after.firstIndex { !$0.isWhitespace } ?? after.count
    return cursor + (after[start...].firstIndex { $0.isWhitespace } ?? after.count)
  }
}
