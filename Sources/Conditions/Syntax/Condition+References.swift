import Values

extension Condition {
  /// The references that the condition reads, each once, in the order of its text.
  ///
  /// The variable of a `SUBQUERY` is not included.
  public var references: [Reference] { ReferenceCollector(clause.operands).references }

  /// The position of the first occurrence of each of ``references``.
  ///
  /// It is `nil` for a condition built in Swift and for keys of the object.
  package var referencePositions: [TextPosition?] {
    ReferenceCollector(clause.operands).positions.map(\.textPosition)
  }
}

/// Collects the references that expressions read.
struct ReferenceCollector {
  private(set) var references: [Reference] = []
  private(set) var positions: [SyntaxPosition] = []
  private var collected: Set<Reference> = []
  /// The variables of the enclosing subqueries.
  private var subqueryVariables: [String] = []

  init(_ expressions: [ConditionExpression]) {
    for expression in expressions { collect(expression) }
  }

  private mutating func collect(_ expression: ConditionExpression) {
    if let reference = expression.reference {
      add(reference, at: expression.referencePosition)
      for case .index(let index) in expression.stepsAfterReference { collect(index) }
    } else if case .subquery(let list, let variable, let clause) = expression {
      collect(list)
      subqueryVariables.append(variable)
      for operand in clause.operands { collect(operand) }
      subqueryVariables.removeLast()
    } else {
      for child in expression.children { collect(child) }
    }
  }

  private mutating func add(_ reference: Reference, at position: SyntaxPosition) {
    if case .variable(let name) = reference.root, subqueryVariables.contains(name) { return }
    guard collected.insert(reference).inserted else { return }
    references.append(reference)
    positions.append(position)
  }
}

extension Clause {
  /// All comparisons, in the order of the text.
  var comparisons: [Comparison] {
    switch self {
    case .constant: []
    case .all(let clauses), .any(let clauses): clauses.flatMap(\.comparisons)
    case .not(let clause, _): clause.comparisons
    case .comparison(let comparison): [comparison]
    }
  }

  /// Both sides of all comparisons, in the order of the text.
  var operands: [ConditionExpression] { comparisons.flatMap { [$0.left, $0.right] } }
}

extension ConditionExpression {
  /// The expressions directly inside the expression and the operands of its conditions, in the order of the text.
  var children: [ConditionExpression] {
    switch self {
    case .constant, .subject, .variable: []
    case .path(let base, let steps): [base] + steps.compactMap { if case .index(let index) = $0 { index } else { nil } }
    case .list(let expressions), .call(_, let expressions, _): expressions
    case .negation(let operand), .cast(let operand, _): [operand]
    case .operatorChain(let first, let terms): [first] + terms.map(\.operand)
    case .setOperation(let left, _, let right): [left, right]
    case .conditional(let clause, let left, let right): clause.operands + [left, right]
    case .subquery(let list, _, let clause): [list] + clause.operands
    }
  }

  /// The reference at the beginning of the expression, if there is one.
  var reference: Reference? {
    switch self {
    case .path(.path, _): nil
    case .path(let base, let steps):
      base.reference.map { Reference($0.root, steps.prefix(while: \.isKey).compactMap(\.key)) }
    case .subject: Reference(.object)
    case .variable(let name, _): Reference(.variable(name))
    case .call(.now, _, _): Reference(.now)
    case .call(.random, _, _): Reference(.random)
    default: nil
    }
  }

  /// The position of the reference.
  var referencePosition: SyntaxPosition {
    switch self {
    case .path(let base, _): base.referencePosition
    case .variable(_, let position), .call(_, _, let position): position
    default: .none
    }
  }

  /// The steps after the reference.
  var stepsAfterReference: ArraySlice<PathStep> {
    if case .path(_, let steps) = self { steps.drop(while: \.isKey) } else { [] }
  }

  /// The reference, or `nil` if the expression is more than a reference.
  var wholeReference: Reference? { stepsAfterReference.isEmpty ? reference : nil }
}

extension PathStep {
  var key: String? { if case .key(let key) = self { key } else { nil } }
  var isKey: Bool { key != nil }
}
