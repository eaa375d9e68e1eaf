import Analytics
import Tables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EventFilterSQL {
  /// The `WHERE` clause for events, and its values.
  var clause: SQLClause { clause(ofUser: nil) }

  /// Returns the `WHERE` clause for events, or for those of the user in another column, and its values.
  ///
  /// A unary plus keeps SQLite from using the index of a column: without statistics it cannot know that the index of the
  /// user or of the time is better.
  private func clause(ofUser userColumn: String?) -> SQLClause {
    var terms = valueTerms(prefersUsers: users != nil || userColumn != nil)
    if let userColumn { terms.add("user = \(userColumn)") }
    if let times {
      if times.lowerBound > .min { terms.add("timestamp >= ?", [.integer(times.lowerBound)]) }
      if times.upperBound < .max { terms.add("timestamp <= ?", [.integer(times.upperBound)]) }
    }
    for condition in conditions { terms.add(condition.sql, condition.values) }
    return terms.clause
  }

  /// The `WHERE` clause for the stored counts of users, and its values.
  ///
  /// It does not limit the time.
  var userCountClause: SQLClause { valueTerms(prefersUsers: true).clause }

  /// Returns the terms for the flags, kinds of action and users.
  private func valueTerms(prefersUsers: Bool) -> SQLTerms {
    var terms = SQLTerms()
    func add(_ column: String, _ alternatives: [SQLiteValue]) {
      let hasBetterIndex = column != "user" && (prefersUsers || alternatives.count > 1)
      let comparison = alternatives.count == 1 ? "= ?" : "IN (\(alternatives.placeholders))"
      terms.add("\(hasBetterIndex ? "+" : "")\(column) \(comparison)", alternatives)
    }
    if isEmpty { terms.add("FALSE") }
    if flags.count == 1 { add("flag", flags.map(SQLiteValue.init)) }
    if !actions.isEmpty, actions.count < Self.allActions.count { add("action", actions.map { .text($0.rawValue) }) }
    if let users, !users.isEmpty {
      add("user", users.map { $0.bytes }.sorted { $0.lexicographicallyPrecedes($1) }.map(SQLiteValue.blob))
    }
    return terms
  }

  /// Returns the statement for the list of matching events in an order, and its values.
  ///
  /// The index of the user lists the events of each user in order, and SQLite merges the lists of several users. With one
  /// condition for all of them, it would sort all matching events.
  func listStatement(_ orderClause: String) -> SQLClause {
    var filters = [self]
    if let users, users.count > 1, users.count * clause.values.count <= Self.maximumMergedValueCount {
      filters = users.map { user in with { $0.users = [user] } }
    }
    let parts = filters.map(\.clause)
    return SQLClause(
      sql: parts.map { "SELECT user, flag, action, timestamp, number FROM event\($0.sql)" }
        .joined(separator: " UNION ALL ") + orderClause,
      values: parts.flatMap(\.values))
  }

  /// The largest number of values of a statement that merges the events of users.
  ///
  /// With at most as many values, there are at most 100 users. SQLite limits both the values and the parts.
  private static let maximumMergedValueCount = 10_000

  /// Makes the statement for the users of matching events.
  ///
  /// - Parameters:
  ///   - direction: The direction of the order.
  ///   - start: The ID before which users are skipped, or `nil` for all users.
  ///   - hasCounts: Whether the second column is the number of the user's events at any time.
  /// - Returns: The statement, whose rows are found one after the other in the order of the users, and its values.
  func usersStatement(
    direction: SortDirection = .forward, from start: UUID? = nil, hasCounts: Bool
  ) -> SQLClause {
    var terms = valueTerms(prefersUsers: true)
    if let start { terms.add("user \(direction == .forward ? ">=" : "<=") ?", [.blob(start.bytes)]) }
    let counts = terms.clause
    var statement = SQLClause(
      sql: "SELECT user\(hasCounts ? ", sum(count)" : "") FROM event_user_count\(counts.sql) GROUP BY user",
      values: counts.values)
    if !hasStoredUserCounts {
      let events = clause(ofUser: "event_user_count.user")
      statement.sql += " HAVING EXISTS (SELECT 1 FROM event\(events.sql))"
      statement.values += events.values
    }
    statement.sql += " ORDER BY user \(direction == .forward ? "ASC" : "DESC")"
    return statement
  }
}

extension Collection {
  /// A placeholder for each element.
  var placeholders: String { map { _ in "?" }.joined(separator: ", ") }
}
