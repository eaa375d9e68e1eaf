public import Values

/// How often a value stands in a column.
public struct Facet: Hashable, Codable, Sendable {
  /// The value.
  public let value: Value
  /// How often.
  public let count: Int
}
