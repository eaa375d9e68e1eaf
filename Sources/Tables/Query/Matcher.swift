internal import Conditions
internal import Values

/// A filter that is ready to be asked of many rows, and is handed on without being copied.
final class Matcher: Sendable {
  /// Whether rows pass, one beside another, as far as it is known.
  typealias Marks = UnsafeMutableBufferPointer<Bool>

  /// What is asked of one column, which is handed on without being copied.
  final class Part: Sendable {
    /// The column, by its number.
    let column: Int
    let question: Question

    init(column: Int, question: Question) {
      self.column = column
      self.question = question
    }
  }

  enum Question: Sendable {
    case contains(Needle)
    case range(ValueRange)
    case among(Set<Value>)
  }

  /// The columns that are read, by their numbers.
  let columns: [Int]
  let parts: [Part]
  /// What is looked for.
  let needle: Needle?
  /// The columns in which it is looked for.
  let searched: [Int]
  let condition: ConditionMatcher?

  /// Whether every row passes.
  var isEmpty: Bool { parts.isEmpty && needle == nil && condition == nil }

  /// Whether the condition reads what stands beside the rows.
  var readsBeside: Bool { condition?.readsBeside ?? false }

  /// Gets a filter ready; what it asks of columns that there are not is passed over.
  static func ready<Row>(_ filter: RowFilter, _ table: [Column<Row>], _ beside: Beside) -> Matcher {
    filter.isEmpty ? everything : Matcher(filter, table, beside)
  }

  /// What every row passes.
  private static let everything = Matcher(RowFilter(), [] as [Column<Never>], [:])

  private init<Row>(_ filter: RowFilter, _ table: [Column<Row>], _ beside: Beside) {
    var (parts, searched): ([Part], [Int]) = ([], [])
    var columns: [Int] = []
    func read(_ column: Int) { if !columns.contains(column) { columns.append(column) } }
    for number in table.indices {
      if !filter.columns.isEmpty, let asked = filter.columns[table[number].id] {
        parts.append(Part(column: number, question: Question(asked, table[number].kind)))
        read(number)
      }
      if !filter.search.isEmpty && table[number].isSearchable {
        searched.append(number)
        read(number)
      }
    }
    condition = filter.condition.map { asked in
      ConditionMatcher(Evaluator(asked), beside) { table.index(of: $0) }
    }
    condition?.columns.forEach(read)
    needle = filter.search.isEmpty ? nil : Needle(filter.search)
    self.parts = parts
    self.searched = searched
    self.columns = columns
  }
}

extension Matcher.Question {
  fileprivate init(_ filter: ColumnFilter, _ kind: ColumnKind) {
    self =
      switch filter {
      case .contains(let text): .contains(Needle(text))
      case .range(let least, let most): .range(ValueRange(from: least, through: most, in: kind.encoding))
      case .among(let values): .among(Set(values.map(\.sameness)))
      }
  }

  /// Takes the mark off the rows that do not pass.
  fileprivate func narrow<Row>(_ marks: Matcher.Marks, _ rows: inout RowStretch<Row>, _ column: Int) {
    switch self {
    case .contains(let needle): rows.narrow(marks, column, as: .plain, needle.isIn)
    case .range(let range): range.narrow(marks, &rows, column)
    case .among(let values):
      let cells = rows.values(of: column)
      for row in marks.indices where marks[row] { marks[row] = values.contains(cells[row].sameness) }
    }
  }
}

extension Matcher {
  /// Takes the mark off the rows that do not pass, and tells of which the condition could not be asked, and why.
  func narrow<Row>(_ marks: Marks, _ rows: inout RowStretch<Row>) -> [Int: ConditionFault] {
    for part in parts { part.question.narrow(marks, &rows, part.column) }
    if let needle { find(needle, marks, &rows) }
    return condition?.narrow(marks, &rows) ?? [:]
  }

  /// Takes the mark off the rows in which something is not found in any column that is searched.
  private func find<Row>(_ needle: Needle, _ marks: Marks, _ rows: inout RowStretch<Row>) {
    if searched.count == 1 { return rows.narrow(marks, searched[0], as: .plain, needle.isIn) }
    var areFound = [Bool](repeating: false, count: marks.count)
    for column in searched {
      // What is found already is not looked at again.
      var areSought = areFound.indices.map { marks[$0] && !areFound[$0] }
      areSought.withUnsafeMutableBufferPointer { rows.narrow($0, column, as: .plain, needle.isIn) }
      for row in areFound.indices where areSought[row] { areFound[row] = true }
    }
    for row in marks.indices where !areFound[row] { marks[row] = false }
  }
}

// One row that has changed is asked by itself: to lay out what many are asked with takes longer than to ask it.
extension Matcher {
  /// Whether one row passes, if that can be said.
  func passes<Row>(_ row: Row, _ columns: [Column<Row>], _ beside: Beside) throws(ConditionFault) -> Bool {
    // By their numbers: to go through the list itself would hold it.
    for number in parts.indices {
      let part = parts[number]
      if !part.holds(columns[part.column].read(row, beside), columns[part.column].kind) { return false }
    }
    if let needle, !isFound(needle, row, columns, beside) { return false }
    return try condition?.holds(row, columns, beside) ?? true
  }

  private func isFound<Row>(_ needle: Needle, _ row: Row, _ columns: [Column<Row>], _ beside: Beside) -> Bool {
    searched.contains { column in
      needle.isIn(CellFormat.plain.text(of: columns[column].read(row, beside), kind: columns[column].kind))
    }
  }
}

extension Matcher.Part {
  /// Whether a cell is as it should be.
  fileprivate func holds(_ cell: Value, _ kind: ColumnKind) -> Bool {
    switch question {
    case .contains(let needle): needle.isIn(CellFormat.plain.text(of: cell, kind: kind))
    case .range(let range): range.contains(cell)
    case .among(let values): values.contains(cell.sameness)
    }
  }
}
