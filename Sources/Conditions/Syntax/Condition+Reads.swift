import Values

extension Condition {
  /// The references that the condition reads, each once, in the order of its text.
  ///
  /// The variable of a `SUBQUERY` is not included.
  public var references: [Reference] {
    var reader = ReferenceCollector()
    reader.collect(clause)
    return reader.references
  }

  /// The position of the first occurrence of each of ``references``.
  ///
  /// It is `nil` for a condition built in Swift and for keys of the object.
  package var referencePositions: [TextPosition?] {
    var reader = ReferenceCollector()
    reader.collect(clause)
    return reader.positions.map(\.textPosition)
  }
}

/// Collects the references that a condition reads.
struct ReferenceCollector {
  private(set) var references: [Reference] = []
  private(set) var positions: [SyntaxPosition] = []
  private var collected: Set<Reference> = []
  /// The variables of the enclosing subqueries.
  private var subqueryVariables: [String] = []

  mutating func collect(_ clause: Clause) {
    switch clause {
    case .constant: break
    case .all(let clauses), .any(let clauses): for clause in clauses { collect(clause) }
    case .not(let clause, _): collect(clause)
    case .comparison(let comparison):
      collect(comparison.left)
      collect(comparison.right)
    }
  }

  mutating func collect(_ expression: ConditionExpression) {
    if let reference = expression.reference {
      add(reference, at: expression.referencePosition)
      return collect(expression.stepsAfterReference)
    }
    switch expression {
    case .constant, .subject, .variable: break
    case .path(let base, let steps):
      collect(base)
      collect(steps[...])
    case .list(let expressions), .call(_, let expressions, _): for expression in expressions { collect(expression) }
    case .negation(let operand), .cast(let operand, _): collect(operand)
    case .operatorChain(let first, let links):
      collect(first)
      for link in links { collect(link.operand) }
    case .setOperation(let left, _, let right):
      collect(left)
      collect(right)
    case .conditional(let clause, let left, let right):
      collect(clause)
      collect(left)
      collect(right)
    case .subquery(let list, let variable, let clause):
      collect(list)
      subqueryVariables.append(variable)
      collect(clause)
      subqueryVariables.removeLast()
    }
  }

  private mutating func collect(_ steps: ArraySlice<PathStep>) {
    for case .index(let index) in steps { collect(index) }
  }

  private mutating func add(_ reference: Reference, at place: SyntaxPosition) {
    if case .variable(let name) = reference.root, subqueryVariables.contains(name) { return }
    guard collected.insert(reference).inserted else { return }
    references.append(reference)
    positions.append(place)
  }
}

extension ConditionExpression {
  /// The reference at the beginning of the expression, if there is one.
  var reference: Reference? {
    switch self {
    case .path(let base, let steps):
      guard let root = base.reference?.root, base.isRoot else { return nil }
      return Reference(root, steps.prefix(while: \.isKey).compactMap(\.key))
    case .subject: return Reference(.object)
    case .variable(let name, _): return Reference(.variable(name))
    case .call(.now, _, _): return Reference(.now)
    case .call(.random, _, _): return Reference(.random)
    default: return nil
    }
  }

  /// The position of the reference.
  var referencePosition: SyntaxPosition {
    switch self {
    case .path(let base, _): base.referencePosition
    case .variable(_, let place), .call(_, _, let place): place
    default: .none
    }
  }

  /// The steps after the reference.
  var stepsAfterReference: ArraySlice<PathStep> {
    if case .path(_, let steps) = self { steps.drop(while: \.isKey) } else { [] }
  }

  private var isRoot: Bool { if case .path = self { false } else { true } }
}

extension PathStep {
  var key: String? { if case .key(let key) = self { key } else { nil } }
  var isKey: Bool { key != nil }
}
