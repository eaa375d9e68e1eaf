import TerminalIO

/// A key that was pressed, or a text that was pasted.
public enum Key: Hashable, Sendable {
  /// Typed text.
  ///
  /// A terminal sends each scalar of a character on its own.
  case text(String)
  /// Text that was pasted as a whole.
  case paste(String)
  /// A letter or sign together with the Control key, such as `a` for Control-A.
  case control(Unicode.Scalar)
  /// A character together with the Alt key.
  case alt(Unicode.Scalar)
  /// An arrow key.
  case left, right, up, down
  /// An arrow key together with the Control or Alt key.
  case wordLeft, wordRight
  /// The Home or End key.
  case home, end
  /// The key that deletes backward or forward.
  case backspace, delete
  /// Another key.
  case enter, tab, escape

  /// Creates the key of an event, or returns `nil` if an editor of lines has no use for it.
  public init?(_ event: InputEvent) {
    switch event {
    case .key(let stroke): self.init(stroke)
    case .paste(let text): self = .paste(text)
    case .mouse, .focus, .report: return nil
    }
  }

  private init?(_ stroke: KeyStroke) {
    let hasAlt = stroke.modifiers.contains(.alt)
    let movesByWord = !stroke.modifiers.isDisjoint(with: [.alt, .control])
    switch stroke.key {
    case .character: self.init(typing: stroke)
    case .left: self = movesByWord ? .wordLeft : .left
    case .right: self = movesByWord ? .wordRight : .right
    case .up: self = .up
    case .down: self = .down
    case .home: self = .home
    case .end: self = .end
    case .backspace: self = hasAlt ? .alt("\u{7F}") : .backspace
    case .delete: self = .delete
    case .enter: self = hasAlt ? .alt("\r") : .enter
    case .tab where stroke.modifiers.isEmpty: self = .tab
    case .escape: self = .escape
    case .tab, .insert, .pageUp, .pageDown, .function: return nil
    }
  }

  private init?(typing stroke: KeyStroke) {
    let shift = stroke.modifiers.intersection(.shift)
    guard let text = KeyStroke(stroke.key, shift).text, let scalar = text.unicodeScalars.first else { return nil }
    switch stroke.modifiers.subtracting(.shift) {
    case []: self = .text(text)
    case .control: self = .control(scalar)
    case .alt: self = .alt(scalar)
    default: return nil
    }
  }
}
