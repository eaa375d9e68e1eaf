/// Whether everything that passes is selected.
public enum SelectionMark: String, Hashable, Codable, Sendable {
  /// Nothing of it.
  case none
  /// Something of it.
  case some
  /// All of it.
  case all
  /// Nobody knows, since not all rows are loaded.
  case unknown
}
