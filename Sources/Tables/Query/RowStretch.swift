internal import Values

/// Some rows, one beside another, of which something is asked: few enough that what was read is still near when it is
/// looked at.
struct RowBatch<Row: Sendable> {
  private let rows: [Row]
  private let seats: Range<Int>
  private let columns: [Column<Row>]
  private let beside: ContextValues
  /// What columns hold, by their numbers; nothing of one that was not read.
  private(set) var values: [[Value]]

  init(rows: [Row], handleRange seats: Range<Int>, columns: [Column<Row>], contextValues beside: ContextValues) {
    self.rows = rows
    self.seats = seats
    self.columns = columns
    self.beside = beside
    values = []
  }

  /// What a column holds, which is read once.
  mutating func values(ofColumn column: Int) -> [Value] {
    if values.isEmpty { values = Array(repeating: [], count: columns.count) }
    if values[column].isEmpty { values[column] = columns[column].reader.values(rows, seats, beside) }
    return values[column]
  }

  /// Takes the mark off the rows of which the text in a column is not as it should be.
  mutating func clearNonmatching(
    _ marks: CompiledFilter.MatchFlags, column: Int, as format: CellFormat, matches holds: (String) -> Bool
  ) {
    if format.showsTextUnchanged && columns[column].reader.narrow(rows, seats, beside, marks, holds) { return }
    let kind = columns[column].kind
    let cells = values(ofColumn: column)
    for row in marks.indices where marks[row] { marks[row] = holds(format.text(of: cells[row], kind: kind)) }
  }

  /// Calls something with the numbers of a column's cells, or returns false where one of them has none.
  func withCodes(
    ofColumn column: Int, in encoding: SortEncoding, _ body: (UnsafeMutableBufferPointer<UInt64>) -> Void
  ) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: seats.count) { codes in
      if !columns[column].reader.encode(rows, seats, beside, encoding, codes) { return false }
      body(codes)
      return true
    }
  }
}
