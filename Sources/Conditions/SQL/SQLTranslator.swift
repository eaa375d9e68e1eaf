import Values

/// Translates clauses to SQL and collects their parameters.
///
/// SQL has three truth values and conditions have two. Only NOT distinguishes unknown from false, so it is translated
/// to `IS NOT TRUE`. All other operators are translated directly.
struct SQLTranslator {
  let dialect: SQLDialect
  let columns: [Reference: SQLColumn]
  var untypedColumns: [Reference: ColumnInference.UntypedColumn] = [:]
  var knownValues = KnownValues()
  private(set) var parameters: [Value] = []
  /// The columns in the order of their first use.
  private(set) var usedColumns: [SQLColumn] = []

  /// The maximum number of parameters in SQLite.
  ///
  /// PostgreSQL accepts twice as many.
  static let maxParameterCount = 32_766
  private static let maxChainLength = 50
  /// The maximum depth of an expression in SQLite, with a reserve for the statement around the condition.
  private static let maxDepth = 900

  /// Returns the SQL for a clause that is joined to others by AND.
  ///
  /// If an error is thrown, the parameters stay unchanged.
  mutating func translateConjunct(_ clause: Clause) throws(TranslationError) -> String {
    let (parameterCount, nameCount) = (parameters.count, usedColumns.count)
    do throws(TranslationError) {
      guard Self.sqlDepthBound(of: clause) <= Self.maxDepth else {
        throw TranslationError("it is nested deeper than databases allow")
      }
      let text = try sqlInsideAnd(clause)
      guard parameters.count <= Self.maxParameterCount else {
        throw TranslationError("it would exceed the limit of \(Self.maxParameterCount) parameters")
      }
      return text
    } catch {
      parameters.removeLast(parameters.count - parameterCount)
      usedColumns.removeLast(usedColumns.count - nameCount)
      throw error
    }
  }

  /// Returns an upper bound for the depth of a clause in SQL.
  private static func sqlDepthBound(of clause: Clause) -> Int {
    switch clause {
    case .constant: 1
    case .comparison: 6
    case .not(let clause, _): sqlDepthBound(of: clause) + 2
    case .all(let clauses), .any(let clauses):
      (clauses.map(sqlDepthBound).max() ?? 0) + min(clauses.count, 3 * maxChainLength)
    }
  }

  /// Returns the SQL for an operand of AND, in parentheses if it is joined by OR.
  private mutating func sqlInsideAnd(_ clause: Clause) throws(TranslationError) -> String {
    let text = try sql(for: clause)
    return if case .any = clause { "(\(text))" } else { text }
  }

  private mutating func sql(for clause: Clause) throws(TranslationError) -> String {
    switch clause {
    case .constant(let isTrue): return isTrue ? "TRUE" : "FALSE"
    case .all(let clauses):
      let texts = try clauses.map { clause throws(TranslationError) in try sqlInsideAnd(clause) }
      return Self.joinedInChunks(texts, separator: " AND ")
    case .any(let clauses):
      let texts = try clauses.map { clause throws(TranslationError) in try sql(for: clause) }
      return Self.joinedInChunks(texts, separator: " OR ")
    case .not(let clause, _): return "(\(try sql(for: clause))) IS NOT TRUE"
    case .comparison(let comparison): return try sql(for: comparison)
    }
  }

  /// Joins parts by AND or OR.
  ///
  /// SQLite nests a level for each operator, so long chains are split into chains in parentheses.
  static func joinedInChunks(_ parts: [String], separator: String) -> String {
    if parts.count <= maxChainLength { return parts.joined(separator: separator) }
    let links = stride(from: 0, to: parts.count, by: maxChainLength).map { start in
      "(\(parts[start..<min(start + maxChainLength, parts.count)].joined(separator: separator)))"
    }
    return joinedInChunks(links, separator: separator)
  }

  private mutating func sql(for comparison: Comparison) throws(TranslationError) -> String {
    if let holds = knownValues.holds(comparison) { return holds ? "TRUE" : "FALSE" }
    if let quantifier = comparison.quantifier {
      throw TranslationError("\(quantifier.rawValue) needs a list, and a column holds one value")
    }
    guard comparison.compareOptions == .none else {
      throw TranslationError(
        "databases fold case and accents differently from \(comparison.compareOptions.optionSuffix)")
    }
    let comparisonOperator = comparison.comparisonOperator
    switch (try side(of: comparison.left), try side(of: comparison.right)) {
    case (.constant, .constant): throw TranslationError("it cannot be evaluated")
    case (let side, .constant(let value)):
      return try comparisonPredicate(comparing: side, comparisonOperator, with: value)
    case (.constant(let value), let side):
      guard let mirrored = comparisonOperator.mirrored else {
        throw TranslationError("\(comparisonOperator.rawValue) needs the column on its left")
      }
      return try comparisonPredicate(comparing: side, mirrored, with: value)
    case (.column(let left), .column(let right)):
      return try comparisonPredicate(comparing: left, comparisonOperator, with: right)
    case (.untyped(let column), _), (_, .untyped(let column)): throw TranslationError(column.reason)
    }
  }

  private enum ComparisonOperand {
    case column(SQLColumn)
    case untyped(ColumnInference.UntypedColumn)
    case constant(Value)
  }

  private func side(of expression: ConditionExpression) throws(TranslationError) -> ComparisonOperand {
    if let value = knownValues.value(of: expression) { return .constant(value) }
    guard let reference = expression.wholeReference else {
      throw TranslationError("\(expression.text.excerpt) is neither a column nor a constant")
    }
    if let column = columns[reference] { return .column(column) }
    if let column = untypedColumns[reference] { return .untyped(column) }
    throw TranslationError("there is no column for \(expression.text.excerpt)")
  }

  /// Adds a column to the used columns.
  mutating func recordUse(of column: SQLColumn) {
    if !usedColumns.contains(column) { usedColumns.append(column) }
  }

  mutating func addParameter(_ value: Value) -> String {
    parameters.append(value)
    return dialect.placeholder(parameters.count)
  }
}

extension ComparisonOperator {
  /// The operator with its sides exchanged, if there is one.
  var mirrored: ComparisonOperator? {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .isIn: .contains
    case .contains: .isIn
    case .between, .beginsWith, .endsWith, .like, .matches: nil
    }
  }
}

extension SQLTranslator {
  private mutating func comparisonPredicate(
    comparing side: ComparisonOperand, _ comparisonOperator: ComparisonOperator, with value: Value
  ) throws(TranslationError) -> String {
    switch side {
    case .constant: throw TranslationError("it cannot be evaluated")
    case .column(let column): return try comparisonPredicate(comparing: column, comparisonOperator, with: value)
    case .untyped(let column):
      // A column of any type can only be compared with null.
      let isNull = "\(column.name.sqlQuoted) IS NULL"
      switch (comparisonOperator, value) {
      case (.equal, .null), (.isIn, [nil]): return isNull
      case (.notEqual, .null): return "(\(isNull)) IS NOT TRUE"
      default: throw TranslationError(column.reason)
      }
    }
  }

  private mutating func comparisonPredicate(
    comparing column: SQLColumn, _ relation: ComparisonOperator, with value: Value
  ) throws(TranslationError) -> String {
    switch relation {
    case .equal: return try equalityPredicate(column, value) ?? "FALSE"
    case .notEqual: return try equalityPredicate(column, value).map { "(\($0)) IS NOT TRUE" } ?? "TRUE"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return try orderingPredicate(column, relation, value)
    case .between:
      guard case .list(let bounds) = value, bounds.count == 2 else {
        throw TranslationError("BETWEEN needs two values")
      }
      let least = try orderingPredicate(column, .greaterOrEqual, bounds[0])
      return "(\(least) AND \(try orderingPredicate(column, .lessOrEqual, bounds[1])))"
    case .isIn: return try membershipPredicate(column, value)
    case .contains, .beginsWith, .endsWith, .like: return try textPredicate(column, relation, value)
    case .matches: throw TranslationError("databases have other regular expressions than MATCHES")
    }
  }

  /// Returns the SQL for equality, or `nil` if it is always false.
  private mutating func equalityPredicate(_ column: SQLColumn, _ value: Value) throws(TranslationError) -> String? {
    if value == .null { return "\(useColumn(column)) IS NULL" }
    switch try comparison(value, for: column, .equal) {
    case .alwaysFalse:
      recordUse(of: column)
      return nil
    case .trueUnlessNull: throw TranslationError("the comparison is always true")
    case .constant(let value, _):
      return "\(useColumn(column)) = \(addParameter(value))\(parameterCast(for: column))"
    }
  }

  private mutating func orderingPredicate(_ column: SQLColumn, _ relation: ComparisonOperator, _ value: Value)
    throws(TranslationError) -> String
  {
    switch try comparison(value, for: column, relation) {
    case .alwaysFalse:
      recordUse(of: column)
      return "FALSE"
    case .trueUnlessNull: return "\(useColumn(column)) IS NOT NULL"
    case .constant(let value, let relation):
      return "\(useColumn(column)) \(relation.rawValue) \(addParameter(value))\(parameterCast(for: column))"
    }
  }

  private mutating func membershipPredicate(_ column: SQLColumn, _ value: Value) throws(TranslationError) -> String {
    guard case .list(let values) = value else { throw TranslationError("IN needs a list on its right") }
    recordUse(of: column)
    var marks: [String] = []
    for value in values where value != .null {
      if case .constant(let value, _) = try comparison(value, for: column, .equal) {
        marks.append(addParameter(value) + parameterCast(for: column))
      }
    }
    let isAmong = marks.isEmpty ? nil : "\(useColumn(column)) IN (\(marks.joined(separator: ", ")))"
    let isNull = values.contains(.null) ? "\(useColumn(column)) IS NULL" : nil
    switch (isAmong, isNull) {
    case (let among?, let null?): return "(\(among) OR \(null))"
    case (let text, nil), (nil, let text): return text ?? "FALSE"
    }
  }

  private mutating func comparisonPredicate(
    comparing left: SQLColumn, _ relation: ComparisonOperator, with right: SQLColumn
  ) throws(TranslationError) -> String {
    guard left.kind == right.kind else {
      throw TranslationError("\(left.quotedName) is \(left.kind) and \(right.quotedName) is \(right.kind)")
    }
    let (left, right) = (useColumn(left), useColumn(right))
    switch relation {
    case .equal: return dialect == .sqlite ? "\(left) IS \(right)" : "\(left) IS NOT DISTINCT FROM \(right)"
    case .notEqual: return dialect == .sqlite ? "\(left) IS NOT \(right)" : "\(left) IS DISTINCT FROM \(right)"
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return "\(left) \(relation.rawValue) \(right)"
    default: throw TranslationError("\(relation.rawValue) cannot compare two columns")
    }
  }
}
