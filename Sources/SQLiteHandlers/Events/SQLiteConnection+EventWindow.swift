import Analytics
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event and the number of its row.
private struct StoredEvent {
  let number: Int64
  let event: UserEvent
}

/// The parts of the list of events.
extension SQLiteConnection {
  /// Returns a part of the list of events.
  ///
  /// - Returns: The part, or the reason why the filter cannot be evaluated.
  func window(
    _ request: EventWindowRequest, of filter: EventFilter, progress: (Int) -> Void
  ) throws(DatabaseError) -> Result<EventWindow, EventSourceError.Reason> {
    var filter = filter
    if filter.hasSearch, let users = try users(atMost: Self.maximumSearchedUsers) {
      do throws(EventSourceError.Reason) { try filter.resolveSearch(users: users) } catch { return .failure(error) }
    }
    let events: [StoredEvent]
    let count: Int?
    if let remainder = filter.remainder {
      switch try testedEvents(request, filter, remainder, progress) {
      case .failure(let reason): return .failure(reason)
      case .success(let found): (events, count) = found
      }
    } else {
      events = try storedEvents(request.rows, of: filter)
      count = request.needsCount ? try self.count(of: filter) : nil
    }
    return .success(EventWindow(try rows(of: events, isBeginning: request.rows.offset == 0), count: count))
  }

  /// Returns events of a list of which SQL expresses the whole filter.
  private func storedEvents(
    _ rows: WindowRequest, of filter: EventFilter
  ) throws(DatabaseError) -> [StoredEvent] {
    let order = EventOrder(rows.query.sort, dividesByUser: true)
    var (events, offset) = ([StoredEvent](), rows.offset)
    events.reserveCapacity(min(rows.limit, 1_000))
    try forEachSegment(of: filter, order.segmentKeys, skipping: &offset) { segment, offset throws(DatabaseError) in
      let segment = order.isAscending ? try self.segment(segment, in: order, skipping: &offset) : segment
      let list = segment.listStatement(order)
      try run(
        "\(list.sql) LIMIT ? OFFSET ?", list.values + [SQLiteValue(rows.limit - events.count), SQLiteValue(offset)]
      ) { row throws(DatabaseError) in events.append(try StoredEvent(row, path: path)) }
      offset = 0
      return events.count >= rows.limit
    }
    return events
  }

  /// Returns a segment in ascending order of time from the time of its first event after an offset, and removes the
  /// events before it from the offset.
  ///
  /// Without an order of events of the same time, SQLite finds the time without sorting.
  private func segment(
    _ filter: EventFilter, in order: EventOrder, skipping offset: inout Int
  ) throws(DatabaseError) -> EventFilter {
    let clause = filter.clause
    guard offset > 0,
      let time = try integer(
        """
        SELECT timestamp FROM event \(order.index(for: filter).hint)\(clause.sql) ORDER BY timestamp LIMIT 1 OFFSET ?
        """, clause.values + [SQLiteValue(offset)])
    else { return filter }
    let start = Instant(milliseconds: Int64(time))
    guard start.milliseconds > .min else { return filter }
    offset -= try count(
      of: filter.with { $0.limitTimes(from: nil, through: Instant(milliseconds: start.milliseconds - 1)) })
    return filter.with { $0.limitTimes(from: start, through: nil) }
  }

  /// Returns events of a list of which each event must be tested here, and the number of matching events if it is
  /// needed.
  private func testedEvents(
    _ request: EventWindowRequest, _ filter: EventFilter, _ remainder: RowFilter, _ progress: (Int) -> Void
  ) throws(DatabaseError) -> Result<(events: [StoredEvent], count: Int?), EventSourceError.Reason> {
    let order = EventOrder(request.rows.query.sort, dividesByUser: false)
    let (end, overflows) = request.rows.offset.addingReportingOverflow(request.rows.limit)
    let range = request.rows.offset..<(overflows ? .max : end)
    let test = WindowRequest(
      TableQuery(filter: remainder), contextValues: request.rows.contextValues, offset: 0, limit: .max)
    var (batch, events) = ([StoredEvent](), [StoredEvent]())
    var (testedCount, matchCount) = (0, 0)
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
      testedCount += batch.count
      progress(testedCount)
      return failure != nil || matchCount >= range.upperBound && !request.needsCount
    }
    var (isEnded, offset) = (false, 0)
    try forEachSegment(of: filter, order.segmentKeys, skipping: &offset) { segment, _ throws(DatabaseError) in
      let list = segment.listStatement(order)
      try statement(list.sql).runUntil(list.values) { row throws(DatabaseError) in
        batch.append(try StoredEvent(row, path: path))
        isEnded = batch.count >= Self.batchSize && testBatch()
        return isEnded
      }
      return isEnded
    }
    if !isEnded { _ = testBatch() }
    if let failure { return .failure(failure) }
    return .success((events, request.needsCount ? matchCount : nil))
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
      SELECT count(*) FROM event \(EventIndex.user.hint)
      WHERE user = ? AND timestamp = ? AND flag = ? AND action = ? AND number < ?
      """,
      [
        .blob(event.userID.bytes), .integer(event.timestamp.milliseconds), SQLiteValue(event.flag),
        .text(event.action.rawValue), .integer(stored.number),
      ]) ?? 0
  }
}

extension StoredEvent {
  /// Creates an event from the columns user, flag, action, timestamp and number.
  fileprivate init(_ row: SQLiteRow, path: String) throws(DatabaseError) {
    self.init(number: row.integer(4), event: try UserEvent(row, path: path))
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
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid) { unsafe [UInt8]($0) } }

  /// Creates a user ID from a column.
  init(_ row: SQLiteRow, _ column: Int32, path: String) throws(DatabaseError) {
    let bytes = unsafe row.withBlob(column) { bytes in
      bytes.count == MemoryLayout<uuid_t>.size ? unsafe bytes.loadUnaligned(as: uuid_t.self) : nil
    }
    guard let bytes else { throw DatabaseError(path, .corrupt("an event has a user ID without sixteen bytes")) }
    self.init(uuid: bytes)
  }
}
