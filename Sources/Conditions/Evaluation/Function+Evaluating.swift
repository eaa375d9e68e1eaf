internal import Foundation
internal import Values

extension Function {
  /// Returns the value of a call, or null if the arguments have the wrong types.
  func value(of arguments: [Value]) -> Value {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev:
      return gathered(arguments.count == 1 ? arguments[0].members : arguments)
    case .length, .lowercase, .uppercase:
      guard case .text(let text)? = arguments.first else { return .null }
      return computed(text)
    case .sqrt, .log, .ln, .exp, .floor, .ceiling, .abs, .trunc:
      return arguments.first?.number.map(computed) ?? .null
    case .now, .random: preconditionFailure("now() and random() are read and not computed.")
    }
  }

  private func computed(_ text: String) -> Value {
    switch self {
    case .lowercase: .text(text.lowercased())
    case .uppercase: .text(text.uppercased())
    default: .integer(Int64(text.unicodeScalars.count))
    }
  }

  private func computed(_ number: Number) -> Value {
    switch (self, number) {
    case (.floor, .integer(let integer)), (.ceiling, .integer(let integer)), (.trunc, .integer(let integer)):
      .integer(integer)
    case (.abs, .integer(let integer)): Int64(exactly: integer.magnitude).map(Value.integer) ?? .real(0x1p63)
    case (.floor, .real(let real)): .real(real.rounded(.down))
    case (.ceiling, .real(let real)): .real(real.rounded(.up))
    case (.trunc, .real(let real)): .real(real.rounded(.towardZero))
    case (.abs, .real(let real)): .real(real.magnitude)
    case (.sqrt, _): Value(finite: number.real.squareRoot())
    case (.log, _): Value(finite: Foundation.log10(number.real))
    case (.ln, _): Value(finite: Foundation.log(number.real))
    default: Value(finite: Foundation.exp(number.real))
    }
  }

  /// Returns the aggregate of a list of values.
  ///
  /// Every function but `count` ignores null.
  func gathered(_ values: [Value]) -> Value {
    if self == .count { return .integer(Int64(values.count)) }
    let present = values.filter { $0 != .null }
    switch self {
    case .sum: return present.reduce(.integer(0)) { $0.computed(.plus, with: $1) }
    case .min: return Self.extreme(present, .less)
    case .max: return Self.extreme(present, .greater)
    case .mode: return Self.mode(present)
    default: break
    }
    let numbers = present.compactMap(\.number)
    guard !numbers.isEmpty, numbers.count == present.count else { return .null }
    let reals = numbers.map(\.real)
    let average = reals.reduce(0, +) / Double(reals.count)
    switch self {
    case .median: return Value(finite: Self.median(reals.sorted()))
    case .stddev:
      let squares = reals.map { ($0 - average) * ($0 - average) }.reduce(0, +)
      return Value(finite: (squares / Double(reals.count)).squareRoot())
    default: return Value(finite: average)
    }
  }

  /// Returns the minimum or the maximum, or null if two of the values have no order.
  private static func extreme(_ values: [Value], _ wanted: Order) -> Value {
    guard var extreme = values.first else { return .null }
    for value in values.dropFirst() {
      guard let order = value.order(to: extreme) else { return .null }
      if order == wanted { extreme = value }
    }
    return extreme
  }

  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    // Halve before adding, because the sum of two large numbers may overflow.
    return sorted.count.isMultiple(of: 2) ? sorted[middle - 1] / 2 + sorted[middle] / 2 : sorted[middle]
  }

  /// Returns the most frequent value, or the first of several.
  private static func mode(_ values: [Value]) -> Value {
    var counts: [Value: Int] = [:]
    for value in values { counts[value.sameness, default: 0] += 1 }
    let most = counts.values.max()
    return values.first { counts[$0.sameness] == most } ?? .null
  }
}
