public import Values

/// What came of an aggregate.
public struct AggregateValue: Hashable, Sendable {
  /// What was computed.
  public let aggregate: Aggregate
  /// What came of it.
  public let value: Value
  /// What is shown of that.
  public let text: String
}
