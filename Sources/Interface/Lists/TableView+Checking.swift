import Conditions
import Tables
import Values

extension TableView {
  /// Returns the condition of an option, with its types checked against the columns.
  ///
  /// - Throws: An error if the condition reads anything other than columns, or compares a column with a value of another
  ///   type.
  static func checkedCondition(
    _ parsed: TableViewOptions.ParsedCondition?, option: String, _ columns: [Column<Row>], _ rows: [Row]
  ) throws(InvocationError) -> Condition? {
    guard let (text, condition) = parsed.map({ ($0.text, $0.condition) }) else { return nil }
    let names = columns.map(\.id)
    for read in condition.references {
      guard case .object = read.root, let name = read.keys.first else {
        throw InvocationError(
          .invalidData,
          "\(option): \("\(read)".terminalSafe) is not a column; a condition reads columns by name, such as price")
      }
      if !names.contains(name) { throw .unknownColumn(name, option: option, columnNames: names) }
    }
    do throws(ConditionError) {
      return try condition.checkingTypes(against: columns, rows)
    } catch {
      throw InvocationError(.invalidData, "\(option): \(error.description(withExcerptFrom: text))")
    }
  }

  /// Throws an error if the aggregate is a sum or an average of texts or dates.
  ///
  /// A column without values is accepted.
  static func validateAggregate(
    _ aggregate: Aggregate, option: String, _ columns: [Column<Row>], _ rows: [Row]
  ) throws(InvocationError) {
    guard aggregate.function == .sum || aggregate.function == .average,
      let column = columns.first(where: { $0.id == aggregate.column })
    else { return }
    switch column.kind {
    case .integer, .decimal, .double, .boolean, .money: return
    case .text, .date:
      if rows.allSatisfy({ column.cellValue($0, [:]) == .null }) { return }
      throw InvocationError(
        .invalidData,
        "\(option): \(column.id.quoted) is a \(column.kind.rawValue) column; \(aggregate.function.rawValue) needs numbers"
      )
    }
  }
}

extension InvocationError {
  package static func unknownColumn(_ name: String, option: String, columnNames: [String]) -> InvocationError {
    let hint = closestMatch(to: name, among: columnNames).map { "; did you mean \($0.quoted)?" }
    let known =
      columnNames.isEmpty
      ? "; there are no columns" : "; the columns are \(columnNames.map(\.quoted).joined(separator: ", "))"
    return InvocationError(.invalidValue, "\(option): no column named \(name.quoted)\(hint ?? known)")
  }
}
