/// A number as a decimal significand and a power of ten, for exact computation and rounding.
struct DecimalNumber {
  /// At most 19 digits.
  let significand: Int128
  let exponent: Int

  private init(significand: Int128, exponent: Int) {
    self.significand = significand
    self.exponent = exponent
  }

  init(_ integer: Int64) { self.init(significand: Int128(integer), exponent: 0) }

  fileprivate init(_ money: Money) { self.init(significand: Int128(money.cents), exponent: -2) }

  /// Creates the shortest decimal number whose nearest real is the given one, or returns `nil` if it is infinite or NaN.
  ///
  /// For the real that a literal with at most 15 digits denotes, this is the number that the literal shows.
  init?(_ real: Double) {
    guard real.isFinite else { return nil }
    if let integer = Int64(exactly: real) {
      self.init(integer)
      return
    }
    let parts = "\(real)".split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    guard let significand = Int128(mantissa[0] + fraction) else { return nil }
    self.init(
      significand: significand, exponent: (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.count)
  }

  /// Returns an integer times a power of ten, rounded to an integer, halves away from zero, or `nil` if it overflows.
  static func roundedInteger(_ significand: Int128, timesPowerOfTen exponent: Int) -> Int128? {
    if exponent >= 0 {
      if significand == 0 { return 0 }
      guard let scale = power(exponent) else { return nil }
      let (product, isTooLarge) = significand.multipliedReportingOverflow(by: scale)
      return isTooLarge ? nil : product
    }
    guard let scale = power(-exponent) else { return 0 }
    return roundedQuotient(significand, scale)
  }

  /// Divides by a number that is not zero, and rounds halves away from zero.
  static func roundedQuotient(_ dividend: Int128, _ divisor: Int128) -> Int128 {
    let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard rest.magnitude >= divisor.magnitude - rest.magnitude else { return quotient }
    return quotient + ((dividend < 0) == (divisor < 0) ? 1 : -1)
  }

  /// Returns a power of ten, or `nil` if it has more than 128 bits.
  static func power(_ exponent: Int) -> Int128? {
    exponent > 38 ? nil : (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension Number {
  /// Returns the number with this many decimals, rounded exactly, halves away from zero.
  ///
  /// A real is rounded as the shortest decimal number that denotes it. The result is `nil` for a number that is not
  /// finite or has too many digits.
  package func text(decimals: Int) -> String? {
    let number: DecimalNumber? =
      switch self {
      case .integer(let integer): DecimalNumber(integer)
      case .real(let real): DecimalNumber(real)
      case .money(let money): DecimalNumber(money)
      }
    guard let number,
      let units = DecimalNumber.roundedInteger(number.significand, timesPowerOfTen: number.exponent + decimals)
    else {
      return nil
    }
    let digits = String(units.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    let sign = units < 0 ? "-" : ""
    return decimals == 0 ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
