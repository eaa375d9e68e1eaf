import Conditions
import Tables
import Values

/// The command line options for the output of a table: its rows, columns, summaries and format.
public struct TableViewOptions: Sendable {
  /// A column to sort by.
  struct SortColumn: Sendable {
    var column: String
    var order = SortDirection.forward
    /// How the cells are compared, or `nil` as the column says.
    var ordering: SortOptions?
  }

  /// A condition and the text it was parsed from.
  struct ParsedCondition: Sendable {
    let text: String
    let condition: Condition

    fileprivate init(parsing text: String, option: String) throws(InvocationError) {
      do throws(ConditionError) { condition = try Condition(parsing: text) } catch {
        throw InvocationError(.invalidData, "\(option): \(error.description(withExcerptFrom: text))")
      }
      self.text = text
    }
  }

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
  /// The number of rows on a page, or `nil` for a single page.
  public private(set) var pageSize: Int?

  /// Creates options for all rows and columns.
  public init() {}

  /// Creates options for the rows that meet the condition of `--where`.
  public init(condition text: String) throws(InvocationError) {
    condition = try ParsedCondition(parsing: text, option: "--where")
  }

  /// Returns the options of every command that lists rows.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns, or nothing if they are not known.
  ///   - searched: Where a search looks, such as `in any column`.
  /// - Returns: The options.
  public static func input(columns: [String] = [], searched: String) -> ParameterGroup<TableViewOptions> {
    ParameterGroup(
      Argument.text(
        "sort",
        "columns to sort by, the most significant first; -NAME sorts in descending order. Append :natural for item2 before "
          + "item10, :fold to ignore case and accents, :exact for Zebra before apple, :nulls-first or :nulls-last"
      ).placeholder("NAME").suggesting(words: columns + columns.map { "-\($0)" }).list.defaulting(to: []),
      Argument.text(
        "where",
        #"print only rows that meet a condition, such as 'price > 10 AND name BEGINSWITH[c] "t"'. A text that is compared "#
          + #"with a date is parsed as a date, and a day is its first instant: 'date >= "2024-02-01"'. Other comparisons of "#
          + #"different types, such as 'price > "10"', are errors"#
      ).placeholder("CONDITION").optional,
      Argument.text("search", "print only rows that contain a text \(searched), ignoring case and accents")
        .placeholder("TEXT").optional,
      PageOptions.input, SummaryOptions.input(columns)
    ) { sorts, condition, search, page, summary throws(InvocationError) in
      var options = TableViewOptions()
      (options.sortTexts, options.searchText) = (sorts, search)
      options.condition = try condition.map { text throws(InvocationError) in
        try ParsedCondition(parsing: text, option: "--where")
      }
      (options.offset, options.limit, options.page, options.pageSize) = (page.offset, page.limit, page.page, page.size)
      (options.facetColumns, options.groupColumn) = (summary.facets, summary.group)
      options.aggregates = summary.aggregates
      options.selection = try summary.selection.map { text throws(InvocationError) in
        try ParsedCondition(parsing: text, option: "--select")
      }
      return options
    }
  }

  /// The option that asks for more than rows, or `nil` if none does.
  var summaryOption: String? {
    let others = [
      ("--facets", !facetColumns.isEmpty), ("--aggregate", !aggregates.isEmpty), ("--select", selection != nil),
      ("--group", groupColumn != nil),
    ]
    return others.first(where: \.1)?.0
  }

  /// Returns the columns to sort by, given how the cells of the known columns are compared.
  func parsedSortColumns(among known: [String: SortOptions]) throws(InvocationError) -> [SortColumn] {
    var sorts: [SortColumn] = []
    for text in sortTexts {
      var sort = SortColumn(column: text)
      if known[text] == nil, text.hasPrefix("-") {
        sort.order = .reverse
        sort.column = String(text.dropFirst())
      }
      var modifiers: [Substring] = []
      while known[sort.column] == nil, let colon = sort.column.lastIndex(of: ":") {
        modifiers.append(sort.column[sort.column.index(after: colon)...])
        sort.column = String(sort.column[..<colon])
      }
      if !modifiers.isEmpty {
        var ordering = known[sort.column] ?? SortOptions()
        for modifier in modifiers where !ordering.apply(modifier) {
          throw InvocationError(
            .invalidValue,
            "--sort \(text.quoted): expected natural, fold, exact, nulls-first or nulls-last after the colon")
        }
        sort.ordering = ordering
      }
      if sorts.contains(where: { $0.column == sort.column }) {
        throw InvocationError(.invalidValue, "--sort \(text.quoted): \(sort.column.terminalSafe) is given twice")
      }
      sorts.append(sort)
    }
    return sorts
  }
}

extension SortOptions {
  /// Applies a word such as `natural`, and returns `false` if it has no meaning.
  fileprivate mutating func apply(_ word: Substring) -> Bool {
    switch word {
    case "natural": isNatural = true
    case "exact": (isNatural, isCaseSensitive, compareOptions) = (false, true, StringCompareOptions())
    case "fold": compareOptions = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
    case "nulls-first": nullPlacement = .first
    case "nulls-last": nullPlacement = .last
    default: return false
    }
    return true
  }
}

/// The options that choose some of the rows.
private struct PageOptions {
  let offset: Int
  let limit: Int?
  let page: Int
  let size: Int?

  static let input = ParameterGroup(
    Argument.number("offset", "skip this many rows", from: 0).optional,
    Argument.number("limit", "print at most this many rows", from: 0).optional,
    Argument.number("page", "page to print, from 0; a page after the last one is the last one", from: 0)
      .optional,
    Argument.number("page-size", "number of rows on a page", from: 1).optional
  ) { offset, limit, page, size throws(InvocationError) in
    if page != nil && size == nil { throw InvocationError(.missingParameter, "--page requires --page-size") }
    if size != nil && (offset != nil || limit != nil) {
      throw InvocationError(.invalidValue, "--offset and --limit cannot be used with --page-size")
    }
    return PageOptions(offset: offset ?? 0, limit: limit, page: page ?? 0, size: size)
  }
}

/// The options that summarize rows.
private struct SummaryOptions {
  let facets: [String]
  let group: String?
  let aggregates: [(text: String, aggregate: Aggregate)]
  let selection: String?

  static func input(_ columns: [String]) -> ParameterGroup<SummaryOptions> {
    ParameterGroup(
      Argument.uniqueTexts(
        "facets",
        "columns of which the rows are counted for each value, in all matching rows, not only those of the page",
        suggesting: columns),
      Argument.text(
        "group",
        "group rows by a column. Values that compare equal in its sort order are one group, such as item2 and item02 with "
          + ":natural"
      ).placeholder("NAME").suggesting(words: columns).optional,
      Argument.uniqueTexts(
        "aggregate",
        "count, count(NAME), sum(NAME), average(NAME), min(NAME) or max(NAME) of the matching rows; append :all for all "
          + "rows or :selected for the selected rows, as in sum(price):all", "FUNCTION"
      ),
      Argument.text(
        "select",
        #"mark the matching rows that meet a condition; "selected" in JSON lists them in their original order. With facets, "#
          + "groups, aggregates or a selection, the output is a table or a JSON object with rows, facets, groups, aggregates "
          + "and selected"
      ).placeholder("CONDITION").optional
    ) { facets, group, texts, selection throws(InvocationError) in
      var aggregates: [(text: String, aggregate: Aggregate)] = []
      for text in texts { aggregates.append((text, try Aggregate(parsing: text))) }
      return SummaryOptions(facets: facets, group: group, aggregates: aggregates, selection: selection)
    }
  }
}

extension Argument {
  /// A list whose elements must be distinct.
  fileprivate static func uniqueTexts(
    _ name: String, _ summary: String, _ placeholder: String = "NAME", suggesting words: [String] = []
  ) -> Parameter<[String]> {
    text(name, summary).placeholder(placeholder).suggesting(words: words).list.map { list throws(InvocationError) in
      var known: Set<String> = []
      for text in list where !known.insert(text).inserted {
        throw InvocationError(.invalidValue, "--\(name): \(text.quoted) is given twice")
      }
      return list
    }
    .defaulting(to: [])
  }
}

extension Aggregate {
  /// Parses an aggregate such as `count` or `sum(price)`, with an optional scope such as `:all`.
  fileprivate init(parsing text: String) throws(InvocationError) {
    let syntaxError = InvocationError(
      .invalidValue, "--aggregate \(text.quoted) is not valid",
      hint: "expected count, or count, sum, average, min or max of a column as in sum(price), optionally followed by "
        + ":all, :filtered or :selected")
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
