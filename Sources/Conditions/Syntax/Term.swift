import Values

/// An operand for building a condition with Swift operators and methods.
///
/// ```swift
/// let age = Term.variable("age").key("value")
/// let isHidden = age < 18 || Term.key("country").isIn(["DE", "AT"])
/// print(isHidden)  // $age.value < 18 OR country IN {'DE', 'AT'}
/// ```
public struct Term: Sendable {
  let expression: ConditionExpression

  init(_ expression: ConditionExpression) { self.expression = expression }

  /// The object for which the condition is evaluated.
  public static let object = Term(.subject)

  /// Creates a variable, given its name without the dollar sign.
  public static func variable(_ name: String) -> Term { Term(.variable(name, .none)) }

  /// Creates a term that reads a reference.
  public static func reference(_ reference: Reference) -> Term {
    reference.keys.reduce(Term(reference.root.expression)) { $0.key($1) }
  }

  /// Creates a term that reads a key of the object.
  public static func key(_ key: String) -> Term { object.key(key) }

  /// Creates a constant.
  public static func value(_ value: some ValueConvertible) -> Term {
    Term(.constant(value.value.replacingNonFiniteNumbers))
  }

  /// Reads a key.
  public func key(_ key: String) -> Term { appending(.key(key)) }

  /// Reads an element by its index.
  public func element(at index: Int) -> Term { appending(.index(.constant(.integer(Int64(index))))) }

  /// The number of elements.
  public var count: Term { appending(.collectionOperator(.count, [])) }

  func appending(_ step: PathStep) -> Term { Term(ConditionExpression.path(expression, [step]).normalized) }
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
  public init(arrayLiteral elements: Term...) {
    self.init(ConditionExpression.list(elements.map(\.expression)).normalized)
  }
}

extension Term {
  /// Whether the values are the same.
  public static func == (left: Term, right: Term) -> Condition { left.comparison(.equal, right) }
  /// Whether the values are different.
  public static func != (left: Term, right: Term) -> Condition { left.comparison(.notEqual, right) }
  /// Whether the left value is less.
  public static func < (left: Term, right: Term) -> Condition { left.comparison(.less, right) }
  /// Whether the left value is less or the same.
  public static func <= (left: Term, right: Term) -> Condition { left.comparison(.lessOrEqual, right) }
  /// Whether the left value is greater.
  public static func > (left: Term, right: Term) -> Condition { left.comparison(.greater, right) }
  /// Whether the left value is greater or the same.
  public static func >= (left: Term, right: Term) -> Condition { left.comparison(.greaterOrEqual, right) }

  /// Whether the value is between two bounds, including the bounds.
  public func isBetween(_ least: Term, _ most: Term) -> Condition { comparison(.between, [least, most]) }
  /// Whether the value is an element of a list, a value of an object, or a substring of a text.
  public func isIn(_ other: Term, _ options: StringCompareOptions = .none) -> Condition {
    comparison(.isIn, other, options)
  }
  /// Whether a list contains an element, an object contains a value, or a text contains a substring.
  public func contains(_ other: Term, _ options: StringCompareOptions = .none) -> Condition {
    comparison(.contains, other, options)
  }
  /// Whether a text has a prefix.
  public func begins(with other: Term, _ options: StringCompareOptions = .none) -> Condition {
    comparison(.beginsWith, other, options)
  }
  /// Whether a text has a suffix.
  public func ends(with other: Term, _ options: StringCompareOptions = .none) -> Condition {
    comparison(.endsWith, other, options)
  }
  /// Whether a text matches a pattern with the wildcards `*` and `?`.
  public func isLike(_ other: Term, _ options: StringCompareOptions = .none) -> Condition {
    comparison(.like, other, options)
  }
  /// Whether a text matches a regular expression.
  ///
  /// - Throws: An error if the regular expression is invalid.
  public func matches(_ pattern: String, _ options: StringCompareOptions = .none) throws(ConditionError)
    -> Condition
  {
    do throws(PatternError) {
      _ = try Pattern(pattern, options)
    } catch {
      throw error.conditionError(at: nil)
    }
    return comparison(.matches, .value(pattern), options)
  }

  private func comparison(
    _ comparisonOperator: ComparisonOperator, _ other: Term, _ options: StringCompareOptions = .none
  ) -> Condition {
    Condition(
      .comparison(
        Comparison(
          left: expression, comparisonOperator: comparisonOperator, compareOptions: options, right: other.expression)))
  }
}

extension Term {
  /// Adds two numbers.
  public static func + (left: Term, right: Term) -> Term { left.arithmetic(.plus, right) }
  /// Subtracts the right number from the left one.
  public static func - (left: Term, right: Term) -> Term { left.arithmetic(.minus, right) }
  /// Multiplies two numbers.
  public static func * (left: Term, right: Term) -> Term { left.arithmetic(.times, right) }
  /// Divides the left number by the right one.
  public static func / (left: Term, right: Term) -> Term { left.arithmetic(.dividedBy, right) }

  /// Raises a number to a power.
  public func raised(to exponent: Term) -> Term { arithmetic(.power, exponent) }
  /// Changes the sign of a number.
  public static prefix func - (operand: Term) -> Term { Term(.negation(operand.expression)) }

  private func arithmetic(_ arithmeticOperator: ArithmeticOperator, _ other: Term) -> Term {
    Term(.arithmetic(expression, arithmeticOperator, other.expression))
  }
}

extension Condition {
  /// Whether both conditions are true.
  public static func && (left: Condition, right: Condition) -> Condition {
    Condition(.joined(by: .and, [left.clause, right.clause]))
  }
  /// Whether at least one condition is true.
  public static func || (left: Condition, right: Condition) -> Condition {
    Condition(.joined(by: .or, [left.clause, right.clause]))
  }
  /// Whether the condition is false.
  public static prefix func ! (condition: Condition) -> Condition { Condition(.not(condition.clause)) }
}
