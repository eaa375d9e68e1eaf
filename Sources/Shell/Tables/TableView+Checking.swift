internal import Conditions
internal import ExplorerTool
internal import Tables
internal import TabularData
internal import Values

extension TableView {
  /// A condition reads columns, and nothing else, and means dates where it compares with them.
  static func checked(
    _ condition: Condition?, _ option: String, _ columns: [DataColumn]
  ) throws(ShellFailure) -> Condition? {
    guard let condition else { return nil }
    let names = columns.map(\.name)
    for read in condition.reads {
      guard case .object = read.root, let name = read.keys.first else {
        throw .data("\(option): \("\(read)".visible) is no column; columns are read by their names alone")
      }
      if !names.contains(name) { throw noColumn(name, option, names) }
    }
    do throws(ConditionFault) {
      return try condition.readingDates(in: columns)
    } catch {
      throw .data("\(option): \(error)")
    }
  }

  /// Texts and dates cannot be added up; of a column with nothing in it that is not said.
  static func check(
    _ aggregate: Aggregate, _ option: String, _ data: DataTable
  ) throws(ShellFailure) {
    guard aggregate.function == .sum || aggregate.function == .average,
      let column = data.columns.first(where: { $0.name == aggregate.column })
    else { return }
    switch column.kind {
    case .integer, .decimal, .double, .boolean, .money: return
    case .text, .date:
      if data.rows.allSatisfy({ $0.cells[column.place] == .null }) { return }
      throw .data("\(option): \(column.name.quoted) is a column of \(column.kind.rawValue), which cannot be added up")
    }
  }

  static func noColumn(_ name: String, _ option: String, _ names: [String]) -> ShellFailure {
    let hint = nearest(to: name, of: names).map { "; did you mean \($0.quoted)?" }
    let known = names.isEmpty ? "; there are none" : ": there are \(names.map(\.quoted).joined(separator: ", "))"
    return .data("\(option): there is no column \(name.quoted)\(hint ?? known)")
  }
}

extension Condition {
  /// The same condition, in which texts mean dates where they are compared with a column of dates.
  func readingDates(in columns: [DataColumn]) throws(ConditionFault) -> Condition {
    let dates = Set(columns.filter { $0.kind == .date }.map(\.name))
    if dates.isEmpty { return self }
    return try readingInstants { read in
      if case .object = read.root { read.keys.count == 1 && dates.contains(read.keys[0]) } else { false }
    }
  }
}
