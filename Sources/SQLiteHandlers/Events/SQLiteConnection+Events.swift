import Analytics
import Conditions
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteConnection: EventStatements {
  static var dialect: SQLDialect { .sqlite }
  var groupsEvents: Bool { false }

  /// Returns the table with a hint.
  ///
  /// SQLite does not choose between the indexes: without statistics, it would take the wrong one for some filters.
  func table(_ index: EventIndex) -> String {
    switch index {
    case .time: "event INDEXED BY event_time"
    case .user: "event INDEXED BY event_user"
    }
  }

  func integer(_ statement: SQLClause) throws(DatabaseError) -> Int? {
    try integer(statement.sql, statement.values)
  }

  func forEachEvent(
    _ statement: SQLClause, isStream: Bool, _ visit: (StoredEvent) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try self.statement(statement.sql).runUntil(statement.values) { row throws(DatabaseError) in
      try visit(StoredEvent(number: row.integer(4), event: try UserEvent(row, path: path)))
    }
  }

  func forEachUser(
    _ statement: SQLClause, _ visit: (UUID, Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    try self.statement(statement.sql).runUntil(statement.values) { row throws(DatabaseError) in
      try visit(try UUID(row, 0, path: path), row.int(1))
    }
  }

  func forEachCount(
    _ statement: SQLClause, _ visit: (EventCount) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try run(statement.sql, statement.values) { row throws(DatabaseError) in
      try visit(
        EventCount(
          time: Instant(milliseconds: row.integer(0)), flag: row.integer(1) != 0,
          action: try UserEvent.Action(row, 2, path: path), count: row.int(3)))
    }
  }

  /// Returns all users, or `nil` if there are more than a limit.
  func users(atMost limit: Int) throws(DatabaseError) -> [UUID]? {
    var users: [UUID] = []
    // Each user is found with the index, so that the events are not counted.
    try run(
      """
      WITH RECURSIVE known (user) AS (
        SELECT min(user) FROM event
        UNION ALL SELECT (SELECT min(user) FROM event WHERE event.user > known.user) FROM known WHERE user IS NOT NULL
      )
      SELECT user FROM known WHERE user IS NOT NULL LIMIT ?
      """, [SQLiteValue(limit + 1)]
    ) { row throws(DatabaseError) in users.append(try UUID(row, 0, path: path)) }
    return users.count > limit ? nil : users
  }

  /// Adds events, which the database contains already, to the stored numbers.
  ///
  /// They are those of each hour, flag and kind of action, so that all events are counted without reading them.
  func addToCounts(_ events: [UserEvent]) throws(DatabaseError) {
    let update = try statement(
      """
      INSERT INTO event_count (start, flag, action, count) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    for count in EventCount.counts(ofHoursOf: events) {
      try update.run([
        .integer(count.time.milliseconds), SQLiteValue(count.flag), .text(count.action.rawValue),
        SQLiteValue(count.count),
      ])
    }
  }
}

extension SQLClause {
  /// The parameters as SQLite stores them: instants as milliseconds since 1970, and UUIDs as bytes.
  var values: [SQLiteValue] {
    parameters.map { parameter in
      switch parameter {
      case .uuid(let id): .blob(id.bytes)
      case .value(.boolean(let value)): SQLiteValue(value)
      case .value(.integer(let value)): .integer(value)
      case .value(.text(let text)): .text(text)
      case .value(.instant(let instant)): .integer(instant.milliseconds)
      case .value(.null), .value(.real), .value(.money), .value(.list), .value(.object):
        preconditionFailure("The columns of events hold no such values.")
      }
    }
  }
}

extension UserEvent {
  /// The values of the columns user, flag, action and timestamp.
  var columnValues: [SQLiteValue] {
    [.blob(userID.bytes), SQLiteValue(flag), .text(action.rawValue), .integer(timestamp.milliseconds)]
  }

  /// Creates an event from the columns user, flag, action and timestamp.
  init(_ row: SQLiteRow, path: String) throws(DatabaseError) {
    self.init(
      userID: try UUID(row, 0, path: path), flag: row.integer(1) != 0, timestamp: Instant(milliseconds: row.integer(3)),
      action: try Action(row, 2, path: path))
  }
}

extension UserEvent.Action {
  /// Creates a kind of action from a column.
  init(_ row: SQLiteRow, _ column: Int32, path: String) throws(DatabaseError) {
    // The bytes are compared: a page has so many rows that texts would be noticeable.
    let action = unsafe row.withBlob(column) { bytes in
      Self.encodedCases.first { unsafe bytes.elementsEqual($0.bytes) }?.action
    }
    guard let action else {
      throw DatabaseError(path, .corrupt("an event has the unknown action \"\(row.text(column))\""))
    }
    self = action
  }

  private static let encodedCases = allCases.map { (action: $0, bytes: [UInt8]($0.rawValue.utf8)) }
}

extension UUID {
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid) { unsafe [UInt8]($0) } }

  /// Creates a user ID from a column.
  init(_ row: SQLiteRow, _ column: Int32, path: String) throws(DatabaseError) {
    let bytes = unsafe row.withBlob(column) { bytes in
      bytes.count == MemoryLayout<uuid_t>.size ? unsafe bytes.loadUnaligned(as: uuid_t.self) : nil
    }
    guard let bytes else { throw DatabaseError(path, .corrupt("an event has a user ID without sixteen bytes")) }
    self.init(uuid: bytes)
  }
}
