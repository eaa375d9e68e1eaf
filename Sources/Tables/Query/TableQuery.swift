/// Which rows are wanted, and in which order: what a person has asked a table for, and what a table of rows that are kept
/// elsewhere hands over.
public struct TableQuery: Hashable, Codable, Sendable {
  /// What the rows are sorted by, the weightiest first.
  public var sort: [SortKey]
  /// Which rows are shown.
  public var filter: RowFilter

  /// Makes one of its parts.
  public init(sort: [SortKey] = [], filter: RowFilter = RowFilter()) {
    self.sort = sort
    self.filter = filter
  }
}
