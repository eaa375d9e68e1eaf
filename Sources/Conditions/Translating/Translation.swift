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

/// A condition in SQL, as far as it can be said there.
///
/// What is true of a row is true in SQL, and what is left over is to be asked of the rows that come back: the condition holds
/// where both hold.
public struct SQLTranslation: Hashable, Sendable {
  /// What stands behind `WHERE`, with a mark for each parameter.
  public let text: String
  /// The parameters, in the order of their marks: nulls, integers, reals and texts.
  public let parameters: [Value]
  /// What cannot be said in SQL.
  public let rest: [Untranslated]
}

/// A part of a condition that cannot be translated.
public struct Untranslated: Hashable, Sendable {
  /// The part.
  public let condition: Condition
  /// Where it stands.
  public let position: TextPosition?
}

extension Condition {
  /// Says the condition in SQL, given a column for each reference that has one.
  ///
  /// Of parts that are joined by AND, each is translated or left over; what is joined by OR is so as a whole. Values are
  /// always parameters and never text. What would take more parameters or levels than a database has is left over too.
  public func sql(_ dialect: SQLDialect, columns: [Reference: SQLColumn]) -> SQLTranslation {
    var parts: [String] = []
    var rest: [Untranslated] = []
    var translator = SQLTranslator(dialect: dialect, columns: columns)
    for clause in clause.conjuncts {
      if let text = translator.conjunct(clause) {
        parts.append(text)
      } else {
        rest.append(Untranslated(condition: Condition(clause), position: clause.position))
      }
    }
    let text = parts.isEmpty ? "TRUE" : SQLTranslator.chain(parts, " AND ")
    return SQLTranslation(text: text, parameters: translator.parameters, rest: rest)
  }
}

extension Clause {
  /// The parts that must all hold.
  var conjuncts: [Clause] { if case .all(let clauses) = self { clauses } else { [self] } }

  /// Where its first comparison stands.
  var position: TextPosition? {
    switch self {
    case .constant: nil
    case .all(let clauses), .any(let clauses): clauses.lazy.compactMap(\.position).first
    case .not(let clause): clause.position
    case .comparison(let comparison): comparison.place.position
    }
  }
}
