/// A key that is pressed on a table, with those that are held.
public struct TableKey: Hashable, Codable, Sendable {
  /// A key.
  public enum Code: Hashable, Codable, Sendable {
    /// One row up, or down.
    case up, down
    /// One cell to the left, or to the right.
    case left, right
    /// As many rows up or down as are in sight, or a page.
    case pageUp, pageDown
    /// To the beginning, or the end.
    case home, end
    /// Selects.
    case space
    /// Begins to edit, or ends it.
    case enter, f2
    /// Gives up what is being typed, or carried.
    case escape
    /// To the next cell that can be edited.
    case tab
    /// Deletes what is selected.
    case delete
    /// Letters, which lead to the row that begins with them.
    case letters(String)
  }

  /// The key.
  public var code: Code
  /// Whether the key for ranges is held.
  public var isShifted: Bool
  /// Whether the control key is held.
  public var isControlled: Bool

  /// Makes a key.
  public init(_ code: Code, shift: Bool = false, control: Bool = false) {
    self.code = code
    isShifted = shift
    isControlled = control
  }

  /// Reads a key such as `shift+down` or `ctrl+home`; anything longer than a letter that is no key's name is nil.
  package init?(parsing text: String) {
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.popLast(), Set(parts).count == parts.count,
      parts.allSatisfy({ $0 == "shift" || $0 == "ctrl" })
    else { return nil }
    guard let code = Self.names[name] ?? (name.count == 1 ? .letters(name) : nil) else { return nil }
    self.init(code, shift: parts.contains("shift"), control: parts.contains("ctrl"))
  }

  private static let names: [String: Code] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "pageUp": .pageUp, "pageDown": .pageDown,
    "home": .home, "end": .end, "space": .space, "enter": .enter, "f2": .f2, "escape": .escape, "tab": .tab,
    "delete": .delete,
  ]
}

extension TableKey.Code {
  /// Whether it ends an edit, or goes on to the next cell; every other key is one of those that are typed with.
  var isHandledWhileEditing: Bool {
    switch self {
    case .enter, .f2, .escape, .tab: true
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .delete, .letters: false
    }
  }
  /// Whether it goes to another row.
  var movesBetweenRows: Bool {
    switch self {
    case .up, .down, .pageUp, .pageDown, .home, .end: true
    case .left, .right, .space, .enter, .f2, .escape, .tab, .delete, .letters: false
    }
  }
}
