import Values

/// Compiles clauses and expressions for evaluation.
struct ConditionCompiler {
  /// The index of each reference in ``Condition/references``.
  private let referenceIndices: [Reference: Int]
  /// The variables of the enclosing subqueries, from the outermost.
  private var subqueryVariables: [String] = []

  init(references: [Reference]) {
    self.referenceIndices = Dictionary(uniqueKeysWithValues: zip(references, 0...))
  }

  func compileClause(_ clause: Clause) -> CompiledClause {
    switch clause {
    case .constant(let isTrue): .constant(isTrue)
    case .all(let clauses): .all(clauses.map(self.compileClause))
    case .any(let clauses): .any(clauses.map(self.compileClause))
    case .not(let clause, _): .not(self.compileClause(clause))
    case .comparison(let comparison):
      .comparison(
        CompiledComparison(
          comparison, left: compileExpression(comparison.left), right: compileExpression(comparison.right)))
    }
  }

  func compileExpression(_ expression: ConditionExpression) -> CompiledExpression {
    if let reading = compileReference(in: expression) { return reading }
    switch expression {
    case .constant(let value): return .constant(value)
    case .subject, .variable: preconditionFailure("References are compiled by compileReference(in:).")
    case .path(let base, let steps): return .path(compileExpression(base), steps.map(compileStep))
    case .list(let elements): return .list(elements.map(compileExpression))
    case .negation(let operand): return .negation(compileExpression(operand))
    case .operatorChain(let first, let links):
      return .operatorChain(
        compileExpression(first), links.map { ($0.arithmeticOperator, compileExpression($0.operand)) })
    case .setOperation(let left, let combination, let right):
      return .setOperation(compileExpression(left), combination, compileExpression(right))
    case .call(let function, let arguments, _): return .call(function, arguments.map(compileExpression))
    case .cast(let operand, let type): return .cast(compileExpression(operand), type)
    case .conditional(let clause, let left, let right):
      return .conditional(self.compileClause(clause), compileExpression(left), compileExpression(right))
    case .subquery(let list, let variable, let clause):
      var inner = self
      inner.subqueryVariables.append(variable)
      return .subquery(compileExpression(list), inner.compileClause(clause))
    }
  }

  /// Compiles a reference and the path steps after it, or returns `nil` if the expression begins with no reference.
  private func compileReference(in expression: ConditionExpression) -> CompiledExpression? {
    guard let reference = expression.reference else { return nil }
    let rest = expression.stepsAfterReference.map(compileStep)
    let base: CompiledExpression
    if case .variable(let name) = reference.root, let level = subqueryVariables.lastIndex(of: name) {
      let hops = reference.keys.map(CompiledExpression.PathStep.key) + rest
      return hops.isEmpty ? .subqueryMember(level) : .path(.subqueryMember(level), hops)
    } else if let read = referenceIndices[reference] {
      base = .reference(read, expression.referencePosition)
    } else {
      preconditionFailure("The list of references is complete.")
    }
    return rest.isEmpty ? base : .path(base, rest)
  }

  private func compileStep(_ step: PathStep) -> CompiledExpression.PathStep {
    switch step {
    case .key(let key): .key(key)
    case .index(let index): .index(compileExpression(index))
    case .first: .first
    case .last: .last
    case .size: .size
    case .collectionOperator(let gathering, let keys): .collectionOperator(gathering, keys)
    }
  }
}
