/// A value of which only the running program knows the type: what stands in a document, a field of a form, a column.
///
/// What follows is all there is to say about comparing and computing; whoever does either asks
/// ``isSame(as:)``, ``order(to:)`` and ``computed(_:with:)``.
///
/// | compared | null | boolean | integer, real | text | instant | list | object |
/// | --- | --- | --- | --- | --- | --- | --- | --- |
/// | null | same | no | no | no | no | no | no |
/// | boolean | no | as 0 and 1 | as 0 and 1 | no | no | no | no |
/// | integer, real | no | as 0 and 1 | as numbers | no | no | no | no |
/// | text | no | no | no | by scalars | no | no | no |
/// | instant | no | no | no | no | by time | no | no |
/// | list | no | no | no | no | no | by element | no |
/// | object | no | no | no | no | no | no | by key |
///
/// - "no": the two are different, and neither is less. Null is the same as null and nothing else, and is never less, nor
///   less or equal.
/// - Numbers are compared as the numbers they are, without rounding: 9007199254740993 is not 9007199254740992.0. What is not
///   a number is the same as nothing.
/// - Texts are compared by their Unicode scalars, as databases do: "é" in one scalar is not "é" in two.
/// - Lists are the same if their elements are, one by one, and objects if they have the same keys and under each the same.
///   Neither has an order.
///
/// | computed | is |
/// | --- | --- |
/// | 5 / 2 | 2: two integers divide into an integer, towards zero |
/// | 5 / 2.0 | 2.5: with a real all is real |
/// | 0.1 + 0.2 | 0.30000000000000004: reals are binary, with 53 bits, and not 0.3 |
/// | 9223372036854775807 + 1 | 9223372036854775808.0: integers that overflow go on as reals |
/// | 1e308 * 10 | null: reals that overflow are nothing |
/// | 1 / 0, 1 / 0.0, 0 / 0 | null |
/// | 2 ** 10, 2 ** -1, 2 ** 0.5 | 1024, 0.5, 1.4142135623730951: two integers give an integer unless the power is negative |
/// | null + 1, 'a' + 1 | null, as everything is with what is no number |
/// | TRUE + 1 | 2: a boolean is 0 or 1 wherever a number is wanted |
public enum Value: Hashable, Codable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number of 64 bits.
  case integer(Int64)
  /// A number with a fraction, of 64 bits.
  case real(Double)
  /// A text.
  case text(String)
  /// A point in time.
  case instant(Instant)
  /// Values in order.
  case list([Value])
  /// Values by key.
  case object([String: Value])

  /// Whether both are written alike: what is equal is also the same, while 1 and 1.0 are the same but not equal.
  ///
  /// Texts are equal by their scalars and reals by their bits, so that nothing that can be told apart is ever equal.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.hasSameScalars(as: right)
    case (.instant(let left), .instant(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

extension String {
  /// Whether both are made of the same scalars: Swift's equality also takes different compositions of a letter for equal.
  func hasSameScalars(as other: String) -> Bool {
    utf8.count == other.utf8.count && self == other && utf8.elementsEqual(other.utf8)
  }

  /// Whether the text comes first when scalars are compared.
  func precedesByScalars(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
