import Values

/// The precedence of operators, from lowest to highest.
enum Precedence: Int, Comparable {
  case or = 1
  case and, comparison, setOperation, sum, product, power, prefix, path

  static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

  /// The next higher precedence.
  var nextHigher: Precedence { Precedence(rawValue: rawValue + 1) ?? .path }
}

extension ArithmeticOperator {
  var precedence: Precedence {
    switch self {
    case .plus, .minus: .sum
    case .times, .dividedBy: .product
    case .power: .power
    }
  }
}
