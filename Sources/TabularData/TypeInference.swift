import Documents
import Tables
import Values

/// The type of a column that was inferred from its cells.
struct ColumnType {
  var kind: ColumnKind
  /// The format in which the cells are shown.
  var format = CellFormat.plain
  /// The cells that make the column text, if the other cells are the majority and have another kind.
  var outliers: Outliers?

  struct Outliers {
    /// The kind of the other cells.
    let kind: ColumnKind
    let misfits: Misfits
    /// The number of cells that are not empty.
    let cellCount: Int

    init?(_ kind: ColumnKind, _ misfits: Misfits, cellCount: Int) {
      guard misfits.count > 0, misfits.count * 2 < cellCount else { return nil }
      (self.kind, self.misfits, self.cellCount) = (kind, misfits, cellCount)
    }
  }
}

/// The cells that do not have a type.
struct Misfits {
  private(set) var count = 0
  /// The index of the row with the first of the cells.
  private(set) var firstRow = 0

  mutating func recordMisfit(inRow row: Int) {
    if count == 0 { firstRow = row }
    count += 1
  }
}

/// Infers the kind of a column from the texts of its cells.
struct TypeInference {
  private var cellCount = 0
  private var numbers = Misfits()
  private var booleans = Misfits()
  private var days = Misfits()
  private var instants = Misfits()
  // These concern the cells that are numbers.
  private var isIntegerPossible = true
  private var isRealPossible = true
  private var isMoneyPossible = true
  private var isAmountPossible = true
  private var hasExponent = false
  private var currencySigns: Set<Unicode.Scalar> = []
  private var columnSeparator = ColumnDecimalSeparator()
  private var hasAmbiguousNumber = false
  /// The decimal separator of the numbers, if it is known from a first pass over the cells.
  private let knownSeparator: WrittenNumber.DecimalSeparator?

  init(decimalSeparator: WrittenNumber.DecimalSeparator? = nil) { knownSeparator = decimalSeparator }

  /// The decimal separator that the cells prove, or `nil` if they prove none or both.
  var provenSeparator: WrittenNumber.DecimalSeparator? { columnSeparator.separator }

  /// Whether the cells must be added again with the separator that they prove, because it changes the meaning of some.
  var needsSecondPass: Bool { provenSeparator == .comma || hasAmbiguousNumber && provenSeparator == .point }

  /// Adds the text of a cell.
  ///
  /// Empty cells do not affect the result.
  mutating func addCell(_ text: String, row: Int) {
    let text = text.trimmed
    guard let first = text.utf8.first else { return }
    cellCount += 1
    if !addNumber(text) { numbers.recordMisfit(inRow: row) }
    if !(text.utf8.count <= 5 && ["true", "false"].contains(text.lowercased())) { booleans.recordMisfit(inRow: row) }
    // The shortest date has ten characters.
    let isDated = first.isDigit && text.utf8.count >= 10 && text.utf8.contains(UInt8(ascii: "-"))
    if !isDated || Instant(dateText: text) == nil { days.recordMisfit(inRow: row) }
    if !isDated || Instant(exactly: text) == nil { instants.recordMisfit(inRow: row) }
  }

  /// Adds a cell with a number that has no leading zero.
  mutating func addShortNumber(_ number: ShortNumber, row: Int) {
    let decimalCount = number.decimalCount
    isIntegerPossible = isIntegerPossible && decimalCount == 0
    isMoneyPossible = isMoneyPossible && decimalCount == 2
    isAmountPossible = isAmountPossible && decimalCount <= 2
    // The point in `1.299` may separate thousands.
    let mayBeGrouped = decimalCount == 3 && (1000..<1_000_000).contains(number.digits)
    if decimalCount > 0 && !mayBeGrouped { columnSeparator.add(.point) }
    cellCount += 1
    booleans.recordMisfit(inRow: row)
    days.recordMisfit(inRow: row)
    instants.recordMisfit(inRow: row)
  }

  /// Adds a cell that is neither a number nor a date, a point in time or a Boolean.
  mutating func addText(row: Int) {
    cellCount += 1
    numbers.recordMisfit(inRow: row)
    booleans.recordMisfit(inRow: row)
    days.recordMisfit(inRow: row)
    instants.recordMisfit(inRow: row)
  }

  /// Returns whether every text that begins with a byte can be passed to ``addText(row:)``.
  static func isBeginningOfText(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"): false
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    // The other bytes of UTF-8 can begin white space.
    case 0xC3...0xDF, 0xE4...0xF4: true
    default: false
    }
  }

  /// Returns `false` if the text is not a number that keeps its digits.
  private mutating func addNumber(_ text: String) -> Bool {
    // A plus sign, like a leading zero, begins a code or a phone number more often than a number.
    guard let plain = plainNumberText(text), !text.hasPrefix("+"),
      let number = NumberLiteral(plain), !number.hasLeadingZero, number.isRoundTrippable || Money(plain) != nil
    else {
      return false
    }
    isAmountPossible = isAmountPossible && !number.hasExponent && Money(plain) != nil
    isIntegerPossible = isIntegerPossible && number.isInteger
    isRealPossible = isRealPossible && (number.hasFewDigits || number.roundTrippingDouble != nil)
    hasExponent = hasExponent || number.hasExponent
    isMoneyPossible =
      isMoneyPossible && number.decimalCount == 2 && !number.hasExponent && Money(plain) != nil
    return true
  }

  /// Returns the number that a person wrote as programs write it, or `nil` if its meaning is unknown.
  private mutating func plainNumberText(_ text: String) -> String? {
    do throws(AmbiguousCommaError) {
      guard let written = try WrittenNumber(text, decimalSeparator: knownSeparator) else { return text }
      columnSeparator.add(written.provenSeparator)
      if let sign = written.currencySign { currencySigns.insert(sign) }
      return written.plainText
    } catch {
      hasAmbiguousNumber = true
      return nil
    }
  }

  private var numberKind: ColumnKind {
    // Amounts in different currencies cannot be added.
    if !currencySigns.isEmpty { return currencySigns.count == 1 && isAmountPossible ? .money : .text }
    return isIntegerPossible
      ? .integer : isMoneyPossible ? .money : !isRealPossible ? .text : hasExponent ? .double : .decimal
  }

  /// The type of the cells.
  var columnType: ColumnType {
    if cellCount == 0 { return ColumnType(kind: .text) }
    if numbers.count == 0 { return ColumnType(kind: numberKind) }
    if booleans.count == 0 { return ColumnType(kind: .boolean) }
    if days.count == 0 { return ColumnType(kind: .date, format: .date) }
    if instants.count == 0 { return ColumnType(kind: .date) }
    let candidates = [(numberKind, numbers), (.boolean, booleans), (.date, days), (.date, instants)]
    let outliers = candidates.min { $0.1.count < $1.1.count }.flatMap {
      ColumnType.Outliers($0.0, $0.1, cellCount: cellCount)
    }
    return ColumnType(kind: .text, outliers: outliers)
  }
}

extension ColumnType {
  /// Infers the type of a column with the given values.
  ///
  /// A column of whole numbers and other numbers is a decimal column. A column of other different kinds, of lists or of
  /// objects is a text column that keeps each value unchanged and sorts numbers first, then points in time, then texts.
  init(of values: some Sequence<Value>) {
    var rows: [ColumnKind: Misfits] = [:]
    for (row, value) in values.enumerated() {
      if let kind = value.kind { rows[ColumnKind(of: kind), default: Misfits()].recordMisfit(inRow: row) }
    }
    if rows[.decimal] != nil, let integers = rows.removeValue(forKey: .integer) { rows[.decimal]?.add(integers) }
    if let only = rows.keys.first, rows.count == 1 {
      self.init(kind: only)
    } else {
      self.init(kind: .text, outliers: Self.outliers(among: rows))
    }
  }

  /// Returns the cells that do not have the most frequent kind, given the cells of each kind.
  private static func outliers(among rows: [ColumnKind: Misfits]) -> Outliers? {
    let known = ColumnKind.allCases.compactMap { kind in rows[kind].map { (kind: kind, cells: $0) } }
    guard let frequent = known.max(by: { $0.cells.count < $1.cells.count }), frequent.kind != .text else { return nil }
    var others = Misfits()
    for (kind, cells) in known where kind != frequent.kind { others.add(cells) }
    return Outliers(frequent.kind, others, cellCount: frequent.cells.count + others.count)
  }
}

extension Misfits {
  fileprivate mutating func add(_ other: Misfits) {
    firstRow = count == 0 ? other.firstRow : min(firstRow, other.firstRow)
    count += other.count
  }
}
