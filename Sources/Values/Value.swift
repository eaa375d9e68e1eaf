/// A value whose type is known only at run time: in a document, a form field or a table cell.
///
/// The first table defines how ``isEquivalent(to:)`` and ``compare(to:)`` compare values, the second how conditions
/// compute them.
///
/// | compared | null | boolean | integer, real, money | text | instant | list | object |
/// | --- | --- | --- | --- | --- | --- | --- | --- |
/// | null | same | no | no | no | no | no | no |
/// | boolean | no | as 0 and 1 | as 0 and 1 | no | no | no | no |
/// | integer, real, money | no | as 0 and 1 | as numbers | no | no | no | no |
/// | text | no | no | no | by scalars | no | no | no |
/// | instant | no | no | no | no | by time | no | no |
/// | list | no | no | no | no | no | by element | no |
/// | object | no | no | no | no | no | no | by key |
///
/// - "no": the values are different, and neither is less. Null is the same as null only, and is never less, nor less or
///   equal.
/// - Numbers are compared without rounding: 9007199254740993 is not 9007199254740992.0. NaN is not the same as
///   anything.
/// - Money is compared with a real as if the real were the shortest decimal number that denotes it: 0.30 as money is the
///   same as 0.3, although the real 0.3 is a binary fraction and not exactly 0.3.
/// - Texts are compared by their Unicode scalars, as databases do: a precomposed "é" is not the same as "e" with a
///   combining accent.
/// - Lists are the same if their elements are the same, in order. Objects are the same if they have the same keys and
///   the values under each key are the same. Lists and objects have no order.
///
/// | expression | result |
/// | --- | --- |
/// | 5 / 2 | 2: the quotient of two integers is an integer, rounded towards zero |
/// | 5 / 2.0 | 2.5: the result is a real if one operand is a real |
/// | 0.1 + 0.2 | 0.30000000000000004: reals are binary fractions with 53 bits |
/// | 9223372036854775807 + 1 | 9223372036854775808.0: an integer that overflows becomes a real |
/// | money + money, money + integer | money, exactly: the sum of 0.10 and 0.20 is 0.30 |
/// | money + real | money: the real is rounded to whole cents first, halves away from zero |
/// | money * number, money / number | money, rounded to whole cents, halves away from zero: 10.00 / 3 is 3.33 |
/// | money / money, number / money, money * money, money ** 2 | a real |
/// | 92233720368547758.07 + 1 | 92233720368547760.0: money that overflows becomes a real |
/// | 1e308 * 10 | null: a real that overflows becomes null |
/// | 1 / 0, 1 / 0.0, 0 / 0 | null |
/// | 2 ** 10, 2 ** -1, 2 ** 0.5 | 1024, 0.5, 1.4142135623730951: the power of two integers is an integer unless the exponent is negative |
/// | null + 1, 'a' + 1 | null, if one operand is not a number |
/// | TRUE + 1 | 2: a boolean is 0 or 1 where a number is expected |
public enum Value: Hashable, Codable, Sendable {
  /// No value.
  case null
  /// A Boolean value.
  case boolean(Bool)
  /// A 64-bit integer.
  case integer(Int64)
  /// A 64-bit floating-point number.
  case real(Double)
  /// An amount of money, which is never a binary fraction.
  case money(Money)
  /// A text.
  case text(String)
  /// A point in time.
  case instant(Instant)
  /// A list of values.
  case list([Value])
  /// Values by key.
  case object([String: Value])

  /// Returns whether two values are identical.
  ///
  /// Identical values are the same, but 1 and 1.0 are the same and not identical.
  ///
  /// Texts are compared by their scalars and reals by their bits, so that values that can be distinguished are never
  /// equal.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.money(let left), .money(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameScalars(as: right)
    case (.instant(let left), .instant(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension String {
  /// Returns whether both texts consist of the same scalars.
  ///
  /// Swift's `==` also considers different compositions of a letter equal.
  func hasSameScalars(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
  }
}
