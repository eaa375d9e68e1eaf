/// The order of two values.
public enum ValueOrdering: Hashable, Sendable {
  /// The first value is less.
  case less
  /// The values are equal.
  case equal
  /// The first value is greater.
  case greater

  /// Compares two values of the same type.
  init<Number: Comparable>(_ left: Number, _ right: Number) {
    self = left < right ? .less : left == right ? .equal : .greater
  }
}

extension Value {
  /// Returns whether two values are the same; see the table at ``Value``.
  public func isEquivalent(to other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.text(let left), .text(let right)): left.hasSameScalars(as: right)
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count && left.allSatisfy { key, value in right[key]?.isEquivalent(to: value) ?? false }
    default: compare(to: other) == .equal
    }
  }

  /// Returns the order of two values, or `nil` if they have none; see the table at ``Value``.
  public func compare(to other: Value) -> ValueOrdering? {
    switch (self, other) {
    // The two most frequent cases of `compareAsNumbers(to:)`, which is slower.
    case (.integer(let left), .integer(let right)): ValueOrdering(left, right)
    case (.real(let left), .real(let right)): left.isNaN || right.isNaN ? nil : ValueOrdering(left, right)
    case (.text(let left), .text(let right)):
      left.hasSameScalars(as: right) ? .equal : left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    case (.instant(let left), .instant(let right)): ValueOrdering(left, right)
    default: compareAsNumbers(to: other)
    }
  }

  private func compareAsNumbers(to other: Value) -> ValueOrdering? {
    switch (number, other.number) {
    case (.integer(let left)?, .integer(let right)?): ValueOrdering(left, right)
    case (.integer(let left)?, .real(let right)?): Self.compare(left, right)
    case (.real(let left)?, .integer(let right)?): Self.compare(right, left)?.reversed
    case (.real(let left)?, .real(let right)?): left.isNaN || right.isNaN ? nil : ValueOrdering(left, right)
    case (.money(let left)?, .money(let right)?): ValueOrdering(left, right)
    case (.money(let left)?, .integer(let right)?): left.compare(to: right)
    case (.integer(let left)?, .money(let right)?): right.compare(to: left).reversed
    case (.money(let left)?, .real(let right)?): left.compare(to: right)
    case (.real(let left)?, .money(let right)?): right.compare(to: left)?.reversed
    case (nil, _), (_, nil): nil
    }
  }

  /// Compares without rounding: an integer with more than 53 bits may not be representable as a floating-point number.
  private static func compare(_ integer: Int64, _ real: Double) -> ValueOrdering? {
    if real.isNaN { return nil }
    if real >= 0x1p63 { return .less }
    if real < -0x1p63 { return .greater }
    let whole = Int64(real)
    return integer == whole ? ValueOrdering(0, real - Double(whole)) : ValueOrdering(integer, whole)
  }

  /// The key under which values that are the same compare equal, for use in a set or dictionary.
  package var comparisonKey: Value {
    switch self {
    case .boolean(let isTrue): .integer(isTrue ? 1 : 0)
    case .real(let real): Int64(exactly: real).map(Value.integer) ?? self
    case .money(let money): money.comparisonKey
    case .list(let values): .list(values.map(\.comparisonKey))
    case .object(let members): .object(members.mapValues(\.comparisonKey))
    case .null, .integer, .text, .instant: self
    }
  }
}

extension Money {
  /// The integer or the real that is the same as the amount, or the amount if there is neither.
  fileprivate var comparisonKey: Value {
    if cents % 100 == 0 { return .integer(Int64(cents / 100)) }
    return compare(to: real) == .equal ? .real(real) : .money(self)
  }
}

extension ValueOrdering {
  fileprivate var reversed: ValueOrdering {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }
}
