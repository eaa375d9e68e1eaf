import Values

/// A range of rows that a filter tests together.
///
/// It is small enough that the values read for one test are still in the processor's cache for the next.
struct RowBatch<Row: Sendable> {
  let rows: [Row]
  let handleRange: Range<Int>
  let columns: [Column<Row>]
  let contextValues: ContextValues
  /// The values of the columns that have been read, by column index.
  private var valuesByColumn: [Int: [Value]] = [:]

  init(rows: [Row], handleRange: Range<Int>, columns: [Column<Row>], contextValues: ContextValues) {
    self.rows = rows
    self.handleRange = handleRange
    self.columns = columns
    self.contextValues = contextValues
  }

  /// Returns the values of a column.
  ///
  /// They are read on first use.
  mutating func values(ofColumn column: Int) -> [Value] {
    if let known = valuesByColumn[column] { return known }
    let values = columns[column].batchReader.readValues(rows, handleRange, contextValues)
    valuesByColumn[column] = values
    return values
  }

  /// Clears the flags of the rows whose text in a column does not satisfy the predicate.
  ///
  /// Returns `false` if a cell holds neither a text nor null.
  func clearNonmatchingTexts(
    _ flags: CompiledFilter.MatchFlags, column: Int, _ holds: (String) -> Bool
  ) -> Bool {
    columns[column].batchReader.clearNonmatchingTexts(rows, handleRange, contextValues, flags, holds)
  }
}
