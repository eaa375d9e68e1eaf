import Loop
import Values

/// The saved sessions in a database on a server: one for each program that uses it at the same time.
///
/// A session in use is locked until the program ends, or loses its connection. A program that starts continues one of its
/// owner that no other program uses: one with input that is stored nowhere else, or the one that was saved last.
public actor PostgresSessionStore: SessionStore {
  private let database: PostgresDatabase
  private let owner: String
  /// The connection that holds the lock.
  private let worker: PostgresWorker
  private var current: OwnSession?

  /// The session of this store.
  private struct OwnSession {
    let number: Int
    let revision: Int
    /// The connection that has locked it.
    let connection: Int64
  }

  /// Creates a store in a database.
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - owner: The name of the user whose sessions are continued, or an empty text. A session without an owner is
  ///     continued by any user.
  public init(_ database: PostgresDatabase, owner: String = "") {
    (self.database, self.owner) = (database, owner)
    worker = database.makeWorker(for: "session")
  }

  /// Loads the session of this store, or the best one that is not in use.
  ///
  /// - Returns: The session, or `nil` if there is none.
  public func load() async throws(SessionStoreError) -> SessionData? {
    let (own, owner) = (current, owner)
    let found: (own: OwnSession, data: SessionData)? = try await access { connection throws(PostgresError) in
      var numbers = own.map { [$0.number] } ?? []
      if own == nil {
        numbers = try connection.run(
          """
          SELECT number FROM session WHERE number > 0 AND owner IN ($1, '') ORDER BY has_input DESC, revision DESC
          """, [.text(owner)]
        ).rows.map { $0.int(0) }
      }
      for number in numbers {
        if own?.connection != connection.id, try !connection.lockSession(number) { continue }
        // The session is read when it is locked: until then, another program may save it, or set it aside.
        let row = try connection.run(
          "SELECT schema, contents, has_input, revision FROM session WHERE number = $1", [PostgresValue(number)]
        ).firstRow
        if let row {
          return (
            OwnSession(number: number, revision: row.int(3), connection: connection.id),
            SessionData(schema: row.int(0), bytes: row.bytes(1), hasInput: row.boolean(2))
          )
        }
        try connection.unlockSession(number)
      }
      return nil
    }
    current = found?.own
    return found?.data
  }

  /// Returns the session that was saved last, also if another program continues it, or `nil` if there is none.
  public func newest() async throws(SessionStoreError) -> SessionData? {
    try await access { connection throws(PostgresError) in
      try connection.run(
        "SELECT schema, contents, has_input FROM session WHERE number > 0 ORDER BY revision DESC LIMIT 1"
      ).firstRow.map { SessionData(schema: $0.int(0), bytes: $0.bytes(1), hasInput: $0.boolean(2)) }
    }
  }

  /// Returns the settings that all sessions share, or `nil` if none have been stored.
  public func settings() async throws(SessionStoreError) -> SessionData? {
    try await access { connection throws(PostgresError) in try connection.sharedSettings() }
  }

  /// Replaces the settings that all sessions share by what a closure returns for the present ones, unless that is `nil`.
  public func updateSettings(
    _ change: @escaping @Sendable (SessionData?) -> SessionData?
  ) async throws(SessionStoreError) {
    do throws(PostgresError) {
      _ = try await database.write(changing: .settings) {
        connection throws(PostgresError) -> Result<Bool, Unchanged> in
        // Programs that store the first settings at the same time wait for each other, too.
        try connection.run("SELECT pg_advisory_xact_lock(\(PostgresConnection.lockKey))", [.integer(0)])
        guard let settings = change(try connection.sharedSettings()) else { return .failure(Unchanged()) }
        try connection.run(
          """
          INSERT INTO session (number, schema, revision, has_input, contents, owner) VALUES (0, $1, 0, FALSE, $2, '')
          ON CONFLICT (number) DO UPDATE SET schema = excluded.schema, contents = excluded.contents
          """, [PostgresValue(settings.schema), .bytes(settings.bytes)])
        return .success(true)
      }
    } catch {
      throw .inaccessible(at: error.address, reason: error.problem)
    }
  }

  private struct Unchanged: Error {}

  /// Saves the session of this store.
  ///
  /// If the connection was lost and another program has continued the session since, another one begins.
  public func save(_ snapshot: SessionData) async throws(SessionStoreError) {
    let (own, owner) = (current, owner)
    // It is known before anything is stored, so that this save is recognized when the connection is lost meanwhile.
    let revision = try await access { connection throws(PostgresError) in
      try connection.integer("SELECT nextval('session_revision')") ?? 0
    }
    current = try await access { connection throws(PostgresError) in
      var number: Int?
      var isLocked = own?.connection == connection.id
      if let own, !isLocked { isLocked = try connection.lockSession(own.number) }
      if let own, isLocked {
        // Restored data has other sessions, and another program may have continued this one.
        let stored = try connection.integer(
          "SELECT revision FROM session WHERE number = $1", [PostgresValue(own.number)])
        if stored == own.revision || stored == revision {
          number = own.number
        } else {
          try connection.unlockSession(own.number)
        }
      }
      let saved = if let number { number } else { try connection.newSession() }
      try connection.run(
        """
        INSERT INTO session (number, schema, revision, has_input, contents, owner) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (number) DO UPDATE SET schema = excluded.schema, revision = excluded.revision,
          has_input = excluded.has_input, contents = excluded.contents, owner = excluded.owner
        """,
        [
          PostgresValue(saved), PostgresValue(snapshot.schema), PostgresValue(revision), .boolean(snapshot.hasInput),
          .bytes(snapshot.bytes), .text(owner),
        ])
      return OwnSession(number: saved, revision: revision, connection: connection.id)
    }
  }

  /// Returns whether a session that a program could continue contains input that is stored nowhere else.
  public func holdsInput() async throws(SessionStoreError) -> Bool {
    try await access { connection throws(PostgresError) in
      try connection.run("SELECT 1 FROM session WHERE number > 0 AND has_input LIMIT 1").firstRow != nil
    }
  }

  /// Keeps the saved session, which no program continues.
  ///
  /// The next save begins another one.
  public func setAside() async throws(SessionStoreError) {
    guard let number = current?.number else { return }
    try await access { connection throws(PostgresError) in
      try connection.run("UPDATE session SET number = -number WHERE number = $1", [PostgresValue(number)])
      try connection.unlockSession(number)
    }
    current = nil
  }

  /// Lets another program continue the session.
  public func close() async {
    await worker.close { $0.unlockSessions() }
    current = nil
  }

  /// Runs statements, each of which is a transaction, and again with a new connection if it is lost.
  private func access<Success: Sendable>(
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(SessionStoreError) -> Success {
    do throws(PostgresError) {
      return try await database.reconnecting { () throws(PostgresError) in try await worker.run(operation) }
    } catch {
      throw .inaccessible(at: error.address, reason: error.problem)
    }
  }
}

extension PostgresConnection {
  /// Locks a session, and returns `false` if another program has locked it.
  ///
  /// Each schema has locks of its own. They end with the connection.
  fileprivate func lockSession(_ number: Int) throws(PostgresError) -> Bool {
    try run("SELECT pg_try_advisory_lock(\(Self.lockKey))", [PostgresValue(number)]).firstRow?.boolean(0) == true
  }

  /// Ends the lock of a session.
  fileprivate func unlockSession(_ number: Int) throws(PostgresError) {
    try run("SELECT pg_advisory_unlock(\(Self.lockKey))", [PostgresValue(number)])
  }

  /// Ends the locks of all sessions.
  fileprivate func unlockSessions() {
    // Without an answer, the connection is lost, and the server ends the locks.
    do throws(PostgresError) { try runToEnd("SELECT pg_advisory_unlock_all()") } catch { return }
  }

  /// Locks a session that has not been saved, and returns its number.
  fileprivate func newSession() throws(PostgresError) -> Int {
    let number = try integer("SELECT nextval('session_number')") ?? 0
    _ = try lockSession(number)
    return number
  }

  /// Returns the settings that all sessions share, which are in the row of a session with the number 0.
  fileprivate func sharedSettings() throws(PostgresError) -> SessionData? {
    try run("SELECT schema, contents FROM session WHERE number = 0").firstRow.map {
      SessionData(schema: $0.int(0), bytes: $0.bytes(1))
    }
  }

  fileprivate static let lockKey =
    "'session'::regclass::oid::bigint::bit(32)::integer, ($1::bigint % 2147483648)::integer"
}
