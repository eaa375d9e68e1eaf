import Values

/// The syntax tree of an expression that has a value.
///
/// An expression that can be written in two ways has one tree, made by ``normalized``: a list of constants is a
/// constant.
indirect enum ConditionExpression: Hashable, Sendable {
  case constant(Value)
  /// The object for which the condition is evaluated.
  case subject
  case variable(String, SyntaxPosition)
  case path(ConditionExpression, [PathStep])
  case list([ConditionExpression])
  case negation(ConditionExpression)
  /// A chain of left-associative operators with the same precedence: see ``flattenedChain(_:_:)``.
  case operatorChain(ConditionExpression, [OperatorTerm])
  case setOperation(ConditionExpression, SetOperator, ConditionExpression)
  case call(BuiltInFunction, [ConditionExpression], SyntaxPosition)
  case cast(ConditionExpression, CastType)
  case conditional(Clause, ConditionExpression, ConditionExpression)
  case subquery(ConditionExpression, variable: String, Clause)
}

/// An operator and its right operand.
struct OperatorTerm: Hashable, Sendable {
  var arithmeticOperator: ArithmeticOperator
  var operand: ConditionExpression
}

extension ConditionExpression {
  /// Applies an operator to two expressions.
  static func arithmetic(
    _ left: ConditionExpression, _ arithmeticOperator: ArithmeticOperator, _ right: ConditionExpression
  )
    -> ConditionExpression
  {
    flattenedChain(left, [OperatorTerm(arithmeticOperator: arithmeticOperator, operand: right)])
  }

  /// Applies a chain of operators with the same precedence.
  ///
  /// `(a + b) - c` and `a + b - c` have the same tree, whose depth does not grow with the length of the chain. Powers
  /// are right-associative, so each one nests in the one before.
  static func flattenedChain(_ first: ConditionExpression, _ terms: [OperatorTerm]) -> ConditionExpression {
    guard case .operatorChain(let start, let others) = first,
      let precedence = others.first?.arithmeticOperator.precedence,
      precedence != .power, precedence == terms.first?.arithmeticOperator.precedence
    else { return .operatorChain(first, terms) }
    return .operatorChain(start, others + terms)
  }
}

/// A step into a value.
enum PathStep: Hashable, Sendable {
  case key(String)
  case index(ConditionExpression)
  case first
  case last
  case size
  case collectionOperator(CollectionOperator, [String])
}

/// A collection operator.
enum CollectionOperator: String, Hashable, Sendable, CaseIterable {
  case count
  case sum
  case avg
  case min
  case max
  case distinct = "distinctUnionOfObjects"
}

/// A set operator.
enum SetOperator: String, Hashable, Sendable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// The type of a cast.
enum CastType: String, Hashable, Sendable, CaseIterable {
  case text = "NSString"
  case number = "NSNumber"
  case money = "NSDecimalNumber"
  case instant = "NSDate"
}

extension ConditionExpression {
  var constant: Value? { if case .constant(let value) = self { value } else { nil } }

  /// The canonical form of the expression.
  ///
  /// Only the outermost node is changed, because trees are built from the inside out.
  var normalized: ConditionExpression {
    switch self {
    case .path(let base, let steps) where steps.isEmpty: return base
    case .path(.path(let base, let first), let steps) where !PathStep.isAbsorbed(steps[0], by: first):
      return .path(base, first + steps)
    case .list(let elements):
      let constants = elements.compactMap(\.constant)
      return constants.count == elements.count ? .constant(.list(constants)) : self
    case .cast(.constant(.text(let text)), .instant):
      return Instant(dateOrTimestamp: text).map { .constant(.instant($0)) } ?? self
    case .cast(.constant(.text(let text)), .money):
      return Money(text).map { .constant(.money($0)) } ?? self
    default: return self
    }
  }
}

extension PathStep {
  /// Whether a step would become part of the steps before it: keys after a collection operator are read from each
  /// element.
  ///
  /// `(a.@max.b).c` is not `a.@max.b.c`.
  static func isAbsorbed(_ step: PathStep, by steps: [PathStep]) -> Bool {
    if case (.key, .collectionOperator(let name, _)?) = (step, steps.last) { name != .count } else { false }
  }

  /// Appends a step in the order of the text.
  static func append(_ step: PathStep, to steps: inout [PathStep]) {
    if isAbsorbed(step, by: steps), case .key(let key) = step,
      case .collectionOperator(let name, let keys)? = steps.popLast()
    {
      steps.append(.collectionOperator(name, keys + [key]))
    } else {
      steps.append(step)
    }
  }
}

extension Value {
  /// The depth of nested lists and objects.
  var nestingDepth: Int {
    switch self {
    case .list(let values): 1 + (values.map(\.nestingDepth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.nestingDepth).max() ?? 0)
    case .null, .boolean, .integer, .real, .money, .text, .instant: 1
    }
  }

  /// The value as a constant in a condition: numbers that are infinite or NaN become null.
  var replacingNonFiniteNumbers: Value {
    switch self {
    case .real(let real): Value(finiteOrNull: real)
    case .list(let values): .list(values.map(\.replacingNonFiniteNumbers))
    case .object(let members): .object(members.mapValues(\.replacingNonFiniteNumbers))
    case .null, .boolean, .integer, .money, .text, .instant: self
    }
  }
}
