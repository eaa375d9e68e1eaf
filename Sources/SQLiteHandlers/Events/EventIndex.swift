import Analytics
import Conditions
import Tables
import Values

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

extension EventFilter {
  /// The index that finds the matching events in any order.
  var index: EventIndex { users == nil ? .time : .user }

  /// Returns the statement for a segment of the list in an order.
  func listStatement(_ order: EventOrder) -> SQLClause {
    let clause = clause
    return SQLClause(
      sql: """
        SELECT user, flag, action, timestamp, number FROM event \(order.index(for: self).hint)\(clause.sql)\(order.clause)
        """, parameters: clause.parameters)
  }
}

extension EventFilter.Part {
  /// The statement that returns the number of events.
  var countStatement: SQLClause {
    let clause = isStored ? filter.countClause : filter.clause
    let sql = isStored ? "SELECT sum(count) FROM event_count" : "SELECT count(*) FROM event \(filter.index.hint)"
    return SQLClause(sql: sql + clause.sql, parameters: clause.parameters)
  }
}

extension EventOrder {
  /// The index with the events of a segment in this order, except for those of the same time or user.
  ///
  /// The events of one user are in order in the index of the user, those of several users are not.
  func index(for filter: EventFilter) -> EventIndex {
    filter.users?.count == 1 || beginsWithUser ? .user : .time
  }
}

extension SQLClause {
  /// The parameters as SQLite stores them: instants as milliseconds since 1970, and UUIDs as bytes.
  var values: [SQLiteValue] {
    parameters.map { parameter in
      switch parameter {
      case .uuid(let id): .blob(id.bytes)
      case .value(.boolean(let value)): SQLiteValue(value)
      case .value(.integer(let value)): .integer(value)
      case .value(.text(let text)): .text(text)
      case .value(.instant(let instant)): .integer(instant.milliseconds)
      case .value(.null), .value(.real), .value(.money), .value(.list), .value(.object):
        preconditionFailure("The columns of events hold no such values.")
      }
    }
  }
}
