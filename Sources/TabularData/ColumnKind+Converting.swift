import Tables
import Values

extension ColumnKind {
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
