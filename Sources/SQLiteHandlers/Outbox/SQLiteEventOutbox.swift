import Analytics
import Values

/// The outbox in a database.
public struct SQLiteEventOutbox: EventOutbox {
  private let database: SQLiteDatabase

  /// Creates an outbox in a database.
  public init(_ database: SQLiteDatabase) { self.database = database }

  /// A Boolean value that indicates whether the database is a file.
  public var isDurable: Bool { database.path != SQLiteDatabase.memoryPath }

  /// Adds events for a server, all or none of them, unless the batch with this ID was added before.
  public func append(
    _ events: [UserEvent], for server: String, batch id: EventBatch.ID?
  ) async throws(OutboxError) {
    try await transaction { connection throws(DatabaseError) in
      if let id, try !connection.insert(id, into: .outbox) { return }
      for event in events {
        try connection.run(
          "INSERT INTO outbox (user, flag, action, timestamp, server) VALUES (?, ?, ?, ?, ?)",
          event.columnValues + [.text(server)])
      }
    }
  }

  /// Returns the entries for a server, or for all servers.
  public func entries(for server: String?) async throws(OutboxError) -> [OutboxEntry] {
    do throws(DatabaseError) {
      return try await database.read { connection throws(DatabaseError) in
        try connection.outboxEntries(server == nil ? "" : "WHERE server = ?", server.map { [.text($0)] } ?? [])
      }
    } catch {
      throw OutboxError("\(error)")
    }
  }

  /// Claims entries in turn.
  public func claim(
    _ ids: [OutboxEntry.ID], for server: String, at now: Instant
  ) async throws(OutboxError) -> [OutboxClaim] {
    try await transaction { connection throws(DatabaseError) in
      let entries = try connection.outboxEntries("WHERE server = ?", [.text(server)])
      let claims = OutboxEntry.claim(ids, among: entries, at: now)
      for case .granted(let entry) in claims { try connection.store(entry) }
      return claims
    }
  }

  /// Stores changed entries and removes others, as far as they have not been claimed since, and returns their numbers.
  @discardableResult
  public func update(
    _ changed: [OutboxEntry], removing removed: [OutboxEntry]
  ) async throws(OutboxError) -> Set<OutboxEntry.ID> {
    try await transaction { connection throws(DatabaseError) in
      var ids: Set<OutboxEntry.ID> = []
      for entry in changed where try connection.hasOutboxEntry(entry) {
        try connection.store(entry)
        ids.insert(entry.id)
      }
      for entry in removed where try connection.hasOutboxEntry(entry) {
        try connection.run("DELETE FROM outbox WHERE number = ?", [SQLiteValue(entry.id)])
        ids.insert(entry.id)
      }
      return ids
    }
  }

  private func transaction<Success: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(OutboxError) -> Success {
    do throws(DatabaseError) {
      return try await database.write { connection throws(DatabaseError) in
        try connection.transaction { () throws(DatabaseError) in try body(connection) }
      }
    } catch {
      throw OutboxError("\(error)")
    }
  }
}

extension SQLiteConnection {
  /// Returns the entries that match a clause, in the order of recording.
  func outboxEntries(_ clause: String = "", _ values: [SQLiteValue] = []) throws(DatabaseError) -> [OutboxEntry] {
    var entries: [OutboxEntry] = []
    try run(
      """
      SELECT user, flag, action, timestamp, number, server, attempts, claim_end, copies_before, failure, refused
      FROM outbox \(clause) ORDER BY number
      """, values
    ) { row throws(DatabaseError) in
      var entry = OutboxEntry(id: row.int(4), server: row.text(5), event: try UserEvent(row, path: path))
      entry.attemptCount = row.int(6)
      entry.claimEnd = row.integer(7) == Self.none ? nil : Instant(milliseconds: row.integer(7))
      entry.copiesBefore = row.integer(8) == Self.none ? nil : row.int(8)
      entry.failure = row.text(9).isEmpty ? nil : row.text(9)
      entry.isRefused = row.int(10) != 0
      entries.append(entry)
    }
    return entries
  }

  /// Adds entries with their numbers.
  func insert(_ entries: [OutboxEntry]) throws(DatabaseError) {
    for entry in entries {
      try run(
        "INSERT INTO outbox (user, flag, action, timestamp, number, server) VALUES (?, ?, ?, ?, ?, ?)",
        entry.event.columnValues + [SQLiteValue(entry.id), .text(entry.server)])
      try store(entry)
    }
  }

  /// The number in a column of the outbox that stands for no value.
  private static let none: Int64 = -1

  /// Returns whether an entry exists and has not been claimed since it was read.
  fileprivate func hasOutboxEntry(_ entry: OutboxEntry) throws(DatabaseError) -> Bool {
    let values = [SQLiteValue(entry.id), SQLiteValue(entry.attemptCount)]
    return try integer("SELECT 1 FROM outbox WHERE number = ? AND attempts = ?", values) != nil
  }

  /// Replaces what changes in an entry.
  func store(_ entry: OutboxEntry) throws(DatabaseError) {
    try run(
      "UPDATE outbox SET attempts = ?, claim_end = ?, copies_before = ?, failure = ?, refused = ? WHERE number = ?",
      [
        SQLiteValue(entry.attemptCount), .integer(entry.claimEnd?.milliseconds ?? Self.none),
        .integer(entry.copiesBefore.map(Int64.init) ?? Self.none), .text(entry.failure ?? ""),
        SQLiteValue(entry.isRefused), SQLiteValue(entry.id),
      ])
  }
}
