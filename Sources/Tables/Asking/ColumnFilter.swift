public import Values

/// What is asked of a column.
public enum ColumnFilter: Hashable, Codable, Sendable {
  /// Its text holds another, whatever the case and the accents.
  case contains(String)
  /// It is not less than the one, and not greater than the other; nothing lies in no range.
  case range(from: Value? = nil, through: Value? = nil)
  /// It is one of these.
  case among([Value])
}
