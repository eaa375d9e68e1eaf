import Tables

extension EventStatements {
  /// Passes the filter of each segment of the list of events to a closure, in order, until it returns `true`.
  ///
  /// Segments that end before the offset are skipped: with an offset, the filter must have no remainder.
  ///
  /// - Parameters:
  ///   - filter: The filter of the list.
  ///   - keys: The sort keys that divide the list.
  ///   - offset: The number of events to skip. In the closure, it is the number that remains in the segment.
  ///   - visit: The closure.
  /// - Throws: An error if the users or their numbers of events cannot be read.
  /// - Returns: Whether the closure has returned `true`.
  @discardableResult
  func forEachSegment(
    of filter: EventFilter, _ keys: ArraySlice<SortKey>, skipping offset: inout Int,
    _ visit: (EventFilter, inout Int) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    if filter.isEmpty { return false }
    guard let key = keys.first else { return try visit(filter, &offset) }
    func visitPart(
      _ part: EventFilter, count: Int? = nil, _ offset: inout Int
    ) throws(Failure) -> Bool {
      if offset > 0 {
        let count = if let count { count } else { try self.count(of: part) }
        if count <= offset {
          offset -= count
          return false
        }
      }
      return try forEachSegment(of: part, keys.dropFirst(), skipping: &offset, visit)
    }
    let isReversed = key.direction == .reverse
    switch key.column {
    case "userID":
      return try forEachUser(of: filter, isReversed: isReversed) { user, count throws(Failure) in
        try visitPart(filter.with { $0.users = [user] }, count: count, &offset)
      }
    case "flag":
      for flag in isReversed ? filter.flags.reversed() : filter.flags
      where try visitPart(filter.with { $0.flags = [flag] }, &offset) { return true }
    default:
      for action in isReversed ? filter.actions.reversed() : filter.actions
      where try visitPart(filter.with { $0.actions = [action] }, &offset) { return true }
    }
    return false
  }
}
