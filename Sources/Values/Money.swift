/// An amount of money: whole cents of the shop's one currency.
///
/// It is written as text, `"19.99"`, wherever it is stored or printed: a binary fraction cannot hold it.
public struct Money: Hashable, Sendable, Comparable {
  /// The amount in cents.
  public var cents: Int

  /// Makes an amount of whole cents.
  public init(cents: Int) {
    self.cents = cents
  }

  /// Nothing.
  public static let zero = Money(cents: 0)

  /// Tells which amount is smaller.
  public static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }
}

extension Money: LosslessStringConvertible {
  /// The amount with a point and two decimals.
  public var description: String {
    let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Reads an amount: digits, and after a point or a comma one or two more.
  ///
  /// Anything else is nil, as is an amount that does not fit.
  public init?(_ text: String) { try? self.init(reading: text) }

  /// Reads an amount, and says why where it is none.
  public init(reading text: String) throws(MoneyFault) {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) else { throw .noAmount }
    let decimals = parts.count == 2 ? parts[1] : "00"
    if decimals.utf8.count > 2 { throw .tooManyDecimals }
    let sign = text.hasPrefix("-") ? "-" : ""
    guard let cents = Int(sign + parts[0] + decimals + (decimals.utf8.count == 1 ? "0" : "")) else {
      throw text.hasPrefix("-") ? .tooSmall : .tooLarge
    }
    self.cents = cents
  }
}

/// Why a text is no amount of money.
public enum MoneyFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is something else.
  case noAmount
  /// It is finer than a cent.
  case tooManyDecimals
  /// It is more than can be held, or less.
  case tooLarge, tooSmall

  /// What is wrong, and what is right.
  public var description: String {
    switch self {
    case .noAmount: "expected an amount such as 19.99"
    case .tooManyDecimals: "too many decimals; an amount has two at most, as in 19.99"
    case .tooLarge: "too large; the largest amount is \(Money(cents: .max))"
    case .tooSmall: "too small; the smallest amount is \(Money(cents: .min))"
    }
  }
}

extension Money: Codable {
  /// Reads an amount from its text.
  public init(from decoder: any Decoder) throws {
    self = try decode(from: decoder, expected: "an amount such as 19.99")
  }

  /// Writes the amount as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
