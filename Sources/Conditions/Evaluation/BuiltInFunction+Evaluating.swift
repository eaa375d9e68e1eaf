import Foundation
import Values

extension BuiltInFunction {
  /// Returns the value of a call, or null if the arguments have the wrong types.
  func apply(to arguments: [Value]) -> Value {
    switch self {
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev:
      return aggregate(arguments.count == 1 ? arguments[0].elements : arguments)
    case .length, .lowercase, .uppercase:
      guard case .text(let text)? = arguments.first else { return .null }
      return result(for: text)
    case .sqrt, .log, .ln, .exp, .floor, .ceiling, .abs, .trunc:
      return arguments.first?.number.map(result) ?? .null
    case .now, .random: preconditionFailure("now() and random() are read and not computed.")
    }
  }

  private func result(for text: String) -> Value {
    switch self {
    case .lowercase: .text(text.lowercased())
    case .uppercase: .text(text.uppercased())
    default: .integer(Int64(text.unicodeScalars.count))
    }
  }

  private func result(for number: Number) -> Value {
    switch (self, number) {
    case (.floor, .integer(let integer)), (.ceiling, .integer(let integer)), (.trunc, .integer(let integer)):
      .integer(integer)
    case (.abs, .integer(let integer)): Int64(exactly: integer.magnitude).map(Value.integer) ?? .real(0x1p63)
    case (.floor, .money), (.ceiling, .money), (.trunc, .money), (.abs, .money): amountResult(for: number)
    case (.floor, .real(let real)): .real(real.rounded(.down))
    case (.ceiling, .real(let real)): .real(real.rounded(.up))
    case (.trunc, .real(let real)): .real(real.rounded(.towardZero))
    case (.abs, .real(let real)): .real(real.magnitude)
    case (.sqrt, _): Value(finiteOrNull: number.real.squareRoot())
    case (.log, _): Value(finiteOrNull: Foundation.log10(number.real))
    case (.ln, _): Value(finiteOrNull: Foundation.log(number.real))
    default: Value(finiteOrNull: Foundation.exp(number.real))
    }
  }

  /// Returns the result of `abs`, or of a function that returns a whole number.
  private func amountResult(for number: Number) -> Value {
    guard case .money(let money) = number else { return .null }
    let (whole, cents) = money.cents.quotientAndRemainder(dividingBy: 100)
    switch self {
    case .abs: return cents < 0 || whole < 0 ? Value.money(money).negated : .money(money)
    case .floor: return .integer(Int64(cents < 0 ? whole - 1 : whole))
    case .ceiling: return .integer(Int64(cents > 0 ? whole + 1 : whole))
    default: return .integer(Int64(whole))
    }
  }

  /// Returns the aggregate of a list of values.
  ///
  /// Every function but `count` ignores null.
  func aggregate(_ values: [Value]) -> Value {
    if self == .count { return .integer(Int64(values.count)) }
    let present = values.filter { $0 != .null }
    let amounts = MoneyAmounts(present)
    switch self {
    case .sum: return amounts?.sum ?? present.reduce(.integer(0)) { $0.applying(.plus, with: $1) }
    case .average where amounts != nil: return amounts?.average ?? .null
    case .median where amounts != nil: return amounts?.median ?? .null
    case .min: return Self.extremeValue(of: present, ordering: .less)
    case .max: return Self.extremeValue(of: present, ordering: .greater)
    case .mode: return Self.mode(present)
    default: break
    }
    let numbers = present.compactMap(\.number)
    guard !numbers.isEmpty, numbers.count == present.count else { return .null }
    let reals = numbers.map(\.real)
    let average = reals.reduce(0, +) / Double(reals.count)
    switch self {
    case .median: return Value(finiteOrNull: Self.median(reals.sorted()))
    case .stddev:
      let squares = reals.map { ($0 - average) * ($0 - average) }.reduce(0, +)
      return Value(finiteOrNull: (squares / Double(reals.count)).squareRoot())
    default: return Value(finiteOrNull: average)
    }
  }

  /// Returns the minimum or the maximum, or null if two of the values have no order.
  private static func extremeValue(of values: [Value], ordering wanted: ValueOrdering) -> Value {
    guard var extreme = values.first else { return .null }
    for value in values.dropFirst() {
      guard let order = value.compare(to: extreme) else { return .null }
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
    for value in values { counts[value.comparisonKey, default: 0] += 1 }
    let most = counts.values.max()
    return values.first { counts[$0.comparisonKey] == most } ?? .null
  }
}

/// Amounts of money and whole numbers, which are added exactly.
private struct MoneyAmounts {
  private let cents: [Int128]

  /// Creates a list, or returns `nil` if there is no amount of money among the values or one that is not a number.
  init?(_ values: [Value]) {
    guard values.contains(where: { if case .money = $0 { true } else { false } }) else { return nil }
    var cents: [Int128] = []
    for value in values {
      switch value.number {
      case .money(let money)?: cents.append(Int128(money.cents))
      case .integer(let integer)?: cents.append(Int128(integer) * 100)
      case .real?, nil: return nil
      }
    }
    self.cents = cents
  }

  var sum: Value { Self.average(of: cents[...], count: 1) }

  var average: Value { Self.average(of: cents[...], count: cents.count) }

  /// The middle amount, or the average of both.
  var median: Value {
    let sorted = cents.sorted()
    let middle = sorted[(sorted.count - 1) / 2...sorted.count / 2]
    return Self.average(of: middle, count: middle.count)
  }

  /// Returns the sum divided by a count: money if it is an amount of whole cents, and otherwise the nearest real.
  private static func average(of cents: ArraySlice<Int128>, count: Int) -> Value {
    let (average, rest) = cents.reduce(0, +).quotientAndRemainder(dividingBy: Int128(count))
    if rest == 0, let average = Int(exactly: average) { return .money(Money(cents: average)) }
    return Value(finiteOrNull: Double(cents.reduce(0, +)) / (100 * Double(count)))
  }
}
