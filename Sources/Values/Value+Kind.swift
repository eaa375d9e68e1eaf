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
