import Loop

/// The saved session in a database.
///
/// Two programs that continue the same session would overwrite each other's changes. Each save has a new number, and a
/// store saves only if the last save was its own or the one that it has loaded.
public actor SQLiteSessionStore: SessionStore {
  private let database: SQLiteDatabase
  /// The number of the last save that this store has loaded or made, which is 0 without a session.
  private var revision = 0

  /// Creates a store in a database.
  public init(_ database: SQLiteDatabase) { self.database = database }

  /// Loads the session that was saved last, or returns `nil` if there is none.
  public func load() async throws(SessionStoreError) -> SessionData? {
    let loaded = try await access { connection throws(DatabaseError) in
      var loaded: (session: SessionData?, revision: Int)?
      try connection.run("SELECT schema, contents, revision FROM session WHERE number = 1") {
        row throws(DatabaseError) in
        let bytes = row.isBlob(1) ? unsafe row.withBlob(1) { unsafe [UInt8]($0) } : nil
        loaded = (bytes.map { SessionData(schema: row.int(0), bytes: $0) }, row.int(2))
      }
      return loaded
    }
    revision = loaded?.revision ?? 0
    if let loaded, loaded.session == nil { throw .damaged(at: database.path, reason: "it does not consist of bytes") }
    return loaded?.session
  }

  /// Saves a session in place of the previous one.
  public func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    let expected = revision
    let saved = try await access { connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) -> Int? in
        let found = try connection.integer("SELECT revision FROM session WHERE number = 1") ?? 0
        if found != expected { return nil }
        // The sessions that were set aside keep their numbers.
        let next = (try connection.integer("SELECT max(revision) FROM session") ?? 0) &+ 1
        try connection.run(
          "INSERT OR REPLACE INTO session (number, schema, revision, contents) VALUES (1, ?, ?, ?)",
          [SQLiteValue(snapshot.schema), SQLiteValue(next), .blob(snapshot.bytes)])
        return next
      }
    }
    guard let saved else { throw .replaced(at: database.path) }
    revision = saved
  }

  /// Keeps the saved session in another row, so that the next one does not replace it.
  public func setAside() async throws(SessionStoreError) {
    try await access { connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in
        try connection.run("UPDATE session SET number = (SELECT max(number) + 1 FROM session) WHERE number = 1")
      }
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
