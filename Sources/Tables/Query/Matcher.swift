internal import Conditions
internal import Values

/// A filter that is ready to be asked of many rows, and is handed on without being copied.
final class CompiledFilter: Sendable {
  /// Whether rows pass, one beside another, as far as it is known.
  typealias MatchFlags = UnsafeMutableBufferPointer<Bool>

  /// What is asked of one column, which is handed on without being copied.
  final class TestedColumn: Sendable {
    /// The column, by its number.
    let column: Int
    let question: ColumnTest

    init(columnIndex column: Int, test question: ColumnTest) {
      self.column = column
      self.question = question
    }
  }

  enum ColumnTest: Sendable {
    case contains(TextMatcher)
    case range(ValueRange)
    case among(Set<Value>)
  }

  /// The columns that are read, by their numbers.
  let columns: [Int]
  let parts: [TestedColumn]
  /// What is looked for.
  let needle: TextMatcher?
  /// The columns in which it is looked for.
  let searched: [Int]
  let condition: ConditionMatcher?

  /// Whether every row passes.
  var matchesEveryRow: Bool { parts.isEmpty && needle == nil && condition == nil }

  /// Whether the condition reads what stands beside the rows.
  var readsContextValues: Bool { condition?.readsContextValues ?? false }

  /// Gets a filter ready; what it asks of columns that there are not is passed over.
  static func compile<Row>(_ filter: RowFilter, columns table: [Column<Row>], contextValues beside: ContextValues)
    -> CompiledFilter
  {
    filter.isEmpty ? everything : CompiledFilter(filter, table, beside)
  }

  /// What every row passes.
  private static let everything = CompiledFilter(RowFilter(), [] as [Column<Never>], [:])

  private init<Row>(_ filter: RowFilter, _ table: [Column<Row>], _ beside: ContextValues) {
    var (parts, searched): ([TestedColumn], [Int]) = ([], [])
    var columns: [Int] = []
    func read(_ column: Int) { if !columns.contains(column) { columns.append(column) } }
    for number in table.indices {
      if !filter.columns.isEmpty, let asked = filter.columns[table[number].id] {
        parts.append(TestedColumn(columnIndex: number, test: ColumnTest(asked, table[number].kind)))
        read(number)
      }
      if !filter.search.isEmpty && table[number].isSearchable {
        searched.append(number)
        read(number)
      }
    }
    condition = filter.condition.map { asked in
      ConditionMatcher(Evaluator(asked), beside) { table.columnIndex(withID: $0) }
    }
    condition?.columns.forEach(read)
    needle = filter.search.isEmpty ? nil : TextMatcher(filter.search)
    self.parts = parts
    self.searched = searched
    self.columns = columns
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

  /// Takes the mark off the rows that do not pass.
  fileprivate func clearNonmatching<Row>(_ marks: CompiledFilter.MatchFlags, in rows: inout RowBatch<Row>, column: Int)
  {
    switch self {
    case .contains(let needle): rows.clearNonmatching(marks, column: column, as: .plain, matches: needle.isContained)
    case .range(let range): range.clearNonmatching(marks, in: &rows, column: column)
    case .among(let values):
      let cells = rows.values(ofColumn: column)
      for row in marks.indices where marks[row] { marks[row] = values.contains(cells[row].comparisonKey) }
    }
  }
}

extension CompiledFilter {
  /// Takes the mark off the rows that do not pass, and tells of which the condition could not be asked, and why.
  func clearNonmatching<Row>(_ marks: MatchFlags, in rows: inout RowBatch<Row>) -> [Int: ConditionError] {
    for part in parts { part.question.clearNonmatching(marks, in: &rows, column: part.column) }
    if let needle { clearRowsNotContaining(needle, marks, in: &rows) }
    return condition?.clearNonmatching(marks, in: &rows) ?? [:]
  }

  /// Takes the mark off the rows in which something is not found in any column that is searched.
  private func clearRowsNotContaining<Row>(_ needle: TextMatcher, _ marks: MatchFlags, in rows: inout RowBatch<Row>) {
    if searched.count == 1 {
      return rows.clearNonmatching(marks, column: searched[0], as: .plain, matches: needle.isContained)
    }
    var areFound = [Bool](repeating: false, count: marks.count)
    for column in searched {
      // What is found already is not looked at again.
      var areSought = areFound.indices.map { marks[$0] && !areFound[$0] }
      areSought.withUnsafeMutableBufferPointer {
        rows.clearNonmatching($0, column: column, as: .plain, matches: needle.isContained)
      }
      for row in areFound.indices where areSought[row] { areFound[row] = true }
    }
    for row in marks.indices where !areFound[row] { marks[row] = false }
  }
}

// One row that has changed is asked by itself: to lay out what many are asked with takes longer than to ask it.
extension CompiledFilter {
  /// Whether one row passes, if that can be said.
  func matches<Row>(_ row: Row, columns: [Column<Row>], contextValues beside: ContextValues) throws(ConditionError)
    -> Bool
  {
    // By their numbers: to go through the list itself would hold it.
    for number in parts.indices {
      let part = parts[number]
      if !part.matches(columns[part.column].read(row, beside), kind: columns[part.column].kind) { return false }
    }
    if let needle, !isSearchMatch(needle, row, columns, beside) { return false }
    return try condition?.holds(row, columns, beside) ?? true
  }

  private func isSearchMatch<Row>(_ needle: TextMatcher, _ row: Row, _ columns: [Column<Row>], _ beside: ContextValues)
    -> Bool
  {
    searched.contains { column in
      needle.isContained(in: CellFormat.plain.text(of: columns[column].read(row, beside), kind: columns[column].kind))
    }
  }
}

extension CompiledFilter.TestedColumn {
  /// Whether a cell is as it should be.
  fileprivate func matches(_ cell: Value, kind: ColumnKind) -> Bool {
    switch question {
    case .contains(let needle): needle.isContained(in: CellFormat.plain.text(of: cell, kind: kind))
    case .range(let range): range.contains(cell)
    case .among(let values): values.contains(cell.comparisonKey)
    }
  }
}
