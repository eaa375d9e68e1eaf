internal import Conditions
internal import ExplorerTool
internal import Tables
internal import Values

/// What is to be seen of a table, as it was asked for on a command line.
struct TableViewOptions {
  /// A column to sort by.
  struct SortColumn {
    var column: String
    var order = SortDirection.forward
    var ordering = SortOptions()
  }

  private(set) var columns: [String] = []
  /// What stands in `--sort`, for which the names of the columns must be known to be read.
  private(set) var sort: [String] = []
  private(set) var condition: Condition?
  private(set) var search: String?
  private(set) var facets: [String] = []
  private(set) var group: String?
  private(set) var aggregates: [(text: String, aggregate: Aggregate)] = []
  private(set) var selection: Condition?
  private(set) var offset = 0
  private(set) var limit: Int?
  private(set) var page = 0
  private(set) var pageSize: Int?
  private(set) var output = TableOutputFormat.table

  /// Everything is to be seen, as aligned columns.
  init() {}

  init(_ options: inout CommandArguments) throws(CommandError) {
    columns = try options.uniqueList("--columns")
    sort = try options.commaSeparatedList("--sort")
    condition = try options.condition("--where")
    search = try options.value("--search")
    facets = try options.uniqueList("--facets")
    group = try options.value("--group")
    for text in try options.uniqueList("--aggregate") { aggregates.append((text, try Aggregate(parsing: text))) }
    selection = try options.condition("--select")
    let page = try options.integer("--page", atLeast: 0, example: 1)
    pageSize = try options.integer("--page-size", atLeast: 1, example: 20)
    let offset = try options.integer("--offset", atLeast: 0, example: 100)
    limit = try options.integer("--limit", atLeast: 0, example: 10)
    if page != nil && pageSize == nil { throw .usageError("--page wants --page-size\n\(options.usage)") }
    if pageSize != nil && (offset != nil || limit != nil) {
      throw .usageError("--offset and --limit make no sense beside --page-size")
    }
    self.page = page ?? 0
    self.offset = offset ?? 0
    output = try options.value("-o", TableOutputFormat.init, expected: "table, json, jsonl, csv or plain") ?? .table
    let others = [("--facets", !facets.isEmpty), ("--aggregate", !aggregates.isEmpty), ("--select", selection != nil)]
    if output.isRowsOnly, let (option, _) = others.first(where: \.1) {
      throw .usageError("\(option) makes no sense beside -o \(output.rawValue), which prints rows and nothing else")
    }
  }

  /// What to sort by, of columns of these names.
  func parsedSortColumns(among names: [String]) throws(CommandError) -> [SortColumn] {
    var sorts: [SortColumn] = []
    for text in sort {
      var sort = SortColumn(column: text)
      if !names.contains(text), text.hasPrefix("-") {
        sort.order = .reverse
        sort.column = String(text.dropFirst())
      }
      while !names.contains(sort.column), let colon = sort.column.lastIndex(of: ":") {
        try Self.applySortModifier(sort.column[sort.column.index(after: colon)...], to: &sort.ordering, of: text)
        sort.column = String(sort.column[..<colon])
      }
      if sorts.contains(where: { $0.column == sort.column }) {
        throw .usageError("--sort \(text.quoted): \(sort.column.terminalSafe) is given twice")
      }
      sorts.append(sort)
    }
    return sorts
  }

  private static func applySortModifier(
    _ word: Substring, to ordering: inout SortOptions, of text: String
  ) throws(CommandError) {
    switch word {
    case "natural": ordering.isNatural = true
    case "fold": ordering.folding = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    case "nulls-first": ordering.nulls = .first
    case "nulls-last": ordering.nulls = .last
    default:
      throw .usageError("--sort \(text.quoted): expected natural, fold, nulls-first or nulls-last behind a colon")
    }
  }
}

extension CommandArguments {
  /// Takes an option's values, none of which may be given twice.
  fileprivate mutating func uniqueList(_ name: String) throws(CommandError) -> [String] {
    let list = try commaSeparatedList(name)
    var known: Set<String> = []
    for text in list where !known.insert(text).inserted { throw .usageError("\(name): \(text.quoted) is given twice") }
    return list
  }

  /// Takes an option's condition.
  fileprivate mutating func condition(_ name: String) throws(CommandError) -> Condition? {
    guard let text = try value(name) else { return nil }
    do throws(ConditionError) {
      return try Condition(parsing: text)
    } catch {
      throw .dataError("\(name): \(error.description(withExcerptFrom: text))")
    }
  }
}

extension Aggregate {
  /// Reads what is to be computed, such as `sum(price)` or `count`, and behind a colon of which rows.
  fileprivate init(parsing text: String) throws(CommandError) {
    var text = text
    var scope = Scope.filtered
    let whole = text
    func refused() -> CommandError {
      .usageError(
        "--aggregate \(whole.quoted): expected count, or count, sum, average, min or max with a column as in "
          + "sum(price), and behind a colon all, filtered or selected where it is not of what passes")
    }
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix(")") {
      guard let named = Scope(rawValue: String(text[text.index(after: colon)...])) else { throw refused() }
      scope = named
      text = String(text[..<colon])
    }
    if text == "count" {
      self.init(.count, of: scope)
      return
    }
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")"),
      let function = Function(rawValue: String(text[..<open]))
    else { throw refused() }
    let column = text[text.index(after: open)...].dropLast()
    if column.isEmpty { throw refused() }
    self.init(function, String(column), of: scope)
  }
}
