package import Values

/// What the cells of a column hold.
///
/// A cell may always be null.
public enum ColumnKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// Texts.
  case text
  /// Whole numbers.
  case integer
  /// Numbers that are written with a point, and added up without an error in the last place.
  case decimal
  /// Binary numbers with a fraction.
  case double
  /// True and false.
  case boolean
  /// Points in time.
  case date
  /// Amounts of money, in which whole cents are counted.
  case money

  /// The kind of what is read as a type.
  package init(of type: any ValueConvertible.Type) {
    self =
      switch type {
      case is Bool.Type, is Bool?.Type: .boolean
      case is Int.Type, is Int64.Type, is Int?.Type, is Int64?.Type: .integer
      case is Double.Type, is Double?.Type: .double
      case is Instant.Type, is Instant?.Type: .date
      case is Money.Type, is Money?.Type: .money
      default: .text
      }
  }

  /// Whether its cells can be added up.
  package var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .double, .money: true
    case .text, .boolean, .date: false
    }
  }
}

extension ColumnKind {
  /// The encoding that has a number for what its cells hold.
  var sortEncoding: SortEncoding {
    switch self {
    case .text: .texts
    case .integer, .boolean: .integers
    case .decimal, .double, .money: .reals
    case .date: .instants
    }
  }

  /// The value that a person means by a text, or nil where it stands for none of this kind.
  ///
  /// Space around it is passed over, but in a text; nothing is null. A decimal or an amount that would not be the same when
  /// it is written again is none, while of binary numbers the nearest is meant.
  package func parseValue(_ text: String) -> Value? {
    if self == .text { return .some(.text(text)) }
    let trimmed = text.trimmed
    if trimmed.isEmpty { return .some(.null) }
    switch self {
    case .text: return .some(.text(text))
    case .integer: return NumberLiteral(trimmed)?.integer.map(Value.integer)
    case .decimal: return NumberLiteral(trimmed)?.roundTrippingDouble.map(Value.real)
    case .double: return NumberLiteral(trimmed)?.nearestDouble.map(Value.real)
    case .boolean: return Self.truths[trimmed.lowercased()].map(Value.boolean)
    case .date: return Instant(dateOrTimestamp: trimmed).map(Value.instant)
    case .money: return Money(trimmed).flatMap(\.roundTrippingValue)
    }
  }

  private static let truths = ["true": true, "yes": true, "1": true, "false": false, "no": false, "0": false]

  /// What a text should have been that stands for nothing of this kind.
  package func expectedInput(insteadOf text: String) -> String {
    let text = text.trimmed
    switch self {
    case .integer: return NumberLiteral(text)?.isInteger == true ? "a whole number of 64 bits" : expectedInput
    case .decimal: return NumberLiteral(text) == nil ? expectedInput : "\(expectedInput), of 15 digits at most"
    case .money: return Money(text) == nil ? expectedInput : "\(expectedInput), of 15 digits at most"
    case .text, .double, .boolean, .date: return expectedInput
    }
  }

  /// What its cells hold, with an example.
  package var expectedInput: String {
    switch self {
    case .text: "a text"
    case .integer: "a whole number such as 12"
    case .decimal, .double: "a number such as 12.5"
    case .boolean: "true or false"
    case .date: "a date such as 2023-03-22, or a point in time such as 2023-03-22T14:05:09Z"
    case .money: "an amount such as 19.99"
    }
  }
}

extension Column {
  /// What a text should have been that stands for nothing that a cell takes.
  func expectedInput(insteadOf text: String = "") -> String {
    kind == .date && format == .date ? "a day such as 2023-03-22" : kind.expectedInput(insteadOf: text)
  }
}

extension Money {
  /// The amount as a value, if that has the same digits when it is written again.
  package var roundTrippingValue: Value? {
    // Of fifteen digits and fewer it always has.
    let isShort = cents.magnitude < 1_000_000_000_000_000
    return isShort || Money(value) == self && NumberLiteral(description)?.roundTrippingDouble != nil
      ? .some(value) : .none
  }
}
