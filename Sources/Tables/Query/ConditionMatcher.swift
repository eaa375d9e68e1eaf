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

  /// The values of one row.
  private struct RowValueSource: ValueSource {
    let references: [ResolvedReference]
    let cellValue: (_ column: Int) -> Value

    func value(at index: Int) -> Value? {
      switch references[index] {
      case .column(let column, let keys): keys.isEmpty ? cellValue(column) : cellValue(column).member(at: keys)
      case .constant(let value): value
      }
    }
  }

  /// Returns whether the condition is true for one row.
  func matches<Row>(_ row: Row, in columns: [Column<Row>], contextValues: ContextValues) throws(ConditionError) -> Bool
  {
    try evaluator.holds(
      RowValueSource(references: references) { columns[$0].cellValue(row, contextValues) })
  }

  /// Clears the flags of the rows for which the condition is false or cannot be evaluated.
  ///
  /// Returns the errors of the latter, by their offsets in the batch.
  func clearNonmatching<Row>(_ flags: CompiledFilter.MatchFlags, in rows: inout RowBatch<Row>) -> [Int: ConditionError]
  {
    var valuesByColumn = Array(repeating: [Value](), count: rows.columns.count)
    for column in columns { valuesByColumn[column] = rows.values(ofColumn: column) }
    var (row, errors): (Int, [Int: ConditionError]) = (0, [:])
    let values = RowValueSource(references: references) { [valuesByColumn] in valuesByColumn[$0][row] }
    while row < flags.count {
      do throws(ConditionError) {
        if flags[row] { flags[row] = try evaluator.holds(values) }
      } catch {
        flags[row] = false
        errors[row] = error
      }
      row += 1
    }
    return errors
  }
}
