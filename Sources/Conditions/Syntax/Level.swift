internal import Values

/// The precedence of operators, from lowest to highest.
enum Level: Int, Comparable {
  case or = 1
  case and, comparison, combination, sum, product, power, prefix, path

  static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

  /// The next higher precedence.
  var above: Level { Level(rawValue: rawValue + 1) ?? .path }
}

extension Computation {
  var level: Level {
    switch self {
    case .plus, .minus: .sum
    case .times, .divided: .product
    case .power: .power
    }
  }
}

extension Token.Kind {
  /// The precedence of the binary operator, if the token is one.
  var level: Level? {
    switch self {
    case .or: .or
    case .and: .and
    case .relation: .comparison
    case .computation(let computation): computation.level
    case .keyword(let keyword): keyword.level
    default: nil
    }
  }
}

extension Keyword {
  fileprivate var level: Level? {
    switch self {
    case .or: .or
    case .and: .and
    default: relation != nil ? .comparison : combination != nil ? .combination : nil
    }
  }
}
