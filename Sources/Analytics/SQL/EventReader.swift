import Tables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The reading half of an event source whose events are in a database.
package protocol EventReader: Sendable {
  /// A connection to the database.
  associatedtype Connection: EventStatements & SendableMetatype

  /// Runs an operation that reads one version of the events.
  func read<Success: Sendable>(
    _ operation: @escaping @Sendable (Connection) throws(Connection.Failure) -> Success
  ) async throws(EventSourceError.Reason) -> Success
}

extension EventReader {
  /// Returns a part of the list of the events that match a query.
  ///
  /// The database sorts and filters as far as it can express the filter. The rest is tested event by event.
  package func window(
    _ request: EventWindowRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventSourceError) -> EventWindow {
    do throws(EventSourceError.Reason) {
      let filter = try EventFilter(request.query, request.rows.query.filter, Connection.dialect)
      return try await read { connection throws(Connection.Failure) in
        try connection.window(request, of: filter, progress: progress)
      }.get()
    } catch {
      throw EventSourceError(.events, error)
    }
  }

  /// Returns the number of events that match a query.
  package func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(.resource(.eventCount), query) { connection, filter throws(Connection.Failure) in
      try connection.count(of: filter)
    }
  }

  /// Returns the number of users of the events that match a query.
  package func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(.resource(.userCount), query) { connection, filter throws(Connection.Failure) in
      try connection.userCount(of: filter)
    }
  }

  /// Returns the number of events of each user, of the events that match a query.
  package func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await read(.eventCountsByUser, query) { connection, filter throws(Connection.Failure) in
      var counts: [UUID: Int] = [:]
      try connection.forEachUser(of: filter) { user, count throws(Connection.Failure) in
        counts[user] = count
        return false
      }
      return counts
    }
  }

  /// Returns the numbers of the events that match a query, in groups.
  package func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try await read(.resource(.timeline), query) { connection, filter throws(Connection.Failure) in
      try connection.histogram(of: filter, options).histogram(interval: query.interval)
    }
  }

  private func read<Success: Sendable>(
    _ request: EventRequest, _ query: EventQuery,
    _ operation: @escaping @Sendable (Connection, EventFilter) throws(Connection.Failure) -> Success
  ) async throws(EventSourceError) -> Success {
    do throws(EventSourceError.Reason) {
      return try await read { connection throws(Connection.Failure) in
        try operation(connection, EventFilter(query, Connection.dialect))
      }
    } catch {
      throw EventSourceError(request, error)
    }
  }
}
