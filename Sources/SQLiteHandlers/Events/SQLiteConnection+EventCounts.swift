import Analytics
import Values

/// The stored numbers of events: one for each hour, flag and kind of action.
///
/// They tell how many events match a filter, and in which hour a page of a long list begins, without reading events.
extension SQLiteConnection {
  /// The numbers of events that are stored with them.
  struct EventCount: Hashable {
    /// The time of the event, or the beginning of the hour of several ones, in milliseconds since 1970.
    let time: Int64
    let flag: Bool
    let action: UserEvent.Action
    let count: Int
  }

  static let hour: Int64 = 3_600_000

  /// Returns the beginning of the hour of a time, which is negative before 1970.
  static func startOfHour(_ time: Int64) -> Int64 { time &- (time % hour + hour) % hour }

  /// Adds events to the stored numbers.
  func addToCounts(_ events: [UserEvent]) throws(DatabaseError) {
    try add(events, to: "event_count", key: "start") { .integer(Self.startOfHour($0.timestamp.milliseconds)) }
    try add(events, to: "event_user_count", key: "user") { .blob($0.userID.bytes) }
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

  /// Passes the stored numbers that match a filter to a closure, in no particular order.
  ///
  /// The filter must be counted, and its interval must consist of whole hours.
  func forEachHourCount(
    of filter: EventFilterSQL, _ visit: (EventCount) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    let clause = filter.countClause
    try run("SELECT start, flag, action, count FROM event_count\(clause.sql)", clause.values) {
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

  /// Returns the part of an interval that consists of whole hours, and the rest.
  static func wholeHours(in times: ClosedRange<Int64>) -> (hours: ClosedRange<Int64>?, ends: [ClosedRange<Int64>]) {
    let isOpenAtStart = times.lowerBound == .min
    let isOpenAtEnd = times.upperBound == .max
    let farthest = Int64.max - 2 * hour
    if !isOpenAtStart && times.lowerBound.magnitude > farthest
      || !isOpenAtEnd && times.upperBound.magnitude > farthest
    {
      return (nil, [times])
    }
    // The first time of the first whole hour, and the one after the last whole hour.
    let first = isOpenAtStart ? .min : startOfHour(times.lowerBound) + (times.lowerBound % hour == 0 ? 0 : hour)
    let end = isOpenAtEnd ? .max : startOfHour(times.upperBound + 1)
    if first >= end { return (nil, [times]) }
    return (
      first...(isOpenAtEnd ? .max : end - 1),
      (first > times.lowerBound ? [times.lowerBound...first - 1] : [])
        + (!isOpenAtEnd && end <= times.upperBound ? [end...times.upperBound] : [])
    )
  }

  /// Returns the hour that contains an event of the list in order of time, and the number of events before it.
  ///
  /// - Parameters:
  ///   - offset: The number of events before the event.
  ///   - filter: The filter of the list, which must be counted.
  ///   - isReversed: Whether the newest event is the first one.
  /// - Throws: An error if the numbers cannot be read.
  /// - Returns: The hour, or `nil` if the list is shorter, or if the event is not in a whole hour of the interval.
  func hour(
    atOffset offset: Int, of filter: EventFilterSQL, isReversed: Bool
  ) throws(DatabaseError) -> (start: Int64, precedingCount: Int)? {
    guard let times = filter.times, let hours = Self.wholeHours(in: times).hours else { return nil }
    var (filter, precedingCount) = (filter, 0)
    let isBeginningCut = isReversed ? hours.upperBound < times.upperBound : hours.lowerBound > times.lowerBound
    if isBeginningCut {
      filter.times =
        isReversed ? hours.upperBound + 1...times.upperBound : times.lowerBound...hours.lowerBound - 1
      precedingCount = try count(of: filter)
      if precedingCount > offset { return nil }
    }
    filter.times = hours
    let clause = filter.countClause
    var start: Int64?
    try statement(
      """
      SELECT start, sum(count) FROM event_count\(clause.sql)
      GROUP BY start ORDER BY start \(isReversed ? "DESC" : "ASC")
      """
    ).runUntil(clause.values) { row throws(DatabaseError) in
      if precedingCount + row.int(1) > offset {
        start = row.integer(0)
        return true
      }
      precedingCount += row.int(1)
      return false
    }
    return start.map { ($0, precedingCount) }
  }

  /// Returns the number of events that match a filter without a remainder.
  func count(of filter: EventFilterSQL) throws(DatabaseError) -> Int {
    if filter.isEmpty { return 0 }
    if filter.users != nil, filter.hasStoredUserCounts {
      let clause = filter.userCountClause
      return try integer("SELECT sum(count) FROM event_user_count\(clause.sql)", clause.values) ?? 0
    }
    if !filter.hasStoredCounts {
      let clause = filter.clause
      return try integer("SELECT count(*) FROM event\(clause.sql)", clause.values) ?? 0
    }
    guard let times = filter.times else { return 0 }
    let (hours, ends) = Self.wholeHours(in: times)
    var (part, total) = (filter, 0)
    if let hours {
      part.times = hours
      let clause = part.countClause
      total = try integer("SELECT sum(count) FROM event_count\(clause.sql)", clause.values) ?? 0
    }
    for end in ends {
      part.times = end
      let clause = part.clause
      total += try integer("SELECT count(*) FROM event\(clause.sql)", clause.values) ?? 0
    }
    return total
  }
}

extension EventFilterSQL {
  /// The `WHERE` clause for the stored numbers, and its values.
  ///
  /// The interval must consist of whole hours.
  fileprivate var countClause: (sql: String, values: [SQLiteValue]) {
    let clause = clause
    // The table has the same columns, but its time is the beginning of the hour.
    return (clause.sql.replacing("timestamp", with: "start"), clause.values)
  }
}

extension SQLiteConnection.EventCount {
  /// Creates the number from the columns time, flag and action.
  fileprivate init(_ row: SQLiteRow, count: Int, path: String) throws(DatabaseError) {
    (time, flag, self.count) = (row.integer(0), row.integer(1) != 0, count)
    action = try UserEvent.Action(row, 2, path: path)
  }
}
