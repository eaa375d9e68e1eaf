/// What the keys go through.
public enum TableNavigation: String, Hashable, Codable, Sendable {
  /// Rows: home leads to the first.
  case rows
  /// Cells: home leads to the first of the row, and with the control key held to the first of all.
  case cells
}
