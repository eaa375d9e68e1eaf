import Values

/// A clause prepared for evaluation: references are resolved to indices, and constant patterns are compiled.
enum CompiledClause: Sendable {
  case constant(Bool)
  case all([CompiledClause])
  case any([CompiledClause])
  indirect case not(CompiledClause)
  case comparison(CompiledComparison)
}

/// A comparison prepared for evaluation.
///
/// It is a class so that evaluating it copies one reference and not each property.
final class CompiledComparison: Sendable {
  let quantifier: Quantifier?
  let left: CompiledExpression
  let comparisonOperator: ComparisonOperator
  let compareOptions: StringCompareOptions
  let right: CompiledExpression
  /// The compiled right side of `MATCHES`, if it is a constant.
  let pattern: Pattern?
  /// The compiled right side of `LIKE`, if it is a constant.
  let wildcardPattern: WildcardPattern?
  /// The prepared text that `CONTAINS`, or `IN` a text, searches for, if it is a constant.
  let substring: SubstringSearch?
  /// The text of the right side of `MATCHES` for error messages, or `nil` if the right side is a constant.
  let patternExpressionText: String?
  /// The position of the right side, for error messages.
  let patternPosition: SyntaxPosition

  init(_ comparison: Comparison, left: CompiledExpression, right: CompiledExpression) {
    quantifier = comparison.quantifier
    self.left = left
    comparisonOperator = comparison.comparisonOperator
    compareOptions = comparison.compareOptions
    self.right = right
    let constant = comparison.right.constant
    let text: String? = if case .text(let text)? = constant { text } else { nil }
    pattern = comparisonOperator == .matches ? text.flatMap { try? Pattern($0, comparison.compareOptions) } : nil
    wildcardPattern =
      comparisonOperator == .like ? text.map { WildcardPattern(comparison.compareOptions.folded($0)) } : nil
    let part: Value? =
      switch comparisonOperator {
      case .contains: constant
      case .isIn: comparison.left.constant
      default: nil
      }
    substring = if case .text(let part)? = part { SubstringSearch(compareOptions.folded(part)) } else { nil }
    patternExpressionText = comparisonOperator == .matches && constant == nil ? comparison.right.text : nil
    patternPosition = comparison.rightPosition
  }
}

/// An expression prepared for evaluation.
enum CompiledExpression: Sendable {
  case constant(Value)
  /// A value that the condition reads, by its index in ``Evaluator/references``.
  case reference(Int, SyntaxPosition)
  /// The element that an enclosing subquery tests, by the nesting level of the subquery: 0 is the outermost.
  case subqueryMember(Int)
  indirect case path(CompiledExpression, [PathStep])
  case list([CompiledExpression])
  indirect case negation(CompiledExpression)
  indirect case operatorChain(CompiledExpression, [(ArithmeticOperator, CompiledExpression)])
  indirect case setOperation(CompiledExpression, SetOperator, CompiledExpression)
  case call(BuiltInFunction, [CompiledExpression])
  indirect case cast(CompiledExpression, CastType)
  indirect case conditional(CompiledClause, CompiledExpression, CompiledExpression)
  indirect case subquery(CompiledExpression, CompiledClause)

  enum PathStep: Sendable {
    case key(String)
    indirect case index(CompiledExpression)
    case first
    case last
    case size
    case collectionOperator(CollectionOperator, [String])
  }
}
