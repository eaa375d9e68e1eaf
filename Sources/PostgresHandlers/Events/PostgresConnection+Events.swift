import Analytics
import Conditions
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PostgresConnection: EventStatements {
  static var dialect: SQLDialect { .postgres }
  var groupsEvents: Bool { true }

  /// Returns the table: the server chooses the index.
  func table(_ index: EventIndex) -> String { "event" }

  func integer(_ statement: SQLClause) throws(PostgresError) -> Int? { try integer(statement.sql, statement.values) }

  func forEachEvent(
    _ statement: SQLClause, isStream: Bool, _ visit: (StoredEvent) throws(PostgresError) -> Bool
  ) throws(PostgresError) {
    if !isStream {
      for row in try run(statement.sql, statement.values).rows where try visit(StoredEvent(row, address)) {
        return
      }
      return
    }
    // A cursor is a stream that other statements can be run beside, and that can end early.
    try run("DECLARE events NO SCROLL CURSOR FOR \(statement.sql)", statement.values)
    reading: while true {
      let rows = try run("FETCH 4096 FROM events").rows
      if rows.isEmpty { break }
      for row in rows where try visit(StoredEvent(row, address)) {
        break reading
      }
    }
    try run("CLOSE events")
  }

  func forEachUser(
    _ statement: SQLClause, _ visit: (UUID, Int) throws(PostgresError) -> Bool
  ) throws(PostgresError) {
    for row in try run(statement.sql, statement.values).rows where try visit(row.uuid(0, address), row.int(1)) {
      return
    }
  }

  func forEachCount(
    _ statement: SQLClause, _ visit: (EventCount) throws(PostgresError) -> Void
  ) throws(PostgresError) {
    for row in try run(statement.sql, statement.values).rows {
      try visit(
        EventCount(
          time: Instant(milliseconds: row.integer(0)), flag: row.boolean(1), action: row.action(2, address),
          count: row.int(3)))
    }
  }

  /// Returns all users, or `nil` if there are more than a limit.
  ///
  /// Each is found with the index, so that the events are not counted.
  func users(atMost limit: Int) throws(PostgresError) -> [UUID]? {
    let rows = try run(
      """
      WITH RECURSIVE known (id) AS (
        (SELECT "user" FROM event ORDER BY "user" LIMIT 1)
        UNION ALL
        SELECT (SELECT "user" FROM event WHERE "user" > known.id ORDER BY "user" LIMIT 1) FROM known
        WHERE known.id IS NOT NULL
      )
      SELECT id FROM known WHERE id IS NOT NULL LIMIT $1
      """, [PostgresValue(limit + 1)]
    ).rows
    if rows.count > limit { return nil }
    return try rows.map { row throws(PostgresError) in try row.uuid(0, address) }
  }

  /// Stores events in their order, and adds them to the stored numbers.
  func insert(_ events: [UserEvent]) throws(PostgresError) {
    if events.isEmpty { return }
    let lines = events.lazy.map { event in
      "\(event.userID.uuidString)\t\(event.flag)\t\(event.action.rawValue)\t\(event.timestamp.milliseconds)\n"
    }
    try copy("COPY event (\"user\", flag, action, timestamp) FROM STDIN", lines)
    let counts = EventCount.counts(ofHoursOf: events)
    try run(
      """
      INSERT INTO event_count (start, flag, action, slot, count)
      SELECT start, flag, action, pg_backend_pid() % \(Self.slotCount), count
      FROM unnest($1, $2::boolean[], $3, $4) WITH ORDINALITY AS new (start, flag, action, count, ordinal) ORDER BY ordinal
      ON CONFLICT (start, flag, action, slot) DO UPDATE SET count = event_count.count + excluded.count
      """,
      [
        .integers(counts.map(\.time.milliseconds)), .texts(counts.map { $0.flag ? "t" : "f" }),
        .texts(counts.map(\.action.rawValue)), PostgresValue(counts.map(\.count)),
      ])
  }

  /// The number of rows for each hour, flag and kind of action, so that few connections wait for each other.
  private static let slotCount = 32

  /// Adds the ID of a batch to a table, and returns `false` if the table contains it.
  ///
  /// If another transaction adds the same ID, it waits for that one.
  func insert(_ id: EventBatch.ID, intoBatches table: String) throws(PostgresError) -> Bool {
    try run("INSERT INTO \(table) (id) VALUES ($1) ON CONFLICT DO NOTHING", [.uuid(id)]).changedCount > 0
  }
}

extension SQLClause {
  /// The parameters as PostgreSQL stores them: instants as milliseconds since 1970.
  var values: [PostgresValue] {
    parameters.map { parameter in
      switch parameter {
      case .uuid(let id): .uuid(id)
      case .value(.boolean(let value)): .boolean(value)
      case .value(.integer(let value)): .integer(value)
      case .value(.text(let text)): .text(text)
      case .value(.instant(let instant)): .integer(instant.milliseconds)
      case .value(.null), .value(.real), .value(.money), .value(.list), .value(.object):
        preconditionFailure("The columns of events hold no such values.")
      }
    }
  }
}

extension StoredEvent {
  /// Creates an event from the columns user, flag, action, timestamp and number.
  fileprivate init(_ row: PostgresRow, _ address: String) throws(PostgresError) {
    self.init(number: row.integer(4), event: try UserEvent(row, address))
  }
}

extension UserEvent {
  /// Creates an event from the columns user, flag, action and timestamp.
  init(_ row: PostgresRow, _ address: String) throws(PostgresError) {
    self.init(
      userID: try row.uuid(0, address), flag: row.boolean(1), timestamp: Instant(milliseconds: row.integer(3)),
      action: try row.action(2, address))
  }
}

extension PostgresRow {
  fileprivate func uuid(_ column: Int32, _ address: String) throws(PostgresError) -> UUID {
    if let id = uuid(column) { return id }
    throw PostgresError(address, .corrupt("an event has the user \(text(column))"))
  }

  fileprivate func action(_ column: Int32, _ address: String) throws(PostgresError) -> UserEvent.Action {
    if let action = UserEvent.Action(rawValue: text(column)) { return action }
    throw PostgresError(address, .corrupt("an event has the unknown action \"\(text(column))\""))
  }
}
