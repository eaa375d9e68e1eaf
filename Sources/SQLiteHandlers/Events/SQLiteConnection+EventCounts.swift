import Analytics
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The numbers of events.
///
/// Those of each hour, flag and kind of action are stored, so that all events are counted without reading them.
extension SQLiteConnection {
  /// Adds events, which the database contains already, to the stored numbers.
  func addToCounts(_ events: [UserEvent]) throws(DatabaseError) {
    var counts: [[SQLiteValue]: Int] = [:]
    for event in events {
      let hour = EventHour.start(of: event.timestamp.milliseconds)
      counts[[.integer(hour), SQLiteValue(event.flag), .text(event.action.rawValue)], default: 0] += 1
    }
    let update = try statement(
      """
      INSERT INTO event_count (start, flag, action, count) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    for (key, count) in counts { try update.run(key + [SQLiteValue(count)]) }
  }

  /// Returns the number of events that match a filter without a remainder.
  func count(of filter: EventFilter) throws(DatabaseError) -> Int {
    var total = 0
    for part in filter.parts {
      let statement = part.countStatement
      total += try integer(statement.sql, statement.values) ?? 0
    }
    return total
  }

  /// Counts the events that match a filter without a remainder in groups.
  func histogram(of filter: EventFilter, _ options: HistogramOptions) throws(DatabaseError) -> EventCounter {
    var counter = EventCounter(options)
    for part in filter.parts {
      if !part.isStored {
        try addEvents(of: part.filter, to: &counter)
        continue
      }
      var dividedHours: [Int64] = []
      let clause = part.filter.countClause
      try run("SELECT start, flag, action, count FROM event_count\(clause.sql)", clause.values) {
        row throws(DatabaseError) in
        let start = row.integer(0)
        let (first, last) = (Instant(milliseconds: start), Instant(milliseconds: EventHour.end(ofHourAt: start)))
        if counter.hasOneGroup(from: first, through: last) {
          try counter.add(row, count: row.int(3), path: path)
        } else if dividedHours.last != start {
          dividedHours.append(start)
        }
      }
      // The days of some time zones begin within an hour of UTC.
      for start in dividedHours {
        try addEvents(of: filter.with { $0.times = start...EventHour.end(ofHourAt: start) }, to: &counter)
      }
    }
    return counter
  }

  /// Adds each event that matches a filter to groups.
  private func addEvents(of filter: EventFilter, to counter: inout EventCounter) throws(DatabaseError) {
    let clause = filter.clause
    try run("SELECT timestamp, flag, action FROM event \(filter.index.hint)\(clause.sql)", clause.values) {
      row throws(DatabaseError) in try counter.add(row, count: 1, path: path)
    }
  }

  /// Returns the number of users of the events that match a filter without a remainder.
  func userCount(of filter: EventFilter) throws(DatabaseError) -> Int {
    let clause = filter.clause
    return try integer(
      "SELECT count(*) FROM (SELECT user FROM event \(EventIndex.user.hint)\(clause.sql) GROUP BY user)", clause.values)
      ?? 0
  }

  /// Passes each user of the events that match a filter without a remainder, and the number of these events, to a
  /// closure until it returns `true`.
  ///
  /// - Returns: Whether the closure has returned `true`.
  @discardableResult
  func forEachUser(
    of filter: EventFilter, isReversed: Bool = false, _ visit: (UUID, Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    let clause = filter.clause
    var isEnded = false
    try statement(
      """
      SELECT user, count(*) FROM event \(EventIndex.user.hint)\(clause.sql) GROUP BY user
      ORDER BY user \(isReversed ? "DESC" : "ASC")
      """
    ).runUntil(clause.values) { row throws(DatabaseError) in
      isEnded = try visit(try UUID(row, 0, path: path), row.int(1))
      return isEnded
    }
    return isEnded
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
}

extension EventCounter {
  /// Adds a number of events with the time, the flag and the kind of action of a row.
  fileprivate mutating func add(_ row: SQLiteRow, count: Int, path: String) throws(DatabaseError) {
    add(
      count, at: Instant(milliseconds: row.integer(0)), flag: row.integer(1) != 0,
      action: try UserEvent.Action(row, 2, path: path))
  }
}
