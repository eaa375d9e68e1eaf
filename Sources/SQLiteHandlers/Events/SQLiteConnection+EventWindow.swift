import Analytics
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteConnection {
  /// Returns a part of the list of events.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - filter: The filter of the request.
  ///   - maximumSkippedCount: The largest number of events that SQLite steps over one by one.
  /// - Throws: An error if the events cannot be read.
  /// - Returns: The part, or the reason why the filter cannot be evaluated.
  func window(
    _ request: EventWindowRequest, of filter: EventFilterSQL, maximumSkippedCount: Int
  ) throws(DatabaseError) -> Result<EventWindow, EventSourceError.Reason> {
    if let window = try firstWindow(request, of: filter) { return .success(window) }
    return try transaction(.reading) { () throws(DatabaseError) in
      try completeWindow(request, of: filter, maximumSkippedCount: maximumSkippedCount)
    }
  }

  /// Returns the beginning of the list if one statement can read it, so that no transaction is needed, or `nil`.
  private func firstWindow(
    _ request: EventWindowRequest, of filter: EventFilterSQL
  ) throws(DatabaseError) -> EventWindow? {
    if request.needsCount || request.rows.offset > 0 || filter.remainder != nil { return nil }
    let order = EventOrder(request.rows.query.sort)
    if order.dividesByUser { return nil }
    var (segments, offset) = ([EventFilterSQL](), 0)
    try forEachSegment(of: filter, order, skipping: &offset) { segment, _ throws(DatabaseError) in
      segments.append(segment)
      return segments.count > 1
    }
    guard let segment = segments.first else { return nil }
    let limit = request.rows.limit
    let events = try storedEvents(of: segment, order.clause, offset: 0, limit: limit)
    if segments.count > 1, events.count < limit { return nil }
    return EventWindow(try rows(of: events, isBeginning: true), count: nil)
  }

  private func completeWindow(
    _ request: EventWindowRequest, of filter: EventFilterSQL, maximumSkippedCount: Int
  ) throws(DatabaseError) -> Result<EventWindow, EventSourceError.Reason> {
    let order = EventOrder(request.rows.query.sort)
    listPositions.prepare(for: request, changeCount: try changeCounts()[.events] ?? 0)
    var filter = filter
    if let resolved = listPositions.resolvedFilter {
      filter = resolved
    } else if filter.hasSearch {
      if let users = try users(atMost: Self.maximumSearchedUsers) {
        do throws(EventSourceError.Reason) { try filter.resolveSearch(users: users) } catch { return .failure(error) }
      }
      listPositions.resolvedFilter = filter
    }
    let offset = request.rows.offset
    let events: [StoredEvent]
    let count: Int?
    if let remainder = filter.remainder {
      switch try filteredEvents(request, filter, order, remainder) {
      case .failure(let reason): return .failure(reason)
      case .success(let found): (events, count) = found
      }
    } else {
      events = try storedEvents(request.rows, of: filter, order, maximumSkippedCount: maximumSkippedCount)
      count = request.needsCount ? try self.count(of: filter) : nil
    }
    listPositions.add(events, offset: offset)
    return .success(EventWindow(try rows(of: events, isBeginning: offset == 0), count: count))
  }

  /// Returns events of the list, which is read from the nearest known position.
  ///
  /// Far from all positions, the stored numbers tell where the events are.
  private func storedEvents(
    _ rows: WindowRequest, of filter: EventFilterSQL, _ order: EventOrder, maximumSkippedCount: Int
  ) throws(DatabaseError) -> [StoredEvent] {
    let part = ListPart(rows, in: order, listPositions)
    let unit = try countUnit(of: filter)
    let isCounted = unit != nil || filter.hasStoredUserCounts
    if part.start != nil, part.offset <= maximumSkippedCount || !isCounted {
      return try storedEventsOfSegments(of: filter, part, maximumSkippedCount: .max)
    }
    return try storedEventsOfSegments(
      of: filter, ListPart(rows, in: order), maximumSkippedCount: maximumSkippedCount)
  }

  /// Returns a part of the list, segment by segment.
  private func storedEventsOfSegments(
    of filter: EventFilterSQL, _ part: ListPart, maximumSkippedCount: Int
  ) throws(DatabaseError) -> [StoredEvent] {
    var (events, offset) = ([StoredEvent](), part.offset)
    try forEachSegment(of: filter, part.order, from: part.start, skipping: &offset) {
      segment, offset throws(DatabaseError) in
      events += try storedEvents(
        of: segment, part.order, offset: offset, limit: part.limit - events.count,
        maximumSkippedCount: maximumSkippedCount)
      offset = 0
      return events.count >= part.limit
    }
    return part.isReversed ? events.reversed() : events
  }

  /// Returns events of a segment of the list, in order.
  ///
  /// In a long list, SQLite would step over each event before the first one. The stored counts tell in which hour it is,
  /// or in which day for the events of frequent users. For those of other users, they tell in which half it is, and the
  /// last half is read from the end.
  private func storedEvents(
    of filter: EventFilterSQL, _ order: EventOrder, offset: Int, limit: Int, maximumSkippedCount: Int
  ) throws(DatabaseError) -> [StoredEvent] {
    let unit = offset > maximumSkippedCount ? try countUnit(of: filter) : nil
    guard let unit else {
      if offset <= maximumSkippedCount || !filter.hasStoredUserCounts {
        return try storedEvents(of: filter, order.clause, offset: offset, limit: limit)
      }
      let count = try count(of: filter)
      let end = count - min(count, offset.addingWithoutOverflow(limit))
      if end >= offset { return try storedEvents(of: filter, order.clause, offset: offset, limit: limit) }
      return try storedEvents(
        of: filter, order.reversed.clause, offset: end, limit: max(0, min(limit, count - offset))
      ).reversed()
    }
    let direction = order.timeDirection
    var (filter, offset) = (filter, offset)
    if let times = filter.times {
      // The list is shorter.
      guard let part = try part(atOffset: offset, of: filter, by: unit, direction) else { return [] }
      offset -= part.precedingCount
      filter.times =
        direction == .reverse
        ? times.lowerBound...min(times.upperBound, part.times.upperBound)
        : max(times.lowerBound, part.times.lowerBound)...times.upperBound
    }
    return try storedEvents(of: filter, order.clause, offset: offset, limit: limit)
  }

  private func storedEvents(
    of filter: EventFilterSQL, _ orderClause: String, offset: Int, limit: Int
  ) throws(DatabaseError) -> [StoredEvent] {
    var events: [StoredEvent] = []
    events.reserveCapacity(min(limit, 1_000))
    let list = filter.listStatement(orderClause)
    try run("\(list.sql) LIMIT ? OFFSET ?", list.values + [SQLiteValue(limit), SQLiteValue(offset)]) {
      row throws(DatabaseError) in
      events.append(StoredEvent(number: row.integer(4), event: try UserEvent(row, path: path)))
    }
    return events
  }

  /// Returns a part of the list, of which each event must be tested here, and the number of events if it is needed.
  private func filteredEvents(
    _ request: EventWindowRequest, _ filter: EventFilterSQL, _ order: EventOrder, _ remainder: RowFilter
  ) throws(DatabaseError) -> Result<(events: [StoredEvent], count: Int?), EventSourceError.Reason> {
    let part =
      request.needsCount ? ListPart(request.rows, in: order) : ListPart(request.rows, in: order, listPositions)
    let range = part.offset..<part.offset.addingWithoutOverflow(part.limit)
    let test = WindowRequest(
      TableQuery(filter: remainder), contextValues: request.rows.contextValues, offset: 0, limit: .max)
    var (batch, events, matchCount) = ([StoredEvent](), [StoredEvent](), 0)
    var failure: EventSourceError.Reason?
    /// Tests the events of the batch, and returns whether no more are needed.
    func testBatch() -> Bool {
      defer { batch.removeAll(keepingCapacity: true) }
      var rows = EventRows(batch.enumerated().map { EventTable.Row($1.event, $0) })
      do throws(EventSourceError.Reason) {
        for row in try rows.window(test).rows {
          if range.contains(matchCount) { events.append(batch[row.ordinal]) }
          matchCount += 1
        }
      } catch { failure = error }
      return failure != nil || matchCount >= range.upperBound && !request.needsCount
    }
    var (isEnded, offset) = (false, 0)
    try forEachSegment(of: filter, part.order, from: part.start, skipping: &offset) {
      segment, _ throws(DatabaseError) in
      let list = segment.listStatement(part.order.clause)
      try statement(list.sql).runUntil(list.values) { row throws(DatabaseError) in
        batch.append(StoredEvent(number: row.integer(4), event: try UserEvent(row, path: path)))
        isEnded = batch.count >= Self.batchSize && testBatch()
        return isEnded
      }
      return isEnded
    }
    if !isEnded { _ = testBatch() }
    if let failure { return .failure(failure) }
    return .success((part.isReversed ? events.reversed() : events, request.needsCount ? matchCount : nil))
  }

  /// The largest number of users of which each is compared with the text of a search.
  private static let maximumSearchedUsers = 100_000

  private static let batchSize = 4_096

  /// Returns events as rows, each with the number of equal events before it.
  ///
  /// Under all sort keys, equal events are in the order of their numbers. Those before the first event of the page are
  /// counted in the database.
  private func rows(of events: [StoredEvent], isBeginning: Bool) throws(DatabaseError) -> [EventTable.Row] {
    let firstTime = isBeginning ? nil : events.first?.event.timestamp
    var ordinals = EventTable.Ordinals()
    // The numbers of events before the page that are equal to those with its first time.
    var precedingCounts: [UserEvent: Int] = [:]
    var rows: [EventTable.Row] = []
    rows.reserveCapacity(events.count)
    for (index, stored) in events.enumerated() {
      let event = stored.event
      // Events of the same time follow one another, and few have the same time.
      let hasTimeOfAnother =
        index > 0 && events[index - 1].event.timestamp == event.timestamp
        || index + 1 < events.count && events[index + 1].event.timestamp == event.timestamp
      let ordinal = hasTimeOfAnother ? ordinals.next(for: event) : 0
      if ordinal == 0, event.timestamp == firstTime { precedingCounts[event] = try precedingCount(of: stored) }
      rows.append(EventTable.Row(event, precedingCounts[event, default: 0] + ordinal))
    }
    return rows
  }

  /// Returns the number of equal events that were recorded before an event.
  private func precedingCount(of stored: StoredEvent) throws(DatabaseError) -> Int {
    let event = stored.event
    return try integer(
      """
      SELECT count(*) FROM event
      WHERE user = ? AND timestamp = ? AND +flag = ? AND +action = ? AND number < ?
      """,
      [
        .blob(event.userID.bytes), .integer(event.timestamp.milliseconds), SQLiteValue(event.flag),
        .text(event.action.rawValue), .integer(stored.number),
      ]) ?? 0
  }
}

extension Int {
  fileprivate func addingWithoutOverflow(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

extension UserEvent {
  /// The values of the columns user, flag, action and timestamp.
  var columnValues: [SQLiteValue] {
    [.blob(userID.bytes), SQLiteValue(flag), .text(action.rawValue), .integer(timestamp.milliseconds)]
  }

  /// Creates an event from the columns user, flag, action and timestamp.
  init(_ row: SQLiteRow, path: String) throws(DatabaseError) {
    self.init(
      userID: try UUID(row, 0, path: path), flag: row.integer(1) != 0, timestamp: Instant(milliseconds: row.integer(3)),
      action: try Action(row, 2, path: path))
  }
}

extension UserEvent.Action {
  /// Creates a kind of action from a column.
  init(_ row: SQLiteRow, _ column: Int32, path: String) throws(DatabaseError) {
    // The bytes are compared: a page has so many rows that texts would be noticeable.
    let action = unsafe row.withBlob(column) { bytes in
      Self.encodedCases.first { unsafe bytes.elementsEqual($0.bytes) }?.action
    }
    guard let action else {
      throw DatabaseError(path, .corrupt("an event has the unknown action \"\(row.text(column))\""))
    }
    self = action
  }

  private static let encodedCases = allCases.map { (action: $0, bytes: [UInt8]($0.rawValue.utf8)) }
}

extension UUID {
  /// Creates a user ID from a column.
  init(_ row: SQLiteRow, _ column: Int32, path: String) throws(DatabaseError) {
    let bytes = unsafe row.withBlob(column) { bytes in
      bytes.count == MemoryLayout<uuid_t>.size ? unsafe bytes.loadUnaligned(as: uuid_t.self) : nil
    }
    guard let bytes else { throw DatabaseError(path, .corrupt("an event has a user ID without sixteen bytes")) }
    self.init(uuid: bytes)
  }
}
