import Values

/// The values that are known before a row is read.
struct KnownValues {
  var variables: [String: Value] = [:]
  var now: Instant?
  var random: Double?

  /// Returns the value of an expression, or `nil` if not all its references are known or it cannot be evaluated.
  func value(of expression: ConditionExpression) -> Value? {
    if let constant = expression.constant { return constant }
    let references = ReferenceCollector([expression]).references
    let compiler = ConditionCompiler(references: references)
    return try? evaluatorIfAllKnown(for: references)?.value(of: compiler.compileExpression(expression))
  }

  /// Returns whether a comparison is true, or `nil` if not all its references are known or it cannot be evaluated.
  func holds(_ comparison: Comparison) -> Bool? {
    let references = ReferenceCollector([comparison.left, comparison.right]).references
    let compiler = ConditionCompiler(references: references)
    return try? evaluatorIfAllKnown(for: references)?.holds(compiler.compileClause(.comparison(comparison)))
  }

  private func evaluatorIfAllKnown(for references: [Reference]) -> CompiledClauseEvaluator<NamedValueSource>? {
    guard references.allSatisfy(includes) else { return nil }
    return CompiledClauseEvaluator(
      references: references,
      valueSource: NamedValueSource(references, variables: variables, now: now, random: random))
  }

  private func includes(_ reference: Reference) -> Bool {
    switch reference.root {
    case .object: false
    case .variable(let name): variables[name] != nil
    case .now: now != nil
    case .random: random != nil
    }
  }
}
