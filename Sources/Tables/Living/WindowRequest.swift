/// Rows that are wanted from elsewhere: so many from an offset on, of those that pass, in this order.
public struct WindowRequest: Hashable, Codable, Sendable {
  /// Which rows, and in which order.
  public var query: TableQuery
  /// What stands beside the rows, as far as the query reads it.
  public var beside: Beside
  /// How many are passed over.
  public var offset: Int
  /// How many are wanted.
  public var limit: Int

  /// Makes one of its parts.
  public init(_ query: TableQuery, beside: Beside = [:], offset: Int, limit: Int) {
    self.query = query
    self.beside = beside
    self.offset = offset
    self.limit = limit
  }
}
