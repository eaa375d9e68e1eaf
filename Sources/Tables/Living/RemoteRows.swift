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
