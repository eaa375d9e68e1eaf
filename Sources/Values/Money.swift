/// An amount of money in whole cents of the shop's only currency.
///
/// It is stored and printed as text, for example `"19.99"`, because a binary fraction cannot represent it exactly.
public struct Money: Hashable, Sendable, Comparable {
  /// The amount in cents.
  public var cents: Int

  /// Creates an amount from a number of cents.
  public init(cents: Int) {
    self.cents = cents
  }

  /// The amount 0.00.
  public static let zero = Money(cents: 0)

  /// Returns whether the left amount is less than the right one.
  public static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }
}

extension Money: LosslessStringConvertible {
  /// The amount with a decimal point and two decimals.
  public var description: String {
    let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Parses an amount as a person writes it, with at most two decimals: `19.99`, `12,50`, `1,299.00`, `1 299` or `€5`.
  ///
  /// The result is `nil` for any other text, such as the ambiguous `1,234`, and for an amount that is out of range.
  public init?(_ text: String) { try? self.init(parsing: text) }

  /// Parses an amount, or throws an error that says why the text is not an amount.
  public init(parsing text: String) throws(MoneyError) { try self.init(parsing: text, decimalSeparator: nil) }

  /// Parses an amount, given the decimal separator if it is known from other amounts.
  package init(parsing text: String, decimalSeparator: WrittenNumber.DecimalSeparator?) throws(MoneyError) {
    let text = try Self.plainText(of: text, decimalSeparator)
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }) else {
      throw .notAnAmount
    }
    let decimals = parts.count == 2 ? parts[1] : "00"
    if decimals.utf8.count > 2 { throw .tooManyDecimals }
    let sign = text.hasPrefix("-") ? "-" : ""
    guard let cents = Int(sign + parts[0] + decimals + (decimals.utf8.count == 1 ? "0" : "")) else {
      throw text.hasPrefix("-") ? .tooSmall : .tooLarge
    }
    self.cents = cents
  }

  private static func plainText(
    of text: String, _ decimalSeparator: WrittenNumber.DecimalSeparator?
  ) throws(MoneyError) -> String {
    do throws(AmbiguousCommaError) {
      return try WrittenNumber(text, decimalSeparator: decimalSeparator)?.plainText ?? text
    } catch {
      throw .ambiguousComma
    }
  }
}

/// The reason why a text is not an amount of money.
public enum MoneyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not an amount.
  case notAnAmount
  /// The amount has more than two decimals.
  case tooManyDecimals
  /// The amount has a comma before three digits, which may separate thousands or decimals.
  case ambiguousComma
  /// The amount is out of range.
  case tooLarge, tooSmall

  /// A message that says what is wrong and what is expected.
  public var description: String {
    switch self {
    case .notAnAmount: "expected an amount such as 19.99"
    case .tooManyDecimals: "too many decimals; an amount has two at most, as in 19.99"
    case .ambiguousComma: "a comma before three digits is ambiguous; write thousands without it, as in 1234.00"
    case .tooLarge: "too large; the largest amount is \(Money(cents: .max))"
    case .tooSmall: "too small; the smallest amount is \(Money(cents: .min))"
    }
  }
}

extension Money: Codable {
  /// Decodes an amount from its text.
  public init(from decoder: any Decoder) throws {
    self = try decodeFromText(from: decoder, expected: "an amount such as 19.99")
  }

  /// Encodes the amount as text.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
