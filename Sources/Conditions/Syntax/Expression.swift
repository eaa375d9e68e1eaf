internal import Values

/// A value as a tree: what is computed, and from what.
///
/// What can be written in two ways is one tree, which ``simplified`` makes: a list of constants is a constant.
indirect enum Expression: Hashable, Sendable {
  case constant(Value)
  /// The object that the condition is asked about.
  case subject
  case variable(String, Place)
  case path(Expression, [Step])
  case list([Expression])
  case negative(Expression)
  /// What is computed from the left, by operators that bind alike: see ``computed(_:_:_:)``.
  case chain(Expression, [Link])
  case combined(Expression, Combination, Expression)
  case call(Function, [Expression], Place)
  case cast(Expression, ValueType)
  case choice(Clause, Expression, Expression)
  case subquery(Expression, variable: String, Clause)
}

/// An operator, and what stands behind it.
struct Link: Hashable, Sendable {
  var computation: Computation
  var operand: Expression
}

extension Expression {
  /// Two values and what is made of them.
  static func computed(_ left: Expression, _ computation: Computation, _ right: Expression) -> Expression {
    computed(left, [Link(computation: computation, operand: right)])
  }

  /// A value and what is made of it, by operators that bind alike.
  ///
  /// `(a + b) - c` and `a + b - c` are one tree, which is no deeper for being longer. Powers are taken from the right, so
  /// that each nests in the one before.
  static func computed(_ first: Expression, _ links: [Link]) -> Expression {
    guard case .chain(let start, let others) = first, let level = others.first?.computation.level, level != .power,
      level == links.first?.computation.level
    else { return .chain(first, links) }
    return .chain(start, others + links)
  }
}

/// One step into a value.
enum Step: Hashable, Sendable {
  case key(String)
  case index(Expression)
  case first
  case last
  case size
  case gathered(Gathering, [String])
}

/// What the members of a list can be gathered into.
enum Gathering: String, Hashable, Sendable, CaseIterable {
  case count
  case sum
  case avg
  case min
  case max
  case distinct = "distinctUnionOfObjects"
}

/// What two lists can be made into one by.
enum Combination: String, Hashable, Sendable, CaseIterable {
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
}

/// What a value can be cast to.
enum ValueType: String, Hashable, Sendable, CaseIterable {
  case text = "NSString"
  case number = "NSNumber"
  case instant = "NSDate"
}

extension Expression {
  var constant: Value? { if case .constant(let value) = self { value } else { nil } }

  /// The same, in the one way that it is kept.
  ///
  /// Only the outermost node is looked at: whoever makes a tree makes it from inside.
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
  /// Whether a step would become part of what stands before it: keys behind what gathers are asked of each member.
  ///
  /// `(a.@max.b).c` is not `a.@max.b.c`.
  static func belongs(_ step: Step, to steps: [Step]) -> Bool {
    if case .key = step, case .gathered(let gathering, _)? = steps.last { gathering != .count } else { false }
  }

  /// Adds a step as it was written, one behind the other.
  static func add(_ step: Step, to steps: inout [Step]) {
    if belongs(step, to: steps), case .key(let key) = step, case .gathered(let gathering, let keys)? = steps.popLast() {
      steps.append(.gathered(gathering, keys + [key]))
    } else {
      steps.append(step)
    }
  }
}

extension Value {
  /// How deep lists and objects stand in each other.
  var height: Int {
    switch self {
    case .list(let values): 1 + (values.map(\.height).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.height).max() ?? 0)
    case .null, .boolean, .integer, .real, .text, .instant: 1
    }
  }

  /// The value as a constant of a condition: what is no finite number is nothing.
  var asConstant: Value {
    switch self {
    case .real(let real): Value(finite: real)
    case .list(let values): .list(values.map(\.asConstant))
    case .object(let members): .object(members.mapValues(\.asConstant))
    case .null, .boolean, .integer, .text, .instant: self
    }
  }
}
