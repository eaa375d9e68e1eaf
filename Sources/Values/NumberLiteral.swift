/// The text of a number: an optional minus sign, digits, an optional fraction, and an optional exponent of ten.
///
/// Everything else is rejected: a plus sign before the number, a decimal point without digits on both sides, digits
/// other than `0` to `9`, and infinity.
package struct NumberLiteral {
  /// A decimal number with at most this many significant digits survives the conversion to `Double` and back.
  private static let roundTrippingDigitCount = 15

  private let text: String
  private let integerDigits: Substring.UTF8View
  private let fractionDigits: Substring.UTF8View
  private let exponent: Int
  package let hasExponent: Bool

  package init?(_ text: String) {
    var bytes = text.utf8[...]
    if bytes.first == UInt8(ascii: "-") { bytes = bytes.dropFirst() }
    let whole = bytes.prefix(while: Self.isDigit)
    if whole.isEmpty { return nil }
    bytes = bytes.dropFirst(whole.count)
    var fraction = bytes.prefix(0)
    if bytes.first == UInt8(ascii: ".") {
      fraction = bytes.dropFirst().prefix(while: Self.isDigit)
      if fraction.isEmpty { return nil }
      bytes = bytes.dropFirst(fraction.count + 1)
    }
    (self.text, self.integerDigits, self.fractionDigits, hasExponent) = (text, whole, fraction, !bytes.isEmpty)
    guard let exponent = bytes.isEmpty ? 0 : Self.parseExponent(bytes) else { return nil }
    self.exponent = exponent
  }

  /// Parses a number as people write it, see ``WrittenNumber``, or with an exponent, but then without a plus sign and
  /// with digits before the decimal point.
  package init?(written text: String, decimalSeparator: WrittenNumber.DecimalSeparator? = nil) {
    guard let plain = try? text.plainNumberText(decimalSeparator: decimalSeparator) else { return nil }
    self.init(plain)
  }

  /// Parses an exponent.
  ///
  /// Only the last nine digits count: with more digits the number is out of range anyway.
  private static func parseExponent(_ bytes: Substring.UTF8View) -> Int? {
    guard let letter = bytes.first, letter | 0x20 == UInt8(ascii: "e") else { return nil }
    let sign = bytes.dropFirst().first
    let digits = bytes.dropFirst(sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? 2 : 1)
    if digits.isEmpty || !digits.allSatisfy(isDigit) { return nil }
    let exponent = digits.suffix(9).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return sign == UInt8(ascii: "-") ? -exponent : exponent
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension NumberLiteral {
  /// The number of digits after the decimal point.
  package var decimalCount: Int { fractionDigits.count }

  /// A Boolean value that indicates whether the number has a leading zero.
  ///
  /// Such a text is more likely a code than a number.
  package var hasLeadingZero: Bool { integerDigits.count > 1 && integerDigits.first == UInt8(ascii: "0") }

  /// A Boolean value that indicates whether the number has neither a fraction nor an exponent.
  package var isInteger: Bool { fractionDigits.isEmpty && !hasExponent }

  /// The value as a 64-bit integer, or `nil` if it is not an integer or out of range.
  package var integer: Int64? { isInteger ? Int64(text) : nil }

  /// The nearest `Double`, or `nil` if the number is out of range.
  package var nearestDouble: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

  /// The integer or the nearest real, or `nil` if the number is out of range.
  package var nearestValue: Value? { integer.map(Value.integer) ?? nearestDouble.map(Value.real) }

  /// The nearest `Double`, or `nil` if the conversion loses digits.
  package var roundTrippingDouble: Double? {
    guard let real = nearestDouble else { return nil }
    return hasFewDigits || NumberLiteral("\(real)")?.significantDigits == significantDigits ? real : nil
  }

  /// A Boolean value that indicates whether the number can be converted to a value without losing digits.
  package var isRoundTrippable: Bool { hasFewDigits || roundTrippingValue != nil }

  /// The number as a value, or `nil` if the conversion loses digits.
  package var roundTrippingValue: Value? {
    isInteger ? integer.map(Value.integer) : roundTrippingDouble.map(Value.real)
  }

  /// A Boolean value that indicates whether the number has so few digits that no conversion can lose any.
  package var hasFewDigits: Bool {
    !hasExponent && integerDigits.count + fractionDigits.count <= Self.roundTrippingDigitCount
  }

  /// The digits of a number without its sign, its leading and trailing zeros, and its decimal point.
  private struct SignificantDigits: Equatable {
    var digits: [UInt8] = []
    /// The power of ten of the last digit.
    var exponent = 0
  }

  private var significantDigits: SignificantDigits {
    let zero = UInt8(ascii: "0")
    let all = (Array(integerDigits) + fractionDigits).drop { $0 == zero }
    guard let last = all.lastIndex(where: { $0 != zero }) else { return SignificantDigits() }
    return SignificantDigits(
      digits: Array(all[...last]),
      exponent: exponent - fractionDigits.count + all.distance(from: last, to: all.endIndex) - 1)
  }
}

extension String {
  /// The Boolean value for which people write this word, or `nil` if it is another word.
  package var writtenBoolean: Bool? {
    switch lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }
}
