#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that can be converted to a ``Value`` and back, so that cells and form rows of the type can be edited.
///
/// All integers and floating-point numbers, booleans, texts, points in time, UUIDs, decimal numbers, amounts of money,
/// their optionals and, for rows of forms, their arrays conform. An enum with raw values conforms by its declaration:
///
/// ```swift
/// enum Priority: String, CaseIterable, ValueRepresentable { case low, medium, high }
/// ```
public protocol ValueRepresentable: ValueConvertible {
  /// Creates the instance that a value represents, or returns `nil` if it represents none.
  init?(_ value: Value)

  /// The values that represent instances, in words, such as `one of low, medium, high`, or `nil` if the kind of the values
  /// says it.
  static var expectedValues: String? { get }

  /// The values to choose from, or `nil` if they are not listed.
  static var valueChoices: [Value]? { get }
}

extension ValueRepresentable {
  /// No words: the kind of the values says it.
  public static var expectedValues: String? { nil }

  /// No list.
  public static var valueChoices: [Value]? { nil }
}

extension ValueRepresentable where Self: RawRepresentable, RawValue: ValueRepresentable {
  /// The value of the raw value.
  public var value: Value { rawValue.value }

  /// Creates the instance whose raw value a value represents.
  public init?(_ value: Value) {
    guard let rawValue = RawValue(value) else { return nil }
    self.init(rawValue: rawValue)
  }
}

extension ValueRepresentable where Self: RawRepresentable & CaseIterable, RawValue: ValueRepresentable {
  /// The raw values in their order.
  public static var expectedValues: String? {
    "one of \(allCases.map { "\($0.rawValue)" }.joined(separator: ", "))"
  }

  /// The values of all cases.
  public static var valueChoices: [Value]? { allCases.map(\.value) }
}

extension Value: ValueRepresentable {
  /// Creates the value itself.
  public init?(_ value: Value) { self = value }
}

extension Bool: ValueRepresentable {
  /// Creates a boolean from one.
  public init?(_ value: Value) {
    guard case .boolean(let value) = value else { return nil }
    self = value
  }
}

extension String: ValueRepresentable {
  /// Creates a text from one.
  public init?(_ value: Value) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension ValueRepresentable where Self: FixedWidthInteger {
  /// An integer, or the nearest real of a number that does not fit into 64 bits with a sign.
  public var value: Value { Int64(exactly: self).map(Value.integer) ?? .real(Double(self)) }

  /// Creates an integer from a whole number in its range.
  public init?(_ value: Value) {
    switch value {
    case .integer(let integer): self.init(exactly: integer)
    case .real, .money:
      guard let real = value.number?.real else { return nil }
      self.init(exactly: real)
    case .null, .boolean, .text, .instant, .list, .object: return nil
    }
  }

  /// The least and the greatest integer, unless they are those of the kind.
  public static var expectedValues: String? {
    // A value has 64 bits with a sign.
    let greatest = Int64(exactly: max) ?? .max
    return Self.bitWidth < 64 || min == 0 ? "a whole number from \(min) to \(greatest)" : nil
  }
}

extension Int: ValueRepresentable {}
extension Int8: ValueRepresentable {}
extension Int16: ValueRepresentable {}
extension Int32: ValueRepresentable {}
extension Int64: ValueRepresentable {}
extension UInt: ValueRepresentable {}
extension UInt8: ValueRepresentable {}
extension UInt16: ValueRepresentable {}
extension UInt32: ValueRepresentable {}
extension UInt64: ValueRepresentable {}

extension Double: ValueRepresentable {
  /// Creates the nearest real from a number.
  public init?(_ value: Value) {
    guard value.kind != .boolean, let number = value.number else { return nil }
    self = number.real
  }
}

extension Float: ValueRepresentable {
  /// A real, as it is written, or null if the number is infinite or NaN.
  public var value: Value { Value(finiteOrNull: Double("\(self)") ?? Double(self)) }

  /// Creates the nearest number from a number.
  public init?(_ value: Value) {
    guard let real = Double(value) else { return nil }
    self.init(real)
  }
}

extension Instant: ValueRepresentable {
  /// Creates a point in time from one.
  public init?(_ value: Value) {
    guard case .instant(let instant) = value else { return nil }
    self = instant
  }
}

extension Money: ValueRepresentable {}

extension Date: ValueRepresentable {
  /// A point in time, rounded to milliseconds.
  public var value: Value {
    Int64(exactly: (timeIntervalSince1970 * 1_000).rounded()).map { .instant(Instant(milliseconds: $0)) } ?? .null
  }

  /// Creates a date from a point in time.
  public init?(_ value: Value) {
    guard let instant = Instant(value) else { return nil }
    self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1_000)
  }
}

extension UUID: ValueRepresentable {
  /// The UUID as a text.
  public var value: Value { .text(uuidString) }

  /// Creates a UUID from its text.
  public init?(_ value: Value) {
    guard let text = String(value) else { return nil }
    self.init(uuidString: text)
  }

  /// The form of a UUID.
  public static var expectedValues: String? { "a UUID such as 123E4567-E89B-42D3-A456-426614174000" }
}

extension Decimal: ValueRepresentable {
  /// An integer if the number is whole and has at most 64 bits, and otherwise the nearest real, which has 15 digits.
  public var value: Value {
    let text = "\(self)"
    return Int64(text).map(Value.integer) ?? Value(finiteOrNull: Double(text) ?? .nan)
  }

  /// Creates a decimal number from a number, as it is written.
  public init?(_ value: Value) {
    let text: String
    switch value {
    case .integer(let integer): text = "\(integer)"
    case .real(let real): text = "\(real)"
    case .money(let money): text = "\(money)"
    case .null, .boolean, .text, .instant, .list, .object: return nil
    }
    self.init(string: text)
  }
}

extension Optional: ValueRepresentable where Wrapped: ValueRepresentable {
  /// Creates `nil` from null, and otherwise the wrapped instance.
  public init?(_ value: Value) {
    if value == .null {
      self = nil
    } else {
      guard let wrapped = Wrapped(value) else { return nil }
      self = wrapped
    }
  }

  /// The values of the wrapped type.
  public static var expectedValues: String? { Wrapped.expectedValues }

  /// The values of the wrapped type.
  public static var valueChoices: [Value]? { Wrapped.valueChoices }
}

extension Array: ValueRepresentable where Element: ValueRepresentable {
  /// Creates an array from a list whose elements represent its elements.
  public init?(_ value: Value) {
    guard case .list(let values) = value else { return nil }
    self = []
    for value in values {
      guard let element = Element(value) else { return nil }
      append(element)
    }
  }

  /// A list.
  public static var expectedValues: String? { "a list" }

  /// The values of the elements.
  public static var valueChoices: [Value]? { Element.valueChoices }
}

/// An optional type.
private protocol OptionalValue {
  static var wrappedType: any ValueConvertible.Type { get }
}

extension Optional: OptionalValue where Wrapped: ValueConvertible {
  fileprivate static var wrappedType: any ValueConvertible.Type { Wrapped.self }
}

/// Returns the wrapped type of an optional type, and otherwise the type itself.
package func typeWithoutOptional(_ type: any ValueConvertible.Type) -> any ValueConvertible.Type {
  (type as? any OptionalValue.Type).map { typeWithoutOptional($0.wrappedType) } ?? type
}
