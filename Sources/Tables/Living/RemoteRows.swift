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

/// How far the rows of the page are loaded, where they are kept elsewhere.
public struct RemoteRows: Hashable, Codable, Sendable {
  /// How many rows pass, if that is known.
  public internal(set) var count: Int?
  /// What is being loaded.
  public internal(set) var awaited: WindowRequest?
  /// What could not be loaded, and why.
  public internal(set) var failure: WindowFailure?
  /// What the rows that are here were the answer to; they are stale where that is not what is wanted.
  public internal(set) var loaded: WindowRequest?
  /// Whether something has been changed since, so that they are to be read again.
  public internal(set) var isOutdated = false
  /// Where on the page the cursor shall be, once that is loaded.
  public internal(set) var cursorPlace: Int?

  /// Begins with nothing loaded.
  public init() {}
}

/// A window of rows that could not be loaded.
public struct WindowFailure: Hashable, Codable, Sendable {
  /// What was asked for.
  public var request: WindowRequest
  /// Why it was not answered.
  public var reason: String
}
