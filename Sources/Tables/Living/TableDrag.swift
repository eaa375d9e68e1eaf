extension Table {
  /// Rows that a person carries.
  public struct Drag: Hashable, Sendable {
    /// The rows, in the order that is seen.
    public var ids: [Row.ID]
    /// Where they would fall.
    public var target: RowPlace<Row.ID>?
  }
}

extension Table.Drag: Codable where Row.ID: Codable {}
