public import Values

/// A value in a condition that is built in Swift.
///
/// ```swift
/// let age = Term.variable("age").key("value")
/// let isHidden = age < 18 || Term.key("country").isIn(["DE", "AT"])
/// print(isHidden)  // $age.value < 18 OR country IN {'DE', 'AT'}
/// ```
public struct Term: Sendable {
  let expression: Expression

  init(_ expression: Expression) { self.expression = expression }

  /// The object that the condition is asked about.
  public static let object = Term(.subject)

  /// A variable, without its dollar sign.
  public static func variable(_ name: String) -> Term { Term(.variable(name, .none)) }

  /// What a reference reads.
  public static func read(_ reference: Reference) -> Term {
    reference.keys.reduce(Term(reference.root.expression)) { $0.key($1) }
  }

  /// What stands under a key of the object.
  public static func key(_ key: String) -> Term { object.key(key) }

  /// A constant.
  public static func value(_ value: some ValueConvertible) -> Term { Term(.constant(value.value.asConstant)) }

  /// What stands under a key of it.
  public func key(_ key: String) -> Term { step(.key(key)) }

  /// One of its members, from 0.
  public func member(_ place: Int) -> Term { step(.index(.constant(.integer(Int64(place))))) }

  /// How many members it has.
  public var count: Term { step(.gathered(.count, [])) }

  func step(_ step: Step) -> Term { Term(Expression.path(expression, [step]).simplified) }
}

extension Term: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
  /// An integer.
  public init(integerLiteral value: Int64) { self = .value(value) }
  /// A real.
  public init(floatLiteral value: Double) { self = .value(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .value(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .value(value) }
  /// Null.
  public init(nilLiteral: ()) { self = .value(Value.null) }
  /// A list.
  public init(arrayLiteral elements: Term...) { self.init(Expression.list(elements.map(\.expression)).simplified) }
}

extension Term {
  /// Whether both are the same.
  public static func == (left: Term, right: Term) -> Condition { left.compared(.equal, right) }
  /// Whether they are not the same.
  public static func != (left: Term, right: Term) -> Condition { left.compared(.unequal, right) }
  /// Whether the first is less.
  public static func < (left: Term, right: Term) -> Condition { left.compared(.less, right) }
  /// Whether the first is less or the same.
  public static func <= (left: Term, right: Term) -> Condition { left.compared(.lessOrEqual, right) }
  /// Whether the first is greater.
  public static func > (left: Term, right: Term) -> Condition { left.compared(.greater, right) }
  /// Whether the first is greater or the same.
  public static func >= (left: Term, right: Term) -> Condition { left.compared(.greaterOrEqual, right) }

  /// Whether it is neither less than the one nor greater than the other.
  public func isBetween(_ least: Term, _ most: Term) -> Condition { compared(.between, [least, most]) }
  /// Whether it is a member of a list or part of a text.
  public func isIn(_ other: Term, _ folding: Folding = .none) -> Condition { compared(.isIn, other, folding) }
  /// Whether a list has it as a member, or a text as a part.
  public func contains(_ other: Term, _ folding: Folding = .none) -> Condition { compared(.contains, other, folding) }
  /// Whether a text begins with another.
  public func begins(with other: Term, _ folding: Folding = .none) -> Condition { compared(.begins, other, folding) }
  /// Whether a text ends with another.
  public func ends(with other: Term, _ folding: Folding = .none) -> Condition { compared(.ends, other, folding) }
  /// Whether a text is like a pattern of `*` and `?`.
  public func isLike(_ other: Term, _ folding: Folding = .none) -> Condition { compared(.like, other, folding) }
  /// Whether a text matches a regular expression; one that is none is a fault.
  public func matches(_ pattern: String, _ folding: Folding = .none) throws(ConditionFault) -> Condition {
    do throws(PatternFault) {
      _ = try Pattern(pattern, folding)
    } catch {
      throw error.fault(at: nil)
    }
    return compared(.matches, .value(pattern), folding)
  }

  private func compared(_ relation: Relation, _ other: Term, _ folding: Folding = .none) -> Condition {
    Condition(
      .comparison(Comparison(left: expression, relation: relation, folding: folding, right: other.expression)))
  }
}

extension Term {
  /// The sum.
  public static func + (left: Term, right: Term) -> Term { left.computed(.plus, right) }
  /// The difference.
  public static func - (left: Term, right: Term) -> Term { left.computed(.minus, right) }
  /// The product.
  public static func * (left: Term, right: Term) -> Term { left.computed(.times, right) }
  /// The quotient.
  public static func / (left: Term, right: Term) -> Term { left.computed(.divided, right) }

  /// The power.
  public func raised(to exponent: Term) -> Term { computed(.power, exponent) }
  /// The same with its sign changed.
  public static prefix func - (operand: Term) -> Term { Term(.negative(operand.expression)) }

  private func computed(_ computation: Computation, _ other: Term) -> Term {
    Term(.computed(expression, computation, other.expression))
  }
}

extension Condition {
  /// Whether both hold.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(.joined(.and, [left.clause, right.clause]))
  }
  /// Whether one of them holds.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(.joined(.or, [left.clause, right.clause]))
  }
  /// Whether it does not hold.
  public static prefix func ! (condition: Condition) -> Condition { Condition(.not(condition.clause)) }
}
