import Values

/// The kind of value that the cells of a column hold.
///
/// Every cell may also be null.
public enum ColumnKind: String, Hashable, Codable, Sendable, CaseIterable {
  /// Texts.
  case text
  /// Whole numbers.
  case integer
  /// Decimal numbers. Sums are exact.
  case decimal
  /// Binary floating-point numbers.
  case double
  /// True or false.
  case boolean
  /// Points in time.
  case date
  /// Amounts of money, in whole cents. Sums are exact.
  case money

  /// Creates the kind that suits cells of a type.
  package init(of type: any ValueConvertible.Type) {
    let isBinary = typeWithoutOptional(type) is any BinaryFloatingPoint.Type
    self = isBinary ? .double : ColumnKind(of: Value.Kind(of: type))
  }

  /// Creates the kind that suits values of a kind.
  package init(of kind: Value.Kind) {
    self =
      switch kind {
      case .boolean: .boolean
      case .integer: .integer
      case .real: .decimal
      case .money: .money
      case .instant: .date
      case .text, .list, .object: .text
      }
  }

  /// A Boolean value that indicates whether the cells can be added up.
  package var isNumeric: Bool {
    switch self {
    case .integer, .decimal, .double, .money: true
    case .text, .boolean, .date: false
    }
  }
}

extension ColumnKind {
  /// The sort encoding that suits the values of the kind.
  var sortEncoding: SortEncoding {
    switch self {
    case .text: .texts
    case .integer, .boolean: .integers
    case .decimal, .double, .money: .reals
    case .date: .instants
    }
  }

  /// Parses a text as a value of this kind, or returns `nil` if it is not valid.
  ///
  /// White space around the text is ignored, and an empty text is null, except in columns of texts. A decimal number is
  /// rejected if converting it to a value loses digits. A binary number is rounded to the nearest value.
  package func parseValue(_ text: String, decimalSeparator: WrittenNumber.DecimalSeparator? = nil) -> Value? {
    if self == .text { return .some(.text(text)) }
    let trimmed = text.trimmed
    if trimmed.isEmpty { return .some(.null) }
    switch self {
    case .text, .integer, .boolean, .date, .money:
      return valueKind.value(written: trimmed, decimalSeparator: decimalSeparator)
    case .decimal:
      return NumberLiteral(written: trimmed, decimalSeparator: decimalSeparator)?.roundTrippingDouble.map(Value.real)
    case .double:
      return NumberLiteral(written: trimmed, decimalSeparator: decimalSeparator)?.nearestDouble.map(Value.real)
    }
  }

  /// The kind of the values.
  package var valueKind: Value.Kind {
    switch self {
    case .text: .text
    case .integer: .integer
    case .decimal, .double: .real
    case .boolean: .boolean
    case .date: .instant
    case .money: .money
    }
  }
}

extension Column {
  /// Returns a description of the text that a cell of the column accepts, for an error message.
  func expectedInput(insteadOf text: String = "") -> String {
    if let expectedValues { return expectedValues }
    return kind == .date && format == .date ? "a day such as 2023-03-22" : kind.valueKind.expectedInput(insteadOf: text)
  }
}
