/// The number of columns and rows of a terminal.
public struct TerminalSize: Hashable, Codable, Sendable {
  /// The number of columns.
  public var columns: Int
  /// The number of rows.
  public var rows: Int

  /// The largest size that is used of a terminal, more than any screen shows.
  ///
  /// A terminal can report up to 65,535 rows and columns, for whose cells there is no memory.
  static let largest = TerminalSize(columns: 2_000, rows: 1_000)

  /// Creates a size.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
