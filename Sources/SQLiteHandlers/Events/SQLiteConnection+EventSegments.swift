import Analytics
import Tables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteConnection {
  /// Passes the filter of each segment of the list of events to a closure, in order, until it returns `true`.
  ///
  /// Segments that end before the offset are skipped, as far as the list is divided.
  ///
  /// - Parameters:
  ///   - filter: The filter of the list.
  ///   - order: The order of the list.
  ///   - start: The event at which the first segment begins, or `nil` for all segments. It must be the first event of
  ///     its time in its segment.
  ///   - offset: The number of events to skip. In the closure, it is the number that remains in the segment.
  ///   - visit: The closure.
  /// - Throws: An error if the counts or the users cannot be read.
  /// - Returns: Whether the closure has returned `true`.
  @discardableResult
  func forEachSegment(
    of filter: EventFilterSQL, _ order: EventOrder, from start: UserEvent? = nil, skipping offset: inout Int,
    _ visit: (EventFilterSQL, inout Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    try forEachSegment(of: filter, order.segmentKeys, order.timeDirection, from: start, skipping: &offset, visit)
  }

  private func forEachSegment(
    of filter: EventFilterSQL, _ keys: ArraySlice<SortKey>, _ timeDirection: SortDirection, from start: UserEvent?,
    skipping offset: inout Int, _ visit: (EventFilterSQL, inout Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    if filter.isEmpty { return false }
    guard let key = keys.first else {
      guard let time = start?.timestamp else { return try visit(filter, &offset) }
      let isForward = timeDirection == .forward
      let rest = filter.with { $0.limitTimes(from: isForward ? time : nil, through: isForward ? nil : time) }
      if offset > 0 {
        let count = try countOfRows(of: rest, atMost: offset + 1)
        if count <= offset {
          offset -= count
          return false
        }
      }
      return try visit(rest, &offset)
    }
    func visitPart(
      _ part: EventFilterSQL, from start: UserEvent?, storedCount: Int?, _ offset: inout Int
    ) throws(DatabaseError) -> Bool {
      if offset > 0, start == nil {
        let count = if let storedCount { storedCount } else { try count(of: part) }
        if count <= offset {
          offset -= count
          return false
        }
      }
      return try forEachSegment(
        of: part, keys.dropFirst(), timeDirection, from: start, skipping: &offset, visit)
    }
    if key.column == "userID" {
      let first =
        if let start { start.userID } else { try firstUser(of: filter, key.direction, skipping: &offset) }
      return try forEachUser(of: filter, key.direction, from: first) { user, count throws(DatabaseError) in
        try visitPart(
          filter.with { $0.users = [user] }, from: user == start?.userID ? start : nil,
          storedCount: filter.hasStoredUserCounts ? count : nil, &offset)
      }
    }
    func visitParts<Part: Equatable>(
      _ parts: [Part], from first: Part?, limit: (inout EventFilterSQL, Part) -> Void
    ) throws(DatabaseError) -> Bool {
      let ordered = key.direction == .forward ? parts : parts.reversed()
      for part in ordered.drop(while: { first != nil && $0 != first }) {
        let isEnded = try visitPart(
          filter.with { limit(&$0, part) }, from: part == first ? start : nil, storedCount: nil, &offset)
        if isEnded { return true }
      }
      return false
    }
    if key.column == "flag" { return try visitParts(filter.flags, from: start?.flag) { $0.flags = [$1] } }
    return try visitParts(filter.actions, from: start?.action) { $0.actions = [$1] }
  }

  /// Returns an ID that is not after the user of the event at an offset, and removes the events of all users before it from
  /// the offset.
  ///
  /// - Returns: The ID, or `nil` if the offset is 0 or the stored numbers do not tell.
  private func firstUser(
    of filter: EventFilterSQL, _ direction: SortDirection, skipping offset: inout Int
  ) throws(DatabaseError) -> UUID? {
    guard offset > 0, filter.hasStoredCounts else { return nil }
    let counts = try groupCounts(of: filter)
    let (first, last): (UInt8, UInt8) = direction == .forward ? (0, .max) : (.max, 0)
    var prefix = first
    // A list that is shorter ends in the last group.
    while counts[Int(prefix)] <= offset, prefix != last {
      offset -= counts[Int(prefix)]
      prefix = direction == .forward ? prefix + 1 : prefix - 1
    }
    return UUID(
      uuid: (
        prefix, first, first, first, first, first, first, first, first, first, first, first, first, first, first, first
      ))
  }

  /// Passes each user of matching events, and the number of his events at any time, to a closure until it returns `true`.
  ///
  /// Users before `start` are skipped.
  private func forEachUser(
    of filter: EventFilterSQL, _ direction: SortDirection, from start: UUID?,
    _ visit: (UUID, Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    let clause = filter.usersStatement(direction: direction, from: start, hasCounts: true)
    var isEnded = false
    try statement(clause.sql).runUntil(clause.values) { row throws(DatabaseError) in
      isEnded = try visit(try UUID(row, 0, path: path), row.int(1))
      return isEnded
    }
    return isEnded
  }
}

extension EventFilterSQL {
  /// Returns the filter after a change.
  func with(_ change: (inout Self) -> Void) -> Self {
    var filter = self
    change(&filter)
    return filter
  }
}
