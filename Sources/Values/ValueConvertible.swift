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
  /// An amount of money.
  public var value: Value { .money(self) }

  /// Converts a number that is an amount of whole cents.
  ///
  /// The result is `nil` for any other value. A real with a fraction must be below 10 trillion, because a real with more
  /// than 15 digits may not be the number that was written.
  public init?(_ value: Value) {
    switch value {
    case .money(let money): self = money
    case .integer(let integer): self.init(exactly: integer)
    case .real(let real):
      if let integer = Int64(exactly: real) {
        self.init(exactly: integer)
      } else {
        self.init(rounding: real)
        guard hasExactReal, self.real == real else { return nil }
      }
    case .null, .boolean, .text, .instant, .list, .object: return nil
    }
  }
}

extension Optional: ValueConvertible where Wrapped: ValueConvertible {
  /// The wrapped value, or null.
  public var value: Value { self?.value ?? .null }
}

extension Array: ValueConvertible where Element: ValueConvertible {
  /// A list.
  public var value: Value { .list(map { $0.value }) }
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
