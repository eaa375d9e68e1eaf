/// A part of a statement or a whole one, with the values of its parameters in order.
struct SQLClause {
  var sql: String
  var values: [SQLiteValue]
}

/// The terms of a `WHERE` clause, all of which must be true, with their values in order.
struct SQLTerms {
  private var terms: [String] = []
  private var values: [SQLiteValue] = []

  mutating func add(_ term: String, _ values: [SQLiteValue] = []) {
    terms.append(term)
    self.values += values
  }

  /// The clause, which is empty without terms.
  var clause: SQLClause {
    SQLClause(sql: terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND "), values: values)
  }
}
