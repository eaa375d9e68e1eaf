/// The port that stores a session between two processes, for example in a file or a database.
public protocol SessionStore: Sendable {
  /// Loads the session that was saved last, or returns `nil` if there is none.
  func load() async throws(SessionStoreError) -> SessionData?

  /// Saves a session in place of the previous one.
  ///
  /// The save is atomic: after an interruption, `load()` returns the old session or the new one, never a part of one.
  func save(_ snapshot: SessionData) async throws(SessionStoreError)
}

/// An encoded session: its bytes and their schema number.
public struct SessionData: Hashable, Sendable {
  /// The version of the state, actions, effects and slots that the bytes encode.
  public let schema: Int
  /// The encoded session.
  public let bytes: [UInt8]
  /// A Boolean value that indicates whether the session contains input that is stored nowhere else.
  ///
  /// A store with several sessions continues one with such input first.
  public var hasInput: Bool

  /// Creates a value from a session that has been encoded already.
  public init(schema: Int, bytes: [UInt8], hasInput: Bool = false) {
    self.schema = schema
    self.bytes = bytes
    self.hasInput = hasInput
  }
}

/// An error that occurs when a session is loaded or saved.
public enum SessionStoreError: Error, Hashable, Sendable {
  /// The stored data was not written by this store or has been damaged since.
  case damaged(at: String, reason: String)
  /// The storage could not be read or written. The reason is the message of the storage.
  case inaccessible(at: String, reason: String)
}

extension SessionStoreError: CustomStringConvertible {
  /// A message that says what failed, where, and what to do next.
  public var description: String {
    switch self {
    case .damaged(let index, let reason):
      "The session \(index) is damaged: \(reason). It was not changed; to start a new session, move it away."
    case .inaccessible(let index, let reason):
      "The session in \(index) cannot be read or saved: \(reason)."
    }
  }
}
