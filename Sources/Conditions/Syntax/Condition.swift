import Values

/// A condition that is true or false, in the syntax of `NSPredicate`.
///
/// Conditions are values. Two conditions are equal if they have the same structure, however they are written. The
/// printed text of a condition parses as an equal condition.
///
/// ```swift
/// let condition = try Condition(parsing: "$age.value < 18 && $country in {'DE', 'AT'}")
/// print(condition)             // $age.value < 18 AND $country IN {'DE', 'AT'}
/// print(condition.references)  // [$age.value, $country]
/// try condition.holds(variables: ["age": .object(["value": 15]), "country": "DE"])  // true
/// ```
///
/// A condition is either true or false: if two values have no order, neither is less, and a value that is not a text
/// has no prefix. `Value` defines how values are compared and computed. In addition:
///
/// - Precedence, from lowest to highest: `OR`, `AND`, `NOT`, comparisons, `UNION` `INTERSECT` `MINUS`, `+` `-`, `*`
///   `/`, `**` (right-associative), unary minus, steps. So `-a ** 2` is `(-a) ** 2`.
/// - Aggregates and quantifiers treat a value that is not a list as a list of one element, and null as an empty list.
/// - If `a` is a list, `a.b` is the list of the `b` of its elements. After a collection operator, as in `a.@sum.b`, the
///   key is read from each element. The key `self` is the value itself, as in `a.@sum.self`.
/// - Nested lists are not flattened, as in `NSPredicate`: if `a` and each of its `b` are lists, `a.b.c` is a list of
///   lists, and `ANY a.b.c == 1` compares a list with 1 and is false. To test the inner elements, write
///   `SUBQUERY(a, $each, ANY $each.b.c == 1)[SIZE] > 0`.
/// - `x IN y` and `y CONTAINS x` are the same: an element of a list, a value of an object, or a substring of a text.
/// - `[c]` and `[d]` may follow every comparison operator. They fold the texts on both sides, including those in lists.
/// - `sum`, `min`, `max`, `average`, `median`, `mode` and `stddev` take a list or several values and ignore null. If a
///   value is not a number, the result is null. `stddev` is the population standard deviation, and `mode` the first of
///   the most frequent values. `log` has base 10, and `ln` base e. `length` counts scalars. `floor`, `ceiling` and
///   `trunc` of a real are reals.
/// - `MATCHES` matches the whole text in linear time: back references and look-around are not supported. `LIKE` has the
///   wildcards `*` and `?`, and the backslash as escape.
/// - `CAST(x, 'NSDate')` parses an instant, or a date as the midnight at which it starts. Any other text becomes null.
/// - `FUNCTION(x, 'name', …)` calls a function by its name, with an optional trailing colon. `lowercaseString` and
///   `uppercaseString` are also accepted.
public struct Condition: Hashable, Sendable {
  let clause: Clause

  init(_ clause: Clause) { self.clause = clause }

  /// Parses a condition.
  ///
  /// Each `%@`, `%d` and `%f` outside of quotation marks is replaced by the next argument as a value, and each `%K` by
  /// the next argument as keys.
  public init(parsing text: String, arguments: [ConditionArgument] = []) throws(ConditionError) {
    var parser = try ConditionParser(SourceScanner(text, arguments: arguments))
    clause = try parser.parseCondition()
  }

  /// A condition that is always true.
  public static let always = Condition(.constant(true))

  /// A condition that is never true.
  public static let never = Condition(.constant(false))
}

extension Condition: CustomStringConvertible {
  /// The canonical text.
  public var description: String {
    var printer = ConditionPrinter()
    printer.write(clause)
    return printer.text
  }
}

extension Condition: Codable {
  /// Decodes a condition from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(ConditionError) {
      self = try Condition(parsing: text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Encodes the canonical text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
