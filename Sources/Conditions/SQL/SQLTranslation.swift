import Values

/// A dialect of SQL.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
  /// SQLite 3.32 or later. Placeholders are written `?`.
  case sqlite
  /// PostgreSQL. Placeholders are written `$1`.
  case postgres
}

extension SQLDialect {
  /// Returns the placeholder of a parameter of a statement, counted from 1.
  package func placeholder(_ number: Int) -> String {
    switch self {
    case .sqlite: "?"
    case .postgres: "$\(number)"
    }
  }
}

/// A column that stores the values of a reference.
public struct SQLColumn: Hashable, Sendable {
  /// The type of the values in a column.
  ///
  /// Every column may also contain null.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Booleans. In SQLite they are stored as 0 and 1.
    case boolean
    /// 64-bit integers.
    case integer
    /// 64-bit floating-point numbers.
    case real
    /// Amounts of money, stored as whole cents in 64-bit integers.
    case money
    /// Texts, without the scalar U+0000, which databases cannot store.
    case text
    /// Instants: milliseconds since 1970 in SQLite, `timestamptz` in PostgreSQL.
    case instant
    /// Instants, stored as whole milliseconds since 1970 in 64-bit integers.
    case milliseconds
  }

  /// The name in the database.
  public var name: String
  /// The type of the values.
  public var kind: Kind

  /// Creates a column.
  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

extension SQLColumn.Kind {
  fileprivate var valueType: ValueType {
    switch self {
    case .boolean: .boolean
    case .integer, .real, .money: .number
    case .text: .text
    case .instant, .milliseconds: .instant
    }
  }
}

extension SQLColumn {
  /// Returns the column's type in a dialect of SQL.
  public func type(in dialect: SQLDialect) -> String {
    switch (kind, dialect) {
    case (.boolean, .sqlite), (.integer, .sqlite), (.money, .sqlite), (.instant, .sqlite),
      (.milliseconds, .sqlite):
      "INTEGER"
    case (.real, .sqlite): "REAL"
    case (.text, .sqlite): "TEXT"
    case (.boolean, .postgres): "boolean"
    case (.integer, .postgres), (.money, .postgres), (.milliseconds, .postgres): "bigint"
    case (.real, .postgres): "double precision"
    case (.text, .postgres): "text"
    case (.instant, .postgres): "timestamptz"
    }
  }

  /// The name as a quoted SQL identifier.
  package var quotedName: String { name.sqlQuoted }
}

extension String {
  /// The text as a quoted SQL identifier.
  var sqlQuoted: String {
    // By scalars: a quotation mark with a combining accent is another character in Swift, but not in SQL.
    let parts = unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    return "\"\(parts.joined(separator: "\"\""))\""
  }
}

/// The translation of a condition to SQL.
///
/// A row meets the condition if the SQL text and all untranslated parts are true for the row.
public struct SQLTranslation: Hashable, Sendable {
  /// The text for a `WHERE` clause, with a placeholder for each parameter.
  public let whereClause: String
  /// The parameters, in the order of their placeholders.
  ///
  /// Each is null, an integer, a real or a text.
  public let parameters: [Value]
  /// The columns that the text uses, in the order of their first use.
  public let columns: [SQLColumn]
  /// The parts that cannot be translated.
  public let untranslated: [UntranslatedCondition]
}

/// A part of a condition that cannot be translated.
public struct UntranslatedCondition: Hashable, Sendable {
  /// The part.
  public let condition: Condition
  /// The position of the part.
  public let position: TextPosition?
  /// The reason why it cannot be translated.
  public let reason: String
}

/// An error that states why a part of a condition cannot be translated.
struct TranslationError: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension Condition {
  /// Translates the condition to SQL.
  ///
  /// Parts that are joined by AND are translated independently. Parts that are joined by OR are translated only if all
  /// of them can be translated. Values are always parameters and never part of the text. A part that would exceed the
  /// database's limit of parameters or of nesting depth is not translated. A text that is compared with an instant is
  /// read as a date.
  ///
  /// - Throws: An error if a column is compared with a value of another type, such as a number with a text.
  public func sql(_ dialect: SQLDialect, columns: [Reference: SQLColumn]) throws(ConditionError) -> SQLTranslation {
    try checkingTypes(against: columns).translate(using: SQLTranslator(dialect: dialect, columns: columns))
  }

  /// Returns the condition with its types checked for a table with the given columns.
  func checkingTypes(against columns: [Reference: SQLColumn]) throws(ConditionError) -> Condition {
    try checkingTypes { columns[$0].map { ReferenceType($0.kind.valueType) } }
  }

  /// Translates the condition to SQL, with columns inferred from the comparisons.
  ///
  /// The values of `variables`, `now` and `random` become parameters. All other references become columns. If a
  /// reference is compared only with null, its column may have any type.
  public func sqlWithInferredColumns(
    _ dialect: SQLDialect, variables: [String: Value] = [:], now: Instant? = nil, random: Double? = nil
  ) -> SQLTranslation {
    let knownValues = KnownValues(variables: variables, now: now, random: random)
    let inference = ColumnInference(of: clause, knownValues: knownValues)
    return translate(
      using: SQLTranslator(
        dialect: dialect, columns: inference.columns, untypedColumns: inference.untypedColumns,
        knownValues: knownValues))
  }

  private func translate(using translator: SQLTranslator) -> SQLTranslation {
    var translator = translator
    var parts: [String] = []
    var rest: [UntranslatedCondition] = []
    for clause in clause.conjuncts {
      do throws(TranslationError) {
        parts.append(try translator.translateConjunct(clause))
      } catch {
        rest.append(
          UntranslatedCondition(condition: Condition(clause), position: clause.position, reason: error.reason))
      }
    }
    let text = parts.isEmpty ? "TRUE" : SQLTranslator.joinedInChunks(parts, separator: " AND ")
    return SQLTranslation(
      whereClause: text, parameters: translator.parameters, columns: translator.usedColumns, untranslated: rest)
  }
}

extension Clause {
  /// The parts that are joined by AND.
  var conjuncts: [Clause] { if case .all(let clauses) = self { clauses } else { [self] } }

  /// The position at which the clause begins, ignoring parentheses.
  var position: TextPosition? {
    switch self {
    case .constant: nil
    case .all(let clauses), .any(let clauses): clauses.lazy.compactMap(\.position).first
    case .not(let clause, let position): position.textPosition ?? clause.position
    case .comparison(let comparison): comparison.position.textPosition
    }
  }
}
