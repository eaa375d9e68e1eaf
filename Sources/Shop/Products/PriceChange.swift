import Values

/// A change of a price, as a person writes it: `19.99`, `+2.50`, `-0.10` or `+10%`.
public enum PriceChange: Hashable, Sendable {
  /// The price is replaced.
  case set(Money)
  /// An amount is added, which can be below zero.
  case added(Money)
  /// A part of the price is added: this many hundredths of a percent.
  case scaled(hundredths: Int)

  /// Creates a change from a text, or returns `nil` if it is none.
  public init?(_ text: String) {
    let sign = text.prefix(1)
    if sign != "+", sign != "-" {
      guard let price = Money(text) else { return nil }
      self = .set(price)
      return
    }
    let rest = text.dropFirst()
    // No second sign, and a percentage without a currency.
    if rest.contains(where: { "+-\u{2212}".contains($0) }) { return nil }
    let isPercentage = rest.hasSuffix("%")
    let number = (isPercentage ? rest.dropLast() : rest).trimmed
    if isPercentage, number.first?.isNumber != true { return nil }
    guard let amount = Money(number) else { return nil }
    let signed = sign == "-" ? -amount.cents : amount.cents
    self = isPercentage ? .scaled(hundredths: signed) : .added(Money(cents: signed))
  }

  /// A Boolean value that indicates whether the price becomes lower.
  public var isDecrease: Bool {
    switch self {
    case .set(let price): price < .zero
    case .added(let amount): amount < .zero
    case .scaled(let hundredths): hundredths < 0
    }
  }

  /// Returns a price after the change, or `nil` if it is below zero or too large.
  public func applied(to price: Money, roundingTo rounding: PriceRounding = .cent) -> Money? {
    let (numerator, isTooLarge): (Int, Bool)
    var denominator = 1
    switch self {
    case .set(let price): (numerator, isTooLarge) = (price.cents, false)
    case .added(let amount): (numerator, isTooLarge) = price.cents.addingReportingOverflow(amount.cents)
    case .scaled(let hundredths):
      denominator = Self.unit
      let factor = hundredths.addingReportingOverflow(Self.unit)
      let product = price.cents.multipliedReportingOverflow(by: factor.partialValue)
      (numerator, isTooLarge) = (product.partialValue, factor.overflow || product.overflow)
    }
    return isTooLarge || numerator < 0 ? nil : rounding.rounded(numerator, over: denominator)
  }

  /// The number of hundredths of a percent in the whole.
  private static let unit = 10_000
}

/// How a changed price is rounded.
public enum PriceRounding: String, Hashable, Sendable, CaseIterable {
  /// To a cent, halves away from zero.
  case cent = "0.01"
  /// To five cents, halves away from zero.
  case fiveCents = "0.05"
  /// To ten cents, halves away from zero.
  case tenCents = "0.10"
  /// To a whole amount, halves away from zero.
  case whole = "1"
  /// Up to the next amount that ends in .99.
  case upTo99 = ".99"

  /// The amounts to which prices are rounded, for a list of choices.
  public var title: String {
    switch self {
    case .cent, .fiveCents, .tenCents: rawValue
    case .whole: "1.00"
    case .upTo99: "the next .99"
    }
  }

  /// Creates a way of rounding from its name, in which zeros can be added or left out, as in `0.1` and `0.99`.
  public init?(written text: String) {
    let known = Self.allCases.first { $0.rawValue == text }
    guard let found = known ?? Self.allCases.first(where: { Money("0\($0.rawValue)") == Money("0\(text)") }) else {
      return nil
    }
    self = found
  }

  /// Returns a number of cents, given as a fraction that is not below zero, rounded to an amount, or `nil` if that is too
  /// large.
  fileprivate func rounded(_ numerator: Int, over denominator: Int) -> Money? {
    let step: Int
    switch self {
    case .cent: step = 1
    case .fiveCents: step = 5
    case .tenCents: step = 10
    case .whole: step = 100
    case .upTo99:
      let hundred = 100 * denominator
      let excess = numerator - 99 * denominator
      let count = excess <= 0 ? 0 : (excess - 1) / hundred + 1
      let (cents, isOverflow) = (count * 100).addingReportingOverflow(99)
      return isOverflow ? nil : Money(cents: cents)
    }
    let divisor = step * denominator
    let (count, rest) = numerator.quotientAndRemainder(dividingBy: divisor)
    let (cents, isOverflow) = (rest >= divisor - rest ? count + 1 : count).multipliedReportingOverflow(by: step)
    return isOverflow ? nil : Money(cents: cents)
  }
}
