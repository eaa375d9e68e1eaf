import Values

/// A sum of numbers that does not depend on the order in which they are added and removed.
///
/// Integers, amounts of money, and decimals with at most six fraction digits are added as decimals: the sum of 0.1 and
/// 0.2 is 0.3. Other numbers are added as exact binary fractions, and their sum is rounded once.
struct DecimalSum: Hashable, Sendable {
  /// The number of units in 1.
  private static let unitsPerOne: Double = 1_000_000
  /// The number of units in 0.01.
  private static let unitsPerCent: Int128 = 10_000

  private let countsDecimalUnits: Bool
  private var unitSum: Int128 = 0
  /// The sum of the reals that are not whole units.
  private var realSum = ExactRealSum()
  /// The number of added values that are reals, and how many of those are not whole units.
  private var (realCount, inexactCount) = (0, 0)
  /// The number of added amounts of money.
  private var moneyCount = 0
  /// The number of added values that are not numbers.
  private var nonNumberCount = 0

  init(_ kind: ColumnKind) {
    countsDecimalUnits = kind == .money || kind == .decimal
  }

  mutating func add(_ value: Value) { update(value, count: 1) }

  /// Removes a value that was added.
  mutating func remove(_ value: Value) { update(value, count: -1) }

  private mutating func update(_ value: Value, count times: Int) {
    switch value.number {
    case .integer(let integer)?:
      unitSum += Int128(times) * Int128(integer) * Int128(Self.unitsPerOne)
    case .money(let money)?:
      moneyCount += times
      unitSum += Int128(times) * Int128(money.cents) * Self.unitsPerCent
    case .real(let real)?:
      realCount += times
      let scaled = (real * Self.unitsPerOne).rounded()
      if countsDecimalUnits, abs(scaled) < 0x1p53, scaled / Self.unitsPerOne == real {
        unitSum += Int128(times) * Int128(scaled)
      } else {
        inexactCount += times
        realSum.add(real, count: times)
      }
    case nil: nonNumberCount += times
    }
  }

  var value: Value {
    if nonNumberCount > 0 { return .null }
    if realCount == 0, moneyCount == 0, let sum = Int64(exactly: unitSum / Int128(Self.unitsPerOne)) {
      return .integer(sum)
    }
    return average(count: 1)
  }

  /// Returns the sum divided by a count, rounded once: the average of 0.1, 0.2 and 0.3 is 0.2.
  ///
  /// The average of amounts of money is money if it is an amount of whole cents.
  func average(count: Int) -> Value {
    if nonNumberCount > 0 { return .null }
    if moneyCount > 0, inexactCount == 0 {
      let (cents, rest) = unitSum.quotientAndRemainder(dividingBy: Int128(count) * Self.unitsPerCent)
      if rest == 0, let cents = Int(exactly: cents) { return .money(Money(cents: cents)) }
    }
    if inexactCount == 0 { return Value(finiteOrNull: Double(unitSum) / (Self.unitsPerOne * Double(count))) }
    return Value(finiteOrNull: (Double(unitSum) / Self.unitsPerOne + realSum.value) / Double(count))
  }
}
