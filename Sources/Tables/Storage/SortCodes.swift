internal import Values

/// What the rows are sorted by in one column, taken out of them: a number for each seat, and the value itself where numbers
/// do not say all.
struct CollationKeys: Sendable {
  /// The column, by its number.
  let column: Int
  let ordering: SortOptions
  /// Whether rows are compared by a function of the column, which knows no numbers.
  let comparesRows: Bool
  private(set) var encoding: SortEncoding
  private(set) var codes: [UInt64]
  /// The values as they are compared, or none where the numbers say all.
  private(set) var forms: [Value]

  /// Takes what all rows are sorted by out of them.
  init<Row>(columnIndex number: Int, of columns: [Column<Row>], rows: [Row], contextValues beside: ContextValues) {
    let column = columns[number]
    self.column = number
    ordering = column.ordering
    comparesRows = column.compare != nil
    encoding = comparesRows ? .mixed : column.kind.sortEncoding
    codes = []
    forms = []
    if comparesRows {
      // A function of the column will compare the rows.
      codes = Array(repeating: 1, count: rows.count)
    } else if !encodeCells(of: rows, using: column.reader, contextValues: beside) {
      let values = column.reader.values(rows, 0..<rows.count, beside)
      encoding = SortEncoding(suiting: values.first { $0.typeRank > 0 } ?? .null)
      encodeValues(ordering.transformsText ? values.map(ordering.collationKey) : values)
    }
  }

  /// Takes numbers in without making values of them, or returns false where one of them has none.
  private mutating func encodeCells<Row>(
    of rows: [Row], using reader: BatchCellReader<Row>, contextValues beside: ContextValues
  ) -> Bool {
    codes = Array(unsafeUninitializedCapacity: rows.count) { codes, count in
      if reader.encode(rows, 0..<rows.count, beside, encoding, codes) { count = rows.count }
    }
    return codes.count == rows.count
  }

  private mutating func encodeValues(_ values: [Value]) {
    codes.removeAll(keepingCapacity: true)
    codes.reserveCapacity(values.count)
    for value in values {
      guard let code = encoding.code(for: value) else {
        encoding = encoding.fallback(for: value)
        return encodeValues(values)
      }
      codes.append(code)
    }
    forms = encoding.needsFullKeys ? values : []
  }

  /// Takes in what stands at a seat now, or returns false where that has no number beside the others.
  mutating func setValue(_ value: Value, for seat: RowHandle) -> Bool {
    if comparesRows {
      if Int(seat) == codes.count { codes.append(1) }
      return true
    }
    let form = ordering.collationKey(for: value)
    guard let code = encoding.code(for: form) else { return false }
    if Int(seat) == codes.count {
      codes.append(code)
      if encoding.needsFullKeys { forms.append(form) }
    } else {
      codes[Int(seat)] = code
      if encoding.needsFullKeys { forms[Int(seat)] = form }
    }
    return true
  }

  /// The number of a seat in one direction: null keeps to its end whatever that is.
  func code(of seat: RowHandle, direction order: SortDirection) -> UInt64 {
    let code = codes[Int(seat)]
    if code == 0 { return ordering.nulls == .first ? 0 : .max }
    return order == .forward ? code : ~code
  }

  /// Which of two seats comes first where their numbers are the same.
  func compareFullKeys(_ left: RowHandle, _ right: RowHandle) -> ValueOrdering {
    if encoding.isExact(code: codes[Int(left)]) { return .equal }
    return forms[Int(left)].compareByTypeRank(to: forms[Int(right)])
  }
}

extension SortEncoding {
  fileprivate var needsFullKeys: Bool {
    switch self {
    case .integers, .reals, .instants: false
    case .texts, .mixed: true
    }
  }
}

extension SortOptions {
  fileprivate var transformsText: Bool { isNatural || folding != .none }
}
