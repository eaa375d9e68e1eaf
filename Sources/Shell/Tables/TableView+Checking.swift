internal import Conditions
internal import ExplorerTool
internal import Tables
internal import TabularData
internal import Values

extension TableView {
  /// A condition reads columns, and nothing else, and means dates where it compares with them.
  static func validatedCondition(
    _ condition: Condition?, option: String, columns: [DataColumn]
  ) throws(CommandError) -> Condition? {
    guard let condition else { return nil }
    let names = columns.map(\.name)
    for read in condition.references {
      guard case .object = read.root, let name = read.keys.first else {
        throw .dataError("\(option): \("\(read)".terminalSafe) is no column; columns are read by their names alone")
      }
      if !names.contains(name) { throw unknownColumnError(name, option: option, columnNames: names) }
    }
    do throws(ConditionError) {
      return try condition.convertingTextsToDates(comparedWith: columns)
    } catch {
      throw .dataError("\(option): \(error)")
    }
  }

  /// Texts and dates cannot be added up; of a column with nothing in it that is not said.
  static func validateAggregate(
    _ aggregate: Aggregate, option: String, data: DataTable
  ) throws(CommandError) {
    guard aggregate.function == .sum || aggregate.function == .average,
      let column = data.columns.first(where: { $0.name == aggregate.column })
    else { return }
    switch column.kind {
    case .integer, .decimal, .double, .boolean, .money: return
    case .text, .date:
      if data.rows.allSatisfy({ $0.cells[column.place] == .null }) { return }
      throw .dataError(
        "\(option): \(column.name.quoted) is a column of \(column.kind.rawValue), which cannot be added up")
    }
  }

  static func unknownColumnError(_ name: String, option: String, columnNames names: [String]) -> CommandError {
    let hint = closestMatch(to: name, among: names).map { "; did you mean \($0.quoted)?" }
    let known = names.isEmpty ? "; there are none" : ": there are \(names.map(\.quoted).joined(separator: ", "))"
    return .dataError("\(option): there is no column \(name.quoted)\(hint ?? known)")
  }
}

extension Condition {
  /// The same condition, in which texts mean dates where they are compared with a column of dates.
  func convertingTextsToDates(comparedWith columns: [DataColumn]) throws(ConditionError) -> Condition {
    let dates = Set(columns.filter { $0.kind == .date }.map(\.name))
    if dates.isEmpty { return self }
    return try convertingTextsToInstants { read in
      if case .object = read.root { read.keys.count == 1 && dates.contains(read.keys[0]) } else { false }
    }
  }
}
