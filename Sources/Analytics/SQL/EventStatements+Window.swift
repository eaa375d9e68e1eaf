import Tables
import Values

/// The parts of the list of events.
extension EventStatements {
  /// Returns a part of the list of events.
  ///
  /// - Returns: The part, or the reason why the filter cannot be evaluated.
  package func window(
    _ request: EventWindowRequest, of filter: EventFilter, progress: (Int) -> Void
  ) throws(Failure) -> Result<EventWindow, EventSourceError.Reason> {
    var filter = filter
    if filter.hasSearch, let users = try users(atMost: maximumSearchedUsers) {
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
  ) throws(Failure) -> [StoredEvent] {
    let order = EventOrder(rows.query.sort, dividesByUser: true)
    var (events, offset) = ([StoredEvent](), rows.offset)
    events.reserveCapacity(min(rows.limit, 1_000))
    try forEachSegment(of: filter, order.segmentKeys, skipping: &offset) { segment, offset throws(Failure) in
      let segment = order.isAscending ? try self.segment(segment, in: order, skipping: &offset) : segment
      var list = listStatement(segment, order)
      list.append(" LIMIT ", Int64(rows.limit - events.count), Self.dialect)
      list.append(" OFFSET ", Int64(offset), Self.dialect)
      try forEachEvent(list, isStream: false) { event throws(Failure) in
        events.append(event)
        return false
      }
      offset = 0
      return events.count >= rows.limit
    }
    return events
  }

  /// Returns a segment in ascending order of time from the time of its first event after an offset, and removes the
  /// events before it from the offset.
  ///
  /// Without an order of events of the same time, the index has it.
  private func segment(
    _ filter: EventFilter, in order: EventOrder, skipping offset: inout Int
  ) throws(Failure) -> EventFilter {
    if offset == 0 { return filter }
    var statement = filter.clause
    statement.sql =
      "SELECT timestamp FROM \(table(order.index(for: filter)))\(statement.sql) ORDER BY timestamp LIMIT 1"
    statement.append(" OFFSET ", Int64(offset), Self.dialect)
    guard let time = try integer(statement) else { return filter }
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
  ) throws(Failure) -> Result<(events: [StoredEvent], count: Int?), EventSourceError.Reason> {
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
    try forEachSegment(of: filter, order.segmentKeys, skipping: &offset) { segment, _ throws(Failure) in
      try forEachEvent(listStatement(segment, order), isStream: true) { event throws(Failure) in
        batch.append(event)
        isEnded = batch.count >= testedBatchSize && testBatch()
        return isEnded
      }
      return isEnded
    }
    if !isEnded { _ = testBatch() }
    if let failure { return .failure(failure) }
    return .success((events, request.needsCount ? matchCount : nil))
  }

  /// Returns events as rows, each with the number of equal events before it.
  ///
  /// Under all sort keys, equal events are in the order of their numbers. Those before the first event of the page are
  /// counted in the database.
  private func rows(of events: [StoredEvent], isBeginning: Bool) throws(Failure) -> [EventTable.Row] {
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
  private func precedingCount(of stored: StoredEvent) throws(Failure) -> Int {
    let event = stored.event
    var terms = SQLTerms(Self.dialect, nil)
    terms.add(EventFilter.userColumn, "=", .uuid(event.userID))
    terms.add("timestamp", "=", .value(.instant(event.timestamp)))
    terms.add("flag", "=", .value(.boolean(event.flag)))
    terms.add("action", "=", .value(.text(event.action.rawValue)))
    terms.add("number", "<", .value(.integer(stored.number)))
    var statement = terms.clause
    statement.sql = "SELECT count(*) FROM \(table(.user))\(statement.sql)"
    return try integer(statement) ?? 0
  }

  /// Returns the statement for a segment of the list in an order.
  private func listStatement(_ filter: EventFilter, _ order: EventOrder) -> SQLClause {
    var statement = filter.clause
    statement.sql =
      "SELECT \(EventFilter.userColumn), flag, action, timestamp, number FROM \(table(order.index(for: filter)))"
      + statement.sql + order.clause
    return statement
  }
}

/// The largest number of users of which each is compared with the text of a search.
private let maximumSearchedUsers = 100_000

/// The number of events that are tested at a time.
private let testedBatchSize = 4_096
