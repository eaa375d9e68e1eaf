import TerminalIO

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

  /// The text and the cursor.
  var input = TextInput()
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

  /// The text of the line.
  public var text: String { input.text }

  /// The position of the cursor, which is always between two characters.
  public var cursor: String.Index { input.cursor }

  /// Applies what the user types or pastes.
  ///
  /// Other events change nothing.
  public mutating func apply(_ event: InputEvent) -> Event {
    switch event {
    case .key(let key): apply(key)
    case .paste(let text): paste(text)
    case .mouse, .focus, .report: .edited
    }
  }

  private mutating func paste(_ text: String) -> Event {
    previous = .other
    if search == nil { input.insert(text) } else { searchHistory(appending: text) }
    hint = search == nil ? currentHint : nil
    return .edited
  }

  /// Applies a key.
  public mutating func apply(_ key: KeyStroke) -> Event {
    hint = nil
    if search != nil && continueSearch(with: key) { return .edited }
    let former = previous
    previous = .other
    let event = perform(key, after: former)
    if event == .edited && search == nil { hint = currentHint }
    return event
  }

  private mutating func perform(_ key: KeyStroke, after former: Kind) -> Event {
    switch key.nameForEditing {
    case "right", "ctrl+f", "end", "ctrl+e": if input.isAtEnd { acceptSuggestion() } else { edit(key, after: former) }
    case "ctrl+d" where text.isEmpty: return .endOfInput
    case "ctrl+y": input.insert(killed)
    case "ctrl+t": transpose()
    case "up", "ctrl+up", "alt+up", "ctrl+p": goToHistory(historyPosition - 1)
    case "down", "ctrl+down", "alt+down", "ctrl+n": goToHistory(historyPosition + 1)
    case "ctrl+r": search = HistorySearch(input: input)
    case "tab": return complete(after: former)
    case "enter", "ctrl+enter": return submit()
    case "ctrl+c":
      input.moveToEnd()
      return text.isEmpty ? .interrupted : .cancelled
    case "ctrl+l": return .clearScreen
    case "ctrl+z": return .suspended
    default: edit(key, after: former)
    }
    return .edited
  }

  /// Applies a key that edits text.
  ///
  /// Parts that are removed one after the other are inserted together.
  private mutating func edit(_ key: KeyStroke, after former: Kind) {
    guard case .killed(let part, let isBeforeCursor)? = input.apply(key) else { return }
    let earlier = former == .kill ? killed : ""
    killed = isBeforeCursor ? part + earlier : earlier + part
    previous = .kill
  }

  private mutating func submit() -> Event {
    input.moveToEnd()
    if assistant.keepsHistory { history.add(text) }
    return .submitted(text)
  }
}

/// Editing.
extension EditableLine {
  mutating func setText(_ new: String) { input = TextInput(new) }

  /// Exchanges the characters before and after the cursor, or the last two at the end.
  private mutating func transpose() {
    guard cursor > text.startIndex else { return }
    let right = input.isAtEnd ? text.index(before: cursor) : cursor
    guard right > text.startIndex else { return }
    let left = text.index(before: right)
    input.replace(left..<text.index(after: right), with: "\(text[right])\(text[left])")
  }

  private mutating func acceptSuggestion() {
    if case .suggestion(let rest) = currentHint { input.insert(rest) }
  }
}

/// Completion and hints.
extension EditableLine {
  /// Completes the text before the cursor as far as all candidates agree; a second key lists them.
  private mutating func complete(after former: Kind) -> Event {
    let candidates = assistant.completions(String(text[..<cursor]))
    if candidates.isEmpty { return .edited }
    if !input.complete(among: candidates), former == .completion {
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
