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
  ///   - keys: The sort keys that divide it.
  ///   - offset: The number of events to skip. In the closure, it is the number that remains in the segment.
  ///   - visit: The closure.
  /// - Throws: An error if the counts or the users cannot be read.
  /// - Returns: Whether the closure has returned `true`.
  @discardableResult
  func forEachSegment(
    of filter: EventFilterSQL, _ keys: ArraySlice<SortKey>, skipping offset: inout Int,
    _ visit: (EventFilterSQL, inout Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    if filter.isEmpty { return false }
    guard let key = keys.first else { return try visit(filter, &offset) }
    func visitPart(_ part: EventFilterSQL, storedCount: Int?, _ offset: inout Int) throws(DatabaseError) -> Bool {
      if offset > 0 {
        let count = if let storedCount { storedCount } else { try count(of: part) }
        if count <= offset {
          offset -= count
          return false
        }
      }
      return try forEachSegment(of: part, keys.dropFirst(), skipping: &offset, visit)
    }
    if key.column == "userID" {
      return try forEachUser(of: filter, key.direction) { user, count throws(DatabaseError) in
        let storedCount = filter.hasStoredUserCounts ? count : nil
        return try visitPart(filter.with { $0.users = [user] }, storedCount: storedCount, &offset)
      }
    }
    let isForward = key.direction == .forward
    if key.column == "flag" {
      for flag in isForward ? filter.flags : filter.flags.reversed()
      where try visitPart(filter.with { $0.flags = [flag] }, storedCount: nil, &offset) { return true }
    } else {
      for action in isForward ? filter.actions : filter.actions.reversed()
      where try visitPart(filter.with { $0.actions = [action] }, storedCount: nil, &offset) { return true }
    }
    return false
  }

  /// Passes each user of matching events, and the number of his events at any time, to a closure until it returns `true`.
  private func forEachUser(
    of filter: EventFilterSQL, _ direction: SortDirection,
    _ visit: (UUID, Int) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) -> Bool {
    let clause = filter.usersStatement(direction: direction, hasCounts: true)
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
