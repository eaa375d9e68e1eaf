import Conditions
import Tables
import Values

extension EventFilter {
  /// The columns that SQL can use in conditions.
  private static let columns: [Reference: SQLColumn] = [
    .object("timestamp"): SQLColumn("timestamp", .milliseconds),
    .object("action"): SQLColumn("action", .text),
    .object("flag"): SQLColumn("flag", .boolean),
  ]

  /// The columns of the list.
  ///
  /// Users are UUIDs in the database and texts in conditions, so that SQL cannot compare them as conditions do.
  private static let listColumns = columns.merging([.object("userID"): SQLColumn("user", .text)]) { first, _ in first }

  /// Adds the part of a condition that the filter or SQL can express, and returns the other part.
  mutating func add(_ condition: Condition) throws(EventSourceError.Reason) -> Condition? {
    let conjuncts: [Condition]
    do throws(ConditionError) {
      conjuncts = try condition.conjuncts(columns: Self.listColumns)
    } catch {
      throw .invalidFilter("\(error)")
    }
    var others: [Condition] = []
    for conjunct in conjuncts {
      let isExpressed = try limit(to: conjunct)
      if !isExpressed { others.append(conjunct) }
    }
    return try others.joined.flatMap { other throws(EventSourceError.Reason) in try translate(other) }
  }

  /// Limits the flags, kinds of action, users or times to those that match a condition.
  ///
  /// They are found with indexes and stored numbers, other conditions are not.
  ///
  /// - Returns: Whether the filter expresses the condition, and has been changed.
  private mutating func limit(to condition: Condition) throws(EventSourceError.Reason) -> Bool {
    switch condition.references {
    case [.object("flag")]:
      try limitFlags(RowFilter(condition: condition))
      return true
    case [.object("action")]:
      try limitActions(RowFilter(condition: condition))
      return true
    case [.object("userID")]:
      guard case .among(let values)? = condition.limit?.values, values.count <= Self.maximumListedUsers else {
        return false
      }
      limitUsers(values)
      return true
    case [.object("timestamp")]: return limitTimes(condition.limit?.values)
    default: return false
    }
  }

  /// Limits the times, and returns whether that was possible.
  private mutating func limitTimes(_ values: ReferenceLimit.Values?) -> Bool {
    switch values {
    case .among(let values):
      guard values.count == 1, let time = values[0].instant else { return false }
      limitTimes(from: time, through: time)
    case .range(let first, let last):
      if first != nil && first?.instant == nil || last != nil && last?.instant == nil { return false }
      limitTimes(from: first?.instant, through: last?.instant)
    case .less(let value):
      guard let time = value.instant, time.milliseconds > .min else { return false }
      limitTimes(from: nil, through: Instant(milliseconds: time.milliseconds - 1))
    case .greater(let value):
      guard let time = value.instant, time.milliseconds < .max else { return false }
      limitTimes(from: Instant(milliseconds: time.milliseconds + 1), through: nil)
    case nil: return false
    }
    return true
  }

  /// Adds the part of a condition that SQL can express, and returns the other part.
  private mutating func translate(_ condition: Condition) throws(EventSourceError.Reason) -> Condition? {
    let translation: SQLTranslation
    do throws(ConditionError) {
      translation = try condition.sql(dialect, columns: Self.columns)
    } catch {
      throw .invalidFilter("\(error)")
    }
    if translation.whereClause != "TRUE" { self.translation = translation }
    return translation.untranslated.map(\.condition).joined
  }
}

extension [Condition] {
  /// The condition that all are true, or `nil` if there is none.
  fileprivate var joined: Condition? { dropFirst().reduce(first) { all, next in all.map { $0 && next } } }
}
