import Values

/// A closed range of values.
///
/// A value that has no order with one of the bounds is not in the range.
struct ValueRange: Sendable {
  private let lowerBound: Value?
  private let upperBound: Value?
  /// The sort encoding that suits the values of the column.
  private let encoding: SortEncoding
  /// The sort codes of both bounds, or `nil` if a bound has none.
  ///
  /// The code of null is below every range.
  private let codeBounds: (least: UInt64, most: UInt64)?

  /// Creates a range for a column whose cells have this encoding.
  init(from least: Value?, through most: Value?, in encoding: SortEncoding) {
    self.lowerBound = least
    self.upperBound = most
    self.encoding = encoding
    func code(_ value: Value) -> UInt64? { encoding.code(for: value, SortOptions()) }
    let (least, most) = (least.map(code) ?? 1, most.map(code) ?? .max)
    if encoding.isExact, let least, let most, least != 0, most != 0 {
      codeBounds = (least, most)
    } else {
      codeBounds = nil
    }
  }

  /// Returns whether the range contains a value.
  func contains(_ value: Value) -> Bool {
    if value.typeRank == 0 { return false }
    if let lowerBound {
      guard let order = value.compare(to: lowerBound), order != .less else { return false }
    }
    if let upperBound {
      guard let order = value.compare(to: upperBound), order != .greater else { return false }
    }
    return true
  }

  /// Clears the flags of the rows whose cell in a column is not in the range, by comparing sort codes.
  ///
  /// Returns `false` if a bound or a cell has no code.
  func clearFlagsOutsideRange<Row>(_ flags: CompiledFilter.MatchFlags, in rows: RowBatch<Row>, column: Int) -> Bool {
    guard let codeBounds else { return false }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: flags.count) { codes in
      let reader = rows.columns[column].batchReader
      if !reader.encodeCells(rows.rows, rows.handleRange, rows.contextValues, encoding, SortOptions(), codes) {
        return false
      }
      for row in flags.indices {
        let isInside = codes[row] >= codeBounds.least && codes[row] <= codeBounds.most
        flags[row] = flags[row] && isInside
      }
      return true
    }
  }
}
