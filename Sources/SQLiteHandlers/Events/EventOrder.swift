import Analytics
import Tables

/// The order of the list of events, in terms of SQL.
///
/// A sort by flag or kind of action divides the list into segments, in which the order is another one. Otherwise,
/// SQLite would have to sort all events if one sort key is descending and the next one is not.
struct EventOrder {
  /// The sort keys that divide the list, the most significant first.
  private let segmentKeys: [SortKey]
  /// The sort keys within a segment.
  private let keys: [SortKey]

  init(_ sort: [SortKey]) {
    var distinct: [SortKey] = []
    for key in sort where !distinct.contains(where: { $0.column == key.column }) { distinct.append(key) }
    segmentKeys = Array(distinct.prefix { $0.column == "flag" || $0.column == "action" })
    keys = Array(distinct.dropFirst(segmentKeys.count))
  }

  /// The direction of the time if the events of a segment are sorted by it, or `nil` if they are sorted by user first.
  var timeDirection: SortDirection? {
    guard let first = keys.first else { return .reverse }
    return first.column == "timestamp" ? first.direction : nil
  }

  /// Returns the `ORDER BY` clause, for the list from its beginning or from its end.
  ///
  /// Events that are equal under the sort keys are in the order of the list without sort keys.
  func clause(isReversed: Bool = false) -> String {
    var terms = keys.filter { Self.columns.contains($0.column) }
      .map { ($0.column == "userID" ? "user" : $0.column, $0.direction == .forward) }
    if !keys.contains(where: { $0.column == "timestamp" }) { terms.append(("timestamp", false)) }
    terms.append(("number", true))
    return " ORDER BY " + terms.map { $0 + ($1 == isReversed ? " DESC" : " ASC") }.joined(separator: ", ")
  }

  private static let columns = ["timestamp", "action", "flag", "userID"]

  /// Returns the filters of the segments, in order.
  func segments(of filter: EventFilterSQL) -> [EventFilterSQL] {
    segmentKeys.reduce([filter]) { segments, key in
      segments.flatMap { segment in
        let parts: [EventFilterSQL] =
          if key.column == "flag" {
            segment.flags.map { flag in segment.with { $0.flags = [flag] } }
          } else {
            segment.actions.map { action in segment.with { $0.actions = [action] } }
          }
        return key.direction == .forward ? parts : parts.reversed()
      }
    }
  }
}

extension EventFilterSQL {
  fileprivate func with(_ change: (inout Self) -> Void) -> Self {
    var filter = self
    change(&filter)
    return filter
  }
}
