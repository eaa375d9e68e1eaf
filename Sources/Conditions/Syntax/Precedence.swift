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

extension Token.Kind {
  /// The precedence of the binary operator, if the token is one.
  var precedence: Precedence? {
    switch self {
    case .or: .or
    case .and: .and
    case .comparisonOperator: .comparison
    case .arithmeticOperator(let computation): computation.precedence
    case .keyword(let keyword): keyword.precedence
    default: nil
    }
  }
}

extension Keyword {
  fileprivate var precedence: Precedence? {
    switch self {
    case .or: .or
    case .and: .and
    default: comparisonOperator != nil ? .comparison : setOperator != nil ? .setOperation : nil
    }
  }
}
