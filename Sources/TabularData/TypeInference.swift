import Tables
import Values

/// Infers the kind of a column from the texts of its cells.
struct TypeInference {
  private var isNumberPossible = true
  private var isIntegerPossible = true
  private var isRealPossible = true
  private var isMoneyPossible = true
  private var hasExponent = false
  private var isBooleanPossible = true
  private var isDatePossible = true
  private var isInstantPossible = true
  private var hasOnlyEmptyCells = true

  /// Adds the text of a cell.
  ///
  /// Empty cells do not affect the result.
  mutating func addCell(_ text: String) {
    let text = text.trimmed
    if text.isEmpty { return }
    hasOnlyEmptyCells = false
    if isNumberPossible { addNumber(text) }
    if isBooleanPossible { isBooleanPossible = text.utf8.count <= 5 && ["true", "false"].contains(text.lowercased()) }
    if isDatePossible || isInstantPossible {
      let isDated = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
      if isDatePossible { isDatePossible = isDated && Instant(dateText: text) != nil }
      if isInstantPossible { isInstantPossible = isDated && Instant(text) != nil }
    }
  }

  private mutating func addNumber(_ text: String) {
    guard let number = NumberLiteral(text), !number.hasLeadingZero, number.isRoundTrippable || Money(text) != nil else {
      isNumberPossible = false
      return
    }
    isIntegerPossible = isIntegerPossible && number.isInteger
    isRealPossible = isRealPossible && (number.hasFewDigits || number.roundTrippingDouble != nil)
    hasExponent = hasExponent || number.hasExponent
    isMoneyPossible =
      isMoneyPossible && number.decimalCount == 2 && !number.hasExponent && Money(text) != nil
  }

  /// The kind of the cells and the format in which they are shown.
  var inferredType: (ColumnKind, CellFormat) {
    if hasOnlyEmptyCells { return (.text, .plain) }
    if isNumberPossible {
      if isIntegerPossible { return (.integer, .plain) }
      if isMoneyPossible { return (.money, .plain) }
      return (isRealPossible ? hasExponent ? .double : .decimal : .text, .plain)
    }
    if isBooleanPossible { return (.boolean, .plain) }
    if isDatePossible { return (.date, .date) }
    return (isInstantPossible ? .date : .text, .plain)
  }
}

extension ColumnKind {
  /// Returns the kind of a column with the given values.
  ///
  /// A column of whole numbers and other numbers is a decimal column. A column of other different kinds, of lists or of
  /// objects is a text column that keeps each value unchanged and sorts numbers first, then points in time, then texts.
  static func inferred(from values: some Sequence<Value>) -> ColumnKind {
    var kinds: Set<ColumnKind> = []
    for value in values {
      switch value {
      case .null: continue
      case .boolean: kinds.insert(.boolean)
      case .integer: kinds.insert(.integer)
      case .real: kinds.insert(.decimal)
      case .money: kinds.insert(.money)
      case .instant: kinds.insert(.date)
      case .text, .list, .object: kinds.insert(.text)
      }
    }
    if kinds == [.integer, .decimal] { return .decimal }
    return kinds.count == 1 ? kinds.first ?? .text : .text
  }

  /// Returns the value converted to this kind, or `nil` if it cannot be converted.
  ///
  /// A text is parsed.
  func converted(_ value: Value) -> Value? {
    switch (self, value) {
    case (_, .null): return .some(.null)
    case (.text, _): return value
    case (_, .text(let text)): return parseValue(text)
    case (.decimal, .integer(let integer)): return parseValue("\(integer)")
    case (.double, .integer(let integer)): return .real(Double(integer))
    case (.integer, .integer), (.decimal, .real), (.double, .real), (.boolean, .boolean), (.date, .instant):
      return value
    case (.integer, .real(let real)): return Int64(exactly: real).map(Value.integer)
    case (.integer, .money(let money)): return Int64(exactly: money.real).map(Value.integer)
    case (.decimal, .money(let money)): return parseValue("\(money)")
    case (.double, .money(let money)): return .real(money.real)
    case (.money, .integer), (.money, .real), (.money, .money): return Money(value).map(Value.money)
    case (.integer, _), (.decimal, _), (.double, _), (.boolean, _), (.date, _), (.money, _): return .none
    }
  }

  /// Returns a JSON value converted to this kind, or `nil` if it cannot be converted.
  ///
  /// A number is parsed from its text. In a text column a Boolean or a point in time becomes its text, while lists and
  /// objects stay unchanged.
  func converted(_ value: Value, numberText: String?) -> Value? {
    if let numberText { return parseValue(numberText) ?? converted(value) }
    switch (self, value) {
    case (.text, .boolean), (.text, .instant): return .some(.text(CellFormat.plain.text(of: value, kind: self)))
    default: return converted(value)
    }
  }
}
