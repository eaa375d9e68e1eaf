/// A column that rows are sorted by, and in which direction.
public struct SortKey: Hashable, Codable, Sendable {
  /// The column.
  public var column: String
  /// The direction.
  public var order: SortOrder

  /// Makes one of its parts.
  public init(_ column: String, _ order: SortOrder = .forward) {
    self.column = column
    self.order = order
  }
}
