import Conditions
import ConsoleIO
import Tables
import Values

/// The command line options for the output of a table: its rows, columns, summaries and format.
struct TableViewOptions {
  /// A column to sort by.
  struct SortColumn {
    var column: String
    var order = SortDirection.forward
    var ordering = SortOptions()
  }

  /// A condition and the text it was parsed from.
  struct ParsedCondition {
    let text: String
    let condition: Condition
  }

  private(set) var columns: [String] = []
  /// The values of `--sort`, which cannot be parsed before the column names are known.
  private(set) var sortTexts: [String] = []
  private(set) var condition: ParsedCondition?
  private(set) var searchText: String?
  private(set) var facetColumns: [String] = []
  private(set) var groupColumn: String?
  private(set) var aggregates: [(text: String, aggregate: Aggregate)] = []
  private(set) var selection: ParsedCondition?
  private(set) var offset = 0
  private(set) var limit: Int?
  private(set) var page = 0
  private(set) var pageSize: Int?

  init(_ options: inout CommandArguments, _ shellOptions: ShellOptions) throws(CommandError) {
    columns = shellOptions.fields
    sortTexts = try options.popCommaSeparatedList("--sort")
    condition = try options.popCondition("--where")
    searchText = try options.popValue("--search")
    facetColumns = try options.popUniqueList("--facets")
    groupColumn = try options.popValue("--group")
    for text in try options.popUniqueList("--aggregate") { aggregates.append((text, try Aggregate(parsing: text))) }
    selection = try options.popCondition("--select")
    let page = try options.popInteger("--page", atLeast: 0, example: 1)
    pageSize = try options.popInteger("--page-size", atLeast: 1, example: 20)
    let offset = try options.popInteger("--offset", atLeast: 0, example: 100)
    limit = try options.popInteger("--limit", atLeast: 0, example: 10)
    if page != nil && pageSize == nil { throw .usageError("--page requires --page-size", usage: options.usage) }
    if pageSize != nil && (offset != nil || limit != nil) {
      throw .usageError("--offset and --limit cannot be used with --page-size")
    }
    self.page = page ?? 0
    self.offset = offset ?? 0
    let others = [
      ("--facets", !facetColumns.isEmpty), ("--aggregate", !aggregates.isEmpty), ("--select", selection != nil),
      ("--group", groupColumn != nil),
    ]
    let format = shellOptions.format
    if format != .table, format != .json, let (option, _) = others.first(where: \.1) {
      throw .usageError("\(option) cannot be used with -o \(format.rawValue), which prints only rows")
    }
  }

  /// Returns the columns to sort by, parsed with the known column names.
  func parsedSortColumns(among names: [String]) throws(CommandError) -> [SortColumn] {
    var sorts: [SortColumn] = []
    for text in sortTexts {
      var sort = SortColumn(column: text)
      if !names.contains(text), text.hasPrefix("-") {
        sort.order = .reverse
        sort.column = String(text.dropFirst())
      }
      while !names.contains(sort.column), let colon = sort.column.lastIndex(of: ":") {
        switch sort.column[sort.column.index(after: colon)...] {
        case "natural": sort.ordering.isNatural = true
        case "exact": sort.ordering.isCaseSensitive = true
        case "fold": sort.ordering.compareOptions = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
        case "nulls-first": sort.ordering.nullPlacement = .first
        case "nulls-last": sort.ordering.nullPlacement = .last
        default:
          throw .usageError(
            "--sort \(text.quoted): expected natural, fold, exact, nulls-first or nulls-last after the colon")
        }
        sort.column = String(sort.column[..<colon])
      }
      if sorts.contains(where: { $0.column == sort.column }) {
        throw .usageError("--sort \(text.quoted): \(sort.column.terminalSafe) is given twice")
      }
      sorts.append(sort)
    }
    return sorts
  }
}

extension CommandArguments {
  /// Removes all occurrences of an option and returns its values, which must be distinct.
  fileprivate mutating func popUniqueList(_ name: String) throws(CommandError) -> [String] {
    let list = try popCommaSeparatedList(name)
    var known: Set<String> = []
    for text in list where !known.insert(text).inserted { throw .usageError("\(name): \(text.quoted) is given twice") }
    return list
  }

  /// Removes an option and returns its value parsed as a condition.
  fileprivate mutating func popCondition(_ name: String) throws(CommandError) -> TableViewOptions.ParsedCondition? {
    guard let text = try popValue(name) else { return nil }
    do throws(ConditionError) {
      return TableViewOptions.ParsedCondition(text: text, condition: try Condition(parsing: text))
    } catch {
      throw .dataError("\(name): \(error.description(withExcerptFrom: text))")
    }
  }
}

extension Aggregate {
  /// Parses an aggregate such as `count` or `sum(price)`, with an optional scope such as `:all`.
  fileprivate init(parsing text: String) throws(CommandError) {
    let syntaxError = CommandError.usageError(
      "--aggregate \(text.quoted): expected count, or count, sum, average, min or max of a column as in "
        + "sum(price), optionally followed by :all, :filtered or :selected")
    var call = text[...]
    var scope = Scope.filtered
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix(")") {
      guard let named = Scope(rawValue: String(text[text.index(after: colon)...])) else { throw syntaxError }
      scope = named
      call = text[..<colon]
    }
    if call == "count" {
      self.init(.count, of: scope)
      return
    }
    guard let open = call.firstIndex(of: "("), call.hasSuffix(")"),
      let function = Function(rawValue: String(call[..<open]))
    else { throw syntaxError }
    let column = call[call.index(after: open)...].dropLast()
    if column.isEmpty { throw syntaxError }
    self.init(function, String(column), of: scope)
  }
}
