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
  fileprivate let comparison: Comparison

  /// Whether a side is computed, and not just a constant or reference.
  package var involvesComputation: Bool {
    [comparison.left, comparison.right].contains { side in
      side.constant == nil && side.wholeReference == nil
    }
  }
}

/// The sides of a comparison, which are evaluated for given values of its references.
package struct ComparisonSides {
  private let references: [Reference]
  private let compiledLeft: CompiledExpression
  private let compiledRight: CompiledExpression

  /// Compiles both sides.
  package init(of inputs: ComparisonInputs) {
    references = inputs.references
    let compiler = ConditionCompiler(references: references)
    compiledLeft = compiler.compileExpression(inputs.comparison.left)
    compiledRight = compiler.compileExpression(inputs.comparison.right)
  }

  /// Returns the left side, or `nil` if it cannot be computed from the values of the references.
  package func left(_ values: [Value]) -> Value? { value(of: compiledLeft, values) }

  /// Returns the right side, or `nil` if it cannot be computed from the values of the references.
  package func right(_ values: [Value]) -> Value? { value(of: compiledRight, values) }

  private func value(of side: CompiledExpression, _ values: [Value]) -> Value? {
    let source = ArrayValueSource(values: values)
    return try? CompiledClauseEvaluator(references: references, valueSource: source).value(of: side)
  }

  private struct ArrayValueSource: ValueSource {
    let values: [Value]
    func value(at place: Int) -> Value? { values[place] }
  }
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
