public import Values

/// An operand of a condition that is built in Swift.
///
/// ```swift
/// let age = Term.variable("age").key("value")
/// let isHidden = age < 18 || Term.key("country").isIn(["DE", "AT"])
/// print(isHidden)  // $age.value < 18 OR country IN {'DE', 'AT'}
/// ```
public struct Term: Sendable {
  let expression: Expression

  init(_ expression: Expression) { self.expression = expression }

  /// The object for which the condition is evaluated.
  public static let object = Term(.subject)

  /// Creates a variable, given its name without the dollar sign.
  public static func variable(_ name: String) -> Term { Term(.variable(name, .none)) }

  /// Creates a term that reads a reference.
  public static func read(_ reference: Reference) -> Term {
    reference.keys.reduce(Term(reference.root.expression)) { $0.key($1) }
  }

  /// Creates a term that reads a key of the object.
  public static func key(_ key: String) -> Term { object.key(key) }

  /// Creates a constant.
  public static func value(_ value: some ValueConvertible) -> Term { Term(.constant(value.value.asConstant)) }

  /// Reads a key.
  public func key(_ key: String) -> Term { step(.key(key)) }

  /// Reads an element by its index.
  public func member(_ place: Int) -> Term { step(.index(.constant(.integer(Int64(place))))) }

  /// The number of elements.
  public var count: Term { step(.gathered(.count, [])) }

  func step(_ step: Step) -> Term { Term(Expression.path(expression, [step]).simplified) }
}

extension Term: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .value(value) }
  /// Creates a real.
  public init(floatLiteral value: Double) { self = .value(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .value(value) }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .value(value) }
  /// Creates null.
  public init(nilLiteral: ()) { self = .value(Value.null) }
  /// Creates a list.
  public init(arrayLiteral elements: Term...) { self.init(Expression.list(elements.map(\.expression)).simplified) }
}

extension Term {
  /// Whether the values are the same.
  public static func == (left: Term, right: Term) -> Condition { left.compared(.equal, right) }
  /// Whether the values are different.
  public static func != (left: Term, right: Term) -> Condition { left.compared(.unequal, right) }
  /// Whether the left value is less.
  public static func < (left: Term, right: Term) -> Condition { left.compared(.less, right) }
  /// Whether the left value is less or the same.
  public static func <= (left: Term, right: Term) -> Condition { left.compared(.lessOrEqual, right) }
  /// Whether the left value is greater.
  public static func > (left: Term, right: Term) -> Condition { left.compared(.greater, right) }
  /// Whether the left value is greater or the same.
  public static func >= (left: Term, right: Term) -> Condition { left.compared(.greaterOrEqual, right) }

  /// Whether the value is between two bounds, both included.
  public func isBetween(_ least: Term, _ most: Term) -> Condition { compared(.between, [least, most]) }
  /// Whether the value is an element of a list or a substring of a text.
  public func isIn(_ other: Term, _ folding: Folding = .none) -> Condition { compared(.isIn, other, folding) }
  /// Whether a list contains an element, or a text a substring.
  public func contains(_ other: Term, _ folding: Folding = .none) -> Condition { compared(.contains, other, folding) }
  /// Whether a text has a prefix.
  public func begins(with other: Term, _ folding: Folding = .none) -> Condition { compared(.begins, other, folding) }
  /// Whether a text has a suffix.
  public func ends(with other: Term, _ folding: Folding = .none) -> Condition { compared(.ends, other, folding) }
  /// Whether a text matches a pattern with the wildcards `*` and `?`.
  public func isLike(_ other: Term, _ folding: Folding = .none) -> Condition { compared(.like, other, folding) }
  /// Whether a text matches a regular expression.
  ///
  /// An invalid regular expression throws an error.
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
  /// Adds two numbers.
  public static func + (left: Term, right: Term) -> Term { left.computed(.plus, right) }
  /// Subtracts two numbers.
  public static func - (left: Term, right: Term) -> Term { left.computed(.minus, right) }
  /// Multiplies two numbers.
  public static func * (left: Term, right: Term) -> Term { left.computed(.times, right) }
  /// Divides two numbers.
  public static func / (left: Term, right: Term) -> Term { left.computed(.divided, right) }

  /// Raises a number to a power.
  public func raised(to exponent: Term) -> Term { computed(.power, exponent) }
  /// Changes the sign of a number.
  public static prefix func - (operand: Term) -> Term { Term(.negative(operand.expression)) }

  private func computed(_ computation: Computation, _ other: Term) -> Term {
    Term(.computed(expression, computation, other.expression))
  }
}

extension Condition {
  /// Whether both conditions are true.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(.joined(.and, [left.clause, right.clause]))
  }
  /// Whether at least one condition is true.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(.joined(.or, [left.clause, right.clause]))
  }
  /// Whether the condition is false.
  public static prefix func ! (condition: Condition) -> Condition { Condition(.not(condition.clause)) }
}
