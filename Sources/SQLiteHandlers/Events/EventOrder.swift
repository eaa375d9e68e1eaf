import Analytics
import Tables

/// The order of the list of events, in terms of SQL.
///
/// A sort by user, flag or kind of action divides the list into segments, in which the order is another one. Otherwise,
/// SQLite would have to sort all events if no index has the filter and the order.
struct EventOrder {
  /// The sort keys that divide the list, the most significant first.
  let segmentKeys: ArraySlice<SortKey>
  /// The sort keys within a segment, of which the first one is the time, or the user if users do not divide the list.
  private let keys: ArraySlice<SortKey>

  /// Creates an order.
  ///
  /// - Parameters:
  ///   - sort: The sort keys.
  ///   - dividesByUser: Whether users divide the list, so that those before a page can be skipped. Each segment is read
  ///     by a statement of its own, which takes longer if there are many users and the whole list is read.
  init(_ sort: [SortKey], dividesByUser: Bool) {
    var distinct: [SortKey] = []
    for key in sort where Self.column(named: key.column) != nil {
      if !distinct.contains(where: { $0.column == key.column }) { distinct.append(key) }
    }
    segmentKeys = distinct.prefix { $0.column != "timestamp" && (dividesByUser || $0.column != "userID") }
    keys = distinct.dropFirst(segmentKeys.count)
  }

  /// The index with the events of a segment in this order, except for those of the same time or user.
  ///
  /// The events of one user are in order in the index of the user, those of several users are not.
  func index(for filter: EventFilterSQL) -> EventIndex {
    filter.users?.count == 1 || keys.first?.column == "userID" ? .user : .time
  }

  /// A Boolean value that indicates whether the events of a segment are in ascending order of time.
  ///
  /// The indexes have a descending order, so that SQLite must sort events of the same time.
  var isAscending: Bool { keys.first == SortKey("timestamp") }

  /// The `ORDER BY` clause for a segment.
  ///
  /// Events that are equal under the sort keys are in the order of the list without sort keys.
  var clause: String {
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
    case "userID": "user"
    default: nil
    }
  }
}

/// An index of the events.
///
/// SQLite does not choose between them: without statistics, it would take the wrong one for some filters.
enum EventIndex: String {
  /// The events in the order of the list.
  case time = "event_time"
  /// The events of each user in the order of the list.
  case user = "event_user"

  /// The words after the name of the table in a statement.
  var hint: String { "INDEXED BY \(rawValue)" }
}
