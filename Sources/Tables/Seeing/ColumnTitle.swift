/// A column's title.
public struct ColumnTitle: Hashable, Sendable {
  /// The column.
  public let id: String
  /// What it is called.
  public let text: String
  /// How the rows are sorted by it.
  public let order: SortOrder?
  /// What tells that.
  public let mark: String
  /// Which of several columns that rows are sorted by it is, from 1; nil where it is the only one, or none.
  public let rank: Int?
  /// Whether it is filtered.
  public let isFiltered: Bool
  /// Whether a press sorts.
  public let isSortable: Bool
  /// On which side its cells stand.
  public let alignment: ColumnAlignment
  /// How wide it is.
  public let width: ColumnWidth
}
