import Analytics
import Conditions
import Tables
import Values

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The events in a database on a server.
public struct PostgresEventSource: EventSource {
  private let database: PostgresDatabase

  /// Creates a source in a database.
  public init(_ database: PostgresDatabase) { self.database = database }

  /// Returns a part of the list of the events that match a query.
  ///
  /// The database sorts and filters as far as it can express the filter. The rest is tested event by event.
  public func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    do throws(EventSourceError.Reason) {
      let filter = try EventFilter(request.query, request.rows.query.filter, .postgres)
      return try await read { connection throws(PostgresError) in
        try connection.window(request, of: filter, progress: progress)
      }.get()
    } catch {
      throw EventSourceError(.events(request.query), error)
    }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(EventRequest(.eventCount, query)) { connection throws(PostgresError) in
      try connection.count(of: EventFilter(query, .postgres))
    }
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(EventRequest(.userCount, query)) { connection throws(PostgresError) in
      try connection.userCount(of: EventFilter(query, .postgres))
    }
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await read(.userSummary(query)) { connection throws(PostgresError) in
      var counts: [UUID: Int] = [:]
      try connection.forEachUser(of: EventFilter(query, .postgres)) { user, count throws(PostgresError) in
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
    try await read(EventRequest(.timeline, query)) { connection throws(PostgresError) in
      try connection.histogram(of: EventFilter(query, .postgres), options).histogram(interval: query.interval)
    }
  }

  /// Stores new events, all or none of them, unless the batch with this ID is stored.
  public func record(_ events: [UserEvent], batch id: EventBatch.ID?) async throws(EventSourceError) {
    do throws(PostgresError) {
      _ = try await database.write(changing: .events) { connection throws(PostgresError) -> Result<Void, Never> in
        if let id, try !connection.insert(id, intoBatches: "event_batch") { return .success(()) }
        try connection.insert(events)
        return .success(())
      }
    } catch {
      if case .outcomeUnknown = error.reason { throw EventSourceError(recording: .connectionLost) }
      throw EventSourceError(recording: .storageFailed("\(error)"))
    }
  }

  private func read<Success: Sendable>(
    _ request: EventRequest,
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(EventSourceError) -> Success {
    do throws(EventSourceError.Reason) {
      return try await read { connection throws(PostgresError) in
        try operation(connection)
      }
    } catch {
      throw EventSourceError(request, error)
    }
  }

  private func read<Success: Sendable>(
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(EventSourceError.Reason) -> Success {
    do throws(PostgresError) { return try await database.read(operation) } catch {
      throw error.reason == .cancelled ? .cancelled : .storageFailed("\(error)")
    }
  }
}
