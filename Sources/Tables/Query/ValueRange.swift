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
    codes = Self.makeCodeBounds(least, most, encoding)
  }

  private static func makeCodeBounds(
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
    if let codes, let code = encoding.code(for: value) { return code >= codes.least && code <= codes.most }
    return containsByComparing(value)
  }

  private func containsByComparing(_ value: Value) -> Bool {
    if value.typeRank == 0 { return false }
    if let least {
      guard let order = value.compare(to: least), order != .less else { return false }
    }
    if let most {
      guard let order = value.compare(to: most), order != .greater else { return false }
    }
    return true
  }
}

extension ValueRange {
  /// Takes the mark off the rows of which a column's cell is not in the range.
  func clearNonmatching<Row>(_ marks: CompiledFilter.MatchFlags, in rows: inout RowBatch<Row>, column: Int) {
    if let codes,
      rows.withCodes(
        ofColumn: column, in: encoding,
        { Self.clearNonmatching(marks, codes: $0, from: codes.least, through: codes.most) })
    {
      return
    }
    let cells = rows.values(ofColumn: column)
    for row in marks.indices where marks[row] { marks[row] = containsByComparing(cells[row]) }
  }

  private static func clearNonmatching(
    _ marks: CompiledFilter.MatchFlags, codes: UnsafeMutableBufferPointer<UInt64>, from least: UInt64,
    through most: UInt64
  ) {
    for row in marks.indices {
      let isInside = codes[row] >= least && codes[row] <= most
      marks[row] = marks[row] && isInside
    }
  }
}
