import Analytics
import Tables

/// The order of the list of events, in terms of SQL.
///
/// A sort by user, flag or kind of action divides the list into segments, in which the order is another one. Otherwise,
/// SQLite would have to sort all events if no index has the filter and the order.
struct EventOrder {
  /// The sort keys that divide the list, the most significant first.
  private(set) var segmentKeys: ArraySlice<SortKey>
  /// The sort keys within a segment, of which the first one is the time.
  private let keys: ArraySlice<SortKey>
  /// Whether the list is read from its end.
  private var isReversed = false

  init(_ sort: [SortKey]) {
    var distinct: [SortKey] = []
    for key in sort where Self.column(named: key.column) != nil {
      if !distinct.contains(where: { $0.column == key.column }) { distinct.append(key) }
    }
    segmentKeys = distinct.prefix { $0.column != "timestamp" }
    keys = distinct.dropFirst(segmentKeys.count)
  }

  /// A Boolean value that indicates whether the segments are those of users, which must be read to find them.
  var dividesByUser: Bool { segmentKeys.contains { $0.column == "userID" } }

  /// The order from the end of the list.
  var reversed: EventOrder {
    var order = self
    order.isReversed.toggle()
    order.segmentKeys = ArraySlice(segmentKeys.map { SortKey($0.column, $0.direction.reversed) })
    return order
  }

  /// The direction of the time in a segment.
  var timeDirection: SortDirection {
    let direction = keys.first?.direction ?? .reverse
    return isReversed ? direction.reversed : direction
  }

  /// The `ORDER BY` clause for a segment.
  ///
  /// Events that are equal under the sort keys are in the order of the list without sort keys.
  var clause: String {
    var sql = " ORDER BY "
    func append(_ column: String, _ direction: SortDirection) {
      sql += column + ((direction == .forward) == isReversed ? " DESC" : " ASC")
    }
    for key in keys {
      append(Self.column(named: key.column) ?? key.column, key.direction)
      sql += ", "
    }
    if keys.isEmpty {
      append("timestamp", .reverse)
      sql += ", "
    }
    append("number", .forward)
    return sql
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

extension SortDirection {
  fileprivate var reversed: SortDirection { self == .forward ? .reverse : .forward }
}
