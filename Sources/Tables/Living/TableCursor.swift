extension Table {
  /// Where the keys act.
  public struct Cursor: Hashable, Sendable {
    /// The row.
    public var row: Row.ID
    /// The column, where the keys go through cells.
    public var column: String?
  }
}

extension Table.Cursor: Codable where Row.ID: Codable {}
