import Values

/// The references and constants of a comparison.
///
/// The result of the comparison changes where a reference has a value close to one of the constants.
package struct ComparisonInputs: Hashable, Sendable {
  /// The references on both sides.
  package let references: [Reference]
  /// The constants on both sides, including the elements of lists.
  package let constants: [Value]
  /// The test about a text, if a text is compared.
  package let textTest: TextTest?
  let comparison: Comparison
}

extension Condition {
  /// The references and constants of all comparisons.
  package var comparisonInputs: [ComparisonInputs] { clause.comparisons.map(\.inputs) }
}

extension Comparison {
  fileprivate var inputs: ComparisonInputs {
    ComparisonInputs(
      references: ReferenceCollector([left, right]).references, constants: left.constants + right.constants,
      textTest: textTest, comparison: self)
  }
}

extension ConditionExpression {
  fileprivate var constants: [Value] {
    switch self {
    case .constant(.list(let values)): values
    case .constant(let value): [value]
    case .negation(.constant(.integer(let integer))): [.integer(0 &- integer)]
    case .negation(.constant(.real(let real))): [.real(-real)]
    case .negation(.constant(.money(let money))): [Value.money(money).negated]
    default: children.flatMap(\.constants)
    }
  }
}
