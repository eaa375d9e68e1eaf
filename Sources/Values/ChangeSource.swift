/// A kind of stored data, such as products.
///
/// The module of the data declares it:
///
/// ```swift
/// extension DataKind {
///   public static let products = DataKind("products")
/// }
/// ```
public struct DataKind: Hashable, Sendable {
  /// The name under which changes of the data are stored.
  public let name: String

  /// Creates a kind with a name that no other kind has.
  public init(_ name: String) { self.name = name }
}

extension DataKind {
  /// The settings that all sessions of an application share.
  public static let settings = DataKind("settings")
}

/// Changes of stored data by other programs: a port.
public protocol ChangeSource: Sendable {
  /// Calls a closure whenever another program has changed data, until the task is cancelled.
  ///
  /// It is called with each kind at the beginning, because data that was loaded before may have changed. After that, the
  /// source checks the data once per interval, or earlier if it learns of a change, calls the closure with each kind that
  /// has changed, and waits for these calls before it checks again.
  ///
  /// - Throws: An error if the data cannot be read when watching begins.
  func watch(every interval: Duration, onChange: @Sendable (DataKind) async -> Void) async throws
}
