/// A window of rows that could not be loaded.
public struct WindowFailure: Hashable, Codable, Sendable {
  /// What was asked for.
  public var request: WindowRequest
  /// Why it was not answered.
  public var reason: String
}
