import Conditions
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which events match a query and a filter of the list: in terms of a dialect of SQL, with a rest that it cannot express.
///
/// Databases share it. They differ in the dialect, the indexes and the way in which they bind parameters.
package struct EventFilter {
  /// The dialect.
  let dialect: SQLDialect
  /// The flags that match, in order.
  package var flags = [false, true]
  /// The kinds of action that match, in the order of their names.
  package var actions = Self.allActions
  /// The users that match, or `nil` if all do.
  package var users: Set<UUID>?
  /// The first and the last time that match, in milliseconds since 1970.
  package var times: ClosedRange<Int64>? = .min ... .max
  /// The part of the condition that is translated to SQL, or `nil` if there is none.
  package internal(set) var translation: SQLTranslation?
  /// The users and the kinds of action that contain the searched text, or `nil` if events are not searched with SQL.
  private(set) var search: (users: Set<UUID>, actions: [UserEvent.Action])?
  /// The part that must be evaluated for each row, or `nil` if there is none.
  package private(set) var remainder: RowFilter?

  /// A Boolean value that indicates whether the numbers of matching events follow from the stored counts of hours.
  package var hasStoredCounts: Bool { users == nil && translation == nil && search == nil && remainder == nil }

  /// A Boolean value that indicates whether no event can match.
  package var isEmpty: Bool { flags.isEmpty || actions.isEmpty || users?.isEmpty == true || times == nil }

  static let allActions = UserEvent.Action.allCases.sorted { $0.rawValue < $1.rawValue }

  /// Creates the filter of a query.
  package init(_ query: EventQuery, _ dialect: SQLDialect) {
    self.dialect = dialect
    if let flag = query.flag { flags = [flag] }
    if let action = query.action { actions = [action] }
    if let user = query.userID { users = [user] }
    limitTimes(from: query.interval?.start, through: query.interval?.end)
  }

  /// Creates the filter of a query and of the list.
  ///
  /// - Throws: An error if the condition of the list is wrong.
  package init(_ query: EventQuery, _ filter: RowFilter, _ dialect: SQLDialect) throws(EventSourceError.Reason) {
    self.init(query, dialect)
    var remainder = RowFilter(search: filter.search)
    for (column, columnFilter) in filter.columns {
      switch (column, columnFilter) {
      case ("flag", _):
        try limitFlags(RowFilter(columns: [column: columnFilter]))
      case ("action", _):
        try limitActions(RowFilter(columns: [column: columnFilter]))
      case ("userID", .among(let values)) where values.count <= Self.maximumListedUsers:
        limitUsers(values)
      case ("timestamp", .range(let first, let last)) where first?.isInstant != false && last?.isInstant != false:
        limitTimes(from: first?.instant, through: last?.instant)
      default: remainder.columns[column] = columnFilter
      }
    }
    if let condition = filter.condition { remainder.condition = try add(condition) }
    self.remainder = remainder.isEmpty ? nil : remainder
  }

  /// Removes the flags that a filter of their column does not match.
  mutating func limitFlags(_ filter: RowFilter) throws(EventSourceError.Reason) {
    for flag in flags where try !filter.matches(UserEvent(flag: flag)) { flags.removeAll { $0 == flag } }
  }

  /// Removes the kinds of action that a filter of their column does not match.
  mutating func limitActions(_ filter: RowFilter) throws(EventSourceError.Reason) {
    for action in actions where try !filter.matches(UserEvent(action: action)) { actions.removeAll { $0 == action } }
  }

  /// Removes the users that are not in a list of their texts.
  mutating func limitUsers(_ values: [Value]) {
    let listed = Set(values.compactMap(UUID.init(value:)))
    users = users?.intersection(listed) ?? listed
  }

  package mutating func limitTimes(from first: Instant?, through last: Instant?) {
    guard let times else { return }
    let lower = max(times.lowerBound, first?.milliseconds ?? .min)
    let upper = min(times.upperBound, last?.milliseconds ?? .max)
    self.times = lower <= upper ? lower...upper : nil
  }

  /// The largest number of users in a statement, which is far below the limit of SQLite.
  static let maximumListedUsers = 1_000

  /// A Boolean value that indicates whether the remainder contains a search, which may be expressed with the users.
  package var hasSearch: Bool { remainder?.search.isEmpty == false }

  /// Expresses the search by the kinds of action and the users that contain the text, unless there are too many.
  ///
  /// - Parameter known: All users of events.
  /// - Throws: An error if the search cannot be evaluated.
  package mutating func resolveSearch(users known: [UUID]) throws(EventSourceError.Reason) {
    guard var rest = remainder, hasSearch else { return }
    let found = ColumnFilter.contains(rest.search)
    var rows = EventRows(known.map { UserEvent(userID: $0) })
    let query = TableQuery(filter: RowFilter(columns: ["userID": found]))
    let users = try rows.window(WindowRequest(query, offset: 0, limit: .max)).rows.map(\.content.userID)
    if users.count > Self.maximumListedUsers, users.count < known.count { return }
    let actionFilter = RowFilter(columns: ["action": found])
    var actions: [UserEvent.Action] = []
    for action in UserEvent.Action.allCases where try actionFilter.matches(UserEvent(action: action)) {
      actions.append(action)
    }
    rest.search = ""
    remainder = rest.isEmpty ? nil : rest
    if users.count == known.count || actions.count == UserEvent.Action.allCases.count { return }
    if actions.isEmpty {
      self.users = self.users?.intersection(users) ?? Set(users)
      return
    }
    if users.isEmpty {
      self.actions.removeAll { !actions.contains($0) }
      return
    }
    search = (Set(users), actions)
  }
}

extension RowFilter {
  /// Returns whether the filter matches an event.
  fileprivate func matches(_ event: UserEvent) throws(EventSourceError.Reason) -> Bool {
    var rows = EventRows([event])
    return try rows.window(WindowRequest(TableQuery(filter: self), offset: 0, limit: 1)).count == 1
  }
}

extension UserEvent {
  /// Creates an event of which only one column matters.
  fileprivate init(
    flag: Bool = false, action: Action = .start,
    userID: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  ) {
    self.init(userID: userID, flag: flag, timestamp: Instant(milliseconds: 0), action: action)
  }
}

extension Value {
  var instant: Instant? { if case .instant(let instant) = self { instant } else { nil } }
  fileprivate var isInstant: Bool { instant != nil }
}

extension UUID {
  /// Creates a UUID from its text in capital letters, or returns `nil` if the value is another one.
  fileprivate init?(value: Value) {
    guard case .text(let text) = value else { return nil }
    self.init(uuidString: text)
    if uuidString != text { return nil }
  }
}
