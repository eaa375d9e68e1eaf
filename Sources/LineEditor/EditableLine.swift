/// A line that is edited with keys, as in a shell.
///
/// The value contains everything that outlasts a line: the history and the killed text. ``begin()`` starts a new line.
public struct EditableLine {
  /// What a key did.
  public enum Event: Hashable, Sendable {
    /// The line or the cursor may have changed.
    case edited
    /// The line is complete.
    case submitted(String)
    /// Control-C was pressed: the line is discarded.
    case cancelled
    /// Control-C was pressed on an empty line.
    case interrupted
    /// Control-D was pressed on an empty line.
    case endOfInput
    /// The lines that can begin with the text before the cursor are to be listed.
    case candidates([String])
    /// The screen is to be cleared.
    case clearScreen
    /// Control-Z was pressed: the program is to be stopped.
    case suspended
  }

  /// The text of the line.
  public internal(set) var text = ""
  /// The position of the cursor, which is always between two characters.
  public internal(set) var cursor = "".startIndex
  /// The lines that were submitted.
  public internal(set) var history: LineHistory
  /// The completions and hints of the program.
  public var assistant = LineAssistant()
  /// The text to show after the end of the line.
  public private(set) var hint: LineHint?
  /// The search in the history, if one is in progress.
  public internal(set) var search: HistorySearch?
  /// The index of the line in the history.
  ///
  /// A new line has the index after the last one.
  var historyPosition: Int
  /// The edited texts of the lines that the user has left, by their index in the history.
  var drafts: [Int: String] = [:]
  /// The text that was removed last, to insert it elsewhere.
  private var killed = ""
  private var previous = Kind.other

  /// The keys whose effect depends on the previous key.
  private enum Kind { case kill, completion, other }

  /// Creates an empty line.
  public init(history: LineHistory = LineHistory()) {
    self.history = history
    historyPosition = history.lines.count
  }

  /// Starts a new line.
  public mutating func begin() {
    setText("")
    (historyPosition, drafts, search, hint, previous) = (history.lines.count, [:], nil, nil, .other)
  }

  /// Applies a key.
  public mutating func apply(_ key: Key) -> Event {
    hint = nil
    if search != nil && continueSearch(with: key) { return .edited }
    let former = previous
    previous = .other
    let event = perform(key, after: former)
    if event == .edited && search == nil { hint = currentHint }
    return event
  }

  private mutating func perform(_ key: Key, after former: Kind) -> Event {
    switch key {
    case .text(let typed), .paste(let typed): insert(typed)
    case .left, .control("b"): cursor = previousPosition
    case .right, .control("f"): if cursor == text.endIndex { acceptSuggestion() } else { cursor = nextPosition }
    case .home, .control("a"): cursor = text.startIndex
    case .end, .control("e"): if cursor == text.endIndex { acceptSuggestion() } else { cursor = text.endIndex }
    case .wordLeft, .alt("b"): cursor = startOfWord
    case .wordRight, .alt("f"): cursor = endOfWord
    case .backspace: replace(previousPosition..<cursor, with: "")
    case .control("d") where text.isEmpty: return .endOfInput
    case .delete, .control("d"): replace(cursor..<nextPosition, with: "")
    case .control("k"): kill(cursor..<text.endIndex, after: former)
    case .control("u"): kill(text.startIndex..<cursor, after: former)
    case .control("w"): kill(startOfSpacedWord..<cursor, after: former)
    case .alt("\u{7F}"), .alt("\u{8}"): kill(startOfWord..<cursor, after: former)
    case .alt("d"): kill(cursor..<endOfWord, after: former)
    case .control("y"): insert(killed)
    case .control("t"): transpose()
    case .up, .control("p"): goToHistory(historyPosition - 1)
    case .down, .control("n"): goToHistory(historyPosition + 1)
    case .control("r"): search = HistorySearch(text: text, cursor: cursor)
    case .tab: return complete(after: former)
    case .enter: return submit()
    case .control("c"):
      cursor = text.endIndex
      return text.isEmpty ? .interrupted : .cancelled
    case .control("l"): return .clearScreen
    case .control("z"): return .suspended
    case .escape, .control, .alt: break
    }
    return .edited
  }

  private mutating func submit() -> Event {
    cursor = text.endIndex
    if assistant.keepsHistory { history.add(text) }
    return .submitted(text)
  }
}

/// Editing.
extension EditableLine {
  mutating func setText(_ new: String) {
    text = new
    cursor = text.endIndex
  }

  /// Inserts a text at the cursor, with a space for each line ending.
  private mutating func insert(_ new: String) {
    replace(cursor..<cursor, with: String(new.map { $0.isNewline ? " " : $0 }))
  }

  /// Replaces a part of the text and moves the cursor to the end of the new part.
  private mutating func replace(_ range: Range<String.Index>, with new: String) {
    let offset = text[..<range.lowerBound].utf8.count + new.utf8.count
    text.replaceSubrange(range, with: new)
    cursor = text.utf8.index(text.startIndex, offsetBy: offset)
    // The scalars before and after this position can have become one character. `index(after:)` begins at its start.
    if cursor < text.endIndex {
      let next = text.index(after: cursor)
      if text.index(before: next) < cursor { cursor = next }
    }
  }

  /// Removes a part of the text that begins or ends at the cursor.
  ///
  /// Parts that are removed one after the other are inserted together.
  private mutating func kill(_ range: Range<String.Index>, after former: Kind) {
    let part = String(text[range])
    let earlier = former == .kill ? killed : ""
    killed = range.lowerBound < cursor ? part + earlier : earlier + part
    previous = .kill
    replace(range, with: "")
  }

  /// Exchanges the characters before and after the cursor, or the last two at the end.
  private mutating func transpose() {
    let right = cursor == text.endIndex ? previousPosition : cursor
    guard right > text.startIndex else { return }
    let left = text.index(before: right)
    replace(left..<text.index(after: right), with: "\(text[right])\(text[left])")
  }

  private mutating func acceptSuggestion() {
    if case .suggestion(let rest) = currentHint { insert(rest) }
  }
}

/// Positions.
extension EditableLine {
  private var previousPosition: String.Index { cursor == text.startIndex ? cursor : text.index(before: cursor) }
  private var nextPosition: String.Index { cursor == text.endIndex ? cursor : text.index(after: cursor) }

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

/// Completion and hints.
extension EditableLine {
  /// Completes the text before the cursor as far as all candidates agree; a second key lists them.
  private mutating func complete(after former: Kind) -> Event {
    let typed = String(text[..<cursor])
    let candidates = assistant.completions(typed)
    guard let first = candidates.first else { return .edited }
    let common = candidates.dropFirst().reduce(first) { common, candidate in
      String(zip(common, candidate).prefix { $0 == $1 }.map(\.0))
    }
    if candidates.count == 1 || common != typed && common.hasPrefix(typed) {
      replace(text.startIndex..<cursor, with: common)
    } else if former == .completion {
      previous = .completion
      return .candidates(candidates)
    }
    if candidates.count > 1 { previous = .completion }
    return .edited
  }

  /// The rest of the newest line of the history that begins with the text, or else the syntax.
  private var currentHint: LineHint? {
    guard cursor == text.endIndex, !text.isEmpty else { return nil }
    if let line = history.lines.last(where: { $0.hasPrefix(text) && $0 != text }) {
      return .suggestion(String(line.dropFirst(text.count)))
    }
    return assistant.syntax(text).map(LineHint.syntax)
  }
}
