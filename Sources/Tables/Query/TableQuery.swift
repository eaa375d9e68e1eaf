public import Conditions
public import Values

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

/// A column that rows are sorted by, and in which direction.
public struct SortKey: Hashable, Codable, Sendable {
  /// The column.
  public var column: String
  /// The direction.
  public var order: SortDirection

  /// Makes one of its parts.
  public init(_ column: String, _ order: SortDirection = .forward) {
    self.column = column
    self.order = order
  }
}

/// In which direction rows are sorted.
public enum SortDirection: String, Hashable, Codable, Sendable {
  /// The least first.
  case forward
  /// The greatest first.
  case reverse

  /// The other one.
  package var opposite: SortDirection {
    switch self {
    case .forward: .reverse
    case .reverse: .forward
    }
  }

  func applied(to order: ValueOrdering) -> ValueOrdering {
    switch (self, order) {
    case (.forward, _), (_, .equal): order
    case (.reverse, .less): .greater
    case (.reverse, .greater): .less
    }
  }
}

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

/// What is asked of a column.
public enum ColumnFilter: Hashable, Codable, Sendable {
  /// Its text holds another, whatever the case and the accents.
  case contains(String)
  /// It is not less than the one, and not greater than the other; nothing lies in no range.
  case range(from: Value? = nil, through: Value? = nil)
  /// It is one of these.
  case among([Value])
}
