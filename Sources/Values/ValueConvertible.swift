/// Something that a value stands for.
public protocol ValueConvertible {
  /// The value.
  var value: Value { get }
}

extension Value: ValueConvertible {
  /// Itself.
  public var value: Value { self }
}

extension Bool: ValueConvertible {
  /// True or false.
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
  /// A real, or null where it is no finite number.
  public var value: Value { Value(finite: self) }
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
  /// The amount as a real: 19.99 for 19.99.
  public var value: Value { .real(Double(cents) / 100) }

  /// Takes a number that is an amount of whole cents, and no other value.
  ///
  /// Beyond some 90 trillion a real cannot tell one cent from the next.
  public init?(_ value: Value) {
    if case .boolean = value { return nil }
    guard let real = value.number?.real, let cents = Int(exactly: (real * 100).rounded()) else { return nil }
    self.init(cents: cents)
    guard self.value.isSame(as: value) else { return nil }
  }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  /// What is there, or null.
  public var value: Value { self?.value ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  /// A list.
  public var value: Value { .list(map(\.value)) }
}

extension Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A real.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
  /// An object; of a key that is given twice the last counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
