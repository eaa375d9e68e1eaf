import Conditions
import Values

/// A condition over the columns of a table, prepared for testing many rows.
struct ConditionMatcher: Sendable {
  /// The resolution of a reference of the condition: a constant, or the index of a column and the keys to read from the
  /// column's value.
  private enum ResolvedReference: Sendable {
    case column(Int, keys: [String])
    case constant(Value)
  }

  private let evaluator: Evaluator
  private let references: [ResolvedReference]

  var readsContextValues: Bool {
    evaluator.references.contains { if case .variable = $0.root { true } else { false } }
  }

  /// A reference that names neither a column nor a context value is null.
  init(_ evaluator: Evaluator, _ contextValues: ContextValues, column: (String) -> Int?) {
    self.evaluator = evaluator
    references = evaluator.references.map { reference in
      switch reference.root {
      case .object:
        guard let column = reference.keys.first.flatMap(column) else { return .constant(.null) }
        return .column(column, keys: Array(reference.keys.dropFirst()))
      case .variable(let name): return .constant((contextValues[name] ?? .null).member(at: reference.keys))
      case .now, .random: return .constant(.null)
      }
    }
  }

  /// The indices of the columns that the condition reads.
  var columns: [Int] { references.compactMap { if case .column(let column, _) = $0 { column } else { nil } } }

  private struct BatchValueSource: ValueSource {
    let references: [ResolvedReference]
    /// The values of the columns, by column index.
    ///
    /// Columns that the condition does not read are empty.
    let valuesByColumn: [[Value]]
    var rowIndex = 0

    func value(at index: Int) -> Value? {
      switch references[index] {
      case .column(let column, let keys):
        keys.isEmpty ? valuesByColumn[column][rowIndex] : .some(valuesByColumn[column][rowIndex].member(at: keys))
      case .constant(let value): value
      }
    }
  }

  /// Returns whether the condition is true for one row.
  func matches<Row>(_ row: Row, in columns: [Column<Row>], contextValues: ContextValues) throws(ConditionError)
    -> Bool
  {
    try evaluator.holds(
      RowValueSource(references: references, row: row, columns: columns, contextValues: contextValues))
  }

  private struct RowValueSource<Row: Sendable>: ValueSource {
    let references: [ResolvedReference]
    let row: Row
    let columns: [Column<Row>]
    let contextValues: ContextValues

    func value(at index: Int) -> Value? {
      switch references[index] {
      case .column(let column, let keys): columns[column].cellValue(row, contextValues).member(at: keys)
      case .constant(let value): value
      }
    }
  }

  /// Clears the flags of the rows for which the condition is false or cannot be evaluated.
  ///
  /// Returns the errors of the latter, by their offsets in the batch.
  func clearNonmatching<Row>(_ flags: CompiledFilter.MatchFlags, in rows: inout RowBatch<Row>) -> [Int: ConditionError]
  {
    for column in columns { _ = rows.values(ofColumn: column) }
    return clearNonmatching(flags, in: rows.valuesByColumn)
  }

  private func clearNonmatching(_ flags: CompiledFilter.MatchFlags, in values: [[Value]]) -> [Int: ConditionError] {
    var cells = BatchValueSource(references: references, valuesByColumn: values)
    var errors: [Int: ConditionError] = [:]
    for row in flags.indices where flags[row] {
      cells.rowIndex = row
      do throws(ConditionError) {
        flags[row] = try evaluator.holds(cells)
      } catch {
        flags[row] = false
        errors[row] = error
      }
    }
    return errors
  }
}
