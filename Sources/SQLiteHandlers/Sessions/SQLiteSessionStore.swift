import Loop
import Values

/// The saved sessions in a database: one for each program that uses it at the same time.
///
/// A session in use is locked until the program ends. A program that starts continues one of its owner that no other
/// program uses: one with input that is stored nowhere else, or the one that was saved last.
public actor SQLiteSessionStore: SessionStore {
  private let database: SQLiteDatabase
  private let owner: String
  private var locks: SessionLocks?
  /// The session of this store and the number of its last save, or `nil` if it has none yet.
  private var current: (number: Int, revision: Int)?

  /// Creates a store in a database.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - owner: The name of the user whose sessions are continued, or an empty text. A session without an owner is
  ///     continued by any user.
  public init(_ database: SQLiteDatabase, owner: String = "") { (self.database, self.owner) = (database, owner) }

  /// Loads the session of this store, or the best one that is not in use.
  ///
  /// - Returns: The session, or `nil` if there is none.
  public func load() async throws(SessionStoreError) -> SessionData? {
    let (locks, own, owner) = (try await openLocks(), current?.number, owner)
    let found = try await access { connection throws(DatabaseError) in
      var numbers = own.map { [$0] } ?? []
      if own == nil {
        try connection.run(
          """
          SELECT number FROM session WHERE number > 0 AND owner IN (?, '')
          ORDER BY has_input DESC, revision DESC
          """, [.text(owner)]
        ) { row throws(DatabaseError) in numbers.append(row.int(0)) }
      }
      var found: (number: Int, revision: Int, session: SessionData?)?
      // The session is read when it is locked: until then, another program may save it.
      guard let number = numbers.first(where: locks.take) else { return found }
      try connection.run(
        "SELECT schema, contents, revision, has_input FROM session WHERE number = ?", [SQLiteValue(number)]
      ) {
        row throws(DatabaseError) in
        let bytes = row.isBlob(1) ? unsafe row.withBlob(1) { unsafe [UInt8]($0) } : nil
        found = (
          number, row.int(2), bytes.map { SessionData(schema: row.int(0), bytes: $0, hasInput: row.int(3) != 0) }
        )
      }
      return found
    }
    current = found.map { ($0.number, $0.revision) }
    if let found, found.session == nil { throw .damaged(at: database.path, reason: "it does not consist of bytes") }
    return found?.session
  }

  /// Returns the session that was saved last, also if another program continues it, or `nil` if there is none.
  public func newest() async throws(SessionStoreError) -> SessionData? {
    try await access { connection throws(DatabaseError) in
      var found: SessionData?
      try connection.run(
        "SELECT schema, contents, has_input FROM session WHERE number > 0 ORDER BY revision DESC LIMIT 1"
      ) { row throws(DatabaseError) in
        guard row.isBlob(1) else { return }
        found = SessionData(
          schema: row.int(0), bytes: unsafe row.withBlob(1) { unsafe [UInt8]($0) }, hasInput: row.int(2) != 0)
      }
      return found
    }
  }

  /// Returns the settings that all sessions share, or `nil` if none have been stored.
  public func settings() async throws(SessionStoreError) -> SessionData? {
    try await access { connection throws(DatabaseError) in try connection.sharedSettings() }
  }

  /// Replaces the settings that all sessions share by what a closure returns for the present ones, unless that is `nil`.
  public func updateSettings(
    _ change: @escaping @Sendable (SessionData?) -> SessionData?
  ) async throws(SessionStoreError) {
    try await access { connection throws(DatabaseError) in
      _ = try connection.transaction(changing: .settings) { () throws(DatabaseError) -> Result<Void, Unchanged> in
        guard let settings = change(try connection.sharedSettings()) else { return .failure(Unchanged()) }
        try connection.run(
          """
          INSERT OR REPLACE INTO session (number, schema, revision, has_input, contents, owner)
          VALUES (0, ?, 0, 0, ?, '')
          """, [SQLiteValue(settings.schema), .blob(settings.bytes)])
        return .success(())
      }
    }
  }

  private struct Unchanged: Error {}

  /// Saves the session of this store.
  public func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    let (locks, current, owner) = (try await openLocks(), current, owner)
    self.current = try await access { connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in
        var number = current?.number ?? 0
        // A backup that was restored has other sessions.
        let stored = try connection.integer("SELECT revision FROM session WHERE number = ?", [SQLiteValue(number)])
        if current == nil || stored != current?.revision {
          if let current { locks.giveUp(current.number) }
          // Those that were set aside have negative numbers. Another program may have a number without a saved session.
          number = (try connection.integer("SELECT max(abs(number)) FROM session") ?? 0) &+ 1
          while !locks.take(number) { number += 1 }
        }
        let revision = (try connection.integer("SELECT max(revision) FROM session") ?? 0) &+ 1
        try connection.run(
          "INSERT OR REPLACE INTO session (number, schema, revision, has_input, contents, owner) VALUES (?, ?, ?, ?, ?, ?)",
          [
            SQLiteValue(number), SQLiteValue(snapshot.schema), SQLiteValue(revision), SQLiteValue(snapshot.hasInput),
            .blob(snapshot.bytes), .text(owner),
          ])
        return (number, revision)
      }
    }
  }

  /// Returns whether a session that a program could continue contains input that is stored nowhere else.
  public func holdsInput() async throws(SessionStoreError) -> Bool {
    try await access { connection throws(DatabaseError) in
      try connection.integer("SELECT max(has_input) FROM session WHERE number > 0") ?? 0 > 0
    }
  }

  /// Keeps the saved session, which no program continues.
  ///
  /// The next save begins another one.
  public func setAside() async throws(SessionStoreError) {
    guard let number = current?.number else { return }
    try await access { connection throws(DatabaseError) in
      try connection.transaction { () throws(DatabaseError) in
        try connection.run("UPDATE session SET number = -number WHERE number = ?", [SQLiteValue(number)])
      }
    }
    current = nil
  }

  /// Lets another program continue the session.
  public func close() async {
    locks?.release()
    (locks, current) = (nil, nil)
  }

  /// Returns the locks, after the database was created if there was none.
  private func openLocks() async throws(SessionStoreError) -> SessionLocks {
    if let locks { return locks }
    try await access { _ throws(DatabaseError) in }
    let opened = SessionLocks(of: database.path)
    locks = opened
    return opened
  }

  private func access<Success: Sendable>(
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(SessionStoreError) -> Success {
    do throws(DatabaseError) { return try await database.write(operation) } catch {
      throw .inaccessible(at: database.path, reason: error.problem)
    }
  }
}

extension SQLiteConnection {
  /// Returns the settings that all sessions share, which are in the row of a session with the number 0.
  fileprivate func sharedSettings() throws(DatabaseError) -> SessionData? {
    var found: SessionData?
    try run("SELECT schema, contents FROM session WHERE number = 0") { row throws(DatabaseError) in
      if row.isBlob(1) {
        found = SessionData(schema: row.int(0), bytes: unsafe row.withBlob(1) { unsafe [UInt8]($0) })
      }
    }
    return found
  }
}
