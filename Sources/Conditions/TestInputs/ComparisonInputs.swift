import Values

/// The references and constants of a comparison.
///
/// The result of the comparison changes where a reference has a value close to one of the constants.
package struct ComparisonInputs: Hashable, Sendable {
  /// The references on both sides.
  package let references: [Reference]
  /// The constants on both sides, including the elements of lists.
  package let constants: [Value]
  /// The question about a text, if a text is compared.
  package let textTest: TextTest?
  let comparison: Comparison
}

extension Condition {
  /// The boundaries of all comparisons.
  package var comparisonInputs: [ComparisonInputs] { clause.comparisons.map(\.inputs) }
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
  fileprivate var inputs: ComparisonInputs {
    var reader = ReferenceCollector()
    reader.collect(left)
    reader.collect(right)
    return ComparisonInputs(
      references: reader.references, constants: left.constants + right.constants, textTest: textTest, comparison: self)
  }
}

extension ConditionExpression {
  fileprivate var constants: [Value] {
    switch self {
    case .constant(.list(let values)): values
    case .constant(let value): [value]
    case .subject, .variable: []
    case .path(let base, let steps): base.constants + steps.flatMap(\.constants)
    case .list(let expressions), .call(_, let expressions, _): expressions.flatMap(\.constants)
    case .negation(.constant(.integer(let integer))): [.integer(0 &- integer)]
    case .negation(.constant(.real(let real))): [.real(-real)]
    case .negation(let operand), .cast(let operand, _): operand.constants
    case .operatorChain(let first, let links): first.constants + links.flatMap(\.operand.constants)
    case .setOperation(let left, _, let right): left.constants + right.constants
    case .conditional(let clause, let left, let right):
      clause.comparisons.flatMap(\.inputs.constants) + left.constants + right.constants
    case .subquery(let list, _, let clause): list.constants + clause.comparisons.flatMap(\.inputs.constants)
    }
  }
}

extension PathStep {
  fileprivate var constants: [Value] { if case .index(let index) = self { index.constants } else { [] } }
}
