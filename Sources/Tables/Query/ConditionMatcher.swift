internal import Conditions
internal import Values

/// A condition over columns.
struct ConditionMatcher: Sendable {
  /// What is read: a column by its number, or a value.
  private enum ResolvedReference: Sendable {
    case column(Int, keys: [String])
    case constant(Value)
  }

  private let evaluator: Evaluator
  private let reads: [ResolvedReference]

  var readsContextValues: Bool {
    evaluator.reads.contains { if case .variable = $0.root { true } else { false } }
  }

  /// What is neither a column nor stands beside the rows is null.
  init(_ evaluator: Evaluator, _ beside: ContextValues, column: (String) -> Int?) {
    self.evaluator = evaluator
    reads = evaluator.reads.map { read in
      switch read.root {
      case .object:
        guard let column = read.keys.first.flatMap(column) else { return .constant(.null) }
        return .column(column, keys: Array(read.keys.dropFirst()))
      case .variable(let name): return .constant((beside[name] ?? .null).member(at: read.keys))
      case .now, .random: return .constant(.null)
      }
    }
  }

  /// The columns that are read, by their numbers.
  var columns: [Int] { reads.compactMap { if case .column(let column, _) = $0 { column } else { nil } } }

  private struct BatchValueSource: ValueSource {
    let reads: [ResolvedReference]
    /// What the columns hold, as far as they are read.
    let values: [[Value]]
    var row = 0

    func value(at place: Int) -> Value? {
      switch reads[place] {
      case .column(let column, let keys):
        keys.isEmpty ? values[column][row] : .some(values[column][row].member(at: keys))
      case .constant(let value): value
      }
    }
  }

  /// Whether it holds for one row.
  func holds<Row>(_ row: Row, _ columns: [Column<Row>], _ beside: ContextValues) throws(ConditionError) -> Bool {
    try evaluator.holds(RowValueSource(reads: reads, row: row, columns: columns, beside: beside))
  }

  private struct RowValueSource<Row: Sendable>: ValueSource {
    let reads: [ResolvedReference]
    let row: Row
    let columns: [Column<Row>]
    let beside: ContextValues

    func value(at place: Int) -> Value? {
      switch reads[place] {
      case .column(let column, let keys): columns[column].read(row, beside).member(at: keys)
      case .constant(let value): value
      }
    }
  }

  /// Takes the mark off the rows for which the condition does not hold; one of which it cannot be said loses it too.
  func clearNonmatching<Row>(_ marks: CompiledFilter.MatchFlags, in rows: inout RowBatch<Row>) -> [Int: ConditionError]
  {
    for column in columns { _ = rows.values(ofColumn: column) }
    return clearNonmatching(marks, in: rows.values)
  }

  private func clearNonmatching(_ marks: CompiledFilter.MatchFlags, in values: [[Value]]) -> [Int: ConditionError] {
    var cells = BatchValueSource(reads: reads, values: values)
    var faults: [Int: ConditionError] = [:]
    for row in marks.indices where marks[row] {
      cells.row = row
      do throws(ConditionError) {
        marks[row] = try evaluator.holds(cells)
      } catch {
        marks[row] = false
        faults[row] = error
      }
    }
    return faults
  }
}
