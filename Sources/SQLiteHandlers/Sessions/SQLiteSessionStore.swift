import Loop

/// The saved session in a database.
///
/// Two programs that continue the same session would overwrite each other's changes. Each save of a session has a
/// number, and a store saves only if the last save was its own or the one that it has loaded.
public actor SQLiteSessionStore: SessionStore {
  private let database: SQLiteDatabase
  /// The number of the last save that this store has loaded or made, which is 0 without a session.
  private var revision = 0

  /// Creates a store in a database.
  public init(_ database: SQLiteDatabase) { self.database = database }

  /// Loads the session that was saved last, or returns `nil` if there is none.
  public func load() async throws(SessionStoreError) -> SessionData? {
    let loaded = try await access { connection throws(DatabaseError) in
      var loaded: (session: SessionData, revision: Int)?
      try connection.run("SELECT schema, contents, revision FROM session WHERE number = 1") {
        row throws(DatabaseError) in
        let bytes = unsafe row.withBlob(1) { unsafe [UInt8]($0) }
        loaded = (SessionData(schema: row.int(0), bytes: bytes), row.int(2))
      }
      return loaded
    }
    revision = loaded?.revision ?? 0
    return loaded?.session
  }

  /// Saves a session in place of the previous one.
  public func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    let (expected, next) = (revision, revision &+ 1)
    let isSaved = try await access { connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in
        let found = try connection.integer("SELECT revision FROM session WHERE number = 1") ?? 0
        if found != expected { return false }
        try connection.run(
          "INSERT OR REPLACE INTO session (number, schema, revision, contents) VALUES (1, ?, ?, ?)",
          [SQLiteValue(snapshot.schema), SQLiteValue(next), .blob(snapshot.bytes)])
        return true
      }
    }
    if !isSaved { throw .replaced(at: database.path) }
    revision = next
  }

  /// Keeps the saved session in another row, so that the next one does not replace it.
  public func setAside() async throws(SessionStoreError) {
    try await access { connection throws(DatabaseError) in
      try connection.run("UPDATE session SET number = (SELECT max(number) + 1 FROM session) WHERE number = 1")
    }
    revision = 0
  }

  private func access<Success: Sendable>(
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(SessionStoreError) -> Success {
    do throws(DatabaseError) { return try await database.write(operation) } catch {
      throw .inaccessible(at: database.path, reason: error.problem)
    }
  }
}
