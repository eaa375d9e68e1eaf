/// How much can be selected at once.
public enum SelectionMode: Hashable, Codable, Sendable {
  /// Nothing.
  case none
  /// At most one.
  case one
  /// Any number.
  case several
}
