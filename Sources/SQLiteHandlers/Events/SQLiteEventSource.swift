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
  private let database: SQLiteDatabase

  /// Creates a source in a database.
  public init(_ database: SQLiteDatabase) { self.database = database }

  /// Returns a part of the list of the events that match a query.
  ///
  /// The database sorts and filters as far as it can express the filter. The rest is tested event by event.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    do throws(EventSourceError.Reason) {
      let filter = try EventFilter(request.query, request.rows.query.filter, .sqlite)
      return try await read { connection throws(DatabaseError) in
        try connection.transaction(.reading) { () throws(DatabaseError) in
          try connection.window(request, of: filter, progress: progress)
        }
      }.get()
    } catch {
      throw EventSourceError(.events(request.query), error)
    }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(EventRequest(.eventCount, query)) { connection throws(DatabaseError) in
      try connection.count(of: EventFilter(query, .sqlite))
    }
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(EventRequest(.userCount, query)) { connection throws(DatabaseError) in
      try connection.userCount(of: EventFilter(query, .sqlite))
    }
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await read(.userSummary(query)) { connection throws(DatabaseError) in
      var counts: [UUID: Int] = [:]
      try connection.forEachUser(of: EventFilter(query, .sqlite)) { user, count throws(DatabaseError) in
        counts[user] = count
        return false
      }
      return counts
    }
  }

  /// Returns the numbers of the events that match a query, in groups.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try await read(EventRequest(.timeline, query)) { connection throws(DatabaseError) in
      try connection.histogram(of: EventFilter(query, .sqlite), options).histogram(interval: query.interval)
    }
  }

  /// Stores new events, all or none of them, unless the batch with this ID is stored.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    do throws(DatabaseError) {
      _ = try await database.write { connection throws(DatabaseError) in
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
      throw EventSourceError(recording: .storageFailed("\(error)"))
    }
  }

  private func read<Success: Sendable>(
    _ request: EventRequest,
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(EventSourceError) -> Success {
    do throws(EventSourceError.Reason) {
      return try await read { connection throws(DatabaseError) in
        try connection.transaction(.reading) { () throws(DatabaseError) in try operation(connection) }
      }
    } catch {
      throw EventSourceError(request, error)
    }
  }

  private func read<Success: Sendable>(
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(EventSourceError.Reason) -> Success {
    do throws(DatabaseError) { return try await database.read(operation) } catch {
      throw error.reason == .cancelled ? .cancelled : .storageFailed("\(error)")
    }
  }
}
