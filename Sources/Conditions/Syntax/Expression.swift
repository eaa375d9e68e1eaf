internal import Values

/// The syntax tree of an expression that has a value.
///
/// An expression that can be written in two ways has one tree, made by ``simplified``: a list of constants is a
/// constant.
indirect enum Expression: Hashable, Sendable {
  case constant(Value)
  /// The object for which the condition is evaluated.
  case subject
  case variable(String, Place)
  case path(Expression, [Step])
  case list([Expression])
  case negative(Expression)
  /// A chain of left-associative operators with the same precedence: see ``computed(_:_:_:)``.
  case chain(Expression, [Link])
  case combined(Expression, Combination, Expression)
  case call(Function, [Expression], Place)
  case cast(Expression, ValueType)
  case choice(Clause, Expression, Expression)
  case subquery(Expression, variable: String, Clause)
}

/// An operator and its right operand.
struct Link: Hashable, Sendable {
  var computation: Computation
  var operand: Expression
}

extension Expression {
  /// Applies an operator to two expressions.
  static func computed(_ left: Expression, _ computation: Computation, _ right: Expression) -> Expression {
    computed(left, [Link(computation: computation, operand: right)])
  }

  /// Applies a chain of operators with the same precedence.
  ///
  /// `(a + b) - c` and `a + b - c` have the same tree, whose depth does not grow with the length of the chain. Powers
  /// are right-associative, so each one nests in the one before.
  static func computed(_ first: Expression, _ links: [Link]) -> Expression {
    guard case .chain(let start, let others) = first, let level = others.first?.computation.level, level != .power,
      level == links.first?.computation.level
    else { return .chain(first, links) }
    return .chain(start, others + links)
  }
}

/// A step into a value.
enum Step: Hashable, Sendable {
  case key(String)
  case index(Expression)
  case first
  case last
  case size
  case gathered(Gathering, [String])
}

/// A collection operator.
enum Gathering: String, Hashable, Sendable, CaseIterable {
  case count
  case sum
  case avg
  case min
  case max
  case distinct = "distinctUnionOfObjects"
}

/// A set operator.
enum Combination: String, Hashable, Sendable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// The type of a cast.
enum ValueType: String, Hashable, Sendable, CaseIterable {
  case text = "NSString"
  case number = "NSNumber"
  case instant = "NSDate"
}

extension Expression {
  var constant: Value? { if case .constant(let value) = self { value } else { nil } }

  /// The canonical form of the expression.
  ///
  /// Only the outermost node is changed, because trees are built from the inside out.
  var simplified: Expression {
    switch self {
    case .path(let base, let steps) where steps.isEmpty: return base
    case .path(.path(let base, let first), let steps) where !Step.belongs(steps[0], to: first):
      return .path(base, first + steps)
    case .list(let elements):
      let constants = elements.compactMap(\.constant)
      return constants.count == elements.count ? .constant(.list(constants)) : self
    case .cast(.constant(.text(let text)), .instant):
      return Instant(reading: text).map { .constant(.instant($0)) } ?? self
    default: return self
    }
  }
}

extension Step {
  /// Whether a step would become part of the steps before it: keys after a collection operator are read from each
  /// element.
  ///
  /// `(a.@max.b).c` is not `a.@max.b.c`.
  static func belongs(_ step: Step, to steps: [Step]) -> Bool {
    if case .key = step, case .gathered(let gathering, _)? = steps.last { gathering != .count } else { false }
  }

  /// Appends a step in the order of the text.
  static func add(_ step: Step, to steps: inout [Step]) {
    if belongs(step, to: steps), case .key(let key) = step, case .gathered(let gathering, let keys)? = steps.popLast() {
      steps.append(.gathered(gathering, keys + [key]))
    } else {
      steps.append(step)
    }
  }
}

extension Value {
  /// The depth of nested lists and objects.
  var height: Int {
    switch self {
    case .list(let values): 1 + (values.map(\.height).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.height).max() ?? 0)
    case .null, .boolean, .integer, .real, .text, .instant: 1
    }
  }

  /// The value as a constant in a condition: numbers that are infinite or NaN become null.
  var asConstant: Value {
    switch self {
    case .real(let real): Value(finite: real)
    case .list(let values): .list(values.map(\.asConstant))
    case .object(let members): .object(members.mapValues(\.asConstant))
    case .null, .boolean, .integer, .text, .instant: self
    }
  }
}
