import Analytics
import Tables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EventFilterSQL {
  /// The `WHERE` clause for events, and its values.
  var clause: SQLClause {
    var terms = terms(time: "timestamp")
    if let users, !isEmpty {
      let values = users.map { $0.bytes }.sorted { $0.lexicographicallyPrecedes($1) }.map(SQLiteValue.blob)
      terms.add("user", oneOf: values)
    }
    for condition in conditions { terms.add(condition.sql, condition.values) }
    return terms.clause
  }

  /// The `WHERE` clause for the stored counts, and its values.
  ///
  /// The filter must have stored counts, and its interval must consist of whole hours.
  var countClause: SQLClause { terms(time: "start").clause }

  /// The filter of a part of the interval.
  struct Part {
    let filter: EventFilterSQL
    /// A Boolean value that indicates whether the numbers of events of the part are stored.
    let isStored: Bool

    /// The statement that returns the number of events.
    var countStatement: SQLClause {
      let clause = isStored ? filter.countClause : filter.clause
      let sql = isStored ? "SELECT sum(count) FROM event_count" : "SELECT count(*) FROM event \(filter.index.hint)"
      return SQLClause(sql: sql + clause.sql, values: clause.values)
    }
  }

  /// The parts of the interval.
  var parts: [Part] {
    guard let times, !isEmpty else { return [] }
    if !hasStoredCounts { return [Part(filter: self, isStored: false)] }
    return EventHour.divide(times).map { part in Part(filter: with { $0.times = part.times }, isStored: part.isWhole) }
  }

  /// The index that finds the matching events in any order.
  var index: EventIndex { users == nil ? .time : .user }

  private func terms(time column: String) -> SQLTerms {
    var terms = SQLTerms()
    if isEmpty { terms.add("FALSE") }
    if flags.count == 1 { terms.add("flag", oneOf: flags.map(SQLiteValue.init)) }
    if !actions.isEmpty, actions.count < Self.allActions.count {
      terms.add("action", oneOf: actions.map { .text($0.rawValue) })
    }
    if let times {
      if times.lowerBound > .min { terms.add("\(column) >= ?", [.integer(times.lowerBound)]) }
      if times.upperBound < .max { terms.add("\(column) <= ?", [.integer(times.upperBound)]) }
    }
    return terms
  }

  /// Returns the statement for a segment of the list in an order, and its values.
  func listStatement(_ order: EventOrder) -> SQLClause {
    let clause = clause
    return SQLClause(
      sql: """
        SELECT user, flag, action, timestamp, number FROM event \(order.index(for: self).hint)\(clause.sql)\(order.clause)
        """, values: clause.values)
  }

  /// Returns the filter after a change.
  func with(_ change: (inout Self) -> Void) -> Self {
    var filter = self
    change(&filter)
    return filter
  }
}

extension SQLTerms {
  /// Adds a term that is true if a column has one of some values.
  fileprivate mutating func add(_ column: String, oneOf values: [SQLiteValue]) {
    add(values.count == 1 ? "\(column) = ?" : "\(column) IN (\(values.placeholders))", values)
  }
}

extension Collection {
  /// A placeholder for each element.
  var placeholders: String { map { _ in "?" }.joined(separator: ", ") }
}
