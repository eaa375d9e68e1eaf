import Conditions
import ConsoleIO
import Interface
import Tables
import Values

/// The command line options for the output of a table: its rows, columns, summaries and format.
struct TableViewOptions {
  /// A column to sort by.
  struct SortColumn {
    var column: String
    var order = SortDirection.forward
    /// How the cells are compared, or `nil` as the column says.
    var ordering: SortOptions?
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

  /// Returns the options of every command that lists rows.
  ///
  /// - Parameter columns: The names of the columns, or nothing if they are not known.
  /// - Returns: The options.
  static func input(columns: [String] = []) -> ParameterGroup<TableViewOptions> {
    ParameterGroup(
      Argument.text(
        "sort",
        "columns to sort by, the most significant first; -NAME sorts in descending order. Append :natural for item2 before "
          + "item10, :fold to ignore case and accents, :exact for Zebra before apple, :nulls-first or :nulls-last"
      ).placeholder("NAME").suggesting(.words(columns + columns.map { "-\($0)" })).list.defaulting(to: []),
      Argument.condition(
        "where",
        #"print only rows that meet a condition, such as 'price > 10 AND name BEGINSWITH[c] "t"'. A text that is compared "#
          + #"with a date is parsed as a date, and a day is its first instant: 'date >= "2024-02-01"'. Other comparisons of "#
          + #"different types, such as 'price > "10"', are errors"#
      ).optional,
      Argument.text("search", "print only rows that contain a text, ignoring case and accents").optional,
      PageOptions.input, SummaryOptions.input(columns)
    ) { sorts, condition, search, page, summary throws(InvocationError) in
      var options = TableViewOptions()
      (options.sortTexts, options.condition, options.searchText) = (sorts, condition, search)
      (options.offset, options.limit, options.page, options.pageSize) = (page.offset, page.limit, page.page, page.size)
      (options.facetColumns, options.groupColumn) = (summary.facets, summary.group)
      (options.aggregates, options.selection) = (summary.aggregates, summary.selection)
      return options
    }
  }

  /// Returns the options for the fields and the format of a shell.
  ///
  /// - Throws: An error if the format cannot show what the options ask for.
  func printed(with shellOptions: ShellOptions) throws(CommandError) -> TableViewOptions {
    let others = [
      ("--facets", !facetColumns.isEmpty), ("--aggregate", !aggregates.isEmpty), ("--select", selection != nil),
      ("--group", groupColumn != nil),
    ]
    let format = shellOptions.format
    if format != .table, format != .json, let (option, _) = others.first(where: \.1) {
      throw .usageError("\(option) cannot be used with -o \(format.rawValue), which prints only rows")
    }
    var options = self
    options.columns = shellOptions.fields
    return options
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
        var ordering = sort.ordering ?? SortOptions()
        switch sort.column[sort.column.index(after: colon)...] {
        case "natural": ordering.isNatural = true
        case "exact": ordering.isCaseSensitive = true
        case "fold": ordering.compareOptions = StringCompareOptions(ignoresCase: true, ignoresAccents: true)
        case "nulls-first": ordering.nullPlacement = .first
        case "nulls-last": ordering.nullPlacement = .last
        default:
          throw .usageError(
            "--sort \(text.quoted): expected natural, fold, exact, nulls-first or nulls-last after the colon")
        }
        sort.ordering = ordering
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

/// The options that choose some of the rows.
private struct PageOptions {
  let offset: Int
  let limit: Int?
  let page: Int
  let size: Int?

  static let input = ParameterGroup(
    Argument.integer("offset", "skip this many rows", in: 0 ... .max).placeholder("N").optional,
    Argument.integer("limit", "print at most this many rows", in: 0 ... .max).placeholder("N").optional,
    Argument.integer("page", "page to print; a page after the last one is the last one", in: 0 ... .max).placeholder(
      "N"
    )
    .optional,
    Argument.integer("page-size", "number of rows on a page", in: 1 ... .max).placeholder("N").optional
  ) { offset, limit, page, size throws(InvocationError) in
    if page != nil && size == nil { throw InvocationError(.invalidText, "--page requires --page-size") }
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
  let selection: TableViewOptions.ParsedCondition?

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
      ).placeholder("NAME").suggesting(.words(columns)).optional,
      Argument.uniqueTexts(
        "aggregate",
        "count, count(NAME), sum(NAME), average(NAME), min(NAME) or max(NAME) of the matching rows; append :all for all "
          + "rows or :selected for the selected rows, as in sum(price):all"
      ),
      Argument.condition(
        "select",
        #"mark the matching rows that meet a condition; "selected" in JSON lists them in their original order. With facets, "#
          + "groups, aggregates or a selection, the output is a table or a JSON object with rows, facets, groups, aggregates "
          + "and selected"
      ).optional
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
    _ name: String, _ summary: String, suggesting words: [String] = []
  ) -> Parameter<[String]> {
    text(name, summary).placeholder("NAME").suggesting(.words(words)).list.map { list throws(InvocationError) in
      var known: Set<String> = []
      for text in list where !known.insert(text).inserted {
        throw InvocationError(.invalidValue, "--\(name): \(text.quoted) is given twice")
      }
      return list
    }
    .defaulting(to: [])
  }

  /// A condition, with its text for messages.
  fileprivate static func condition(_ name: String, _ summary: String) -> Parameter<TableViewOptions.ParsedCondition> {
    text(name, summary).placeholder("CONDITION").map { text throws(InvocationError) in
      do throws(ConditionError) {
        return TableViewOptions.ParsedCondition(text: text, condition: try Condition(parsing: text))
      } catch {
        throw InvocationError(.invalidValue, "--\(name): \(error.description(withExcerptFrom: text))")
      }
    }
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
