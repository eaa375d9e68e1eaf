internal import Conditions
internal import Values

/// A condition over columns.
struct ConditionMatcher: Sendable {
  /// What is read: a column by its number, or a value.
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
  init(_ evaluator: Evaluator, _ beside: Beside, column: (String) -> Int?) {
    self.evaluator = evaluator
    reads = evaluator.reads.map { read in
      switch read.root {
      case .object:
        guard let column = read.keys.first.flatMap(column) else { return .constant(.null) }
        return .column(column, keys: Array(read.keys.dropFirst()))
      case .variable(let name): return .constant((beside[name] ?? .null).reading(read.keys))
      case .now, .random: return .constant(.null)
      }
    }
  }

  /// The columns that are read, by their numbers.
  var columns: [Int] { reads.compactMap { if case .column(let column, _) = $0 { column } else { nil } } }

  private struct Cells: Readings {
    let reads: [Read]
    /// What the columns hold, as far as they are read.
    let values: [[Value]]
    var row = 0

    func value(at place: Int) -> Value? {
      switch reads[place] {
      case .column(let column, let keys):
        keys.isEmpty ? values[column][row] : .some(values[column][row].reading(keys))
      case .constant(let value): value
      }
    }
  }

  /// Whether it holds for one row.
  func holds<Row>(_ row: Row, _ columns: [Column<Row>], _ beside: Beside) throws(ConditionFault) -> Bool {
    try evaluator.holds(RowCells(reads: reads, row: row, columns: columns, beside: beside))
  }

  private struct RowCells<Row: Sendable>: Readings {
    let reads: [Read]
    let row: Row
    let columns: [Column<Row>]
    let beside: Beside

    func value(at place: Int) -> Value? {
      switch reads[place] {
      case .column(let column, let keys): columns[column].read(row, beside).reading(keys)
      case .constant(let value): value
      }
    }
  }

  /// Takes the mark off the rows for which the condition does not hold; one of which it cannot be said loses it too.
  func narrow<Row>(_ marks: Matcher.Marks, _ rows: inout RowStretch<Row>) -> [Int: ConditionFault] {
    for column in columns { _ = rows.values(of: column) }
    return narrow(marks, rows.values)
  }

  private func narrow(_ marks: Matcher.Marks, _ values: [[Value]]) -> [Int: ConditionFault] {
    var cells = Cells(reads: reads, values: values)
    var faults: [Int: ConditionFault] = [:]
    for row in marks.indices where marks[row] {
      cells.row = row
      do throws(ConditionFault) {
        marks[row] = try evaluator.holds(cells)
      } catch {
        marks[row] = false
        faults[row] = error
      }
    }
    return faults
  }
}
