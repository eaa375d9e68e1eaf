package import Values

/// What one comparison of a condition reads, and the constants that stand in it.
///
/// Where the condition changes its mind, something that is read is near one of the constants.
package struct Boundary: Hashable, Sendable {
  /// What is read on either side.
  package let reads: [Reference]
  /// The constants on either side, those of lists one by one.
  package let constants: [Value]
  /// What is asked of a text, if that is what is compared.
  package let question: TextQuestion?
  let comparison: Comparison
}

extension Condition {
  /// What is compared, and with what, one for each comparison.
  package var boundaries: [Boundary] { clause.comparisons.map(\.boundary) }
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
}

extension Comparison {
  fileprivate var boundary: Boundary {
    var reader = ReadCollector()
    reader.collect(left)
    reader.collect(right)
    return Boundary(
      reads: reader.reads, constants: left.constants + right.constants, question: question, comparison: self)
  }
}

extension Expression {
  fileprivate var constants: [Value] {
    switch self {
    case .constant(.list(let values)): values
    case .constant(let value): [value]
    case .subject, .variable: []
    case .path(let base, let steps): base.constants + steps.flatMap(\.constants)
    case .list(let expressions), .call(_, let expressions, _): expressions.flatMap(\.constants)
    case .negative(.constant(.integer(let integer))): [.integer(0 &- integer)]
    case .negative(.constant(.real(let real))): [.real(-real)]
    case .negative(let operand), .cast(let operand, _): operand.constants
    case .chain(let first, let links): first.constants + links.flatMap(\.operand.constants)
    case .combined(let left, _, let right): left.constants + right.constants
    case .choice(let clause, let left, let right):
      clause.comparisons.flatMap(\.boundary.constants) + left.constants + right.constants
    case .subquery(let list, _, let clause): list.constants + clause.comparisons.flatMap(\.boundary.constants)
    }
  }
}

extension Step {
  fileprivate var constants: [Value] { if case .index(let index) = self { index.constants } else { [] } }
}
