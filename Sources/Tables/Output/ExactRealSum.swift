/// The exact sum of binary fractions, rounded once when it is read.
///
/// It is a fixed-point number that is wide enough for every finite `Double`, in two's complement. So a number that is
/// removed leaves no rounding error behind.
struct ExactRealSum: Hashable, Sendable {
  /// The digits in base 2⁶⁴, from the lowest, or none while the sum is 0.
  ///
  /// The lowest bit is worth 2⁻¹⁰⁷⁴, the least nonzero magnitude. 2,098 bits hold every `Double`, the rest 2⁷⁷ of them.
  private var digits: [UInt64] = []
  /// How many numbers that were added are infinite or not a number.
  private var nonFiniteCount = 0

  private static var digitCount: Int { 34 }
  private static var lowestExponent: Int { Double.leastNonzeroMagnitude.exponent }

  /// Adds a number, or removes it if `count` is -1.
  mutating func add(_ real: Double, count times: Int) {
    guard real.isFinite else { return nonFiniteCount += times }
    if real == 0 { return }
    if digits.isEmpty { digits = Array(repeating: 0, count: Self.digitCount) }
    // The number is an integer of at most 53 bits, shifted to the left.
    let isSubnormal = real.exponentBitPattern == 0
    let integer = isSubnormal ? real.significandBitPattern : real.significandBitPattern | 1 << 52
    let shift = isSubnormal ? 0 : Int(real.exponentBitPattern) - 1
    let (index, bits) = shift.quotientAndRemainder(dividingBy: 64)
    let low = integer << UInt64(bits)
    let high = bits == 0 ? 0 : integer >> UInt64(64 - bits)
    add(low, high, at: index, isNegative: (real < 0) != (times < 0))
  }

  /// Adds or subtracts two digits, of which the lower one is at an index.
  private mutating func add(_ low: UInt64, _ high: UInt64, at start: Int, isNegative: Bool) {
    var isCarrying = false
    for index in start..<digits.count {
      let addend = index == start ? low : index == start + 1 ? high : 0
      if index > start + 1, !isCarrying { return }
      let carry: UInt64 = isCarrying ? 1 : 0
      let (partial, isOverflowing) =
        isNegative
        ? digits[index].subtractingReportingOverflow(addend) : digits[index].addingReportingOverflow(addend)
      let (digit, overflowsByCarry) =
        isNegative ? partial.subtractingReportingOverflow(carry) : partial.addingReportingOverflow(carry)
      digits[index] = digit
      isCarrying = isOverflowing || overflowsByCarry
    }
  }

  /// The sum, rounded to the nearest `Double`, or NaN if it contains a number that is not finite.
  var value: Double {
    if nonFiniteCount > 0 { return .nan }
    let isNegative = digits.last.map { Int64(bitPattern: $0) < 0 } ?? false
    let digits = isNegative ? negatedDigits : digits
    guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    // The highest 64 bits decide the result. Any lower bit that is set matters only if these are halfway between two.
    let zeros = UInt64(digits[top].leadingZeroBitCount)
    let next = top > 0 ? digits[top - 1] : 0
    var bits = digits[top] << zeros | (zeros == 0 ? 0 : next >> (64 - zeros))
    if next << zeros != 0 || digits[..<max(0, top - 1)].contains(where: { $0 != 0 }) { bits |= 1 }
    return Double(
      sign: isNegative ? .minus : .plus, exponent: Self.lowestExponent + 64 * top - Int(zeros),
      significand: Double(bits))
  }

  private var negatedDigits: [UInt64] {
    var isCarrying = true
    return digits.map { digit in
      let (negated, isOverflowing) = (~digit).addingReportingOverflow(isCarrying ? 1 : 0)
      isCarrying = isOverflowing
      return negated
    }
  }
}
