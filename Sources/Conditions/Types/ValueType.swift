import Values

/// The type of the values that a reference or an expression can have, besides null.
package indirect enum ValueType: Hashable, Sendable {
  /// Integers, reals and amounts of money.
  case number
  /// Boolean values, which are compared with numbers as 0 and 1.
  case boolean
  /// Texts.
  case text
  /// Points in time.
  case instant
  /// Times of day, which are stored as points in time on January 1, 2001.
  case timeOfDay
  /// Lists. The type of the elements is `nil` if it is unknown.
  case list(of: ValueType?)
  /// Objects.
  case object

  /// Returns the type of a value, or `nil` for null.
  package init?(of value: Value) {
    switch value {
    case .null: return nil
    case .boolean: self = .boolean
    case .integer, .real, .money: self = .number
    case .text: self = .text
    case .instant: self = .instant
    case .list(let values): self = .list(of: .common(of: values))
    case .object: self = .object
    }
  }

  /// Returns the type that all values have, ignoring null, or `nil` if there is none.
  package static func common(of values: some Sequence<Value>) -> ValueType? {
    common(values.lazy.compactMap { ValueType(of: $0) }.map(Optional.some))
  }

  /// Returns the type with which each of the types can be compared, or `nil` if there is none or one is unknown.
  static func common(_ types: some Sequence<ValueType?>) -> ValueType? {
    var common: ValueType?
    for type in types {
      guard let type, common.map({ $0.isComparable(with: type) }) ?? true else { return nil }
      common = type == common ? type : common.map { $0.widened(with: type) } ?? type
    }
    return common
  }

  private func widened(with other: ValueType) -> ValueType {
    switch (self, other) {
    case (.list, _): .list(of: nil)
    case (.timeOfDay, _): other
    default: self
    }
  }
}

extension ValueType {
  /// Returns whether a value of this type can be the same as a value of the other one.
  func isComparable(with other: ValueType) -> Bool { comparedType == other.comparedType }

  /// Whether values of the type have an order.
  var isOrdered: Bool {
    switch self {
    case .number, .boolean, .text, .instant, .timeOfDay: true
    case .list, .object: false
    }
  }

  var isInstant: Bool { comparedType == .instant }

  var isNumber: Bool { comparedType == .number }

  /// A type that is the same for types that can be compared with each other.
  private var comparedType: ValueType {
    switch self {
    case .number, .boolean: .number
    case .instant, .timeOfDay: .instant
    case .list: .list(of: nil)
    case .text, .object: self
    }
  }

  /// The type of the elements, where a value that is not a list is a list of one element.
  var elementType: ValueType? { if case .list(let element) = self { element } else { self } }

  /// Returns the type of the value at a key path, or `nil` if it is unknown.
  package func member(at keys: some Collection<String>) -> ValueType? {
    guard let key = keys.first else { return self }
    let member: ValueType? =
      switch (self, key) {
      case (.list(let element), _): .list(of: element?.member(at: CollectionOfOne(key)))
      case (.object, _): nil
      case (_, "self"): self
      case (.text, "length"): .number
      default: nil
      }
    return member?.member(at: keys.dropFirst())
  }
}

extension ValueType: CustomStringConvertible {
  /// The type with an article, for messages.
  package var description: String {
    switch self {
    case .number: "a number"
    case .boolean: "a Boolean value"
    case .text: "a text"
    case .instant: "a date"
    case .timeOfDay: "a time of day"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// The type of a reference, and the reason for it.
package struct ReferenceType: Sendable {
  package var type: ValueType
  /// Why the reference has this type, and what to do if it should have another one, for error messages.
  package var note: String?

  package init(_ type: ValueType, note: String? = nil) {
    self.type = type
    self.note = note
  }
}
