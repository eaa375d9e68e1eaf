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
  /// An ASCII character together with the Alt key.
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
}
