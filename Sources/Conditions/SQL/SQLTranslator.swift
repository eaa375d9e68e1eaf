internal import Values

/// Translates clauses to SQL and collects their parameters.
///
/// SQL has three truth values and conditions have two. Only NOT distinguishes unknown from false, so it is translated
/// to `IS NOT TRUE`. All other operators are translated directly.
struct SQLTranslator {
  let dialect: SQLDialect
  let columns: [Reference: SQLColumn]
  let untyped: [Reference: ColumnGuess.Untyped]
  let given: Given
  private(set) var parameters: [Value] = []
  /// The columns in the order of their first use.
  private(set) var named: [SQLColumn] = []

  /// The maximum number of parameters in SQLite.
  ///
  /// PostgreSQL accepts twice as many.
  static let mostParameters = 32_766
  private static let longestChain = 50
  /// The maximum depth of an expression in SQLite, with a reserve for the statement around the condition.
  private static let deepest = 900

  init(
    dialect: SQLDialect, columns: [Reference: SQLColumn], untyped: [Reference: ColumnGuess.Untyped] = [:],
    given: Given = Given()
  ) {
    self.dialect = dialect
    self.columns = columns
    self.untyped = untyped
    self.given = given
  }

  /// Returns the SQL for a clause that is joined to others by AND.
  ///
  /// If an error is thrown, the parameters stay unchanged.
  mutating func conjunct(_ clause: Clause) throws(Unsaid) -> String {
    let (parameterCount, nameCount) = (parameters.count, named.count)
    do throws(Unsaid) {
      guard Self.depth(of: clause) <= Self.deepest else { throw Unsaid("it is nested deeper than databases allow") }
      let text = try text(of: clause, inside: .and)
      guard parameters.count <= Self.mostParameters else {
        throw Unsaid("it would exceed the limit of \(Self.mostParameters) parameters")
      }
      return text
    } catch {
      parameters.removeLast(parameters.count - parameterCount)
      named.removeLast(named.count - nameCount)
      throw error
    }
  }

  /// Returns an upper bound for the depth of a clause in SQL.
  private static func depth(of clause: Clause) -> Int {
    switch clause {
    case .constant: 1
    case .comparison: 6
    case .not(let clause, _): depth(of: clause) + 2
    case .all(let clauses), .any(let clauses):
      (clauses.map(depth).max() ?? 0) + min(clauses.count, 3 * longestChain)
    }
  }

  private mutating func text(of clause: Clause, inside join: Clause.Join? = nil) throws(Unsaid) -> String {
    switch clause {
    case .constant(let isTrue): return isTrue ? "TRUE" : "FALSE"
    case .all(let clauses): return try joined(clauses, " AND ", .and)
    case .any(let clauses):
      let text = try joined(clauses, " OR ", .or)
      return join == .and ? "(\(text))" : text
    case .not(let clause, _): return "(\(try text(of: clause))) IS NOT TRUE"
    case .comparison(let comparison): return try text(of: comparison)
    }
  }

  private mutating func joined(
    _ clauses: [Clause], _ separator: String, _ join: Clause.Join
  ) throws(Unsaid) -> String {
    var texts: [String] = []
    for clause in clauses { texts.append(try text(of: clause, inside: join)) }
    return Self.chain(texts, separator)
  }

  /// Joins parts by AND or OR.
  ///
  /// SQLite nests a level for each operator, so long chains are split into chains in parentheses.
  static func chain(_ parts: [String], _ separator: String) -> String {
    if parts.count <= longestChain { return parts.joined(separator: separator) }
    let links = stride(from: 0, to: parts.count, by: longestChain).map { start in
      "(\(parts[start..<min(start + longestChain, parts.count)].joined(separator: separator)))"
    }
    return chain(links, separator)
  }

  private mutating func text(of comparison: Comparison) throws(Unsaid) -> String {
    if let holds = comparison.holds(given) { return holds ? "TRUE" : "FALSE" }
    if let quantifier = comparison.quantifier {
      throw Unsaid("\(quantifier.rawValue) needs a list, and a column holds one value")
    }
    guard comparison.folding == .none else {
      throw Unsaid("databases fold case and accents differently from \(comparison.folding.mark)")
    }
    let relation = comparison.relation
    switch (side(comparison.left), side(comparison.right)) {
    case (.other(let reason), _), (_, .other(let reason)): throw Unsaid(reason)
    case (.column(let column), .constant(let value)): return try text(of: column, relation, value)
    case (.constant(let value), .column(let column)):
      return try text(of: column, try mirrored(relation), value)
    case (.column(let left), .column(let right)): return try text(of: left, relation, right)
    case (.untyped(let column), .constant(let value)): return try text(of: column, relation, value)
    case (.constant(let value), .untyped(let column)): return try text(of: column, try mirrored(relation), value)
    case (.untyped(let column), _), (_, .untyped(let column)): throw Unsaid(column.reason)
    case (.constant, .constant): throw Unsaid("it cannot be evaluated")
    }
  }

  private func mirrored(_ relation: Relation) throws(Unsaid) -> Relation {
    guard let mirrored = relation.mirrored else { throw Unsaid("\(relation.rawValue) needs the column on its left") }
    return mirrored
  }

  private enum Side {
    case column(SQLColumn)
    case untyped(ColumnGuess.Untyped)
    case constant(Value)
    /// Neither, with the reason.
    case other(String)
  }

  private func side(_ expression: Expression) -> Side {
    if let value = expression.value(given) { return .constant(value) }
    guard let reference = expression.reference, expression.stepsBehindReference.isEmpty else {
      return .other("\(expression.text.shortened) is neither a column nor a constant")
    }
    if let column = columns[reference] { return .column(column) }
    return untyped[reference].map(Side.untyped) ?? .other("there is no column for \(expression.text.shortened)")
  }

  /// Adds a column to those that are used.
  mutating func note(_ column: SQLColumn) {
    if !named.contains(column) { named.append(column) }
  }

  mutating func parameter(_ value: Value) -> String {
    parameters.append(value)
    return dialect == .sqlite ? "?" : "$\(parameters.count)"
  }
}

extension Relation {
  /// The operator with its sides exchanged, if there is one.
  var mirrored: Relation? {
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
  private mutating func text(
    of column: SQLColumn, _ relation: Relation, _ value: Value
  ) throws(Unsaid) -> String {
    switch relation {
    case .equal: return try equality(column, value) ?? "FALSE"
    case .unequal: return try equality(column, value).map { "(\($0)) IS NOT TRUE" } ?? "TRUE"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return try order(column, relation, value)
    case .between:
      guard case .list(let bounds) = value, bounds.count == 2 else { throw Unsaid("BETWEEN needs two values") }
      let least = try order(column, .greaterOrEqual, bounds[0])
      return "(\(least) AND \(try order(column, .lessOrEqual, bounds[1])))"
    case .isIn: return try membership(column, value)
    case .contains, .begins, .ends, .like: return try part(column, relation, value)
    case .matches: throw Unsaid("databases have other regular expressions than MATCHES")
    }
  }

  /// Returns the SQL for equality, or `nil` if it is always false.
  private mutating func equality(_ column: SQLColumn, _ value: Value) throws(Unsaid) -> String? {
    if value == .null { return "\(name(column)) IS NULL" }
    switch try operand(value, for: column, .equal) {
    case .never:
      note(column)
      return nil
    case .always: throw Unsaid("the comparison is always true")
    case .value(let value, _): return "\(name(column)) = \(parameter(value))\(cast(column))"
    }
  }

  private mutating func order(_ column: SQLColumn, _ relation: Relation, _ value: Value) throws(Unsaid) -> String {
    switch try operand(value, for: column, relation) {
    case .never:
      note(column)
      return "FALSE"
    case .always: return "\(name(column)) IS NOT NULL"
    case .value(let value, let relation):
      return "\(name(column)) \(relation.rawValue) \(parameter(value))\(cast(column))"
    }
  }

  private mutating func membership(_ column: SQLColumn, _ value: Value) throws(Unsaid) -> String {
    guard case .list(let values) = value else { throw Unsaid("IN needs a list on its right") }
    note(column)
    var marks: [String] = []
    for value in values where value != .null {
      if case .value(let value, _) = try operand(value, for: column, .equal) {
        marks.append(parameter(value) + cast(column))
      }
    }
    let isAmong = marks.isEmpty ? nil : "\(name(column)) IN (\(marks.joined(separator: ", ")))"
    let isNull = values.contains(.null) ? "\(name(column)) IS NULL" : nil
    switch (isAmong, isNull) {
    case (let among?, let null?): return "(\(among) OR \(null))"
    case (let text, nil), (nil, let text): return text ?? "FALSE"
    }
  }

  private mutating func text(of left: SQLColumn, _ relation: Relation, _ right: SQLColumn) throws(Unsaid) -> String {
    guard left.kind == right.kind else {
      throw Unsaid("\(left.quotedName) is \(left.kind) and \(right.quotedName) is \(right.kind)")
    }
    let (left, right) = (name(left), name(right))
    switch relation {
    case .equal: return dialect == .sqlite ? "\(left) IS \(right)" : "\(left) IS NOT DISTINCT FROM \(right)"
    case .unequal: return dialect == .sqlite ? "\(left) IS NOT \(right)" : "\(left) IS DISTINCT FROM \(right)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return "\(left) \(relation.rawValue) \(right)"
    default: throw Unsaid("\(relation.rawValue) cannot compare two columns")
    }
  }

  /// Translates a comparison of a column of any type, which can only be compared with null.
  private func text(
    of column: ColumnGuess.Untyped, _ relation: Relation, _ value: Value
  ) throws(Unsaid) -> String {
    let isNull = "\(column.name.quotedForSQL) IS NULL"
    switch (relation, value) {
    case (.equal, .null), (.isIn, [nil]): return isNull
    case (.unequal, .null): return "(\(isNull)) IS NOT TRUE"
    default: throw Unsaid(column.reason)
    }
  }
}
