import Analytics
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The events in a database.
public struct SQLiteEventSource: EventSource {
  private let database: SQLiteDatabase

  /// Creates a source in a database.
  public init(_ database: SQLiteDatabase) { self.database = database }

  /// Returns the events that match a query, the newest first.
  public func events(_ query: EventQuery) async throws(EventSourceError) -> [UserEvent] {
    try await read(.events, query) { connection throws(DatabaseError) in
      var events: [UserEvent] = []
      let filter = EventFilterSQL(query)
      try connection.run(
        "SELECT user, flag, action, timestamp FROM event\(filter.clause) ORDER BY timestamp DESC, number", filter.values
      ) { row throws(DatabaseError) in
        events.append(try UserEvent(row, path: connection.path))
      }
      return events
    }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await count("count(*)", .eventCount, query)
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await count("count(DISTINCT user)", .userCount, query)
  }

  /// Stores new events, all or none of them.
  public func record(_ events: [UserEvent]) async throws(EventSourceError) {
    do throws(DatabaseError) {
      try await database.write { connection throws(DatabaseError) in
        try connection.transaction { () throws(DatabaseError) in
          let insertion = try connection.statement(
            "INSERT INTO event (user, flag, action, timestamp) VALUES (?, ?, ?, ?)")
          for event in events {
            try insertion.run([
              .blob(event.userID.bytes), SQLiteValue(event.flag), .text(event.action.rawValue),
              .integer(event.timestamp.milliseconds),
            ])
          }
        }
      }
    } catch {
      throw EventSourceError(recording: .storageFailed("\(error)"))
    }
  }

  private func count(
    _ expression: String, _ resource: EventResource, _ query: EventQuery
  ) async throws(EventSourceError) -> Int {
    try await read(resource, query) { connection throws(DatabaseError) in
      let filter = EventFilterSQL(query)
      return try connection.integer("SELECT \(expression) FROM event\(filter.clause)", filter.values) ?? 0
    }
  }

  private func read<Success: Sendable>(
    _ resource: EventResource, _ query: EventQuery,
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(EventSourceError) -> Success {
    do throws(DatabaseError) { return try await database.read(operation) } catch {
      throw EventSourceError(EventRequest(resource, query), .storageFailed("\(error)"))
    }
  }
}

/// The `WHERE` clause of a query.
private struct EventFilterSQL {
  private var conditions: [String] = []
  private(set) var values: [SQLiteValue] = []

  init(_ query: EventQuery) {
    if let flag = query.flag { add("flag = ?", SQLiteValue(flag)) }
    if let action = query.action { add("action = ?", .text(action.rawValue)) }
    if let user = query.userID { add("user = ?", .blob(user.bytes)) }
    if let start = query.interval?.start { add("timestamp >= ?", .integer(start.milliseconds)) }
    if let end = query.interval?.end { add("timestamp <= ?", .integer(end.milliseconds)) }
  }

  private mutating func add(_ condition: String, _ value: SQLiteValue) {
    conditions.append(condition)
    values.append(value)
  }

  var clause: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }
}

extension UserEvent {
  /// Creates an event from the columns user, flag, action and timestamp.
  init(_ row: SQLiteRow, path: String) throws(DatabaseError) {
    guard let action = Action(rawValue: row.text(2)) else {
      throw DatabaseError(path, .corrupt("an event has the unknown action \"\(row.text(2))\""))
    }
    guard let user = unsafe row.withBlob(0, { unsafe UUID($0) }) else {
      throw DatabaseError(path, .corrupt("an event has a user ID without sixteen bytes"))
    }
    self.init(
      userID: user, flag: row.integer(1) != 0, timestamp: Instant(milliseconds: row.integer(3)), action: action)
  }
}

extension UUID {
  /// Creates a UUID from its bytes, or returns `nil` if there are not sixteen.
  fileprivate init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == MemoryLayout<uuid_t>.size else { return nil }
    self.init(uuid: unsafe bytes.loadUnaligned(as: uuid_t.self))
  }

  var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid) { unsafe [UInt8]($0) } }
}
