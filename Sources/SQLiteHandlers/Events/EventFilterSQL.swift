import Analytics
import Conditions
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which events match a query and a filter of the list: in terms of SQL, with a rest that SQL cannot express.
struct EventFilterSQL {
  /// The flags that match, in order.
  var flags = [false, true]
  /// The kinds of action that match, in the order of their names.
  var actions = Self.allActions
  /// The users that match, or `nil` if all do.
  var users: Set<UUID>?
  /// The first and the last time that match, in milliseconds since 1970.
  var times: ClosedRange<Int64>? = .min ... .max
  /// Further conditions, and their values.
  private(set) var conditions: [SQLClause] = []
  /// The part that must be evaluated for each row, or `nil` if there is none.
  private(set) var remainder: RowFilter?

  /// A Boolean value that indicates whether the numbers of matching events follow from the stored counts of hours.
  var hasStoredCounts: Bool { users == nil && conditions.isEmpty && remainder == nil }

  /// A Boolean value that indicates whether the numbers of matching events follow from the stored counts of users.
  var hasStoredUserCounts: Bool { times == .min ... .max && conditions.isEmpty && remainder == nil }

  /// A Boolean value that indicates whether no event can match.
  var isEmpty: Bool { flags.isEmpty || actions.isEmpty || users?.isEmpty == true || times == nil }

  static let allActions = UserEvent.Action.allCases.sorted { $0.rawValue < $1.rawValue }

  /// Creates the filter of a query.
  init(_ query: EventQuery) {
    if let flag = query.flag { flags = [flag] }
    if let action = query.action { actions = [action] }
    if let user = query.userID { users = [user] }
    limitTimes(from: query.interval?.start, through: query.interval?.end)
  }

  /// Creates the filter of a query and of the list.
  init(_ query: EventQuery, _ filter: RowFilter) throws(EventSourceError.Reason) {
    self.init(query)
    var remainder = RowFilter(search: filter.search)
    for (column, columnFilter) in filter.columns {
      switch (column, columnFilter) {
      case ("flag", _):
        for flag in flags where try !column.matches(columnFilter, UserEvent(flag: flag)) {
          flags.removeAll { $0 == flag }
        }
      case ("action", _):
        for action in actions where try !column.matches(columnFilter, UserEvent(action: action)) {
          actions.removeAll { $0 == action }
        }
      case ("userID", .among(let values)) where values.count <= Self.maximumListedUsers:
        let listed = Set(values.compactMap(UUID.init(value:)))
        users = users?.intersection(listed) ?? listed
      case ("timestamp", .range(let first, let last)) where first?.isInstant != false && last?.isInstant != false:
        limitTimes(from: first?.instant, through: last?.instant)
      default: remainder.columns[column] = columnFilter
      }
    }
    if let condition = filter.condition { remainder.condition = try add(condition) }
    self.remainder = remainder.isEmpty ? nil : remainder
  }

  private mutating func limitTimes(from first: Instant?, through last: Instant?) {
    guard let times else { return }
    let lower = max(times.lowerBound, first?.milliseconds ?? .min)
    let upper = min(times.upperBound, last?.milliseconds ?? .max)
    self.times = lower <= upper ? lower...upper : nil
  }

  /// The largest number of users in a statement, which is far below the limit of SQLite.
  private static let maximumListedUsers = 1_000

  /// The columns that conditions can use.
  ///
  /// Users are bytes in the database and texts in conditions, so that they are compared in the program.
  private static let columns: [Reference: SQLColumn] = [
    Reference(.object, ["timestamp"]): SQLColumn("timestamp", .instant),
    Reference(.object, ["action"]): SQLColumn("action", .text),
    Reference(.object, ["flag"]): SQLColumn("flag", .boolean),
  ]

  /// Adds the part of a condition that SQL can express, and returns the other part.
  private mutating func add(_ condition: Condition) throws(EventSourceError.Reason) -> Condition? {
    let translation: SQLTranslation
    do throws(ConditionError) {
      translation = try condition.sql(.sqlite, columns: Self.columns)
    } catch {
      throw .invalidFilter("\(error)")
    }
    let values = translation.parameters.compactMap(SQLiteValue.init(parameter:))
    // No column has real numbers.
    if values.count < translation.parameters.count { return condition }
    if translation.whereClause != "TRUE" {
      // The plus keeps SQLite from using the index of a column in it, as in `clause`.
      conditions.append(SQLClause(sql: "+(\(translation.whereClause))", values: values))
    }
    let rest = translation.untranslated.map(\.condition)
    return rest.dropFirst().reduce(rest.first) { all, next in all.map { $0 && next } }
  }

  /// A Boolean value that indicates whether the remainder contains a search, which may be expressed with the users.
  var hasSearch: Bool { remainder?.search.isEmpty == false }

  /// Expresses the search by the kinds of action and the users that contain the text, unless there are too many.
  ///
  /// - Parameter known: All users of events.
  /// - Throws: An error if the search cannot be evaluated.
  mutating func resolveSearch(users known: [UUID]) throws(EventSourceError.Reason) {
    guard var rest = remainder, hasSearch else { return }
    let found = ColumnFilter.contains(rest.search)
    var rows = EventRows(known.map { UserEvent(userID: $0) })
    let query = TableQuery(filter: RowFilter(columns: ["userID": found]))
    let users = try rows.window(WindowRequest(query, offset: 0, limit: .max)).rows.map(\.content.userID)
    if users.count > Self.maximumListedUsers, users.count < known.count { return }
    var actions: [UserEvent.Action] = []
    for action in UserEvent.Action.allCases where try "action".matches(found, UserEvent(action: action)) {
      actions.append(action)
    }
    rest.search = ""
    remainder = rest.isEmpty ? nil : rest
    if users.count == known.count || actions.count == UserEvent.Action.allCases.count { return }
    // The order needs the index of the time.
    let sql = "(+action IN (\(actions.placeholders)) OR +user IN (\(users.placeholders)))"
    conditions.append(
      SQLClause(sql: sql, values: actions.map { .text($0.rawValue) } + users.map { .blob($0.bytes) }))
  }
}

extension String {
  /// Returns whether a filter of the column with this ID matches an event.
  fileprivate func matches(_ filter: ColumnFilter, _ event: UserEvent) throws(EventSourceError.Reason) -> Bool {
    var rows = EventRows([event])
    let query = TableQuery(filter: RowFilter(columns: [self: filter]))
    return try rows.window(WindowRequest(query, offset: 0, limit: 1)).count == 1
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
  fileprivate var instant: Instant? { if case .instant(let instant) = self { instant } else { nil } }
  fileprivate var isInstant: Bool { instant != nil }
}

extension UUID {
  /// Creates a UUID from its text in capital letters, or returns `nil` if the value is another one.
  fileprivate init?(value: Value) {
    guard case .text(let text) = value else { return nil }
    self.init(uuidString: text)
    if uuidString != text { return nil }
  }

  var bytes: [UInt8] { unsafe withUnsafeBytes(of: uuid) { unsafe [UInt8]($0) } }
}

extension SQLiteValue {
  /// Creates the value of a parameter of a translated condition, or returns `nil` for a real number or null.
  fileprivate init?(parameter value: Value) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    case .null, .boolean, .real, .money, .instant, .list, .object: return nil
    }
  }
}
