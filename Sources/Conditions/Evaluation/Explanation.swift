import Values

/// The reason why a condition is true or false: the comparisons that decided it.
///
/// ```
/// true because `$age.value < 18`: 15 < 18
/// ```
///
/// If one operand of AND or OR is enough to decide the result, the explanation contains only the comparisons of the
/// first such operand. Otherwise it contains the comparisons of all operands.
public struct Explanation: Hashable, Sendable {
  /// A comparison that decided the result.
  public struct DecidingComparison: Hashable, Sendable {
    /// The canonical text of the comparison.
    public let text: String
    /// The text of the comparison with the values of its operands in their place.
    public let textWithValues: String
    /// A Boolean value that indicates whether the comparison is true.
    public let holds: Bool
    /// The position of the comparison.
    public let position: TextPosition?
    /// The references without a value, if the comparison is false and is not a test for equality.
    ///
    /// With null, every such comparison is false.
    package let nullReferences: [Reference]
  }

  /// A Boolean value that indicates whether the condition is true.
  public let holds: Bool
  /// The comparisons that decided the result, in the order of the text.
  public let decidingComparisons: [DecidingComparison]

  /// A copy of the explanation without the values of operands, which may be confidential.
  public var redactingValues: Explanation {
    Explanation(
      holds: holds,
      decidingComparisons: decidingComparisons.map {
        DecidingComparison(
          text: $0.text, textWithValues: $0.text, holds: $0.holds, position: $0.position,
          nullReferences: $0.nullReferences)
      })
  }

  /// Returns a sentence that begins with a word for the result, for example `hidden because …`.
  public func sentence(outcome: String) -> String {
    decidingComparisons.isEmpty
      ? outcome : "\(outcome) because \(decidingComparisons.map(\.description).joined(separator: ", and "))"
  }
}

extension Explanation: CustomStringConvertible {
  /// The explanation as a sentence that begins with `true` or `false`.
  public var description: String { sentence(outcome: "\(holds)") }
}

extension Explanation.DecidingComparison: CustomStringConvertible {
  /// The comparison with its values.
  public var description: String {
    let detail = holds ? textWithValues : "not \(textWithValues)"
    return text == textWithValues ? "\(holds ? "" : "not ")`\(text)`" : "`\(text)`: \(detail)"
  }
}

extension Evaluator {
  /// Evaluates the condition and explains the result.
  public func explanation(for valueSource: some ValueSource) throws(ConditionError) -> Explanation {
    try CompiledClauseEvaluator(references: references, valueSource: valueSource)
      .explanation(of: condition.clause, using: ConditionCompiler(references: references))
  }
}

extension Value {
  /// The value with each amount of money as a real, whose text is only a number.
  fileprivate var explained: Value {
    switch self {
    case .money(let money): .real(money.real)
    case .list(let values): .list(values.map(\.explained))
    case .object(let members): .object(members.mapValues(\.explained))
    case .null, .boolean, .integer, .real, .text, .instant: self
    }
  }
}

extension CompiledClauseEvaluator {
  fileprivate func explanation(of clause: Clause, using compiler: ConditionCompiler) throws(ConditionError)
    -> Explanation
  {
    switch clause {
    case .constant(let isTrue): return Explanation(holds: isTrue, decidingComparisons: [])
    case .not(let clause, _):
      let inner = try explanation(of: clause, using: compiler)
      return Explanation(holds: !inner.holds, decidingComparisons: inner.decidingComparisons)
    case .all(let clauses): return try explanation(of: clauses, decidedBy: false, using: compiler)
    case .any(let clauses): return try explanation(of: clauses, decidedBy: true, using: compiler)
    case .comparison(let comparison):
      let holds = try holds(compiler.compileClause(clause))
      var evaluated = comparison
      evaluated.left = .constant(try value(of: compiler.compileExpression(comparison.left)).explained)
      evaluated.right = .constant(try value(of: compiler.compileExpression(comparison.right)).explained)
      let part = Explanation.DecidingComparison(
        text: comparison.text, textWithValues: evaluated.text, holds: holds, position: comparison.position.textPosition,
        nullReferences: holds ? [] : nullReferences(in: comparison))
      return Explanation(holds: holds, decidingComparisons: [part])
    }
  }

  /// Returns the references that have no value, unless the comparison is a test for equality.
  private func nullReferences(in comparison: Comparison) -> [Reference] {
    if [.equal, .notEqual].contains(comparison.comparisonOperator) { return [] }
    return ReferenceCollector([comparison.left, comparison.right]).references.filter { reference in
      references.firstIndex(of: reference).flatMap(valueSource.value(at:)) == Value.null
    }
  }

  /// Explains clauses that are joined by AND or OR.
  ///
  /// A false clause decides AND, and a true clause decides OR. Without such a clause, all clauses are needed.
  private func explanation(of clauses: [Clause], decidedBy decidingResult: Bool, using compiler: ConditionCompiler)
    throws(ConditionError) -> Explanation
  {
    var comparisons: [Explanation.DecidingComparison] = []
    for clause in clauses {
      let inner = try explanation(of: clause, using: compiler)
      if inner.holds == decidingResult { return inner }
      comparisons += inner.decidingComparisons
    }
    return Explanation(holds: !decidingResult, decidingComparisons: comparisons)
  }
}
