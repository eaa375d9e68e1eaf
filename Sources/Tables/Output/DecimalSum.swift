import Values

/// A sum of numbers that is exact where possible.
///
/// Integers, amounts of money, and decimals with at most six fraction digits are added exactly: the sum of 0.1 and 0.2
/// is 0.3. Other numbers are added as `Double`, so that the result depends on the order.
struct DecimalSum: Hashable, Sendable {
  /// The number of units in 1.
  private static let unitsPerOne: Double = 1_000_000

  private let countsDecimalUnits: Bool
  private var unitSum: Int128 = 0
  private var realSum: Double = 0
  /// The number of added values that are not integers, and how many of those are not whole units either.
  private var (realCount, inexactCount) = (0, 0)
  /// The number of added values that are not numbers.
  private var nonNumberCount = 0

  init(_ kind: ColumnKind) {
    countsDecimalUnits = kind == .money || kind == .decimal
  }

  /// Whether the sum does not depend on the order in which numbers are added and removed.
  var isExact: Bool { inexactCount == 0 }

  mutating func add(_ value: Value) { update(value, count: 1) }

  /// Removes a value that was added.
  ///
  /// While the sum is exact, the result is as if the value had never been added.
  mutating func remove(_ value: Value) { update(value, count: -1) }

  private mutating func update(_ value: Value, count times: Int) {
    switch value.number {
    case .integer(let integer)?:
      unitSum += Int128(times) * Int128(integer) * Int128(Self.unitsPerOne)
      realSum += Double(times) * Double(integer)
    case .real(let real)?:
      realCount += times
      realSum += Double(times) * real
      let scaled = (real * Self.unitsPerOne).rounded()
      if countsDecimalUnits, abs(scaled) < 0x1p53, scaled / Self.unitsPerOne == real {
        unitSum += Int128(times) * Int128(scaled)
      } else {
        inexactCount += times
      }
    case nil: nonNumberCount += times
    }
  }

  var value: Value {
    if nonNumberCount > 0 { return .null }
    if realCount == 0, let sum = Int64(exactly: unitSum / Int128(Self.unitsPerOne)) { return .integer(sum) }
    return average(count: 1)
  }

  /// Returns the sum divided by a count, rounded once: the average of 0.1, 0.2 and 0.3 is 0.2.
  func average(count: Int) -> Value {
    if nonNumberCount > 0 { return .null }
    return Value(finiteOrNull: isExact ? Double(unitSum) / (Self.unitsPerOne * Double(count)) : realSum / Double(count))
  }
}
