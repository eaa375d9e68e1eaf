import TerminalIO

/// A search in the history, from the newest line to the oldest.
public struct HistorySearch: Hashable, Sendable {
  /// The text that is searched.
  public internal(set) var query = ""
  /// A Boolean value that indicates whether no line contains the text.
  public internal(set) var isFailing = false
  /// The position of the line that was found.
  var position: Int?
  /// The line before the search.
  let input: TextInput
}

extension EditableLine {
  /// Shows another line of the history.
  ///
  /// Changes to the current one are kept.
  mutating func goToHistory(_ position: Int) {
    guard (0...history.lines.count).contains(position) else { return }
    drafts[historyPosition] = text
    historyPosition = position
    setText(drafts[position] ?? (position < history.lines.count ? history.lines[position] : ""))
  }

  /// Applies a key to the search, or ends the search and returns `false` if the key has a meaning of its own.
  mutating func continueSearch(with key: KeyStroke) -> Bool {
    guard let search else { return false }
    if let typed = key.text {
      searchHistory(appending: typed)
      return true
    }
    let name = key.nameForEditing
    switch name {
    case "backspace", "ctrl+h":
      self.search?.query = String(search.query.dropLast())
      find(from: history.lines.count)
    case "ctrl+r": find(from: (search.position ?? history.lines.count) - 1)
    case "ctrl+g", "ctrl+c":
      (input, self.search) = (search.input, nil)
      return name == "ctrl+g"
    default:
      if let position = search.position {
        drafts[historyPosition] = search.input.text
        historyPosition = position
      }
      self.search = nil
      return name == "escape"
    }
    return true
  }

  /// Searches for a longer text.
  mutating func searchHistory(appending text: String) {
    search?.query += text
    find(from: search?.position ?? history.lines.count)
  }

  /// Finds the newest line that contains the query, at this position or before.
  private mutating func find(from position: Int) {
    guard let query = search?.query, !query.isEmpty else {
      search?.isFailing = false
      return
    }
    for index in history.lines.indices.reversed() where index <= position {
      guard let range = history.lines[index].firstRange(of: query) else { continue }
      input = TextInput(history.lines[index], cursor: range.lowerBound)
      search?.position = index
      search?.isFailing = false
      return
    }
    search?.isFailing = true
  }
}
