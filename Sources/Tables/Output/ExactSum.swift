internal import Values

/// A sum of numbers.
///
/// Whole numbers are added up without an error, and so are amounts of money and decimals of at most six places: the sum of
/// 0.1 and 0.2 is 0.3. Anything else is added up as reals, of which the order makes a difference.
struct DecimalSum: Hashable, Sendable {
  /// How many units there are in one.
  private static let scale: Double = 1_000_000

  private let isDecimal: Bool
  private var units: Int128 = 0
  private var reals: Double = 0
  /// How many of them are no whole numbers, and of these how many are no whole units either.
  private var (fractions, rests) = (0, 0)
  /// How many are no numbers at all.
  private var others = 0

  init(_ kind: ColumnKind) {
    isDecimal = kind == .money || kind == .decimal
  }

  /// Whether it is the same in whatever order the numbers come and go.
  var isExact: Bool { rests == 0 }

  mutating func add(_ value: Value) { update(value, count: 1) }

  /// Takes out what was added; as long as the sum is exact, it is what it would be without.
  mutating func remove(_ value: Value) { update(value, count: -1) }

  private mutating func update(_ value: Value, count times: Int) {
    switch value.number {
    case .integer(let integer)?:
      units += Int128(times) * Int128(integer) * Int128(Self.scale)
      reals += Double(times) * Double(integer)
    case .real(let real)?:
      fractions += times
      reals += Double(times) * real
      let scaled = (real * Self.scale).rounded()
      if isDecimal, abs(scaled) < 0x1p53, scaled / Self.scale == real {
        units += Int128(times) * Int128(scaled)
      } else {
        rests += times
      }
    case nil: others += times
    }
  }

  var value: Value {
    if others > 0 { return .null }
    if fractions == 0, let sum = Int64(exactly: units / Int128(Self.scale)) { return .integer(sum) }
    return Value(finiteOrNull: doubleTotal)
  }

  /// The sum by how many there are, which is rounded once: of 0.1, 0.2 and 0.3 it is 0.2.
  func average(count: Int) -> Value {
    if others > 0 { return .null }
    return Value(finiteOrNull: isExact ? Double(units) / (Self.scale * Double(count)) : reals / Double(count))
  }

  private var doubleTotal: Double { isExact ? Double(units) / Self.scale : reals }
}
