extension Money {
  /// An amount with fewer cents has at most 15 digits: it is what the nearest real shows, and no other amount is.
  private static let leastInexactCents: UInt = 1_000_000_000_000_000

  /// A Boolean value that indicates whether every amount up to this one has a real of its own.
  package var hasExactReal: Bool { cents.magnitude < Self.leastInexactCents }

  /// The nearest real.
  package var real: Double {
    hasExactReal ? Double(cents) / 100 : Double(description) ?? Double(cents) / 100
  }

  /// Creates an amount from a whole number, or returns `nil` if it is out of range.
  package init?(exactly integer: Int64) {
    let (cents, isTooLarge) = integer.multipliedReportingOverflow(by: 100)
    if isTooLarge { return nil }
    self.init(cents: Int(cents))
  }

  /// Rounds a real to whole cents, halves away from zero, or returns `nil` if it is out of range.
  package init?(rounding real: Double) {
    guard let decimal = DecimalNumber(real), let cents = decimal.roundedCents, let cents = Int(exactly: cents) else {
      return nil
    }
    self.init(cents: cents)
  }

  /// Compares with a whole number.
  func compare(to integer: Int64) -> ValueOrdering { ValueOrdering(Int128(cents), Int128(integer) * 100) }

  /// Compares with the shortest decimal number that denotes a real; the result is `nil` for NaN.
  func compare(to other: Double) -> ValueOrdering? {
    if other.isNaN { return nil }
    // The order of decimal numbers is the order of their nearest reals, unless these are the same.
    let order = ValueOrdering(real, other)
    guard order == .equal, !hasExactReal else { return order }
    if let integer = Int64(exactly: other) { return compare(to: integer) }
    guard let decimal = DecimalNumber(other), let scale = DecimalNumber.power(max(0, -decimal.exponent - 2)),
      let factor = DecimalNumber.power(max(0, decimal.exponent + 2))
    else { return order }
    return ValueOrdering(Int128(cents) * scale, decimal.significand * factor)
  }
}

extension DecimalNumber {
  /// The number in cents, rounded to whole ones, or `nil` if it is out of range.
  fileprivate var roundedCents: Int128? { Self.roundedInteger(significand, timesPowerOfTen: exponent + 2) }
}

extension Number {
  /// The number in cents, rounded down, and whether it is a whole number of cents.
  ///
  /// It is `nil` if the number is infinite, NaN or too large.
  package var flooredCents: (cents: Int64, isExact: Bool)? {
    if case .money(let money) = self { return (Int64(money.cents), true) }
    guard let decimal, let cents = decimal.roundedCents, let integer = Int64(exactly: cents) else { return nil }
    // Rounding to the nearest may have rounded up.
    let order = Value.money(Money(cents: Int(integer))).compare(to: value)
    return (order == .greater ? integer - 1 : integer, order == .equal)
  }

  private var value: Value {
    switch self {
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .money(let money): .money(money)
    }
  }

  /// The number in cents, rounded to whole ones, or `nil` if it is out of range.
  private var roundedCents: Int128? {
    if case .money(let money) = self { Int128(money.cents) } else { decimal?.roundedCents }
  }

  /// The number in decimals, or `nil` if it is infinite, NaN or an amount of money.
  private var decimal: DecimalNumber? {
    switch self {
    case .integer(let integer): DecimalNumber(integer)
    case .real(let real): DecimalNumber(real)
    case .money: nil
    }
  }

  /// Returns the amount of money that is the result of an operation, or `nil` if the result is not money or overflows.
  static func amount(_ left: Number, _ arithmeticOperator: ArithmeticOperator, _ right: Number) -> Money? {
    let cents: Int128?
    switch (left, arithmeticOperator, right) {
    case (.money, .plus, _), (_, .plus, .money): cents = sum(left.roundedCents, right.roundedCents)
    case (.money, .minus, _), (_, .minus, .money): cents = sum(left.roundedCents, right.roundedCents.map { -$0 })
    case (.money(let money), .times, let factor), (let factor, .times, .money(let money)):
      cents = factor.decimal.flatMap {
        DecimalNumber.roundedInteger(Int128(money.cents) * $0.significand, timesPowerOfTen: $0.exponent)
      }
    case (.money(let money), .dividedBy, let divisor): cents = divisor.decimal.flatMap { quotient(money, $0) }
    default: cents = nil
    }
    return cents.flatMap { Int(exactly: $0) }.map(Money.init(cents:))
  }

  private static func sum(_ left: Int128?, _ right: Int128?) -> Int128? {
    guard let left, let right else { return nil }
    let (sum, isTooLarge) = left.addingReportingOverflow(right)
    return isTooLarge ? nil : sum
  }

  private static func quotient(_ money: Money, _ divisor: DecimalNumber) -> Int128? {
    guard divisor.significand != 0 else { return nil }
    if let scale = DecimalNumber.power(max(0, -divisor.exponent)),
      let factor = DecimalNumber.power(max(0, divisor.exponent))
    {
      let (dividend, isDividendTooLarge) = Int128(money.cents).multipliedReportingOverflow(by: scale)
      let (divisor, isDivisorTooLarge) = divisor.significand.multipliedReportingOverflow(by: factor)
      if !isDivisorTooLarge, !isDividendTooLarge { return DecimalNumber.roundedQuotient(dividend, divisor) }
    }
    return nil
  }
}
