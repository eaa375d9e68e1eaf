public import Values

/// A dialect of SQL.
public enum SQLDialect: String, Hashable, Sendable, CaseIterable {
  /// SQLite 3.32 or later, with `?` for parameters.
  case sqlite
  /// PostgreSQL, with `$1` for parameters.
  case postgres
}

/// A column that stands for something a condition reads.
public struct SQLColumn: Hashable, Sendable {
  /// What a column holds, unless it holds null.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Truth values: 0 and 1 in SQLite.
    case boolean
    /// Whole numbers of 64 bits.
    case integer
    /// Binary numbers of 64 bits.
    case real
    /// Texts, without the scalar U+0000, which no database minds well.
    case text
    /// Points in time: whole milliseconds since 1970 in SQLite, `timestamptz` in PostgreSQL.
    case instant
  }

  /// The column's name, as the database has it.
  public var name: String
  /// What it holds.
  public var kind: Kind

  /// Names a column and what it holds.
  public init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

extension SQLColumn {
  /// What the database calls the type of what the column holds.
  public func type(in dialect: SQLDialect) -> String {
    switch (kind, dialect) {
    case (.boolean, .sqlite), (.integer, .sqlite), (.instant, .sqlite): "INTEGER"
    case (.real, .sqlite): "REAL"
    case (.text, .sqlite): "TEXT"
    case (.boolean, .postgres): "boolean"
    case (.integer, .postgres): "bigint"
    case (.real, .postgres): "double precision"
    case (.text, .postgres): "text"
    case (.instant, .postgres): "timestamptz"
    }
  }

  /// The name as SQL has it, in quotation marks.
  package var quotedName: String { name.quotedForSQL }
}

extension String {
  /// The name in quotation marks.
  var quotedForSQL: String {
    "\"\(split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}

/// A condition in SQL, as far as it can be said there.
///
/// What is true of a row is true in SQL, and what is left over is to be asked of the rows that come back: the condition holds
/// where both hold.
public struct SQLTranslation: Hashable, Sendable {
  /// What stands behind `WHERE`, with a mark for each parameter.
  public let text: String
  /// The parameters, in the order of their marks: nulls, integers, reals and texts.
  public let parameters: [Value]
  /// The columns that the text takes to be there and to hold what they do, in the order in which it names them.
  public let columns: [SQLColumn]
  /// What cannot be said in SQL.
  public let rest: [Untranslated]
}

/// A part of a condition that cannot be translated.
public struct Untranslated: Hashable, Sendable {
  /// The part.
  public let condition: Condition
  /// Where it stands.
  public let position: TextPosition?
  /// Why it cannot be said.
  public let reason: String
}

/// Why something cannot be said elsewhere.
struct Unsaid: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension Condition {
  /// Says the condition in SQL, given a column for each reference that has one.
  ///
  /// Of parts that are joined by AND, each is translated or left over; what is joined by OR is so as a whole. Values are
  /// always parameters and never text. What would take more parameters or levels than a database has is left over too.
  public func sql(_ dialect: SQLDialect, columns: [Reference: SQLColumn]) -> SQLTranslation {
    translation(SQLTranslator(dialect: dialect, columns: columns))
  }

  /// Says the condition in SQL, for a table with columns as ``guessedColumns`` has them.
  ///
  /// Variables that are given become parameters, and so do the present and chance; what is not given is a column. What is
  /// only asked whether it is null may be a column of any type.
  public func sqlWithGuessedColumns(
    _ dialect: SQLDialect, variables: [String: Value] = [:], now: Instant? = nil, random: Double? = nil
  ) -> SQLTranslation {
    let given = Given(variables: variables, now: now, random: random)
    let guess = ColumnGuess(clause, given)
    return translation(
      SQLTranslator(dialect: dialect, columns: guess.columns, untyped: guess.untyped, given: given))
  }

  private func translation(_ translator: SQLTranslator) -> SQLTranslation {
    var translator = translator
    var parts: [String] = []
    var rest: [Untranslated] = []
    for clause in clause.conjuncts {
      do throws(Unsaid) {
        parts.append(try translator.conjunct(clause))
      } catch {
        rest.append(Untranslated(condition: Condition(clause), position: clause.position, reason: error.reason))
      }
    }
    let text = parts.isEmpty ? "TRUE" : SQLTranslator.chain(parts, " AND ")
    return SQLTranslation(
      text: text, parameters: translator.parameters, columns: translator.named, rest: rest)
  }
}

extension Clause {
  /// The parts that must all hold.
  var conjuncts: [Clause] { if case .all(let clauses) = self { clauses } else { [self] } }

  /// Where it begins, but for parentheses.
  var position: TextPosition? {
    switch self {
    case .constant: nil
    case .all(let clauses), .any(let clauses): clauses.lazy.compactMap(\.position).first
    case .not(let clause, let place): place.position ?? clause.position
    case .comparison(let comparison): comparison.place.position
    }
  }
}
