import Loop
import Values

/// The store of the session of the back office.
public protocol OfficeSessionStore: SessionStore {
  /// Returns the session that was saved last, also if another program continues it, or `nil` if there is none.
  func newest() async throws(SessionStoreError) -> SessionData?

  /// Returns the settings that all sessions share, or `nil` if none have been stored.
  func settings() async throws(SessionStoreError) -> SessionData?

  /// Replaces the settings that all sessions share by what a closure returns for the present ones, unless that is `nil`.
  ///
  /// No other program changes them meanwhile.
  func updateSettings(_ change: @escaping @Sendable (SessionData?) -> SessionData?) async throws(SessionStoreError)

  /// Keeps the saved session in another place, so that the next one does not replace it.
  func setAside() async throws(SessionStoreError)

  /// Returns whether a saved session contains input that is stored nowhere else.
  func holdsInput() async throws(SessionStoreError) -> Bool

  /// Lets another program continue the session.
  func close() async
}

/// The maintenance of a database.
public protocol DatabaseTools: ChangeSource {
  /// Returns a line for each problem in the database.
  func problems() async throws -> [String]

  /// Rebuilds what follows from the rest of the data: the indexes and the numbers of events.
  func repair() async throws

  /// Copies the database to a file.
  ///
  /// If the file exists, it is replaced only if `overwriting` is true. Otherwise, the result is `false`.
  func backUp(to path: String, overwriting: Bool) async throws -> Bool

  /// Replaces all data by that of a copy.
  ///
  /// A damaged database or one of a newer version is kept at another path. The result is that path and whether the
  /// events in it that wait to be sent were restored, or else `nil`.
  func restore(from path: String) async throws -> (path: String, isOutboxRestored: Bool)?

  /// Opens the database, and returns its format before and after that.
  func migrate() async throws -> (from: Int, to: Int)

  /// Returns the path of the copy that was made before the database was migrated, or `nil` if it was not.
  func copyBeforeMigration() async -> String?

  /// Makes the file as small as possible, and returns its size in bytes before and after that.
  func vacuum() async throws -> (before: Int, after: Int)

  /// Closes the database.
  func close() async
}
