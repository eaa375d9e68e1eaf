/// On which side the cells of a column stand.
public enum ColumnAlignment: String, Hashable, Codable, Sendable {
  /// Where lines begin.
  case leading
  /// In the middle.
  case center
  /// Where lines end.
  case trailing
}
