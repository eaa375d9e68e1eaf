internal import Values

/// Compiles clauses and expressions for evaluation.
struct Compiler {
  /// The index of each reference in ``Condition/reads``.
  private let reads: [Reference: Int]
  /// The variables of the enclosing subqueries.
  private var bound: [String] = []

  init(reads: [Reference]) {
    self.reads = Dictionary(uniqueKeysWithValues: zip(reads, 0...))
  }

  func clause(_ clause: Clause) -> CompiledClause {
    switch clause {
    case .constant(let isTrue): .constant(isTrue)
    case .all(let clauses): .all(clauses.map(self.clause))
    case .any(let clauses): .any(clauses.map(self.clause))
    case .not(let clause, _): .not(self.clause(clause))
    case .comparison(let comparison):
      .comparison(CompiledComparison(comparison, formula(comparison.left), formula(comparison.right)))
    }
  }

  func formula(_ expression: Expression) -> Formula {
    if let reading = reading(expression) { return reading }
    switch expression {
    case .constant(let value): return .constant(value)
    case .subject, .variable: preconditionFailure("References are compiled by reading(_:).")
    case .path(let base, let steps): return .path(formula(base), steps.map(hop))
    case .list(let elements): return .list(elements.map(formula))
    case .negative(let operand): return .negative(formula(operand))
    case .chain(let first, let links):
      return .chain(formula(first), links.map { ($0.computation, formula($0.operand)) })
    case .combined(let left, let combination, let right): return .combined(formula(left), combination, formula(right))
    case .call(let function, let arguments, _): return .call(function, arguments.map(formula))
    case .cast(let operand, let type): return .cast(formula(operand), type)
    case .choice(let clause, let left, let right): return .choice(self.clause(clause), formula(left), formula(right))
    case .subquery(let list, let variable, let clause):
      var inner = self
      inner.bound.append(variable)
      return .subquery(formula(list), inner.clause(clause))
    }
  }

  /// Compiles an expression that begins with a reference, and the steps after it.
  private func reading(_ expression: Expression) -> Formula? {
    guard let reference = expression.reference else { return nil }
    let rest = expression.stepsBehindReference.map(hop)
    let base: Formula
    if case .variable(let name) = reference.root, let level = bound.lastIndex(of: name) {
      let hops = reference.keys.map(Formula.Hop.key) + rest
      return hops.isEmpty ? .bound(level) : .path(.bound(level), hops)
    } else if let read = reads[reference] {
      base = .read(read, expression.referencePlace)
    } else {
      preconditionFailure("The list of references is complete.")
    }
    return rest.isEmpty ? base : .path(base, rest)
  }

  private func hop(_ step: Step) -> Formula.Hop {
    switch step {
    case .key(let key): .key(key)
    case .index(let index): .index(formula(index))
    case .first: .first
    case .last: .last
    case .size: .size
    case .gathered(let gathering, let keys): .gathered(gathering, keys)
    }
  }
}
