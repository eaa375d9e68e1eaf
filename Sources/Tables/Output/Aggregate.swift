import Values

/// A value computed from a column, such as the sum of the prices of all visible rows.
public struct Aggregate: Hashable, Codable, Sendable {
  /// The function of an aggregate.
  public enum Function: String, Hashable, Codable, Sendable, CaseIterable {
    /// The number of cells that are not null, or the number of rows if there is no column.
    case count
    /// The sum of the cells.
    case sum
    /// The sum divided by the number of cells that are not null.
    case average
    /// The smallest cell.
    case min
    /// The largest cell.
    case max
  }

  /// The rows from which an aggregate is computed.
  public enum Scope: String, Hashable, Codable, Sendable {
    /// All rows.
    case all
    /// The rows that match the filter.
    case filtered
    /// The selected rows.
    case selected
  }

  /// The function.
  public var function: Function
  /// The column, or `nil` to count rows.
  public var column: String?
  /// The rows.
  public var scope: Scope
  /// What the value is called, or `nil` for a name such as `sum of Price`.
  public var title: String?

  /// Creates an aggregate.
  public init(_ function: Function, _ column: String? = nil, of scope: Scope = .filtered, title: String? = nil) {
    self.function = function
    self.column = column
    self.scope = scope
    self.title = title
  }

  /// Whether the aggregate counts rows.
  ///
  /// No other function works without a column.
  var countsRows: Bool { function == .count && column == nil }
}

/// The result of an aggregate.
public struct AggregateValue: Hashable, Codable, Sendable {
  /// The aggregate.
  public let aggregate: Aggregate
  /// The value.
  public let value: Value
  /// The formatted value.
  public internal(set) var text: String
}
