import Loop

/// The saved session in a database.
public struct SQLiteSessionStore: SessionStore {
  private let database: SQLiteDatabase

  /// Creates a store in a database.
  public init(_ database: SQLiteDatabase) { self.database = database }

  /// Loads the session that was saved last, or returns `nil` if there is none.
  public func load() async throws(SessionStoreError) -> SessionData? {
    try await access { connection throws(DatabaseError) in
      var session: SessionData?
      try connection.run("SELECT schema, contents FROM session WHERE number = 1") { row throws(DatabaseError) in
        session = unsafe SessionData(schema: row.int(0), bytes: row.withBlob(1) { unsafe [UInt8]($0) })
      }
      return session
    }
  }

  /// Saves a session in place of the previous one.
  public func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    try await access { connection throws(DatabaseError) in
      try connection.run(
        "INSERT OR REPLACE INTO session (number, schema, contents) VALUES (1, ?, ?)",
        [SQLiteValue(snapshot.schema), .blob(snapshot.bytes)])
    }
  }

  /// Keeps the saved session in another row, so that the next one does not replace it.
  public func setAside() async throws(SessionStoreError) {
    try await access { connection throws(DatabaseError) in
      try connection.run("UPDATE session SET number = (SELECT max(number) + 1 FROM session) WHERE number = 1")
    }
  }

  private func access<Success: Sendable>(
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(SessionStoreError) -> Success {
    do throws(DatabaseError) { return try await database.write(operation) } catch {
      throw .inaccessible(at: database.path, reason: "\(error)")
    }
  }
}
