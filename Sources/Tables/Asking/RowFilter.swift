public import Conditions

/// Which rows are shown: those that pass all there is in it.
public struct RowFilter: Hashable, Codable, Sendable {
  /// What is asked of columns, one by one.
  public var columns: [String: ColumnFilter]
  /// What is asked of the whole row; it reads columns by their names, and what stands beside the rows as variables.
  public var condition: Condition?
  /// What is looked for in the columns that are searched, whatever the case and the accents.
  public var search: String

  /// Makes one of its parts.
  public init(columns: [String: ColumnFilter] = [:], condition: Condition? = nil, search: String = "") {
    self.columns = columns
    self.condition = condition
    self.search = search
  }

  /// Whether every row passes.
  public var isEmpty: Bool { columns.isEmpty && condition == nil && search.isEmpty }
}
