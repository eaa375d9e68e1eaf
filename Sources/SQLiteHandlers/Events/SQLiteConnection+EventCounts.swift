import Analytics
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored numbers of events: for each day, hour, user, and day of a frequent user, one for each flag and kind of
/// action.
///
/// They tell how many events match a filter, and in which hour or day a page of a long list begins, without reading
/// events.
extension SQLiteConnection {
  /// The numbers of events that are stored with them.
  struct EventCount: Hashable {
    /// The time of the event, or the beginning of the hour of several ones, in milliseconds since 1970.
    let time: Int64
    let flag: Bool
    let action: UserEvent.Action
    let count: Int
  }

  /// Adds events, which the database contains already, to the stored numbers.
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - frequentUserEventCount: The number of events at which those of a user are counted by day.
  /// - Throws: An error if the numbers cannot be stored.
  func addToCounts(_ events: [UserEvent], frequentUserEventCount: Int) throws(DatabaseError) {
    for unit in CountUnit.units {
      try add(events, to: unit.table, key: "start") { .integer(unit.start(of: $0.timestamp.milliseconds)) }
    }
    try add(events, to: "event_user_count", key: "user") { .blob($0.userID.bytes) }
    try addToGroupCounts(events)
    for (user, events) in Dictionary(grouping: events, by: \.userID) {
      try addToDayCounts(of: user, events, frequentUserEventCount: frequentUserEventCount)
    }
  }

  /// Adds events of a user to the numbers by day if the user is frequent.
  private func addToDayCounts(
    of user: UUID, _ events: [UserEvent], frequentUserEventCount: Int
  ) throws(DatabaseError) {
    let table = CountUnit.userDay.table
    if try hasDayCounts(of: user) {
      let update = try statement(
        """
        INSERT INTO \(table) (user, start, flag, action, count) VALUES (?, ?, ?, ?, 1)
        ON CONFLICT DO UPDATE SET count = count + 1
        """)
      for event in events {
        let start = CountUnit.userDay.start(of: event.timestamp.milliseconds)
        try update.run([
          .blob(user.bytes), .integer(start), SQLiteValue(event.flag), .text(event.action.rawValue),
        ])
      }
      return
    }
    let count = try integer("SELECT sum(count) FROM event_user_count WHERE user = ?", [.blob(user.bytes)]) ?? 0
    if count < frequentUserEventCount { return }
    try run(
      """
      INSERT INTO \(table) (user, start, flag, action, count)
      SELECT user, \(CountUnit.userDay.startSQL(of: "timestamp")), flag, action, count(*) FROM event
      WHERE user = ? GROUP BY 2, 3, 4
      """, [.blob(user.bytes)])
  }

  private func hasDayCounts(of user: UUID) throws(DatabaseError) -> Bool {
    let table = CountUnit.userDay.table
    return try integer("SELECT 1 FROM \(table) WHERE user = ? LIMIT 1", [.blob(user.bytes)]) != nil
  }

  /// Returns the largest unit of the stored numbers that tell how many events match a filter, or `nil` if none do.
  func countUnit(of filter: EventFilterSQL) throws(DatabaseError) -> CountUnit? {
    if filter.hasStoredCounts { return .day }
    guard filter.hasOnlyValues, let users = filter.users else { return nil }
    for user in users where try !hasDayCounts(of: user) { return nil }
    return .userDay
  }

  /// Adds events to the numbers in a table, whose key consists of a column, the flag and the kind of action.
  private func add(
    _ events: [UserEvent], to table: String, key column: String, _ key: (UserEvent) -> SQLiteValue
  ) throws(DatabaseError) {
    var counts: [[SQLiteValue]: Int] = [:]
    for event in events {
      counts[[key(event), SQLiteValue(event.flag), .text(event.action.rawValue)], default: 0] += 1
    }
    let update = try statement(
      """
      INSERT INTO \(table) (\(column), flag, action, count) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count
      """)
    for (key, count) in counts { try update.run(key + [SQLiteValue(count)]) }
  }

  /// Passes the stored numbers of a unit that match a filter to a closure, in no particular order.
  ///
  /// The filter must have stored counts, and its interval must consist of whole units.
  func forEachCount(
    of filter: EventFilterSQL, by unit: CountUnit, _ visit: (EventCount) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let clause = filter.countClause
    try run("SELECT start, flag, action, count FROM \(unit.table)\(clause.sql)", clause.values) {
      row throws(DatabaseError) in try visit(EventCount(row, count: row.int(3), path: path))
    }
  }

  /// Passes each event that matches a filter to a closure, in no particular order.
  func forEachEvent(
    of filter: EventFilterSQL, _ visit: (EventCount) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let clause = filter.clause
    try run("SELECT timestamp, flag, action FROM event\(clause.sql)", clause.values) {
      row throws(DatabaseError) in try visit(EventCount(row, count: 1, path: path))
    }
  }

  /// Returns the number of events that match a filter without a remainder.
  func count(of filter: EventFilterSQL) throws(DatabaseError) -> Int {
    if filter.isEmpty { return 0 }
    if filter.users != nil, filter.hasStoredUserCounts {
      let clause = filter.userCountClause
      return try integer("SELECT sum(count) FROM event_user_count\(clause.sql)", clause.values) ?? 0
    }
    guard let unit = try countUnit(of: filter) else { return try countOfRows(of: filter) }
    var total = 0
    for part in filter.times.map({ CountUnit.divide($0, by: unit) }) ?? [] {
      total += try count(of: filter.with { $0.times = part.times }, by: part.unit)
    }
    return total
  }

  /// Returns the number of events that match a filter with stored counts, whose interval consists of whole units.
  private func count(of filter: EventFilterSQL, by unit: CountUnit?) throws(DatabaseError) -> Int {
    guard let unit else { return try countOfRows(of: filter) }
    let clause = filter.countClause
    return try integer("SELECT sum(count) FROM \(unit.table)\(clause.sql)", clause.values) ?? 0
  }

  /// Returns the number of events that match a filter without a remainder, or a limit if there are more.
  func countOfRows(of filter: EventFilterSQL, atMost limit: Int) throws(DatabaseError) -> Int {
    let clause = filter.clause
    return try integer(
      "SELECT count(*) FROM (SELECT 1 FROM event\(clause.sql) LIMIT ?)", clause.values + [SQLiteValue(limit)]) ?? 0
  }

  private func countOfRows(of filter: EventFilterSQL) throws(DatabaseError) -> Int {
    let clause = filter.clause
    return try integer("SELECT count(*) FROM event\(clause.sql)", clause.values) ?? 0
  }

  /// Returns a part of an interval that contains an event of the list in order of time, and the number of events before
  /// it.
  ///
  /// - Parameters:
  ///   - offset: The number of events before the event.
  ///   - filter: The filter of the list.
  ///   - unit: The largest unit of the stored numbers for the filter.
  ///   - direction: The direction of the time.
  /// - Throws: An error if the numbers cannot be read.
  /// - Returns: The interval of the part, which is a smallest unit at most, or `nil` if the list is shorter.
  func part(
    atOffset offset: Int, of filter: EventFilterSQL, by unit: CountUnit, _ direction: SortDirection
  ) throws(DatabaseError) -> (times: ClosedRange<Int64>, precedingCount: Int)? {
    guard let times = filter.times else { return nil }
    var precedingCount = 0
    var parts = CountUnit.divide(times, by: unit)
    // The parts of a day follow when the day is found.
    while !parts.isEmpty {
      let part = direction == .forward ? parts.removeFirst() : parts.removeLast()
      let inPart = filter.with { $0.times = part.times }
      guard let unit = part.unit else {
        let count = try countOfRows(of: inPart)
        if precedingCount + count > offset { return (part.times, precedingCount) }
        precedingCount += count
        continue
      }
      if let found = try period(atOffset: offset, of: inPart, unit, direction, &precedingCount) {
        guard let smaller = unit.smaller else { return (found, precedingCount) }
        parts = [(found, smaller)]
      }
    }
    return nil
  }

  /// Returns the unit that contains an event, and adds the events before it, or all if it is not in the interval.
  private func period(
    atOffset offset: Int, of filter: EventFilterSQL, _ unit: CountUnit, _ direction: SortDirection,
    _ precedingCount: inout Int
  ) throws(DatabaseError) -> ClosedRange<Int64>? {
    let clause = filter.countClause
    var start: Int64?
    try statement(
      """
      SELECT start, sum(count) FROM \(unit.table)\(clause.sql)
      GROUP BY start ORDER BY start \(direction == .forward ? "ASC" : "DESC")
      """
    ).runUntil(clause.values) { row throws(DatabaseError) in
      if precedingCount + row.int(1) > offset {
        start = row.integer(0)
        return true
      }
      precedingCount += row.int(1)
      return false
    }
    return start.map { $0...unit.end(ofUnitAt: $0) }
  }
}

extension EventFilterSQL {
  /// The `WHERE` clause for the stored numbers, and its values.
  ///
  /// The interval must consist of whole units.
  fileprivate var countClause: SQLClause {
    let clause = clause
    // The table has the same columns, but its time is the beginning of the unit.
    return SQLClause(sql: clause.sql.replacing("timestamp", with: "start"), values: clause.values)
  }
}

extension SQLiteConnection.EventCount {
  /// Creates the number from the columns time, flag and action.
  fileprivate init(_ row: SQLiteRow, count: Int, path: String) throws(DatabaseError) {
    (time, flag, self.count) = (row.integer(0), row.integer(1) != 0, count)
    action = try UserEvent.Action(row, 2, path: path)
  }
}
