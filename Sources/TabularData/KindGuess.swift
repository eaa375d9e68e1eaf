internal import Tables
internal import Values

/// What the cells of a column can all be, as far as they have been seen.
struct TypeInference {
  private var canBeNumber = true
  private var canBeInteger = true
  private var canBeReal = true
  private var canBeMoney = true
  private var hasExponent = false
  private var canBeTruth = true
  private var canBeDay = true
  private var canBeInstant = true
  private var isEmpty = true

  /// Takes the text of a cell in; of nothing nothing is learnt.
  mutating func addCell(_ text: String) {
    let text = text.trimmed
    if text.isEmpty { return }
    isEmpty = false
    if canBeNumber { addNumber(text) }
    if canBeTruth { canBeTruth = text.utf8.count <= 5 && ["true", "false"].contains(text.lowercased()) }
    if canBeDay || canBeInstant {
      let isDated = text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
      if canBeDay { canBeDay = isDated && Instant(dateText: text) != nil }
      if canBeInstant { canBeInstant = isDated && Instant(text) != nil }
    }
  }

  private mutating func addNumber(_ text: String) {
    guard let number = NumberLiteral(text), !number.hasLeadingZero, number.isRoundTrippable else {
      canBeNumber = false
      return
    }
    canBeInteger = canBeInteger && number.isInteger
    canBeReal = canBeReal && (!number.isInteger || number.hasFewDigits || number.roundTrippingDouble != nil)
    hasExponent = hasExponent || number.hasExponent
    canBeMoney = canBeMoney && number.decimalCount == 2 && !number.hasExponent && Money(text)?.roundTrippingValue != nil
  }

  /// What the cells are, and how they are shown.
  var inferredType: (ColumnKind, CellFormat) {
    if isEmpty { return (.text, .plain) }
    if canBeNumber {
      if canBeInteger { return (.integer, .plain) }
      if canBeMoney { return (.money, .plain) }
      return (canBeReal ? hasExponent ? .double : .decimal : .text, .plain)
    }
    if canBeTruth { return (.boolean, .plain) }
    if canBeDay { return (.date, .date) }
    return (canBeInstant ? .date : .text, .plain)
  }
}

extension ColumnKind {
  /// The kind of a column that holds these.
  ///
  /// Whole numbers are that, and other numbers decimals; a column of several kinds, of lists or of objects keeps each as it
  /// is, and is sorted with numbers first, then points in time, then texts.
  static func inferred(from values: some Sequence<Value>) -> ColumnKind {
    var kinds: Set<ColumnKind> = []
    for value in values {
      switch value {
      case .null: continue
      case .boolean: kinds.insert(.boolean)
      case .integer: kinds.insert(.integer)
      case .real: kinds.insert(.decimal)
      case .instant: kinds.insert(.date)
      case .text, .list, .object: kinds.insert(.text)
      }
    }
    if kinds == [.integer, .decimal] { return .decimal }
    return kinds.count == 1 ? kinds.first ?? .text : .text
  }

  /// A value as a cell of this kind holds it, or nil where it holds no such value.
  ///
  /// A text stands for what it is written as.
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
    case (.money, .integer), (.money, .real): return Money(value).flatMap(\.roundTrippingValue)
    case (.integer, _), (.decimal, _), (.double, _), (.boolean, _), (.date, _), (.money, _): return .none
    }
  }

  /// A value of JSON as a cell of this kind holds it, or nil where it holds no such value.
  ///
  /// A number stands for what it is written as, and in a column of texts so does a truth or a point in time; lists and
  /// objects stay what they are there.
  func converted(_ value: Value, numberText digits: String?) -> Value? {
    if let digits { return parseValue(digits) ?? converted(value) }
    switch (self, value) {
    case (.text, .boolean), (.text, .instant): return .some(.text(CellFormat.plain.text(of: value, kind: self)))
    default: return converted(value)
    }
  }
}
