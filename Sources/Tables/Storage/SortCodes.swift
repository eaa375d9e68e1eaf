internal import Values

/// What the rows are sorted by in one column, taken out of them: a number for each seat, and the value itself where numbers
/// do not say all.
struct SortCodes: Sendable {
  /// The column, by its number.
  let column: Int
  let ordering: Ordering
  /// Whether rows are compared by a function of the column, which knows no numbers.
  let comparesRows: Bool
  private(set) var encoding: SortEncoding
  private(set) var codes: [UInt64]
  /// The values as they are compared, or none where the numbers say all.
  private(set) var forms: [Value]

  /// Takes what all rows are sorted by out of them.
  init<Row>(_ number: Int, of columns: [Column<Row>], _ rows: [Row], _ beside: Beside) {
    let column = columns[number]
    self.column = number
    ordering = column.ordering
    comparesRows = column.compare != nil
    encoding = comparesRows ? .mixed : column.kind.encoding
    codes = []
    forms = []
    if comparesRows {
      // A function of the column will compare the rows.
      codes = Array(repeating: 1, count: rows.count)
    } else if !encode(rows, column.reader, beside) {
      let values = column.reader.values(rows, 0..<rows.count, beside)
      encoding = SortEncoding(for: values.first { $0.rank > 0 } ?? .null)
      encode(ordering.changesTexts ? values.map(ordering.form) : values)
    }
  }

  /// Takes numbers in without making values of them, or returns false where one of them has none.
  private mutating func encode<Row>(_ rows: [Row], _ reader: CellReader<Row>, _ beside: Beside) -> Bool {
    codes = Array(unsafeUninitializedCapacity: rows.count) { codes, count in
      if reader.encode(rows, 0..<rows.count, beside, encoding, codes) { count = rows.count }
    }
    return codes.count == rows.count
  }

  private mutating func encode(_ values: [Value]) {
    codes.removeAll(keepingCapacity: true)
    codes.reserveCapacity(values.count)
    for value in values {
      guard let code = encoding.code(value) else {
        encoding = encoding.next(for: value)
        return encode(values)
      }
      codes.append(code)
    }
    forms = encoding.needsForms ? values : []
  }

  /// Takes in what stands at a seat now, or returns false where that has no number beside the others.
  mutating func set(_ value: Value, at seat: Seat) -> Bool {
    if comparesRows {
      if Int(seat) == codes.count { codes.append(1) }
      return true
    }
    let form = ordering.form(value)
    guard let code = encoding.code(form) else { return false }
    if Int(seat) == codes.count {
      codes.append(code)
      if encoding.needsForms { forms.append(form) }
    } else {
      codes[Int(seat)] = code
      if encoding.needsForms { forms[Int(seat)] = form }
    }
    return true
  }

  /// The number of a seat in one direction: null keeps to its end whatever that is.
  func code(at seat: Seat, _ order: SortOrder) -> UInt64 {
    let code = codes[Int(seat)]
    if code == 0 { return ordering.nulls == .first ? 0 : .max }
    return order == .forward ? code : ~code
  }

  /// Which of two seats comes first where their numbers are the same.
  func orderOfForms(_ left: Seat, _ right: Seat) -> Order {
    if encoding.isDecided(by: codes[Int(left)]) { return .equal }
    return forms[Int(left)].orderByRank(to: forms[Int(right)])
  }
}

extension SortEncoding {
  fileprivate var needsForms: Bool {
    switch self {
    case .integers, .reals, .instants: false
    case .texts, .mixed: true
    }
  }
}

extension Ordering {
  fileprivate var changesTexts: Bool { isNatural || folding != .none }
}
