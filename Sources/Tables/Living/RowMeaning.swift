/// What a row means, by which it is shown otherwise.
public enum RowMeaning: String, Hashable, Codable, Sendable {
  /// It is selected.
  case selected
  /// Something points at it.
  case hovered
  /// What it means by itself.
  case own
}
