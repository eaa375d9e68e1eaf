internal import Values

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
  let left: Formula
  let relation: Relation
  let folding: Folding
  let right: Formula
  /// The compiled right side of `MATCHES`, if it is a constant.
  let pattern: Pattern?
  /// The compiled right side of `LIKE`, if it is a constant.
  let likeness: Likeness?
  /// The text of the right side of `MATCHES`, unless it is a constant, and its position: for error messages.
  let patternSource: String?
  let patternPlace: Place

  init(_ comparison: Comparison, _ left: Formula, _ right: Formula) {
    quantifier = comparison.quantifier
    self.left = left
    relation = comparison.relation
    folding = comparison.folding
    self.right = right
    let constant = comparison.right.constant
    let text: String? = if case .text(let text)? = constant { text } else { nil }
    pattern = relation == .matches ? text.flatMap { try? Pattern($0, comparison.folding) } : nil
    likeness = relation == .like ? text.map { Likeness(comparison.folding.folded($0)) } : nil
    patternSource = relation == .matches && constant == nil ? comparison.right.text : nil
    patternPlace = comparison.rightPlace
  }
}

/// An expression prepared for evaluation.
enum Formula: Sendable {
  case constant(Value)
  /// A value that the condition reads, by its index in ``Evaluator/reads``.
  case read(Int, Place)
  /// The member that an enclosing subquery tests, counted from the outermost.
  case bound(Int)
  indirect case path(Formula, [Hop])
  case list([Formula])
  indirect case negative(Formula)
  indirect case chain(Formula, [(Computation, Formula)])
  indirect case combined(Formula, Combination, Formula)
  case call(Function, [Formula])
  indirect case cast(Formula, ValueType)
  indirect case choice(CompiledClause, Formula, Formula)
  indirect case subquery(Formula, CompiledClause)

  enum Hop: Sendable {
    case key(String)
    indirect case index(Formula)
    case first
    case last
    case size
    case gathered(Gathering, [String])
  }
}
