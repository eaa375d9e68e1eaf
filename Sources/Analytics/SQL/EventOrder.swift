import Tables

/// The order of the list of events, in terms of SQL.
///
/// A sort by user, flag or kind of action divides the list into segments, in which the order is another one. Otherwise, a
/// database would have to sort all events if no index has the filter and the order.
package struct EventOrder {
  /// The sort keys that divide the list, the most significant first.
  package let segmentKeys: ArraySlice<SortKey>
  /// The sort keys within a segment, of which the first one is the time, or the user if users do not divide the list.
  private let keys: ArraySlice<SortKey>

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - sort: The sort keys.
  ///   - dividesByUser: Whether users divide the list, so that those before a page can be skipped. Each segment is read
  ///     by a statement of its own, which takes longer if there are many users and the whole list is read.
  package init(_ sort: [SortKey], dividesByUser: Bool) {
    var distinct: [SortKey] = []
    for key in sort where Self.column(named: key.column) != nil {
      if !distinct.contains(where: { $0.column == key.column }) { distinct.append(key) }
    }
    segmentKeys = distinct.prefix { $0.column != "timestamp" && (dividesByUser || $0.column != "userID") }
    keys = distinct.dropFirst(segmentKeys.count)
  }

  /// A Boolean value that indicates whether users are the first sort key within a segment.
  package var beginsWithUser: Bool { keys.first?.column == "userID" }

  /// A Boolean value that indicates whether the events of a segment are in ascending order of time.
  ///
  /// The indexes have a descending order, so that events of the same time must be sorted.
  package var isAscending: Bool { keys.first == SortKey("timestamp") }

  /// The `ORDER BY` clause for a segment.
  ///
  /// Events that are equal under the sort keys are in the order of the list without sort keys.
  package var clause: String {
    var terms = keys.map { key in
      (Self.column(named: key.column) ?? key.column) + (key.direction == .forward ? " ASC" : " DESC")
    }
    if !keys.contains(where: { $0.column == "timestamp" }) { terms.append("timestamp DESC") }
    return " ORDER BY " + (terms + ["number ASC"]).joined(separator: ", ")
  }

  /// Returns the column of the table for one of the list.
  private static func column(named name: String) -> String? {
    switch name {
    case "timestamp", "action", "flag": name
    case "userID": EventFilter.userColumn
    default: nil
    }
  }
}
