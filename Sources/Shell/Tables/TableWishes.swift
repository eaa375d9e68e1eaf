internal import Conditions
internal import ExplorerTool
internal import Tables
internal import Values

/// What is to be seen of a table, as it was asked for on a command line.
struct TableWishes {
  /// A column to sort by.
  struct Sort {
    var column: String
    var order = SortOrder.forward
    var ordering = Ordering()
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
  private(set) var output = TableOutput.table

  /// Everything is to be seen, as aligned columns.
  init() {}

  init(_ options: inout Options) throws(ShellFailure) {
    columns = try options.listOnce("--columns")
    sort = try options.list("--sort")
    condition = try options.condition("--where")
    search = try options.value("--search")
    facets = try options.listOnce("--facets")
    group = try options.value("--group")
    for text in try options.listOnce("--aggregate") { aggregates.append((text, try Aggregate(typed: text))) }
    selection = try options.condition("--select")
    let page = try options.number("--page", from: 0, such: 1)
    pageSize = try options.number("--page-size", from: 1, such: 20)
    let offset = try options.number("--offset", from: 0, such: 100)
    limit = try options.number("--limit", from: 0, such: 10)
    if page != nil && pageSize == nil { throw .usage("--page wants --page-size\n\(options.usage)") }
    if pageSize != nil && (offset != nil || limit != nil) {
      throw .usage("--offset and --limit make no sense beside --page-size")
    }
    self.page = page ?? 0
    self.offset = offset ?? 0
    output = try options.value("-o", TableOutput.init, expected: "table, json, jsonl, csv or plain") ?? .table
    let others = [("--facets", !facets.isEmpty), ("--aggregate", !aggregates.isEmpty), ("--select", selection != nil)]
    if output.isRowsOnly, let (option, _) = others.first(where: \.1) {
      throw .usage("\(option) makes no sense beside -o \(output.rawValue), which prints rows and nothing else")
    }
  }

  /// What to sort by, of columns of these names.
  func sorts(among names: [String]) throws(ShellFailure) -> [Sort] {
    var sorts: [Sort] = []
    for text in sort {
      var sort = Sort(column: text)
      if !names.contains(text), text.hasPrefix("-") {
        sort.order = .reverse
        sort.column = String(text.dropFirst())
      }
      while !names.contains(sort.column), let colon = sort.column.lastIndex(of: ":") {
        try Self.take(sort.column[sort.column.index(after: colon)...], into: &sort.ordering, of: text)
        sort.column = String(sort.column[..<colon])
      }
      if sorts.contains(where: { $0.column == sort.column }) {
        throw .usage("--sort \(text.quoted): \(sort.column.visible) is given twice")
      }
      sorts.append(sort)
    }
    return sorts
  }

  private static func take(
    _ word: Substring, into ordering: inout Ordering, of text: String
  ) throws(ShellFailure) {
    switch word {
    case "natural": ordering.isNatural = true
    case "fold": ordering.folding = Folding(ignoresCase: true, ignoresAccents: true)
    case "nulls-first": ordering.nulls = .first
    case "nulls-last": ordering.nulls = .last
    default: throw .usage("--sort \(text.quoted): expected natural, fold, nulls-first or nulls-last behind a colon")
    }
  }
}

extension Options {
  /// Takes an option's values, none of which may be given twice.
  fileprivate mutating func listOnce(_ name: String) throws(ShellFailure) -> [String] {
    let list = try list(name)
    var known: Set<String> = []
    for text in list where !known.insert(text).inserted { throw .usage("\(name): \(text.quoted) is given twice") }
    return list
  }

  /// Takes an option's condition.
  fileprivate mutating func condition(_ name: String) throws(ShellFailure) -> Condition? {
    guard let text = try value(name) else { return nil }
    do throws(ConditionFault) {
      return try Condition(parsing: text)
    } catch {
      throw .data("\(name): \(error.shown(in: text))")
    }
  }
}

extension Aggregate {
  /// Reads what is to be computed, such as `sum(price)` or `count`, and behind a colon of which rows.
  fileprivate init(typed text: String) throws(ShellFailure) {
    var text = text
    var scope = Scope.filtered
    let whole = text
    func refused() -> ShellFailure {
      .usage(
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
