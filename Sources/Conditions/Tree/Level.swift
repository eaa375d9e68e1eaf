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
