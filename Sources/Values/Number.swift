internal import Foundation

/// A number of either kind.
package enum Number: Hashable, Sendable {
  /// A whole number of 64 bits.
  case integer(Int64)
  /// A number with a fraction, of 64 bits.
  case real(Double)

  /// The number as a real, to the nearest there is.
  package var real: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    }
  }
}

/// What two numbers can be made into one by.
package enum Computation: String, Hashable, Codable, Sendable, CaseIterable {
  /// The sum.
  case plus = "+"
  /// The difference.
  case minus = "-"
  /// The product.
  case times = "*"
  /// The quotient.
  case divided = "/"
  /// The power.
  case power = "**"
}

extension Value {
  /// The number that a value is taken for, if it is taken for one.
  package var number: Number? {
    switch self {
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .boolean(let isTrue): .integer(isTrue ? 1 : 0)
    case .null, .text, .instant, .list, .object: nil
    }
  }

  /// A real, or null for what is not a finite number.
  package init(finite real: Double) { self = real.isFinite ? .real(real) : .null }

  /// Makes one value of two; see the table at ``Value``.
  package func computed(_ computation: Computation, with other: Value) -> Value {
    guard let left = number, let right = other.number else { return .null }
    if case .integer(let left) = left, case .integer(let right) = right,
      let integer = Self.computed(left, computation, right)
    {
      return .integer(integer)
    }
    return Value(finite: Self.computed(left.real, computation, right.real))
  }

  /// Nil where the result is no integer, or too large to be one.
  private static func computed(_ left: Int64, _ computation: Computation, _ right: Int64) -> Int64? {
    let (result, isTooLarge) =
      switch computation {
      case .plus: left.addingReportingOverflow(right)
      case .minus: left.subtractingReportingOverflow(right)
      case .times: left.multipliedReportingOverflow(by: right)
      case .divided: left.dividedReportingOverflow(by: right)
      case .power: power(left, right)
      }
    return isTooLarge ? nil : result
  }

  /// By squaring: an exponent of 64 bits takes at most as many steps.
  private static func power(_ base: Int64, _ exponent: Int64) -> (partialValue: Int64, overflow: Bool) {
    if exponent < 0 { return (0, true) }
    var (result, square, rest): (Int64, Int64, Int64) = (1, base, exponent)
    while rest > 0 {
      if rest % 2 == 1 {
        let (product, isTooLarge) = result.multipliedReportingOverflow(by: square)
        if isTooLarge { return (0, true) }
        result = product
      }
      rest /= 2
      if rest == 0 { break }
      let (next, isTooLarge) = square.multipliedReportingOverflow(by: square)
      if isTooLarge { return (0, true) }
      square = next
    }
    return (result, false)
  }

  private static func computed(_ left: Double, _ computation: Computation, _ right: Double) -> Double {
    switch computation {
    case .plus: left + right
    case .minus: left - right
    case .times: left * right
    case .divided: left / right
    case .power: pow(left, right)
    }
  }

  /// The number with its sign changed, or null.
  package var negated: Value {
    // 0 - 0.0 is 0.0, and not -0.0.
    if case .real(let real) = self { Value(finite: -real) } else { Value.integer(0).computed(.minus, with: self) }
  }
}
