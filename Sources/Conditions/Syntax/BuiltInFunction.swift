/// A function, by its name in lower case.
enum BuiltInFunction: String, Hashable, Sendable, CaseIterable {
  case sum, count, min, max, average, median, mode, stddev
  case sqrt, log, ln, exp, floor, ceiling, abs, trunc
  case length, lowercase, uppercase
  case now, random

  /// The number of arguments.
  var arity: ClosedRange<Int> {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev: 1...Int.max
    case .now, .random: 0...0
    default: 1...1
    }
  }
}

extension BuiltInFunction {
  /// Finds a function by its name in a `FUNCTION` call: a function's name with an optional trailing colon, or the name
  /// of a method of `NSString`.
  init?(selector: String) {
    let name = selector.hasSuffix(":") ? String(selector.dropLast()) : selector
    switch name.lowercased() {
    case "lowercasestring": self = .lowercase
    case "uppercasestring": self = .uppercase
    case let name: self.init(rawValue: name)
    }
  }
}
