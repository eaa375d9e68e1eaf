public import Values

/// Rows of which a column holds what its order cannot tell apart.
public struct RowGroup<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What the first of them holds.
  public let value: Value
  /// What is shown of that.
  public let text: String
  /// The rows, in the order that is seen.
  public let ids: [ID]
  /// What is computed of them, in the order in which it was asked for.
  public let aggregates: [Value]
}
