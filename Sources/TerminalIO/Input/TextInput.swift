/// A line of text with a cursor, which is edited with keys, as in a shell.
public struct TextInput: Hashable, Sendable {
  /// The text.
  public private(set) var text: String
  /// The position of the cursor, which is always between two characters.
  public private(set) var cursor: String.Index

  /// Creates an input with the cursor at the end of the text.
  public init(_ text: String = "") { self.init(text, cursor: text.endIndex) }

  /// Creates an input with the cursor at a position of the text.
  public init(_ text: String, cursor: String.Index) { (self.text, self.cursor) = (text, cursor) }

  /// The text before the cursor.
  public var textBeforeCursor: Substring { text[..<cursor] }

  /// A Boolean value that indicates whether the cursor is at the end.
  public var isAtEnd: Bool { cursor == text.endIndex }

  /// Inserts a text at the cursor, with a space for each line ending.
  public mutating func insert(_ new: String) {
    replace(cursor..<cursor, with: String(new.map { $0.isNewline ? " " : $0 }))
  }

  /// Replaces a part of the text and moves the cursor to the end of the new part.
  public mutating func replace(_ range: Range<String.Index>, with new: String) {
    let offset = text[..<range.lowerBound].utf8.count + new.utf8.count
    text.replaceSubrange(range, with: new)
    cursor = text.utf8.index(text.startIndex, offsetBy: offset)
    // The scalars before and after this position can have become one character. `index(after:)` begins at its start.
    if cursor < text.endIndex {
      let next = text.index(after: cursor)
      if text.index(before: next) < cursor { cursor = next }
    }
  }

  /// Moves the cursor to the end.
  public mutating func moveToEnd() { cursor = text.endIndex }

  /// Completes the text before the cursor as far as all candidates agree, and returns whether there was something to
  /// complete.
  public mutating func complete(among candidates: [String]) -> Bool {
    guard let first = candidates.first else { return false }
    let typed = textBeforeCursor
    let common = candidates.dropFirst().reduce(first) { common, candidate in
      String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
    }
    guard candidates.count == 1 || common != typed && common.hasPrefix(typed) else { return false }
    replace(text.startIndex..<cursor, with: common)
    return true
  }
}

// MARK: - Keys

extension TextInput {
  /// What a key did.
  public enum Change: Hashable, Sendable {
    /// The text or the cursor may have changed.
    case edited
    /// A part was removed that other editors can insert elsewhere, before the cursor or after it.
    case killed(String, isBeforeCursor: Bool)
  }

  /// Returns a Boolean value that indicates whether a key edits text.
  public static func edits(_ key: KeyStroke) -> Bool {
    var input = TextInput()
    return input.apply(key) != nil
  }

  /// Applies a key, and returns what it did, or `nil` if the key does not edit text.
  public mutating func apply(_ key: KeyStroke) -> Change? {
    if let typed = key.text {
      insert(typed)
      return .edited
    }
    switch key.nameForEditing {
    case "left", "ctrl+b": cursor = previousPosition
    case "right", "ctrl+f": cursor = nextPosition
    case "home", "ctrl+a": cursor = text.startIndex
    case "end", "ctrl+e": cursor = text.endIndex
    case "ctrl+left", "alt+left", "alt+b": cursor = startOfWord
    case "ctrl+right", "alt+right", "alt+f": cursor = endOfWord
    case "backspace", "ctrl+h": replace(previousPosition..<cursor, with: "")
    case "delete", "ctrl+d": replace(cursor..<nextPosition, with: "")
    case "ctrl+k": return kill(cursor..<text.endIndex)
    case "ctrl+u": return kill(text.startIndex..<cursor)
    case "ctrl+w": return kill(startOfSpacedWord..<cursor)
    case "alt+backspace": return kill(startOfWord..<cursor)
    case "alt+d": return kill(cursor..<endOfWord)
    default: return nil
    }
    return .edited
  }

  /// Removes a part of the text that begins or ends at the cursor.
  private mutating func kill(_ range: Range<String.Index>) -> Change {
    let change = Change.killed(String(text[range]), isBeforeCursor: range.lowerBound < cursor)
    replace(range, with: "")
    return change
  }
}

// MARK: - Positions

extension TextInput {
  private var previousPosition: String.Index { cursor == text.startIndex ? cursor : text.index(before: cursor) }
  private var nextPosition: String.Index { isAtEnd ? cursor : text.index(after: cursor) }

  /// The start of the word of letters and digits before the cursor.
  private var startOfWord: String.Index { start { $0.isLetter || $0.isNumber } }

  /// The start of the word before the cursor, which ends at a space.
  private var startOfSpacedWord: String.Index { start { !$0.isWhitespace } }

  private func start(ofWordOf isPart: (Character) -> Bool) -> String.Index {
    guard let last = text[..<cursor].lastIndex(where: isPart) else { return text.startIndex }
    return text[..<last].lastIndex { !isPart($0) }.map(text.index(after:)) ?? text.startIndex
  }

  /// The end of the word of letters and digits after the cursor.
  private var endOfWord: String.Index {
    let isPart = { (character: Character) in character.isLetter || character.isNumber }
    guard let first = text[cursor...].firstIndex(where: isPart) else { return text.endIndex }
    return text[first...].firstIndex { !isPart($0) } ?? text.endIndex
  }
}

extension KeyStroke {
  /// The name without Shift, which changes no key of an editor except Tab.
  package var nameForEditing: String {
    key == .tab ? description : KeyStroke(key, modifiers.subtracting(.shift)).description
  }
}
