import Values

/// How the shop writes amounts of money on its screen.
public struct MoneyFormat: Hashable, Codable, Sendable {
  /// The currency, such as `EUR` or `€`, or an empty text.
  public var currency = ""
  /// The separator of thousands.
  public var grouping = Grouping.none

  /// A separator of thousands.
  public enum Grouping: String, Hashable, Codable, Sendable, CaseIterable {
    /// Nothing, as in `1299.00`.
    case none
    /// A comma, as in `1,299.00`.
    case comma
    /// A space, as in `1 299.00`.
    case space
    /// An apostrophe, as in `1'299.00`.
    case apostrophe

    fileprivate var separator: String {
      switch self {
      case .none: ""
      case .comma: ","
      case .space: " "
      case .apostrophe: "'"
      }
    }
  }

  static let currencyExpectation = "a currency of at most 8 characters, such as EUR or €"

  /// Returns whether a text can be a currency.
  static func isCurrency(_ text: String) -> Bool {
    let scalars = text.trimmed.unicodeScalars
    return scalars.count <= 8 && scalars.allSatisfy { $0.isVisible && !$0.properties.isWhitespace }
  }

  /// Creates a format without a currency and without a separator of thousands.
  public init() {}

  /// Returns an amount without the currency.
  public func text(of money: Money) -> String {
    let text = "\(money)"
    if grouping == .none { return text }
    let (digits, rest) = (text.drop { $0 == "-" }.prefix { $0 != "." }, text.suffix(3))
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped += grouping.separator }
      grouped.append(digit)
    }
    return (money.cents < 0 ? "-" : "") + grouped + rest
  }
}
