internal import Values

/// A sum of numbers.
///
/// Whole numbers are added up without an error, and so are amounts of money and decimals of at most six places: the sum of
/// 0.1 and 0.2 is 0.3. Anything else is added up as reals.
struct ExactSum {
  /// How many units there are in one.
  private static let scale: Double = 1_000_000

  private let isDecimal: Bool
  private var units: Int128 = 0
  private var reals: Double = 0
  private var isExact = true
  private var isWhole = true
  private var isNumber = true

  init(_ kind: ColumnKind) {
    isDecimal = kind == .money || kind == .decimal
  }

  mutating func add(_ value: Value) {
    switch value.number {
    case .integer(let integer)?:
      units += Int128(integer) * Int128(Self.scale)
      reals += Double(integer)
    case .real(let real)?:
      isWhole = false
      reals += real
      let scaled = (real * Self.scale).rounded()
      if isDecimal, abs(scaled) < 0x1p53, scaled / Self.scale == real {
        units += Int128(scaled)
      } else {
        isExact = false
      }
    case nil: isNumber = false
    }
  }

  var value: Value {
    if !isNumber { return .null }
    if isWhole && isExact, let sum = Int64(exactly: units / Int128(Self.scale)) { return .integer(sum) }
    return Value(finite: isExact ? Double(units) / Self.scale : reals)
  }

  func average(of count: Int) -> Value {
    isNumber ? Value(finite: (isExact ? Double(units) / Self.scale : reals) / Double(count)) : .null
  }
}
