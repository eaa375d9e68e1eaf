import Foundation

/// An integer, a real number or an amount of money.
package enum Number: Hashable, Sendable {
  /// A 64-bit integer.
  case integer(Int64)
  /// A 64-bit floating-point number.
  case real(Double)
  /// An amount of money.
  case money(Money)

  /// The number as a floating-point number, rounded to the nearest.
  package var real: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    case .money(let money): money.real
    }
  }
}

/// An arithmetic operator.
package enum ArithmeticOperator: String, Hashable, Codable, Sendable, CaseIterable {
  /// Addition.
  case plus = "+"
  /// Subtraction.
  case minus = "-"
  /// Multiplication.
  case times = "*"
  /// Division.
  case dividedBy = "/"
  /// Exponentiation.
  case power = "**"
}

extension Value {
  /// The value as a number: booleans count as 0 and 1.
  ///
  /// It is `nil` for all other types.
  package var number: Number? {
    switch self {
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .money(let money): .money(money)
    case .boolean(let isTrue): .integer(isTrue ? 1 : 0)
    case .null, .text, .instant, .list, .object: nil
    }
  }

  /// Creates a real number, or null if the number is infinite or NaN.
  package init(finiteOrNull real: Double) { self = real.isFinite ? .real(real) : .null }

  /// Returns the result of an arithmetic operation; see the table at ``Value``.
  package func applying(_ arithmeticOperator: ArithmeticOperator, with other: Value) -> Value {
    guard let left = number, let right = other.number else { return .null }
    if case .integer(let left) = left, case .integer(let right) = right,
      let integer = Self.result(left, arithmeticOperator, right)
    {
      return .integer(integer)
    }
    if let money = Number.amount(left, arithmeticOperator, right) { return .money(money) }
    return Value(finiteOrNull: Self.result(left.real, arithmeticOperator, right.real))
  }

  /// Returns `nil` if the result is not an integer or overflows.
  private static func result(_ left: Int64, _ arithmeticOperator: ArithmeticOperator, _ right: Int64) -> Int64? {
    let (result, isTooLarge) =
      switch arithmeticOperator {
      case .plus: left.addingReportingOverflow(right)
      case .minus: left.subtractingReportingOverflow(right)
      case .times: left.multipliedReportingOverflow(by: right)
      case .dividedBy: left.dividedReportingOverflow(by: right)
      case .power: integerPower(left, right)
      }
    return isTooLarge ? nil : result
  }

  /// Computes a power by repeated squaring.
  private static func integerPower(_ base: Int64, _ exponent: Int64) -> (partialValue: Int64, overflow: Bool) {
    if exponent <= 0 { return (1, exponent < 0) }
    let (root, isRootTooLarge) = integerPower(base, exponent / 2)
    let (square, isSquareTooLarge) = root.multipliedReportingOverflow(by: root)
    let (power, isPowerTooLarge) = square.multipliedReportingOverflow(by: exponent % 2 == 0 ? 1 : base)
    return (power, isRootTooLarge || isSquareTooLarge || isPowerTooLarge)
  }

  private static func result(_ left: Double, _ arithmeticOperator: ArithmeticOperator, _ right: Double) -> Double {
    switch arithmeticOperator {
    case .plus: left + right
    case .minus: left - right
    case .times: left * right
    case .dividedBy: left / right
    case .power: pow(left, right)
    }
  }

  /// The number with its sign changed, or null if the value is not a number.
  package var negated: Value {
    // 0 - 0.0 is 0.0, and not -0.0.
    if case .real(let real) = self { Value(finiteOrNull: -real) } else { Value.integer(0).applying(.minus, with: self) }
  }
}
