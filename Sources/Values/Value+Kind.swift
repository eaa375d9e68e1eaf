#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Value {
  /// The kinds of values other than null.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case boolean, integer, real, money, text, instant, list, object
  }

  /// The kind of the value, or `nil` for null.
  package var kind: Kind? {
    switch self {
    case .null: nil
    case .boolean: .boolean
    case .integer: .integer
    case .real: .real
    case .money: .money
    case .text: .text
    case .instant: .instant
    case .list: .list
    case .object: .object
    }
  }
}

extension Value.Kind {
  /// Creates the kind of the values that represent instances of a type.
  ///
  /// It is text for a type that says nothing about its values, such as an enum with raw values.
  package init(of type: any ValueConvertible.Type) {
    self =
      switch typeWithoutOptional(type) {
      case is Bool.Type: .boolean
      case is any FixedWidthInteger.Type: .integer
      case is any BinaryFloatingPoint.Type, is Decimal.Type: .real
      case is Instant.Type, is Date.Type: .instant
      case is Money.Type: .money
      case is any MutableCollection.Type: .list
      default: .text
      }
  }
}

extension Value.Kind {
  /// Returns the value of this kind for which people write a text, or `nil` if there is none.
  ///
  /// Numbers are read as ``WrittenNumber`` says, or with an exponent, and only if the value keeps all their digits.
  package func value(written text: String, decimalSeparator: WrittenNumber.DecimalSeparator? = nil) -> Value? {
    func number() -> NumberLiteral? { NumberLiteral(written: text, decimalSeparator: decimalSeparator) }
    return switch self {
    case .boolean: text.writtenBoolean.map(Value.boolean)
    case .integer: number()?.integer.map(Value.integer)
    case .real: number()?.roundTrippingValue
    case .money: (try? Money(parsing: text, decimalSeparator: decimalSeparator)).map(Value.money)
    case .text: .text(text)
    case .instant: Instant(dateOrTimestamp: text).map(Value.instant)
    case .list, .object: nil
    }
  }

  /// A description of the texts for which there is a value, with an example.
  package var expectedInput: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "a whole number such as 12"
    case .real: "a number such as 12.5"
    case .money: "an amount such as 19.99"
    case .text: "a text"
    case .instant: "a date such as 2023-03-22, or a point in time such as 2023-03-22T14:05:09Z"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Returns a description of the texts for which there is a value, which says why this text has none.
  package func expectedInput(insteadOf text: String) -> String {
    guard [.integer, .real, .money].contains(self) else { return expectedInput }
    do throws(AmbiguousCommaError) {
      let number = NumberLiteral(try text.trimmed.plainNumberText())
      if self == .integer, number?.isInteger == true { return "a whole number of 64 bits" }
      if self == .real, number?.nearestDouble != nil { return "\(expectedInput), with at most 15 digits" }
      return expectedInput
    } catch {
      return error.expectedInput(for: self)
    }
  }
}
