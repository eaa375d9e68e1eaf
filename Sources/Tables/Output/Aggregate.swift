public import Values

/// Something that is counted or computed of a column: the sum of the prices of all rows that pass, say.
public struct Aggregate: Hashable, Codable, Sendable {
  /// What is computed.
  public enum Function: String, Hashable, Codable, Sendable, CaseIterable {
    /// How many cells hold something, or how many rows there are where no column is named.
    case count
    /// Their sum.
    case sum
    /// Their sum by how many there are.
    case average
    /// The least.
    case min
    /// The greatest.
    case max
  }

  /// Of which rows.
  public enum Scope: String, Hashable, Codable, Sendable {
    /// All there are.
    case all
    /// Those that pass the filter.
    case filtered
    /// Those that are selected.
    case selected
  }

  /// What is computed.
  public var function: Function
  /// Of which column; nil of rows.
  public var column: String?
  /// Of which rows.
  public var scope: Scope

  /// Makes one of its parts.
  public init(_ function: Function, _ column: String? = nil, of scope: Scope = .filtered) {
    self.function = function
    self.column = column
    self.scope = scope
  }

  /// Whether it is rows that are counted, and no cells; of rows nothing else can be computed.
  var countsRows: Bool { function == .count && column == nil }
}

/// What came of an aggregate.
public struct AggregateValue: Hashable, Sendable {
  /// What was computed.
  public let aggregate: Aggregate
  /// What came of it.
  public let value: Value
  /// What is shown of that.
  public let text: String
}
