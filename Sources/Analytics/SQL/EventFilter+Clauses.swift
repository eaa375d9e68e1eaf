import Conditions
import Tables
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The columns of the table of events are user, flag, action and timestamp. The table of the stored counts has the columns
// start, flag, action and count.
extension EventFilter {
  /// The `WHERE` clause for events.
  package var clause: SQLClause {
    var terms = terms(time: "timestamp", translation)
    if let users, !isEmpty { terms.add(Self.userColumn, among: users.parameters) }
    if let search {
      terms.add("action", among: search.actions.parameters, or: Self.userColumn, among: search.users.parameters)
    }
    return terms.clause
  }

  /// The `WHERE` clause for the stored counts.
  ///
  /// The filter must have stored counts, and its interval must consist of whole hours.
  package var countClause: SQLClause { terms(time: "start", nil).clause }

  /// The column of users, whose name is a reserved word of PostgreSQL.
  static let userColumn = "\"user\""

  /// The filter of a part of the interval.
  package struct Part {
    /// The filter.
    package let filter: EventFilter
    /// A Boolean value that indicates whether the numbers of events of the part are stored.
    package let isStored: Bool
  }

  /// The parts of the interval.
  package var parts: [Part] {
    guard let times, !isEmpty else { return [] }
    if !hasStoredCounts { return [Part(filter: self, isStored: false)] }
    return EventHour.divide(times).map { part in Part(filter: with { $0.times = part.times }, isStored: part.isWhole) }
  }

  private func terms(time column: String, _ translation: SQLTranslation?) -> SQLTerms {
    var terms = SQLTerms(dialect, translation)
    if isEmpty { terms.add("FALSE") }
    if flags.count == 1 { terms.add("flag", among: flags.map { .value(.boolean($0)) }) }
    if !actions.isEmpty, actions.count < Self.allActions.count { terms.add("action", among: actions.parameters) }
    if let times {
      func instant(_ milliseconds: Int64) -> SQLParameter { .value(.instant(Instant(milliseconds: milliseconds))) }
      if times.lowerBound > .min { terms.add(column, ">=", instant(times.lowerBound)) }
      if times.upperBound < .max { terms.add(column, "<=", instant(times.upperBound)) }
    }
    return terms
  }

  /// Returns the filter after a change.
  package func with(_ change: (inout Self) -> Void) -> Self {
    var filter = self
    change(&filter)
    return filter
  }
}

extension Set<UUID> {
  /// The users as parameters, always in the same order.
  fileprivate var parameters: [SQLParameter] { sorted { $0.uuidString < $1.uuidString }.map { .uuid($0) } }
}

extension [UserEvent.Action] {
  fileprivate var parameters: [SQLParameter] { map { .value(.text($0.rawValue)) } }
}
