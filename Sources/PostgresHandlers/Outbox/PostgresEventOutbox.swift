import Analytics
import Values

/// The outbox in a database on a server.
///
/// Several programs can send it at the same time. An entry that another program is claiming is not waited for.
public struct PostgresEventOutbox: EventOutbox {
  private let database: PostgresDatabase

  /// Creates an outbox in a database.
  public init(_ database: PostgresDatabase) { self.database = database }

  /// The value `true`: the server keeps the entries.
  public var isDurable: Bool { true }

  /// Adds events for a server, all or none of them, unless the batch with this ID was added before.
  public func append(
    _ events: [UserEvent], for server: String, batch id: EventBatch.ID?
  ) async throws(OutboxError) {
    try await write { connection throws(PostgresError) in
      if let id, try !connection.insert(id, intoBatches: "outbox_batch") { return }
      try connection.run(
        """
        INSERT INTO outbox (server, "user", flag, action, timestamp)
        SELECT $1, id, flag, action, timestamp
        FROM unnest($2, $3::boolean[], $4, $5) WITH ORDINALITY AS new (id, flag, action, timestamp, ordinal) ORDER BY ordinal
        """,
        [
          .text(server), .uuids(events.map(\.userID)), .texts(events.map { $0.flag ? "t" : "f" }),
          .texts(events.map(\.action.rawValue)), .integers(events.map(\.timestamp.milliseconds)),
        ])
    }
  }

  /// Returns the entries for a server, or for all servers.
  public func entries(for server: String?) async throws(OutboxError) -> [OutboxEntry] {
    do throws(PostgresError) {
      return try await database.read { connection throws(PostgresError) in
        try connection.outboxEntries(server == nil ? "" : "WHERE server = $1", server.map { [.text($0)] } ?? [])
      }
    } catch {
      throw OutboxError("\(error)")
    }
  }

  /// Claims entries in turn.
  ///
  /// An event that another program is claiming is busy, and so are those that are equal to it.
  public func claim(
    _ ids: [OutboxEntry.ID], for server: String, at now: Instant
  ) async throws(OutboxError) -> [OutboxClaim] {
    try await write { connection throws(PostgresError) in
      let equalEntries = """
        WHERE server = $1 AND EXISTS (
          SELECT 1 FROM outbox AS wanted WHERE wanted.number = ANY ($2) AND wanted.server = $1
          AND wanted."user" = outbox."user" AND wanted.timestamp = outbox.timestamp AND wanted.flag = outbox.flag
          AND wanted.action = outbox.action)
        """
      let values: [PostgresValue] = [.text(server), PostgresValue(ids)]
      let locked = try connection.outboxEntries(equalEntries, values, locking: "FOR UPDATE OF outbox SKIP LOCKED")
      let all = try connection.outboxEntries(equalEntries, values)
      let lockedIDs = Set(locked.map(\.id))
      let busyEvents = Set(all.filter { !lockedIDs.contains($0.id) }.map(\.event))
      let events = Dictionary(all.map { ($0.id, $0.event) }) { first, _ in first }
      let claims = zip(ids, OutboxEntry.claim(ids, among: locked, at: now)).map { id, claim in
        events[id].map(busyEvents.contains) == true ? .busy : claim
      }
      for case .granted(let entry) in claims { _ = try connection.store(entry, ifAttempts: entry.attemptCount - 1) }
      return claims
    }
  }

  /// Stores changed entries and removes others, as far as they have not been claimed since, and returns their numbers.
  @discardableResult
  public func update(
    _ changed: [OutboxEntry], removing removed: [OutboxEntry]
  ) async throws(OutboxError) -> Set<OutboxEntry.ID> {
    try await write { connection throws(PostgresError) in
      var ids: Set<OutboxEntry.ID> = []
      for entry in changed where try connection.store(entry, ifAttempts: entry.attemptCount) { ids.insert(entry.id) }
      for entry in removed {
        let values = [PostgresValue(entry.id), PostgresValue(entry.attemptCount)]
        let result = try connection.run("DELETE FROM outbox WHERE number = $1 AND attempts = $2", values)
        if result.changedCount > 0 { ids.insert(entry.id) }
      }
      return ids
    }
  }

  private func write<Success: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(OutboxError) -> Success {
    do throws(PostgresError) {
      return try await database.write(changing: .outbox) {
        connection throws(PostgresError) -> Result<Success, Never> in .success(try body(connection))
      }.get()
    } catch {
      throw OutboxError("\(error)")
    }
  }
}

extension DataKind {
  /// The outbox, whose changes are counted only to find out whether a transaction was committed.
  static let outbox = DataKind("outbox")
}

extension PostgresConnection {
  /// Returns the entries that match a clause, in the order of recording.
  func outboxEntries(
    _ clause: String = "", _ values: [PostgresValue] = [], locking: String = ""
  ) throws(PostgresError) -> [OutboxEntry] {
    try run(
      """
      SELECT "user", flag, action, timestamp, number, server, attempts, claim_end, copies_before, failure, refused
      FROM outbox \(clause) ORDER BY number \(locking)
      """, values
    ).rows.map { row throws(PostgresError) in
      var entry = OutboxEntry(id: row.int(4), server: row.text(5), event: try UserEvent(row, address))
      entry.attemptCount = row.int(6)
      entry.claimEnd = row.isNull(7) ? nil : Instant(milliseconds: row.integer(7))
      entry.copiesBefore = row.isNull(8) ? nil : row.int(8)
      entry.failure = row.isNull(9) ? nil : row.text(9)
      entry.isRefused = row.boolean(10)
      return entry
    }
  }

  /// Replaces what changes in an entry if it has had this number of attempts, and returns whether it has.
  func store(_ entry: OutboxEntry, ifAttempts count: Int) throws(PostgresError) -> Bool {
    try run(
      """
      UPDATE outbox SET attempts = $1, claim_end = $2, copies_before = $3, failure = $4, refused = $5
      WHERE number = $6 AND attempts = $7
      """,
      [
        PostgresValue(entry.attemptCount), entry.claimEnd.map { .integer($0.milliseconds) } ?? .null,
        entry.copiesBefore.map { PostgresValue($0) } ?? .null, entry.failure.map { .text($0) } ?? .null,
        .boolean(entry.isRefused), PostgresValue(entry.id), PostgresValue(count),
      ]
    ).changedCount > 0
  }
}
