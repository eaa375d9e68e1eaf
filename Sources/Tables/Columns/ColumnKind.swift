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
  /// White space around the text is ignored, and an empty text is null, except in columns of texts. Numbers are read as
  /// people write them, see ``WrittenNumber``, or with an exponent. A decimal number is rejected if converting it to a
  /// value loses digits. A binary number is rounded to the nearest value.
  package func parseValue(_ text: String, decimalSeparator: WrittenNumber.DecimalSeparator? = nil) -> Value? {
    if self == .text { return .some(.text(text)) }
    let trimmed = text.trimmed
    if trimmed.isEmpty { return .some(.null) }
    switch self {
    case .text: return .some(.text(text))
    case .integer:
      return NumberLiteral(written: trimmed, decimalSeparator: decimalSeparator)?.integer.map(Value.integer)
    case .decimal:
      return NumberLiteral(written: trimmed, decimalSeparator: decimalSeparator)?.roundTrippingDouble.map(Value.real)
    case .double:
      return NumberLiteral(written: trimmed, decimalSeparator: decimalSeparator)?.nearestDouble.map(Value.real)
    case .boolean: return trimmed.writtenBoolean.map(Value.boolean)
    case .date: return Instant(dateOrTimestamp: trimmed).map(Value.instant)
    case .money: return (try? Money(parsing: trimmed, decimalSeparator: decimalSeparator)).map(Value.money)
    }
  }

  /// Returns a description of the expected text, for an error message about a text of another kind.
  package func expectedInput(insteadOf text: String) -> String {
    do throws(AmbiguousCommaError) {
      let number = isNumeric ? NumberLiteral(try text.trimmed.plainNumberText()) : nil
      switch (self, number) {
      case (.integer, let number?) where number.isInteger: return "a whole number of 64 bits"
      case (.decimal, .some): return "\(expectedInput), with at most 15 digits"
      default: return expectedInput
      }
    } catch {
      return error.expectedInput(for: self == .integer ? .integer : self == .money ? .money : .real)
    }
  }

  /// A description of the expected text, with an example.
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
  /// Returns a description of the text that a cell of the column accepts, for an error message.
  func expectedInput(insteadOf text: String = "") -> String {
    if let expectedValues { return expectedValues }
    return kind == .date && format == .date ? "a day such as 2023-03-22" : kind.expectedInput(insteadOf: text)
  }
}
