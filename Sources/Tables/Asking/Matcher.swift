internal import Conditions
internal import Values

/// A filter that is ready to be asked of many rows.
struct Matcher: Sendable {
  /// What is asked of one column: its place in what is read, and the question.
  fileprivate struct Part: Sendable {
    let place: Int
    let kind: ColumnKind
    let question: Question
  }

  fileprivate enum Question: Sendable {
    case contains(Needle)
    case range(ValueRange)
    case among(Set<Value>)
  }

  /// The columns that are read, by their numbers.
  private(set) var columns: [Int] = []
  private var parts: [Part] = []
  private var needle: Needle?
  private var searched: [(place: Int, kind: ColumnKind)] = []
  private var condition: ConditionMatcher?

  /// Whether every row passes.
  var isEmpty: Bool { parts.isEmpty && needle == nil && condition == nil }

  /// Whether the condition reads what stands beside the rows.
  var readsBeside: Bool { condition?.readsBeside ?? false }

  /// Gets a filter ready; what it asks of columns that there are not is passed over.
  init<Row>(_ filter: RowFilter, _ table: [Column<Row>], _ beside: Beside) {
    for (number, column) in table.enumerated() {
      if let asked = filter.columns[column.id] {
        parts.append(Part(place: place(of: number), kind: column.kind, question: Question(asked)))
      }
      if !filter.search.isEmpty && column.isSearchable { searched.append((place(of: number), column.kind)) }
    }
    if !filter.search.isEmpty { needle = Needle(filter.search) }
    if let asked = filter.condition {
      let evaluator = Evaluator(asked)
      condition = ConditionMatcher(evaluator, beside) { name in
        table.firstIndex { $0.id == name }.map { place(of: $0) }
      }
    }
  }

  private mutating func place(of column: Int) -> Int {
    if let known = columns.firstIndex(of: column) { return known }
    columns.append(column)
    return columns.count - 1
  }
}

extension Matcher.Question {
  fileprivate init(_ filter: ColumnFilter) {
    self =
      switch filter {
      case .contains(let text): .contains(Needle(text))
      case .range(let least, let most): .range(ValueRange(from: least, through: most))
      case .among(let values): .among(Set(values.map(\.sameness)))
      }
  }

  /// Drops the rows that do not pass.
  fileprivate func narrow(_ passes: inout [Bool], _ cells: [Value], _ kind: ColumnKind) {
    switch self {
    case .contains(let needle):
      for row in passes.indices where passes[row] { passes[row] = needle.isIn(cells[row], kind) }
    case .range(let range): range.narrow(&passes, cells)
    case .among(let values):
      for row in passes.indices where passes[row] { passes[row] = values.contains(cells[row].sameness) }
    }
  }
}

extension Needle {
  fileprivate func isIn(_ value: Value, _ kind: ColumnKind) -> Bool {
    if case .text(let text) = value { return isIn(text) }
    return isIn(CellFormat.plain.text(of: value, kind: kind))
  }
}

extension Matcher {
  /// Tells which rows pass, of which these are the values by ``columns``, and what was wrong with the condition.
  func passing(_ count: Int, _ values: [[Value]]) -> (passes: [Bool], fault: ConditionFault?) {
    var passes = [Bool](repeating: true, count: count)
    for part in parts { part.question.narrow(&passes, values[part.place], part.kind) }
    if let needle { find(needle, &passes, values) }
    let fault = condition?.narrow(&passes, values)
    return (passes, fault)
  }
}

extension Matcher {
  /// Drops the rows in which something is not found in any column that is searched.
  private func find(_ needle: Needle, _ passes: inout [Bool], _ values: [[Value]]) {
    var isFound = [Bool](repeating: false, count: passes.count)
    for (place, kind) in searched {
      let cells = values[place]
      for row in isFound.indices where passes[row] && !isFound[row] { isFound[row] = needle.isIn(cells[row], kind) }
    }
    for row in passes.indices where !isFound[row] { passes[row] = false }
  }
}

/// A condition over columns.
private struct ConditionMatcher: Sendable {
  /// What is read: a column by its place, or a value.
  private enum Read: Sendable {
    case column(Int, keys: [String])
    case constant(Value)
  }

  private let evaluator: Evaluator
  private let reads: [Read]

  var readsBeside: Bool {
    evaluator.reads.contains { if case .variable = $0.root { true } else { false } }
  }

  /// What is neither a column nor stands beside the rows is null.
  init(_ evaluator: Evaluator, _ beside: Beside, place: (String) -> Int?) {
    self.evaluator = evaluator
    reads = evaluator.reads.map { read in
      switch read.root {
      case .object:
        guard let column = read.keys.first.flatMap(place) else { return .constant(.null) }
        return .column(column, keys: Array(read.keys.dropFirst()))
      case .variable(let name): return .constant((beside[name] ?? .null).reading(read.keys))
      case .now, .random: return .constant(.null)
      }
    }
  }

  private struct Cells: Readings {
    let reads: [Read]
    let values: [[Value]]
    var row = 0

    @inline(__always) func value(at place: Int) -> Value? {
      switch reads[place] {
      case .column(let column, let keys):
        keys.isEmpty ? values[column][row] : .some(values[column][row].reading(keys))
      case .constant(let value): value
      }
    }
  }

  /// Drops the rows for which the condition does not hold; one of which it cannot be said is dropped too.
  func narrow(_ passes: inout [Bool], _ values: [[Value]]) -> ConditionFault? {
    var cells = Cells(reads: reads, values: values)
    var fault: ConditionFault?
    for row in passes.indices where passes[row] {
      cells.row = row
      do throws(ConditionFault) {
        passes[row] = try evaluator.holds(cells)
      } catch {
        passes[row] = false
        fault = fault ?? error
      }
    }
    return fault
  }
}
