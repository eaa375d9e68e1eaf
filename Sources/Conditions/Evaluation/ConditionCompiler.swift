import Values

/// Compiles clauses and expressions for evaluation.
struct ConditionCompiler {
  /// The index of each reference in ``Condition/references``.
  private let referenceIndices: [Reference: Int]
  /// The variables of the enclosing subqueries, outermost first.
  private var subqueryVariables: [String] = []

  init(references: [Reference]) {
    referenceIndices = Dictionary(uniqueKeysWithValues: zip(references, 0...))
  }

  func compileClause(_ clause: Clause) -> CompiledClause {
    switch clause {
    case .constant(let isTrue): .constant(isTrue)
    case .all(let clauses): .all(clauses.map(compileClause))
    case .any(let clauses): .any(clauses.map(compileClause))
    case .not(let clause, _): .not(compileClause(clause))
    case .comparison(let comparison):
      .comparison(
        CompiledComparison(
          comparison, left: compileExpression(comparison.left), right: compileExpression(comparison.right)))
    }
  }

  func compileExpression(_ expression: ConditionExpression) -> CompiledExpression {
    if let reference = expression.reference { return compile(reference, in: expression) }
    switch expression {
    case .constant(let value): return .constant(value)
    case .subject, .variable: preconditionFailure("Each of them is a reference.")
    case .path(let base, let steps): return .path(compileExpression(base), steps.map(compileStep))
    case .list(let elements): return .list(elements.map(compileExpression))
    case .negation(let operand): return .negation(compileExpression(operand))
    case .operatorChain(let first, let terms):
      return .operatorChain(
        compileExpression(first), terms.map { ($0.arithmeticOperator, compileExpression($0.operand)) })
    case .setOperation(let left, let setOperator, let right):
      return .setOperation(compileExpression(left), setOperator, compileExpression(right))
    case .call(let function, let arguments, _): return .call(function, arguments.map(compileExpression))
    case .cast(let operand, let type): return .cast(compileExpression(operand), type)
    case .conditional(let clause, let left, let right):
      return .conditional(compileClause(clause), compileExpression(left), compileExpression(right))
    case .subquery(let list, let variable, let clause):
      var inner = self
      inner.subqueryVariables.append(variable)
      return .subquery(compileExpression(list), inner.compileClause(clause))
    }
  }

  /// Compiles a reference and the path steps after it.
  private func compile(_ reference: Reference, in expression: ConditionExpression) -> CompiledExpression {
    let base: CompiledExpression
    var steps = expression.stepsAfterReference.map(compileStep)
    if case .variable(let name) = reference.root, let level = subqueryVariables.lastIndex(of: name) {
      base = .subqueryMember(level)
      steps = reference.keys.map(CompiledExpression.PathStep.key) + steps
    } else if let index = referenceIndices[reference] {
      base = .reference(index, expression.referencePosition)
    } else {
      preconditionFailure("The list of references is complete.")
    }
    return steps.isEmpty ? base : .path(base, steps)
  }

  private func compileStep(_ step: PathStep) -> CompiledExpression.PathStep {
    switch step {
    case .key(let key): .key(key)
    case .index(let index): .index(compileExpression(index))
    case .first: .first
    case .last: .last
    case .size: .size
    case .collectionOperator(let collectionOperator, let keys): .collectionOperator(collectionOperator, keys)
    }
  }
}
