/// A key press with its modifier keys.
public struct TableKeyPress: Hashable, Codable, Sendable {
  /// A key.
  public enum Code: Hashable, Codable, Sendable {
    /// Move the cursor one row up or down.
    case up, down
    /// Move the cursor one cell to the left or right.
    case left, right
    /// Move the cursor by the number of displayed rows, or by one page.
    case pageUp, pageDown
    /// Move the cursor to the first or last row, with the control key also to the first or last cell.
    case home, end
    /// Select the row at the cursor.
    case space
    /// Begin or commit an edit.
    case enter, f2
    /// Cancel the edit or the drag.
    case escape
    /// Commit the edit and edit the next editable cell.
    case tab
    /// Delete the selected rows.
    case delete
    /// Move the cursor to the next row that starts with these letters.
    case letters(String)
  }

  /// The key.
  public var code: Code
  /// A Boolean value that indicates whether the shift key is down.
  public var isShiftDown: Bool
  /// A Boolean value that indicates whether the control key is down.
  public var isControlDown: Bool

  /// The number of rows that a front end displays at a time and scrolls, or `nil` if it displays whole pages.
  ///
  /// If rows are scrolled, keys move the cursor over the ends of pages.
  public var displayedRowCount: Int?

  /// Creates a key press.
  public init(_ code: Code, shift: Bool = false, control: Bool = false, displayedRowCount: Int? = nil) {
    self.code = code
    isShiftDown = shift
    isControlDown = control
    self.displayedRowCount = displayedRowCount
  }

  /// The number of displayed rows, clamped to the valid range.
  var scrolledRowCount: Int? { displayedRowCount.map { PageSize(clamping: $0).rawValue } }

  /// Parses a key such as `shift+down`, `ctrl+home`, `+` or `ctrl++`.
  ///
  /// The result is `nil` if the text is neither a key name nor a single letter.
  package init?(parsing text: String) {
    let name =
      text.hasSuffix("+") ? "+" : String(text[(text.lastIndex(of: "+").map(text.index(after:)) ?? text.startIndex)...])
    let prefix = text.dropLast(name.count)
    if !prefix.isEmpty && !prefix.hasSuffix("+") { return nil }
    let parts = prefix.isEmpty ? [] : prefix.dropLast().split(separator: "+", omittingEmptySubsequences: false)
    guard Set(parts).count == parts.count, parts.allSatisfy({ $0 == "shift" || $0 == "ctrl" }) else { return nil }
    guard let code = Self.codesByName[name] ?? (name.count == 1 ? .letters(name) : nil) else { return nil }
    self.init(code, shift: parts.contains("shift"), control: parts.contains("ctrl"))
  }

  private static let codesByName: [String: Code] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "pageUp": .pageUp, "pageDown": .pageDown,
    "home": .home, "end": .end, "space": .space, "enter": .enter, "f2": .f2, "escape": .escape, "tab": .tab,
    "delete": .delete,
  ]
}

extension TableKeyPress.Code {
  /// Whether the key is handled during an edit.
  ///
  /// All other keys belong to the text field.
  var isHandledWhileEditing: Bool {
    switch self {
    case .enter, .f2, .escape, .tab: true
    default: false
    }
  }

  /// Whether the key moves the cursor to another row.
  var movesBetweenRows: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .home, .end: true
    default: false
    }
  }
}
