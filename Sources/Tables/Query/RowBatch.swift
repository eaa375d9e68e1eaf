import Values

/// A range of rows that a filter tests together.
///
/// It is small enough that the values read for one test are still in the processor's cache for the next.
struct RowBatch<Row: Sendable> {
  private let rows: [Row]
  private let handleRange: Range<Int>
  private let columns: [Column<Row>]
  private let contextValues: ContextValues
  /// The values of the columns, by column index.
  ///
  /// A column that has not been read is empty.
  private(set) var valuesByColumn: [[Value]]

  init(rows: [Row], handleRange: Range<Int>, columns: [Column<Row>], contextValues: ContextValues) {
    self.rows = rows
    self.handleRange = handleRange
    self.columns = columns
    self.contextValues = contextValues
    valuesByColumn = []
  }

  /// Returns the values of a column.
  ///
  /// They are read on first use.
  mutating func values(ofColumn column: Int) -> [Value] {
    if valuesByColumn.isEmpty { valuesByColumn = Array(repeating: [], count: columns.count) }
    if valuesByColumn[column].isEmpty {
      valuesByColumn[column] = columns[column].batchReader.readValues(rows, handleRange, contextValues)
    }
    return valuesByColumn[column]
  }

  /// Clears the flags of the rows whose text in a column does not satisfy the predicate.
  mutating func clearNonmatching(
    _ flags: CompiledFilter.MatchFlags, column: Int, as format: CellFormat, matches holds: (String) -> Bool
  ) {
    if format.showsTextUnchanged
      && columns[column].batchReader.clearNonmatchingTexts(rows, handleRange, contextValues, flags, holds)
    {
      return
    }
    let kind = columns[column].kind
    let cells = values(ofColumn: column)
    for row in flags.indices where flags[row] { flags[row] = holds(format.text(of: cells[row], kind: kind)) }
  }

  /// Calls a closure with the sort codes of a column's cells, or returns `false` if one of the cells has none.
  func withCodes(
    ofColumn column: Int, in encoding: SortEncoding, _ body: (UnsafeMutableBufferPointer<UInt64>) -> Void
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: handleRange.count) { codes in
      if !columns[column].batchReader.encodeCells(rows, handleRange, contextValues, encoding, codes) { return false }
      body(codes)
      return true
    }
  }
}
