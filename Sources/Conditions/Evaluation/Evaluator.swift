import Values

/// A condition prepared for repeated evaluation.
///
/// ```swift
/// let evaluator = Evaluator(condition)
/// let isHidden = try evaluator.holds(form)  // form returns the values of evaluator.references, by index
/// ```
public struct Evaluator: Sendable {
  /// The condition.
  public let condition: Condition
  /// The references that the condition reads, in the order of ``Condition/references``.
  public let references: [Reference]
  private let compiledClause: CompiledClause

  /// Prepares a condition.
  public init(_ condition: Condition) {
    self.condition = condition
    references = condition.references
    compiledClause = ConditionCompiler(references: references).compileClause(condition.clause)
  }

  /// Returns whether the condition is true for the values that it reads.
  ///
  /// Values that do not affect the result are not read: if the first part of `a == 1 OR b == 2` is true, `b` is not
  /// read.
  public func holds<Source: ValueSource>(_ valueSource: Source) throws(ConditionError) -> Bool {
    try CompiledClauseEvaluator(references: references, valueSource: valueSource).holds(compiledClause)
  }
}

extension Condition {
  /// Returns whether the condition is true for an object and variables.
  ///
  /// To evaluate the same condition often, use an ``Evaluator``.
  public func holds(
    for object: Value = .null, variables: [String: Value] = [:], now: Instant? = nil, random: Double? = nil
  ) throws(ConditionError) -> Bool {
    let evaluator = Evaluator(self)
    return try evaluator.holds(
      NamedValueSource(evaluator.references, object: object, variables: variables, now: now, random: random))
  }
}
