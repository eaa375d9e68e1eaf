package import Values

/// A number as it is written: a minus, digits, decimals behind a point, an exponent of ten.
///
/// Nothing else is one, wherever it stands: no plus, no point without digits on both sides, no digits but decimal ones, and
/// nothing that is infinite.
package struct NumberLiteral {
  /// With so few digits a number is always the same when it is written again.
  private static let certainDigits = 15

  private let text: String
  private let whole: Substring.UTF8View
  private let fraction: Substring.UTF8View
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
    (self.text, self.whole, self.fraction, hasExponent) = (text, whole, fraction, !bytes.isEmpty)
    guard let exponent = bytes.isEmpty ? 0 : Self.parseExponent(bytes) else { return nil }
    self.exponent = exponent
  }

  /// The exponent behind a letter; one of more digits than that is too large for a number, or too small.
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
  /// How many digits there are behind the point.
  package var decimalCount: Int { fraction.count }

  /// Whether a zero stands before its digits, for what has one is rather the name of something.
  package var hasLeadingZero: Bool { whole.count > 1 && whole.first == UInt8(ascii: "0") }

  /// Whether it is written as a whole number is.
  package var isInteger: Bool { fraction.isEmpty && !hasExponent }

  /// The whole number of 64 bits that it is written as.
  package var integer: Int64? { isInteger ? Int64(text) : nil }

  /// The nearest real, if there is one.
  package var nearestDouble: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

  /// The real that has the same digits when it is written again, if there is one.
  package var roundTrippingDouble: Double? {
    guard let real = nearestDouble else { return nil }
    return hasFewDigits || NumberLiteral("\(real)")?.significantDigits == significantDigits ? real : nil
  }

  /// Whether there is a whole number or a real that has the same digits when it is written again.
  package var isRoundTrippable: Bool { hasFewDigits || roundTrippingValue != nil }

  /// The value that has the same digits when it is written again, if there is one.
  package var roundTrippingValue: Value? {
    isInteger ? integer.map(Value.integer) : roundTrippingDouble.map(Value.real)
  }

  /// Whether it has so few digits that nothing need be written again to know.
  package var hasFewDigits: Bool { !hasExponent && whole.count + fraction.count <= Self.certainDigits }

  /// What is the same for two numbers that are the same but for their signs, whatever the zeros and wherever the point.
  private struct SignificantDigits: Equatable {
    var significant: [UInt8] = []
    /// The power of ten that the last of them counts.
    var exponent = 0
  }

  private var significantDigits: SignificantDigits {
    let zero = UInt8(ascii: "0")
    let all = (Array(whole) + fraction).drop { $0 == zero }
    guard let last = all.lastIndex(where: { $0 != zero }) else { return SignificantDigits() }
    return SignificantDigits(
      significant: Array(all[...last]),
      exponent: exponent - fraction.count + all.distance(from: last, to: all.endIndex) - 1)
  }
}
