import Values

/// A condition that is true or false, in the syntax of `NSPredicate`.
///
/// Conditions are values. Two conditions are equal if they have the same structure, even if they are written
/// differently. Parsing the printed text of a condition returns an equal condition.
///
/// ```swift
/// let condition = try Condition(parsing: "$age.value < 18 && $country in {'DE', 'AT'}")
/// print(condition)             // $age.value < 18 AND $country IN {'DE', 'AT'}
/// print(condition.references)  // [$age.value, $country]
/// try condition.holds(variables: ["age": .object(["value": 15]), "country": "DE"])  // true
/// ```
///
/// A condition is either true or false, never unknown as in SQL. If two values cannot be ordered, `<`, `<=`, `>` and
/// `>=` are false. So every comparison with null is false, except `==`, `!=` and a test for an element of a list that
/// contains null. A test for a prefix is false if the value is not a text. Forms, tables and ``sql(_:columns:)`` know
/// types before values, and refuse a comparison of types that are never the same. `Value` defines how values are compared and
/// computed. In addition:
///
/// - Precedence, from lowest to highest: `OR`, `AND`, `NOT`, comparisons, `UNION` `INTERSECT` `MINUS`, `+` `-`, `*`
///   `/`, `**` (right-associative), unary minus, path steps such as `.key` and `[0]`. So `-a ** 2` is `(-a) ** 2`.
/// - Aggregates and quantifiers treat a value that is not a list as a list of one element, and null as an empty list.
/// - If `a` is a list, `a.b` reads the key `b` of each element and is the list of the results. After a collection
///   operator, as in `a.@sum.b`, the key is read from each element. The key `self` is the value itself, as in
///   `a.@sum.self`.
/// - Nested lists are not flattened, as in `NSPredicate`. If `a` is a list and the `b` of each element is a list,
///   `a.b.c` is a list of lists, and `ANY a.b.c == 1` compares a list with 1 and is false. To test the inner elements,
///   write `SUBQUERY(a, $each, ANY $each.b.c == 1)[SIZE] > 0`.
/// - `x IN y` and `y CONTAINS x` are equivalent. They test whether `x` is an element of a list, a value of an object,
///   or a substring of a text.
/// - `[c]` and `[d]` may follow every comparison operator. They fold the texts on both sides, including those in lists.
/// - `sum`, `min`, `max`, `average`, `median`, `mode` and `stddev` take a list or several values and ignore null. If a
///   value is not a number, the result is null. `stddev` is the population standard deviation, and `mode` the first of
///   the most frequent values. `log` has base 10, and `ln` base e. `length` counts scalars. `floor`, `ceiling` and
///   `trunc` return a real if their argument is a real.
/// - `MATCHES` matches the whole text in linear time: back references and look-around are not supported. `LIKE` has the
///   wildcards `*` and `?`, and the backslash as escape.
/// - Money is exact, and `CAST(x, 'NSDecimalNumber')` converts a text or a number to money, rounded to whole cents. If all
///   values are money or integers, `sum` is exact, and `average` and `median` are money if they are whole cents, and
///   otherwise the nearest real. `floor`, `ceiling` and `trunc` of money are integers.
/// - `CAST(x, 'NSNumber')` reads the number in a text as people write it, such as `3.50`, `3,50` or `1 299`, or with an
///   exponent. Any other text, and the ambiguous `1,299`, becomes null.
/// - `CAST(x, 'NSDate')` parses an instant, or a date, which becomes midnight UTC at the start of that day. Any other
///   text becomes null.
/// - `FUNCTION(x, 'name', …)` calls a function by its name, with an optional trailing colon. `lowercaseString` and
///   `uppercaseString` are also accepted.
public struct Condition: Hashable, Sendable {
  let clause: Clause

  init(_ clause: Clause) { self.clause = clause }

  /// Parses a condition.
  ///
  /// Outside of quotation marks, each `%@`, `%d` and `%f` is replaced by the next argument as a value, and each `%K` by
  /// the next argument as a key path.
  public init(parsing text: String, arguments: [ConditionArgument] = []) throws(ConditionError) {
    var parser = try ConditionParser(Lexer(text, arguments: arguments))
    clause = try parser.parseCondition()
  }

  /// A condition that is always true.
  public static let always = Condition(.constant(true))

  /// A condition that is never true.
  public static let never = Condition(.constant(false))
}

extension Condition: CustomStringConvertible {
  /// The canonical text.
  public var description: String { clause.text }
}

extension Condition: Codable {
  /// Decodes a condition from its text.
  public init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    do throws(ConditionError) {
      self = try Condition(parsing: text)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  /// Encodes the canonical text.
  ///
  /// - Throws: An error if the condition was built in Swift and is nested so deep that its text cannot be parsed.
  public func encode(to encoder: any Encoder) throws {
    if let error = nestingError {
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: error.message))
    }
    try description.encode(to: encoder)
  }
}
