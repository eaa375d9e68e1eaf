import Analytics
import Conditions
import Tables
import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The events in a database.
public struct SQLiteEventSource: EventSource {
  private let reader: SQLiteEventReader

  /// Creates a source in a database.
  public init(_ database: SQLiteDatabase) { reader = SQLiteEventReader(database: database) }

  /// Returns a part of the list of the events that match a query.
  ///
  /// The database sorts and filters as far as it can express the filter. The rest is tested event by event.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    try await reader.window(request, progress: progress)
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await reader.eventCount(query)
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await reader.userCount(query)
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await reader.eventCountsByUser(query)
  }

  /// Returns the numbers of the events that match a query, in groups.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try await reader.histogram(query, options)
  }

  /// Stores new events, all or none of them, unless the batch with this ID is stored.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    do throws(DatabaseError) {
      _ = try await reader.database.write { connection throws(DatabaseError) in
        try connection.transaction(changing: .events) { () throws(DatabaseError) -> Result<Void, Never> in
          if let id, try !connection.insert(id, into: .events) { return .success(()) }
          let insertion = try connection.statement(
            "INSERT INTO event (user, flag, action, timestamp) VALUES (?, ?, ?, ?)")
          for event in events { try insertion.run(event.columnValues) }
          try connection.addToCounts(events)
          return .success(())
        }
      }
    } catch {
      throw EventSourceError(.recording, .storageFailed("\(error)"))
    }
  }
}

/// The events in a database, for reading.
private struct SQLiteEventReader: EventReader {
  let database: SQLiteDatabase

  func read<Success: Sendable>(
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(EventSourceError.Reason) -> Success {
    do throws(DatabaseError) {
      return try await database.read { connection throws(DatabaseError) in
        try connection.transaction(.reading) { () throws(DatabaseError) in try operation(connection) }
      }
    } catch {
      throw error.reason == .cancelled ? .cancelled : .storageFailed("\(error)")
    }
  }
}
