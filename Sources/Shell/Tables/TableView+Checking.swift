import Conditions
import ConsoleIO
import Tables
import TabularData
import Values

extension TableView {
  /// Returns the condition of an option, with its types checked against the columns.
  ///
  /// - Throws: An error if the condition reads anything other than columns, or compares a column with a value of another
  ///   type.
  static func checkedCondition(
    _ parsed: TableViewOptions.ParsedCondition?, option: String, data: DataTable
  ) throws(CommandError) -> Condition? {
    guard let (text, condition) = parsed.map({ ($0.text, $0.condition) }) else { return nil }
    let names = data.columns.map(\.name)
    for read in condition.references {
      guard case .object = read.root, let name = read.keys.first else {
        throw .dataError(
          "\(option): \("\(read)".terminalSafe) is not a column; a condition reads columns by name, such as price")
      }
      if !names.contains(name) { throw unknownColumnError(name, option: option, columnNames: names) }
    }
    do throws(ConditionError) {
      return try condition.checkingTypes(against: data.columns, data.rows)
    } catch {
      throw .dataError("\(option): \(error.description(withExcerptFrom: text))")
    }
  }

  /// Throws an error if the aggregate is a sum or an average of texts or dates.
  ///
  /// A column without values is accepted.
  static func validateAggregate(
    _ aggregate: Aggregate, option: String, data: DataTable
  ) throws(CommandError) {
    guard aggregate.function == .sum || aggregate.function == .average,
      let column = data.columns.first(where: { $0.name == aggregate.column })
    else { return }
    switch column.kind {
    case .integer, .decimal, .double, .boolean, .money: return
    case .text, .date:
      if data.rows.allSatisfy({ $0[column.cellIndex] == .null }) { return }
      throw .dataError(
        "\(option): \(column.name.quoted) is a \(column.kind.rawValue) column; \(aggregate.function.rawValue) needs numbers"
      )
    }
  }

  static func unknownColumnError(_ name: String, option: String, columnNames: [String]) -> CommandError {
    let hint = closestMatch(to: name, among: columnNames).map { "; did you mean \($0.quoted)?" }
    let known =
      columnNames.isEmpty
      ? "; there are no columns" : "; the columns are \(columnNames.map(\.quoted).joined(separator: ", "))"
    return .usageError("\(option): no column named \(name.quoted)\(hint ?? known)")
  }
}
