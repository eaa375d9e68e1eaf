import Conditions
import Values

/// A filter prepared for testing many rows.
///
/// It is a class so that passing it on copies nothing.
final class CompiledFilter: Sendable {
  /// One flag for each row of a batch: whether the row matches the tests so far.
  typealias MatchFlags = UnsafeMutableBufferPointer<Bool>

  /// The test of the cells of a column.
  indirect enum CellTest: Sendable {
    case contains(TextMatcher)
    case range(ValueRange)
    case among(Set<Value>)
  }

  /// The indices of the columns that the filter reads.
  let readColumns: [Int]
  private let cellTests: [(column: Int, test: CellTest)]
  /// The test of the searched columns, of which one must pass.
  private let searchTest: CellTest?
  private let searchedColumns: [Int]
  private let condition: ConditionMatcher?

  /// A Boolean value that indicates whether every row matches.
  var matchesEveryRow: Bool { cellTests.isEmpty && searchTest == nil && condition == nil }

  /// A Boolean value that indicates whether the condition reads context values.
  var readsContextValues: Bool { condition?.readsContextValues ?? false }

  /// Compiles a filter.
  ///
  /// Filters of columns that do not exist are ignored.
  init<Row>(_ filter: RowFilter, columns: [Column<Row>], contextValues: ContextValues) {
    cellTests = columns.indices.compactMap { number in
      filter.columns[columns[number].id].map { (number, CellTest($0, columns[number].kind)) }
    }
    searchTest = filter.search.isEmpty ? nil : .contains(TextMatcher(filter.search))
    searchedColumns = filter.search.isEmpty ? [] : columns.indices.filter { columns[$0].isSearchable }
    condition = filter.condition.map { condition in
      ConditionMatcher(Evaluator(condition), contextValues) { id in columns.firstIndex { $0.id == id } }
    }
    readColumns = cellTests.map(\.column) + searchedColumns + (condition?.columns ?? [])
  }

  /// Clears the flags of the rows that do not match.
  ///
  /// Returns the errors of the rows for which the condition cannot be evaluated, by their offsets in the batch.
  func clearNonmatching<Row>(_ flags: MatchFlags, in rows: inout RowBatch<Row>) -> [Int: ConditionError] {
    for (column, test) in cellTests { test.clearNonmatching(flags, in: &rows, column: column) }
    if let searchTest { clearNotFound(searchTest, flags, in: &rows) }
    return condition?.clearNonmatching(flags, in: &rows) ?? [:]
  }

  /// Clears the flags of the rows in which no searched column matches the test.
  private func clearNotFound<Row>(_ test: CellTest, _ flags: MatchFlags, in rows: inout RowBatch<Row>) {
    if searchedColumns.count == 1 { return test.clearNonmatching(flags, in: &rows, column: searchedColumns[0]) }
    var areFound = [Bool](repeating: false, count: flags.count)
    for column in searchedColumns {
      // A row that matches already is not searched again.
      var remaining = areFound.indices.map { flags[$0] && !areFound[$0] }
      remaining.withUnsafeMutableBufferPointer { test.clearNonmatching($0, in: &rows, column: column) }
      for row in areFound.indices where remaining[row] { areFound[row] = true }
    }
    for row in flags.indices where !areFound[row] { flags[row] = false }
  }

  /// Returns whether one row matches, or throws if the condition cannot be evaluated.
  ///
  /// For a single row this is faster than laying out a batch.
  func matches<Row>(_ row: Row, columns: [Column<Row>], contextValues: ContextValues) throws(ConditionError) -> Bool {
    func matches(_ test: CellTest, _ column: Int) -> Bool {
      test.matches(columns[column].cellValue(row, contextValues), in: columns[column])
    }
    if !cellTests.allSatisfy({ matches($0.test, $0.column) }) { return false }
    if let searchTest, !searchedColumns.contains(where: { matches(searchTest, $0) }) { return false }
    return try condition?.matches(row, in: columns, contextValues: contextValues) ?? true
  }
}

extension CompiledFilter.CellTest {
  fileprivate init(_ filter: ColumnFilter, _ kind: ColumnKind) {
    self =
      switch filter {
      case .contains(let text): .contains(TextMatcher(text))
      case .range(let least, let most): .range(ValueRange(from: least, through: most, in: kind.sortEncoding))
      case .among(let values): .among(Set(values.map(\.comparisonKey)))
      }
  }

  /// Returns whether a cell of a column matches the test.
  fileprivate func matches<Row>(_ cell: Value, in column: Column<Row>) -> Bool {
    switch self {
    case .contains(let matcher): matcher.isContained(in: column.text(of: cell))
    case .range(let range): range.contains(cell)
    case .among(let values): values.contains(cell.comparisonKey)
    }
  }

  /// Clears the flags of the rows that do not pass the test.
  func clearNonmatching<Row>(_ flags: CompiledFilter.MatchFlags, in rows: inout RowBatch<Row>, column: Int) {
    let tested = rows.columns[column]
    switch self {
    case .contains(let matcher):
      let reader = tested.batchReader
      if tested.format.displaysTextsUnchanged,
        reader.clearNonmatchingTexts(rows.rows, rows.handleRange, rows.contextValues, flags, matcher.isContained)
      {
        return
      }
    case .range(let range): if range.clearFlagsOutsideRange(flags, in: rows, column: column) { return }
    case .among: break
    }
    let cells = rows.values(ofColumn: column)
    for row in flags.indices where flags[row] { flags[row] = matches(cells[row], in: tested) }
  }
}

/// A range of rows that a filter tests together.
///
/// It is small enough that the values read for one test are still in the processor's cache for the next.
struct RowBatch<Row: Sendable> {
  let rows: [Row]
  let handleRange: Range<Int>
  let columns: [Column<Row>]
  let contextValues: ContextValues
  private(set) var valuesByColumn: [Int: [Value]] = [:]

  /// Returns the values of a column, which are read on first use.
  mutating func values(ofColumn column: Int) -> [Value] {
    if let known = valuesByColumn[column] { return known }
    let values = columns[column].batchReader.readValues(rows, handleRange, contextValues)
    valuesByColumn[column] = values
    return values
  }
}
