import Analytics
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

  private let maximumSkippedCount: Int
  /// The number of events at which those of a user are counted by day.
  private let frequentUserEventCount: Int

  /// Creates a source in a database.
  public init(_ database: SQLiteDatabase) {
    // Stepping over as many takes less time than reading the stored numbers.
    self.init(database, maximumSkippedCount: 1_000)
  }

  /// Creates a source that steps over a number of events at most before it uses the stored numbers.
  package init(_ database: SQLiteDatabase, maximumSkippedCount: Int, frequentUserEventCount: Int = 50_000) {
    self.database = database
    self.maximumSkippedCount = maximumSkippedCount
    self.frequentUserEventCount = frequentUserEventCount
  }

  /// Returns a part of the list of the events that match a query.
  ///
  /// The database sorts and filters as far as it can express the filter. The rest is tested event by event.
  public func window(_ request: EventWindowRequest) async throws(EventSourceError) -> EventWindow {
    do throws(EventSourceError.Reason) {
      let filter = try EventFilterSQL(request.query, request.rows.query.filter)
      return try await read { connection throws(DatabaseError) in
        try connection.window(request, of: filter, maximumSkippedCount: maximumSkippedCount)
      }.get()
    } catch {
      throw EventSourceError(.events(request.query), error)
    }
  }

  /// Returns the number of events that match a query.
  public func eventCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(EventRequest(.eventCount, query)) { connection throws(DatabaseError) in
      try connection.count(of: EventFilterSQL(query))
    }
  }

  /// Returns the number of users of the events that match a query.
  public func userCount(_ query: EventQuery) async throws(EventSourceError) -> Int {
    try await read(EventRequest(.userCount, query)) { connection throws(DatabaseError) in
      try connection.userCount(of: EventFilterSQL(query))
    }
  }

  /// Returns the number of events of each user, of the events that match a query.
  public func eventCountsByUser(_ query: EventQuery) async throws(EventSourceError) -> [UUID: Int] {
    try await read(.userSummary(query)) { connection throws(DatabaseError) in
      try connection.eventCountsByUser(of: EventFilterSQL(query))
    }
  }

  /// Returns the numbers of the events that match a query, in groups.
  public func histogram(
    _ query: EventQuery, _ options: HistogramOptions
  ) async throws(EventSourceError) -> EventHistogram {
    try await read(EventRequest(.timeline, query)) { connection throws(DatabaseError) in
      try connection.histogram(of: EventFilterSQL(query), options).histogram(interval: query.interval)
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
          try connection.addToCounts(events, frequentUserEventCount: frequentUserEventCount)
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

extension SQLiteConnection {
  /// Counts the events that match a filter in groups.
  fileprivate func histogram(of filter: EventFilterSQL, _ options: HistogramOptions) throws(DatabaseError)
    -> EventCounter
  {
    var counter = EventCounter(options)
    guard let times = filter.times, !filter.isEmpty else { return counter }
    if !filter.hasStoredCounts {
      try addCounts(of: filter, by: nil, to: &counter)
      return counter
    }
    for part in CountUnit.divide(times, by: .day) {
      try addCounts(of: filter.with { $0.times = part.times }, by: part.unit, to: &counter)
    }
    return counter
  }

  /// Adds the numbers of events in an interval of whole units to groups.
  ///
  /// A unit that is divided by the groups is counted by the next smaller one: a day of a time zone is not one of UTC, and
  /// some time zones differ by a part of an hour from the others.
  private func addCounts(
    of filter: EventFilterSQL, by unit: CountUnit?, to counter: inout EventCounter
  ) throws(DatabaseError) {
    func add(_ count: EventCount) {
      counter.add(
        count.count, at: Instant(milliseconds: count.time), flag: count.flag, action: count.action)
    }
    guard let unit else { return try forEachEvent(of: filter, add) }
    var divided: Set<Int64> = []
    try forEachCount(of: filter, by: unit) { count throws(DatabaseError) in
      let end = Instant(milliseconds: unit.end(ofUnitAt: count.time))
      if counter.hasOneGroup(from: Instant(milliseconds: count.time), through: end) {
        add(count)
      } else {
        divided.insert(count.time)
      }
    }
    var starts = divided.sorted()[...]
    while let first = starts.first {
      // Adjacent units are read together.
      var end = unit.end(ofUnitAt: first)
      starts.removeFirst()
      while let next = starts.first, next == end &+ 1 {
        end = unit.end(ofUnitAt: next)
        starts.removeFirst()
      }
      try addCounts(of: filter.with { $0.times = first...end }, by: unit.smaller, to: &counter)
    }
  }

  /// Returns the number of users of the events that match a filter.
  fileprivate func userCount(of filter: EventFilterSQL) throws(DatabaseError) -> Int {
    if filter.isEmpty { return 0 }
    let users = filter.usersStatement(hasCounts: false)
    return try integer("SELECT count(*) FROM (\(users.sql))", users.values) ?? 0
  }

  /// Returns the number of events of each user, of the events that match a filter.
  fileprivate func eventCountsByUser(of filter: EventFilterSQL) throws(DatabaseError) -> [UUID: Int] {
    var counts: [UUID: Int] = [:]
    if filter.isEmpty { return counts }
    if filter.hasStoredUserCounts {
      let users = filter.usersStatement(hasCounts: true)
      try run(users.sql, users.values) { row throws(DatabaseError) in
        counts[try UUID(row, 0, path: path)] = row.int(1)
      }
    } else {
      // In any order: sorting the events by user would take longer.
      let clause = filter.clause
      try run("SELECT user FROM event\(clause.sql)", clause.values) { row throws(DatabaseError) in
        counts[try UUID(row, 0, path: path), default: 0] += 1
      }
    }
    return counts
  }

  /// Returns all users, or `nil` if there are more than a limit.
  func users(atMost limit: Int) throws(DatabaseError) -> [UUID]? {
    var users: [UUID] = []
    try run("SELECT user FROM event_user_count GROUP BY user ORDER BY user LIMIT ?", [SQLiteValue(limit + 1)]) {
      row throws(DatabaseError) in users.append(try UUID(row, 0, path: path))
    }
    return users.count > limit ? nil : users
  }
}
