internal import Values

/// What is neither less than one value nor greater than another, where there is an order between them.
struct ValueRange: Sendable {
  private let least: Value?
  private let most: Value?
  /// How a column's cells become numbers, as far as they hold what they should.
  private let encoding: SortEncoding
  /// The numbers of both ends, or nil where one has none; that of null lies below every range.
  private let codes: (least: UInt64, most: UInt64)?

  /// Makes one for a column whose cells become numbers like this.
  init(from least: Value?, through most: Value?, in encoding: SortEncoding) {
    self.least = least
    self.most = most
    self.encoding = encoding
    codes = Self.codes(least, most, encoding)
  }

  private static func codes(
    _ least: Value?, _ most: Value?, _ encoding: SortEncoding
  ) -> (least: UInt64, most: UInt64)? {
    switch encoding {
    case .texts, .mixed: return nil
    case .integers, .reals, .instants: break
    }
    guard let least = least.map(encoding.code) ?? 1, let most = most.map(encoding.code) ?? .max else { return nil }
    return least == 0 || most == 0 ? nil : (least, most)
  }

  /// Whether a value is in it.
  func contains(_ value: Value) -> Bool {
    if let codes, let code = encoding.code(value) { return code >= codes.least && code <= codes.most }
    return containsByOrder(value)
  }

  private func containsByOrder(_ value: Value) -> Bool {
    if value.rank == 0 { return false }
    if let least {
      guard let order = value.order(to: least), order != .less else { return false }
    }
    if let most {
      guard let order = value.order(to: most), order != .greater else { return false }
    }
    return true
  }
}

extension ValueRange {
  /// Takes the mark off the rows of which a column's cell is not in the range.
  func narrow<Row>(_ marks: Matcher.Marks, _ rows: inout RowStretch<Row>, _ column: Int) {
    if let codes,
      rows.withCodes(of: column, in: encoding, { Self.narrow(marks, $0, codes.least, codes.most) })
    {
      return
    }
    let cells = rows.values(of: column)
    for row in marks.indices where marks[row] { marks[row] = containsByOrder(cells[row]) }
  }

  private static func narrow(
    _ marks: Matcher.Marks, _ codes: UnsafeMutableBufferPointer<UInt64>, _ least: UInt64, _ most: UInt64
  ) {
    for row in marks.indices {
      let isInside = codes[row] >= least && codes[row] <= most
      marks[row] = marks[row] && isInside
    }
  }
}
