package import Values

extension Condition {
  /// The references that the condition reads, each once, in the order of its text.
  ///
  /// The variable of a `SUBQUERY` is not included.
  public var reads: [Reference] {
    var reader = ReadCollector()
    reader.collect(clause)
    return reader.reads
  }

  /// The position of the first occurrence of each of ``reads``.
  ///
  /// It is `nil` for a condition built in Swift and for keys of the object.
  package var readPositions: [TextPosition?] {
    var reader = ReadCollector()
    reader.collect(clause)
    return reader.places.map(\.position)
  }
}

/// Collects the references that a condition reads.
struct ReadCollector {
  private(set) var reads: [Reference] = []
  private(set) var places: [Place] = []
  private var known: Set<Reference> = []
  /// The variables of the enclosing subqueries.
  private var bound: [String] = []

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

  mutating func collect(_ expression: Expression) {
    if let reference = expression.reference {
      add(reference, expression.referencePlace)
      return collect(expression.stepsBehindReference)
    }
    switch expression {
    case .constant, .subject, .variable: break
    case .path(let base, let steps):
      collect(base)
      collect(steps[...])
    case .list(let expressions), .call(_, let expressions, _): for expression in expressions { collect(expression) }
    case .negative(let operand), .cast(let operand, _): collect(operand)
    case .chain(let first, let links):
      collect(first)
      for link in links { collect(link.operand) }
    case .combined(let left, _, let right):
      collect(left)
      collect(right)
    case .choice(let clause, let left, let right):
      collect(clause)
      collect(left)
      collect(right)
    case .subquery(let list, let variable, let clause):
      collect(list)
      bound.append(variable)
      collect(clause)
      bound.removeLast()
    }
  }

  private mutating func collect(_ steps: ArraySlice<Step>) {
    for case .index(let index) in steps { collect(index) }
  }

  private mutating func add(_ reference: Reference, _ place: Place) {
    if case .variable(let name) = reference.root, bound.contains(name) { return }
    guard known.insert(reference).inserted else { return }
    reads.append(reference)
    places.append(place)
  }
}

extension Expression {
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
  var referencePlace: Place {
    switch self {
    case .path(let base, _): base.referencePlace
    case .variable(_, let place), .call(_, _, let place): place
    default: .none
    }
  }

  /// The steps after the reference.
  var stepsBehindReference: ArraySlice<Step> {
    if case .path(_, let steps) = self { steps.drop(while: \.isKey) } else { [] }
  }

  private var isRoot: Bool { if case .path = self { false } else { true } }
}

extension Step {
  var key: String? { if case .key(let key) = self { key } else { nil } }
  var isKey: Bool { key != nil }
}
