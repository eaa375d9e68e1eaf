import Conditions
import Values

/// A filter prepared for testing many rows.
///
/// It is a class so that passing it on copies nothing.
final class CompiledFilter: Sendable {
  /// One flag for each row of a batch: whether the row matches the tests so far.
  typealias MatchFlags = UnsafeMutableBufferPointer<Bool>

  /// The test of one column.
  ///
  /// It is a class so that passing it on copies nothing.
  final class TestedColumn: Sendable {
    /// The index of the column.
    let columnIndex: Int
    let test: ColumnTest

    init(columnIndex: Int, test: ColumnTest) {
      self.columnIndex = columnIndex
      self.test = test
    }
  }

  enum ColumnTest: Sendable {
    case contains(TextMatcher)
    case range(ValueRange)
    case among(Set<Value>)
  }

  /// The indices of the columns that the filter reads.
  let readColumns: [Int]
  let testedColumns: [TestedColumn]
  /// The text that is searched for.
  let searchMatcher: TextMatcher?
  /// The indices of the columns that are searched.
  let searchedColumns: [Int]
  let condition: ConditionMatcher?

  /// A Boolean value that indicates whether every row matches.
  var matchesEveryRow: Bool { testedColumns.isEmpty && searchMatcher == nil && condition == nil }

  /// A Boolean value that indicates whether the condition reads context values.
  var readsContextValues: Bool { condition?.readsContextValues ?? false }

  /// Compiles a filter.
  ///
  /// Filters of columns that do not exist are ignored.
  static func compile<Row>(_ filter: RowFilter, columns table: [Column<Row>], contextValues: ContextValues)
    -> CompiledFilter
  {
    filter.isEmpty ? matchingEveryRow : CompiledFilter(filter, table, contextValues)
  }

  /// The filter that every row matches.
  private static let matchingEveryRow = CompiledFilter(RowFilter(), [] as [Column<Never>], [:])

  private init<Row>(_ filter: RowFilter, _ table: [Column<Row>], _ contextValues: ContextValues) {
    var (parts, searched): ([TestedColumn], [Int]) = ([], [])
    var columns: [Int] = []
    func read(_ column: Int) { if !columns.contains(column) { columns.append(column) } }
    for number in table.indices {
      if !filter.columns.isEmpty, let columnFilter = filter.columns[table[number].id] {
        parts.append(TestedColumn(columnIndex: number, test: ColumnTest(columnFilter, table[number].kind)))
        read(number)
      }
      if !filter.search.isEmpty && table[number].isSearchable {
        searched.append(number)
        read(number)
      }
    }
    condition = filter.condition.map { condition in
      ConditionMatcher(Evaluator(condition), contextValues) { table.columnIndex(withID: $0) }
    }
    condition?.columns.forEach(read)
    searchMatcher = filter.search.isEmpty ? nil : TextMatcher(filter.search)
    self.testedColumns = parts
    self.searchedColumns = searched
    self.readColumns = columns
  }
}

extension CompiledFilter.ColumnTest {
  fileprivate init(_ filter: ColumnFilter, _ kind: ColumnKind) {
    self =
      switch filter {
      case .contains(let text): .contains(TextMatcher(text))
      case .range(let least, let most): .range(ValueRange(from: least, through: most, in: kind.sortEncoding))
      case .among(let values): .among(Set(values.map(\.comparisonKey)))
      }
  }

  /// Clears the flags of the rows that do not pass the test.
  fileprivate func clearNonmatching<Row>(_ flags: CompiledFilter.MatchFlags, in rows: inout RowBatch<Row>, column: Int)
  {
    switch self {
    case .contains(let matcher): rows.clearNonmatching(flags, column: column, as: .plain, matches: matcher.isContained)
    case .range(let range): range.clearNonmatching(flags, in: &rows, column: column)
    case .among(let values):
      let cells = rows.values(ofColumn: column)
      for row in flags.indices where flags[row] { flags[row] = values.contains(cells[row].comparisonKey) }
    }
  }
}

extension CompiledFilter {
  /// Clears the flags of the rows that do not match.
  ///
  /// Returns the errors of the rows for which the condition cannot be evaluated, by their offsets in the batch.
  func clearNonmatching<Row>(_ flags: MatchFlags, in rows: inout RowBatch<Row>) -> [Int: ConditionError] {
    for part in testedColumns { part.test.clearNonmatching(flags, in: &rows, column: part.columnIndex) }
    if let searchMatcher { clearRowsNotContaining(searchMatcher, flags, in: &rows) }
    return condition?.clearNonmatching(flags, in: &rows) ?? [:]
  }

  /// Clears the flags of the rows in which no searched column contains the text.
  private func clearRowsNotContaining<Row>(_ matcher: TextMatcher, _ flags: MatchFlags, in rows: inout RowBatch<Row>) {
    if searchedColumns.count == 1 {
      return rows.clearNonmatching(flags, column: searchedColumns[0], as: .plain, matches: matcher.isContained)
    }
    var areFound = [Bool](repeating: false, count: flags.count)
    for column in searchedColumns {
      // A row that matches already is not searched again.
      var areSought = areFound.indices.map { flags[$0] && !areFound[$0] }
      areSought.withUnsafeMutableBufferPointer {
        rows.clearNonmatching($0, column: column, as: .plain, matches: matcher.isContained)
      }
      for row in areFound.indices where areSought[row] { areFound[row] = true }
    }
    for row in flags.indices where !areFound[row] { flags[row] = false }
  }
}

// Tests a single row, for example one that has changed. Laying out a batch for it would take longer than the test.
extension CompiledFilter {
  /// Returns whether one row matches, or throws if the condition cannot be evaluated.
  func matches<Row>(_ row: Row, columns: [Column<Row>], contextValues: ContextValues) throws(ConditionError)
    -> Bool
  {
    // Iterates over the indices, because iterating over the array would retain it.
    for number in testedColumns.indices {
      let part = testedColumns[number]
      if !part.matches(columns[part.columnIndex].cellValue(row, contextValues), kind: columns[part.columnIndex].kind) {
        return false
      }
    }
    if let searchMatcher, !isSearchMatch(searchMatcher, row, columns, contextValues) { return false }
    return try condition?.matches(row, in: columns, contextValues: contextValues) ?? true
  }

  private func isSearchMatch<Row>(
    _ matcher: TextMatcher, _ row: Row, _ columns: [Column<Row>], _ contextValues: ContextValues
  )
    -> Bool
  {
    searchedColumns.contains { column in
      matcher.isContained(
        in: CellFormat.plain.text(of: columns[column].cellValue(row, contextValues), kind: columns[column].kind))
    }
  }
}

extension CompiledFilter.TestedColumn {
  /// Returns whether a cell passes the test.
  fileprivate func matches(_ cell: Value, kind: ColumnKind) -> Bool {
    switch test {
    case .contains(let matcher): matcher.isContained(in: CellFormat.plain.text(of: cell, kind: kind))
    case .range(let range): range.contains(cell)
    case .among(let values): values.contains(cell.comparisonKey)
    }
  }
}
