import Conditions
import Values

/// The sort order and the filter of a table.
///
/// The user changes it. A table with remote rows sends it with its requests.
public struct TableQuery: Hashable, Codable, Sendable {
  /// The sort keys, the most significant first.
  public var sort: [SortKey]
  /// The filter that determines which rows are visible.
  public var filter: RowFilter

  /// Creates a query from sort keys and a filter.
  public init(sort: [SortKey] = [], filter: RowFilter = RowFilter()) {
    self.sort = sort
    self.filter = filter
  }
}

/// A column to sort by, and the direction.
public struct SortKey: Hashable, Codable, Sendable {
  /// The id of the column.
  public var column: String
  /// The direction.
  public var direction: SortDirection

  /// Creates a sort key for a column.
  public init(_ column: String, _ order: SortDirection = .forward) {
    self.column = column
    self.direction = order
  }
}

/// The direction of a sort.
public enum SortDirection: String, Hashable, Codable, Sendable {
  /// Ascending.
  case forward
  /// Descending.
  case reverse

  func applied(to order: ValueOrdering) -> ValueOrdering {
    switch (self, order) {
    case (.forward, _), (_, .equal): order
    case (.reverse, .less): .greater
    case (.reverse, .greater): .less
    }
  }
}

/// A filter of rows.
///
/// A row matches if it matches every part of the filter.
public struct RowFilter: Hashable, Codable, Sendable {
  /// The filters of single columns, by column id.
  public var columns: [String: ColumnFilter]
  /// A condition on the whole row.
  ///
  /// It reads columns by their ids, and context values as variables.
  public var condition: Condition?
  /// A text that the displayed text of a cell in one of the searchable columns must contain.
  ///
  /// Case and accents are ignored.
  public var search: String

  /// Creates a filter from its parts.
  public init(columns: [String: ColumnFilter] = [:], condition: Condition? = nil, search: String = "") {
    self.columns = columns
    self.condition = condition
    self.search = search
  }

  /// A Boolean value that indicates whether every row matches.
  public var isEmpty: Bool { columns.isEmpty && condition == nil && search.isEmpty }
}

/// A filter of the values in one column.
///
/// In a column of numbers, Booleans or dates, a text that is compared with the cells is converted to their kind when the
/// filter is set. The filter is rejected if the text cannot be converted.
public enum ColumnFilter: Hashable, Codable, Sendable {
  /// The displayed text contains this text. Case and accents are ignored.
  case contains(String)
  /// The value is in this closed range. Null is in no range.
  case range(from: Value? = nil, through: Value? = nil)
  /// The value is one of these.
  case among([Value])
}

extension ColumnFilter {
  /// Returns the filter in one line: a text, a range as in `10..20`, or values separated by commas.
  func text(of value: (Value) -> String) -> String {
    switch self {
    case .contains(let text): text
    case .range(let least, let greatest): "\(least.map(value) ?? "")..\(greatest.map(value) ?? "")"
    case .among(let values): values.map(value).joined(separator: ", ")
    }
  }
}
