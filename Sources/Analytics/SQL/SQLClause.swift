import Conditions
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A part of a statement or a whole one, with its parameters in the order of their placeholders.
package struct SQLClause: Hashable, Sendable {
  /// The text, in a dialect of SQL.
  package var sql: String
  /// The parameters.
  package var parameters: [SQLParameter]

  /// Creates a clause.
  package init(sql: String, parameters: [SQLParameter] = []) {
    self.sql = sql
    self.parameters = parameters
  }

  /// Appends text and an integer as the last parameter.
  mutating func append(_ text: String, _ integer: Int64, _ dialect: SQLDialect) {
    parameters.append(.value(.integer(integer)))
    sql += text + dialect.placeholder(parameters.count)
  }
}

/// A parameter of a statement, which each database binds in its own way.
package enum SQLParameter: Hashable, Sendable {
  /// A boolean, an integer, a text or an instant.
  case value(Value)
  /// A UUID.
  case uuid(UUID)
}

/// The terms of a `WHERE` clause, all of which must be true.
struct SQLTerms {
  private let dialect: SQLDialect
  private var terms: [String] = []
  private var parameters: [SQLParameter] = []

  /// Creates terms that begin with the translation of a condition, if there is one.
  init(_ dialect: SQLDialect, _ translation: SQLTranslation?) {
    self.dialect = dialect
    guard let translation else { return }
    // Its placeholders are numbered from 1.
    terms.append("(\(translation.whereClause))")
    parameters = translation.parameters.map { .value($0) }
  }

  mutating func add(_ term: String) { terms.append(term) }

  /// Adds a term that compares a column with a value.
  mutating func add(_ column: String, _ relation: String, _ parameter: SQLParameter) {
    terms.append("\(column) \(relation) \(placeholder(parameter))")
  }

  /// Adds a term that is true if a column has one of some values.
  mutating func add(_ column: String, among values: [SQLParameter]) { terms.append(membership(column, values)) }

  /// Adds a term that is true if one of two columns has one of some values.
  mutating func add(_ column: String, among values: [SQLParameter], or other: String, among others: [SQLParameter]) {
    terms.append("(\(membership(column, values)) OR \(membership(other, others)))")
  }

  private mutating func membership(_ column: String, _ values: [SQLParameter]) -> String {
    let placeholders = values.map { placeholder($0) }
    return values.count == 1
      ? "\(column) = \(placeholders[0])" : "\(column) IN (\(placeholders.joined(separator: ", ")))"
  }

  private mutating func placeholder(_ parameter: SQLParameter) -> String {
    parameters.append(parameter)
    return dialect.placeholder(parameters.count)
  }

  /// The clause, which is empty without terms.
  var clause: SQLClause {
    SQLClause(sql: terms.isEmpty ? "" : " WHERE " + terms.joined(separator: " AND "), parameters: parameters)
  }
}
