import Values

/// A decimal number of at most 15 digits without an exponent, as it is written in most fields.
///
/// Its value is exact as an integer of 64 bits, and the nearest `Double` is found by one division.
package struct ShortNumber: Sendable {
  package let isNegative: Bool
  /// The digits without the sign and the decimal point.
  package let digits: Int64
  /// The number of digits after the decimal point.
  package let decimalCount: Int
  package let hasLeadingZero: Bool

  private static let maxDigitCount = 15
  private static let powersOfTen: [Int64] = (0...maxDigitCount).map { (0..<$0).reduce(1) { power, _ in 10 * power } }

  /// Parses a number: an optional minus, digits, and optionally a point with more digits.
  ///
  /// The result is `nil` for any other text, and for a number with more digits.
  init?(in bytes: [UInt8], at range: Range<Int>) {
    guard !range.isEmpty, range.count <= Self.maxDigitCount + 2 else { return nil }
    isNegative = bytes[range.lowerBound] == UInt8(ascii: "-")
    let start = isNegative ? range.lowerBound + 1 : range.lowerBound
    var (digits, point): (Int64, Int?) = (0, nil)
    for index in start..<range.upperBound {
      if bytes[index].isDigit {
        digits = digits * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
      } else if bytes[index] == UInt8(ascii: "."), point == nil, index > start, index + 1 < range.upperBound {
        point = index
      } else {
        return nil
      }
    }
    let digitCount = range.upperBound - start - (point == nil ? 0 : 1)
    guard (1...Self.maxDigitCount).contains(digitCount) else { return nil }
    self.digits = digits
    decimalCount = point.map { range.upperBound - $0 - 1 } ?? 0
    hasLeadingZero = digitCount - decimalCount > 1 && bytes[start] == UInt8(ascii: "0")
  }

  /// The number as an integer, or `nil` if it has decimals.
  package var integer: Int64? { decimalCount > 0 ? nil : isNegative ? -digits : digits }

  /// The number as an amount of money, or `nil` if it has more than two decimals.
  package var money: Money? {
    if decimalCount > 2 { return nil }
    let cents = digits * Self.powersOfTen[2 - decimalCount]
    return Money(cents: Int(isNegative ? -cents : cents))
  }

  /// The nearest `Double`.
  package var real: Double {
    // Both operands are exact, so that the quotient is rounded once.
    let magnitude = Double(digits) / Double(Self.powersOfTen[decimalCount])
    return isNegative ? -magnitude : magnitude
  }
}
