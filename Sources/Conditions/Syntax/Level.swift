internal import Values

/// How tightly what stands between two operands binds them, from the loosest.
enum Level: Int, Comparable {
  case or = 1
  case and, comparison, combination, sum, product, power, prefix, path

  static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

  /// The next that binds more tightly.
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
  /// How tightly it binds what stands on both sides of it, if it does.
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
