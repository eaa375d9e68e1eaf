import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The numbers of events.
///
/// Those of each hour, flag and kind of action are stored, so that all events are counted without reading them.
extension EventStatements {
  /// Returns the number of events that match a filter without a remainder.
  package func count(of filter: EventFilter) throws(Failure) -> Int {
    var total = 0
    for part in filter.parts {
      var statement = part.isStored ? part.filter.countClause : part.filter.clause
      statement.sql =
        (part.isStored ? "SELECT sum(count) FROM event_count" : "SELECT count(*) FROM \(table(part.filter.index))")
        + statement.sql
      total += try integer(statement) ?? 0
    }
    return total
  }

  /// Counts the events that match a filter without a remainder in groups.
  package func histogram(of filter: EventFilter, _ options: HistogramOptions) throws(Failure) -> EventCounter {
    var counter = EventCounter(options)
    for part in filter.parts {
      if !part.isStored, !groupsEvents {
        try addEvents(of: part.filter, to: &counter)
        continue
      }
      var dividedHours: [Int64] = []
      var statement = part.isStored ? part.filter.countClause : part.filter.clause
      statement.sql =
        part.isStored
        ? "SELECT start, flag, action, count FROM event_count\(statement.sql) ORDER BY start"
        : "SELECT \(EventHour.startSQL(of: "timestamp")), flag, action, count(*) FROM \(table(part.filter.index))"
          + "\(statement.sql) GROUP BY 1, 2, 3 ORDER BY 1"
      try forEachCount(statement) { count throws(Failure) in
        let start = count.time.milliseconds
        let isAdded = counter.add(count.count, inHourAt: count.time, flag: count.flag, action: count.action)
        if !isAdded, dividedHours.last != start { dividedHours.append(start) }
      }
      // The days of some time zones begin within an hour of UTC.
      for start in dividedHours {
        let hour = Instant(milliseconds: start)
        let end = Instant(milliseconds: EventHour.end(ofHourAt: start))
        try addEvents(of: part.filter.with { $0.limitTimes(from: hour, through: end) }, to: &counter)
      }
    }
    return counter
  }

  /// Adds each event that matches a filter to groups.
  private func addEvents(of filter: EventFilter, to counter: inout EventCounter) throws(Failure) {
    var statement = filter.clause
    statement.sql = "SELECT timestamp, flag, action, 1 FROM \(table(filter.index))\(statement.sql)"
    try forEachCount(statement) { count throws(Failure) in
      counter.add(count.count, at: count.time, flag: count.flag, action: count.action)
    }
  }

  /// Returns the number of users of the events that match a filter without a remainder.
  package func userCount(of filter: EventFilter) throws(Failure) -> Int {
    var statement = filter.clause
    statement.sql =
      "SELECT count(*) FROM (SELECT \(EventFilter.userColumn) FROM \(table(.user))\(statement.sql) "
      + "GROUP BY \(EventFilter.userColumn)) AS users"
    return try integer(statement) ?? 0
  }

  /// Passes each user of the events that match a filter without a remainder, and the number of these events, to a
  /// closure until it returns `true`.
  ///
  /// - Returns: Whether the closure has returned `true`.
  @discardableResult
  package func forEachUser(
    of filter: EventFilter, isReversed: Bool = false, _ visit: (UUID, Int) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    var statement = filter.clause
    let user = EventFilter.userColumn
    statement.sql =
      "SELECT \(user), count(*) FROM \(table(.user))\(statement.sql) GROUP BY \(user) "
      + "ORDER BY \(user) \(isReversed ? "DESC" : "ASC")"
    var isEnded = false
    try forEachUser(statement) { user, count throws(Failure) in
      isEnded = try visit(user, count)
      return isEnded
    }
    return isEnded
  }
}
