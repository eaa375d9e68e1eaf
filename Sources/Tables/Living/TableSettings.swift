/// How a table is set up by a person: what can be kept, and brought back.
public struct TableSettings: Hashable, Codable, Sendable {
  /// How the columns are laid out.
  public var layout: TableLayout
  /// What the rows are sorted by.
  public var sort: [SortKey]
  /// The column by which rows are grouped.
  public var grouping: String?
  /// How many rows a page holds.
  public var pageSize: Int?
}
