internal import Values

/// Says clauses in SQL, and gathers their parameters.
///
/// SQL knows three truth values and a condition two. Nothing but NOT can tell the third from false, so NOT asks for
/// `IS NOT TRUE`, and the rest is left as short as a person would write it.
struct SQLTranslator {
  let dialect: SQLDialect
  let columns: [Reference: SQLColumn]
  private(set) var parameters: [Value] = []

  /// How many parameters SQLite takes; PostgreSQL takes twice as many.
  static let mostParameters = 32_766
  private static let longestChain = 50
  /// How many levels SQLite reads, less some for what the condition is put into.
  private static let deepest = 900

  init(dialect: SQLDialect, columns: [Reference: SQLColumn]) {
    self.dialect = dialect
    self.columns = columns
  }

  /// The clause in SQL as one of several that are joined by AND, or nil where it cannot be said.
  ///
  /// What cannot be said leaves no parameters behind.
  mutating func conjunct(_ clause: Clause) -> String? {
    let before = parameters.count
    if Self.depth(of: clause) <= Self.deepest, let text = text(of: clause, inside: .and),
      parameters.count <= Self.mostParameters
    {
      return text
    }
    parameters.removeLast(parameters.count - before)
    return nil
  }

  /// How many levels of SQL a clause takes at most.
  private static func depth(of clause: Clause) -> Int {
    switch clause {
    case .constant: 1
    case .comparison: 6
    case .not(let clause): depth(of: clause) + 2
    case .all(let clauses), .any(let clauses):
      (clauses.map(depth).max() ?? 0) + min(clauses.count, 3 * longestChain)
    }
  }

  private mutating func text(of clause: Clause, inside join: Clause.Join? = nil) -> String? {
    switch clause {
    case .constant(let isTrue): return isTrue ? "TRUE" : "FALSE"
    case .all(let clauses): return joined(clauses, " AND ", .and)
    case .any(let clauses): return joined(clauses, " OR ", .or).map { join == .and ? "(\($0))" : $0 }
    case .not(let clause): return text(of: clause).map { "(\($0)) IS NOT TRUE" }
    case .comparison(let comparison): return text(of: comparison)
    }
  }

  private mutating func joined(_ clauses: [Clause], _ separator: String, _ join: Clause.Join) -> String? {
    var texts: [String] = []
    for clause in clauses {
      guard let text = text(of: clause, inside: join) else { return nil }
      texts.append(text)
    }
    return Self.chain(texts, separator)
  }

  /// Joins parts by AND or OR.
  ///
  /// Each join is a level of its own to SQLite, so a long chain is cut into chains in parentheses.
  static func chain(_ parts: [String], _ separator: String) -> String {
    if parts.count <= longestChain { return parts.joined(separator: separator) }
    let links = stride(from: 0, to: parts.count, by: longestChain).map { start in
      "(\(parts[start..<min(start + longestChain, parts.count)].joined(separator: separator)))"
    }
    return chain(links, separator)
  }

  private mutating func text(of comparison: Comparison) -> String? {
    guard comparison.quantifier == nil, comparison.folding == .none else { return nil }
    switch (side(comparison.left), comparison.relation, side(comparison.right)) {
    case (.column(let column), let relation, .constant(let value)): return text(of: column, relation, value)
    case (.constant(let value), let relation, .column(let column)):
      return relation.mirrored.flatMap { text(of: column, $0, value) }
    case (.column(let left), let relation, .column(let right)): return text(of: left, relation, right)
    case (.constant, _, .constant):
      return (try? Condition(.comparison(comparison)).holds()).map { $0 ? "TRUE" : "FALSE" }
    default: return nil
    }
  }

  private enum Side {
    case column(SQLColumn)
    case constant(Value)
    case other
  }

  private func side(_ expression: Expression) -> Side {
    if let value = expression.valueWithoutReading { return .constant(value) }
    guard let reference = expression.reference, expression.stepsBehindReference.isEmpty else { return .other }
    return columns[reference].map(Side.column) ?? .other
  }

  mutating func parameter(_ value: Value) -> String {
    parameters.append(value)
    return dialect == .sqlite ? "?" : "$\(parameters.count)"
  }
}

extension Relation {
  /// The relation with its sides exchanged, if there is one.
  fileprivate var mirrored: Relation? {
    switch self {
    case .equal, .unequal: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .isIn: .contains
    case .contains: .isIn
    case .between, .begins, .ends, .like, .matches: nil
    }
  }
}

extension SQLTranslator {
  private mutating func text(of column: SQLColumn, _ relation: Relation, _ value: Value) -> String? {
    switch relation {
    case .equal: return equality(column, value).map { $0 ?? "FALSE" }
    case .unequal:
      guard let equality = equality(column, value) else { return nil }
      return equality.map { "(\($0)) IS NOT TRUE" } ?? "TRUE"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return order(column, relation, value)
    case .between:
      guard case .list(let bounds) = value, bounds.count == 2,
        let least = order(column, .greaterOrEqual, bounds[0]), let most = order(column, .lessOrEqual, bounds[1])
      else { return nil }
      return "(\(least) AND \(most))"
    case .isIn: return membership(column, value)
    case .contains, .begins, .ends, .like: return part(column, relation, value)
    case .matches: return nil
    }
  }

  /// Whether a column is the same as a value: nil where it cannot be said, and nil within where it never is.
  private mutating func equality(_ column: SQLColumn, _ value: Value) -> String?? {
    if value == .null { return "\(name(column)) IS NULL" }
    switch operand(value, for: column, .equal) {
    case .never: return .some(nil)
    case .unknown, .always: return nil
    case .value(let value, _): return "\(name(column)) = \(parameter(value))\(cast(column))"
    }
  }

  private mutating func order(_ column: SQLColumn, _ relation: Relation, _ value: Value) -> String? {
    switch operand(value, for: column, relation) {
    case .never: return "FALSE"
    case .always: return "\(name(column)) IS NOT NULL"
    case .unknown: return nil
    case .value(let value, let relation):
      return "\(name(column)) \(relation.rawValue) \(parameter(value))\(cast(column))"
    }
  }

  private mutating func membership(_ column: SQLColumn, _ value: Value) -> String? {
    guard case .list(let values) = value else { return nil }
    var marks: [String] = []
    for value in values where value != .null {
      switch operand(value, for: column, .equal) {
      case .never: break
      case .unknown, .always: return nil
      case .value(let value, _): marks.append(parameter(value) + cast(column))
      }
    }
    let isAmong = marks.isEmpty ? nil : "\(name(column)) IN (\(marks.joined(separator: ", ")))"
    let isNull = values.contains(.null) ? "\(name(column)) IS NULL" : nil
    switch (isAmong, isNull) {
    case (let among?, let null?): return "(\(among) OR \(null))"
    case (let text, nil), (nil, let text): return text ?? "FALSE"
    }
  }

  private func text(of left: SQLColumn, _ relation: Relation, _ right: SQLColumn) -> String? {
    guard left.kind == right.kind else { return nil }
    let (left, right) = (name(left), name(right))
    switch relation {
    case .equal: return dialect == .sqlite ? "\(left) IS \(right)" : "\(left) IS NOT DISTINCT FROM \(right)"
    case .unequal: return dialect == .sqlite ? "\(left) IS NOT \(right)" : "\(left) IS DISTINCT FROM \(right)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return "\(left) \(relation.rawValue) \(right)"
    default: return nil
    }
  }
}
