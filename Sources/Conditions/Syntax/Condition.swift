internal import Values

/// A condition: something that holds or does not, said in the language of `NSPredicate`.
///
/// It is a value. Two are equal if they say the same in the same order, however they were written; what is printed reads
/// back as the same.
///
/// ```swift
/// let condition = try Condition(parsing: "$age.value < 18 && $country in {'DE', 'AT'}")
/// print(condition)        // $age.value < 18 AND $country IN {'DE', 'AT'}
/// print(condition.reads)  // [$age.value, $country]
/// try condition.holds(variables: ["age": .object(["value": 15]), "country": "DE"])  // true
/// ```
///
/// Conditions are evaluated in two values, true and false: what has no order is not less, what is no text begins with
/// nothing. See `Value` for what is the same as what, and what is computed. Beyond that:
///
/// - What binds tighter, from the loosest: `OR`, `AND`, `NOT`, comparisons, `UNION` `INTERSECT` `MINUS`, `+` `-`, `*` `/`,
///   `**` (from the right), the minus of one value, steps. So `-a ** 2` is `(-a) ** 2`.
/// - Of what is no list, aggregates and quantifiers take it for a list of itself alone, and null for an empty one.
/// - `a.b` of a list is the list of the `b` of its members. Behind a gathering, as in `a.@sum.b`, it is asked of each member.
///   The key `self` leads to the value itself, as in `a.@sum.self`.
/// - Lists of lists stay so, as with `NSPredicate`: where `a` and each of its `b` are lists, `a.b.c` is a list of lists, and
///   `ANY a.b.c == 1` compares a list with 1 and does not hold. `SUBQUERY(a, $each, ANY $each.b.c == 1)[SIZE] > 0` asks for
///   what is in them.
/// - `x IN y` and `y CONTAINS x` are one: a member of a list, a value of an object, or a part of a text.
/// - `[c]` and `[d]` may stand behind every operator; they fold the texts of both sides, and of lists.
/// - `sum`, `min`, `max`, `average`, `median`, `mode` and `stddev` take one list or several values and leave null out; what
///   is no number makes null of them. `stddev` is that of the whole population, `mode` the first of the most frequent. `log`
///   has base ten, `ln` base e. `length` counts scalars. `floor`, `ceiling` and `trunc` of a real are reals.
/// - `MATCHES` is about the whole text and runs in linear time: its patterns have neither back references nor looking
///   around. `LIKE` knows `*`, `?` and the backslash.
/// - `CAST(x, 'NSDate')` of a text reads a point in time, or a day, which means its beginning; of any other text it is null.
/// - `FUNCTION(x, 'name', …)` calls a function by its name, which a colon may follow; `lowercaseString` and
///   `uppercaseString` are known too.
public struct Condition: Hashable, Sendable {
  let clause: Clause

  init(_ clause: Clause) { self.clause = clause }

  /// Reads a condition from its text.
  ///
  /// Each `%@`, `%d` and `%f` that stands outside of quotation marks takes the next argument as a value, and `%K` as keys.
  public init(parsing text: String, arguments: [Argument] = []) throws(ConditionFault) {
    var parser = try Parser(Source(text, arguments))
    clause = try parser.condition()
  }

  /// The condition that always holds.
  public static let always = Condition(.constant(true))

  /// The condition that never holds.
  public static let never = Condition(.constant(false))
}

extension Condition: CustomStringConvertible {
  /// The canonical text.
  public var description: String {
    var printer = Printer()
    printer.write(clause)
    return printer.text
  }
}

extension Condition: Codable {
  /// Reads a condition from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do throws(ConditionFault) {
      self = try Condition(parsing: text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Writes the canonical text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
