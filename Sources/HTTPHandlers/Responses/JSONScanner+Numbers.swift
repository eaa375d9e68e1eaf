import Values

/// A number as it is written.
struct ScannedNumber {
  let isNegative: Bool
  /// The digits before and after the decimal point, without it.
  let digits: [UInt8]
  /// The number of digits before the decimal point, after applying the exponent.
  let wholeCount: Int
}

extension JSONScanner {
  /// Reads seconds since 2001-01-01T00:00:00Z, rounded to the millisecond.
  ///
  /// The digits are read as a decimal number: `Double` would round them first.
  @inline(__always) mutating func parseInstant() throws(Failure) -> Instant {
    let start = index
    let milliseconds: Int64?
    if let short = try parseShortMilliseconds() {
      milliseconds = short
    } else {
      index = start
      milliseconds = try parseNumber(expected: "a number of seconds").milliseconds
    }
    guard let instant = milliseconds.flatMap(Instant.init(millisecondsSince2001:)) else {
      throw .invalid(at: start, "expected a time that fits 64 bits as milliseconds")
    }
    return instant
  }

  /// Reads a number of at most fifteen digits before the decimal point and without an exponent, or returns `nil` for
  /// any other one.
  @inline(__always) private mutating func parseShortMilliseconds() throws(Failure) -> Int64? {
    let isNegative = nextByte == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let (first, hasZero) = (index, nextByte == UInt8(ascii: "0"))
    var milliseconds: Int64 = 0
    while let digit = nextDigit {
      milliseconds = milliseconds &* 10 &+ digit
      index += 1
    }
    let count = index - first
    if count == 0 || count > 15 || count > 1 && hasZero { return nil }
    milliseconds *= 1000
    if nextByte == UInt8(ascii: ".") {
      index += 1
      guard nextDigit != nil else { return nil }
      var weight: Int64 = 100
      while let digit = nextDigit {
        // The fourth digit rounds, and the others do not count.
        milliseconds += weight > 0 ? digit * weight : weight == 0 && digit >= 5 ? 1 : 0
        weight = weight > 0 ? weight / 10 : -1
        index += 1
      }
    }
    switch nextByte {
    case nil: throw .needsMore
    case UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
    default: return isNegative ? -milliseconds : milliseconds
    }
  }

  @inline(__always) private var nextDigit: Int64? {
    guard let byte = nextByte, byte &- 0x30 <= 9 else { return nil }
    return Int64(byte &- 0x30)
  }

  /// Reads a number as RFC 8259 defines it.
  mutating func parseNumber(expected: String) throws(Failure) -> ScannedNumber {
    let isNegative = nextByte == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard let first = nextDigit else { throw failure(expected: expected) }
    var digits: [UInt8] = []
    if first == 0 {
      digits.append(0)
      index += 1
    } else {
      try parseDigits(into: &digits)
    }
    var wholeCount = digits.count
    if nextByte == UInt8(ascii: ".") {
      index += 1
      try parseDigits(into: &digits)
    }
    if nextByte == UInt8(ascii: "e") || nextByte == UInt8(ascii: "E") { wholeCount += try parseExponent() }
    if nextByte == nil { throw .needsMore }
    return ScannedNumber(isNegative: isNegative, digits: digits, wholeCount: wholeCount)
  }

  private mutating func parseDigits(into digits: inout [UInt8]) throws(Failure) {
    guard nextDigit != nil else { throw failure(expected: "a digit") }
    while let digit = nextDigit {
      digits.append(UInt8(digit))
      index += 1
    }
  }

  private mutating func parseExponent() throws(Failure) -> Int {
    index += 1
    let isNegative = nextByte == UInt8(ascii: "-")
    if isNegative || nextByte == UInt8(ascii: "+") { index += 1 }
    var digits: [UInt8] = []
    try parseDigits(into: &digits)
    // A larger exponent has the same effect.
    let exponent = digits.reduce(0) { min($0 * 10 + Int($1), 1_000_000) }
    return isNegative ? -exponent : exponent
  }
}

extension ScannedNumber {
  /// The number of seconds in milliseconds, rounded to the nearest one, or `nil` if it does not fit 64 bits.
  var milliseconds: Int64? {
    let count = wholeCount + 3
    var milliseconds: Int64 = 0
    for position in 0..<max(0, count) {
      if position >= digits.count, milliseconds == 0 { break }
      let (product, isTooLarge) = milliseconds.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = product.addingReportingOverflow(position < digits.count ? Int64(digits[position]) : 0)
      if isTooLarge || isLarger { return nil }
      milliseconds = sum
    }
    if digits.indices.contains(count), digits[count] >= 5 {
      let (sum, isTooLarge) = milliseconds.addingReportingOverflow(1)
      if isTooLarge { return nil }
      milliseconds = sum
    }
    return isNegative ? -milliseconds : milliseconds
  }
}
