/// A type that can be converted to a ``Value``.
public protocol ValueConvertible {
  /// The value.
  var value: Value { get }
}

extension Value: ValueConvertible {
  /// The value itself.
  public var value: Value { self }
}

extension Bool: ValueConvertible {
  /// A boolean.
  public var value: Value { .boolean(self) }
}

extension Int: ValueConvertible {
  /// An integer.
  public var value: Value { .integer(Int64(self)) }
}

extension Int64: ValueConvertible {
  /// An integer.
  public var value: Value { .integer(self) }
}

extension Double: ValueConvertible {
  /// A real, or null if the number is infinite or NaN.
  public var value: Value { Value(finiteOrNull: self) }
}

extension String: ValueConvertible {
  /// A text.
  public var value: Value { .text(self) }
}

extension Instant: ValueConvertible {
  /// A point in time.
  public var value: Value { .instant(self) }
}

extension Money: ValueConvertible {
  /// The amount as a real, for example 19.99.
  public var value: Value { .real(Double(cents) / 100) }

  /// Converts a number that is an amount of whole cents.
  ///
  /// The result is `nil` for any other value.
  ///
  /// Above about 90 trillion, a real cannot distinguish one cent from the next.
  public init?(_ value: Value) {
    if case .boolean = value { return nil }
    guard let real = value.number?.real, let cents = Int(exactly: (real * 100).rounded()) else { return nil }
    self.init(cents: cents)
    guard self.value.isEquivalent(to: value) else { return nil }
  }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  /// The wrapped value, or null.
  public var value: Value { self?.value ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  /// A list.
  public var value: Value { .list(map(\.value)) }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a real.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  /// Creates an object.
  ///
  /// If a key occurs more than once, the last value wins.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
