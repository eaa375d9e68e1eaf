import Conditions
import Documents
import Loop
import Tables
import Values

/// A view of the rows of a table, prepared for printing.
public struct TableView<Row: Identifiable & Hashable & Sendable> where Row.ID: Sendable {
  private let options: TableViewOptions
  private let table: TableFeature<Row>
  private let state: TableFeature<Row>.State
  /// The columns, in order.
  private let columns: [Column<Row>]
  /// Who sees a column if no fields are named.
  ///
  /// Everyone sees the others.
  private let visibility: [String: RecordList.Field.Visibility]
  /// Returns the ID of a row as JSON.
  private let idJSON: (Row.ID) -> String
  /// How rows are written as JSON.
  private let jsonStyle: RecordList.JSONStyle

  /// Creates a view of a table.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - known: The columns of the table.
  ///   - viewOptions: The options of the view.
  ///   - visibility: Who sees a column if no fields are named. Everyone sees the others.
  ///   - jsonStyle: How rows are written as JSON.
  ///   - idJSON: A closure that returns the ID of a row as JSON.
  /// - Throws: An error if the options name unknown columns, or do not fit the rows.
  public init(
    of rows: [Row], _ known: [Column<Row>], _ viewOptions: TableViewOptions,
    visibility: [String: RecordList.Field.Visibility] = [:], json jsonStyle: RecordList.JSONStyle = .cells,
    idJSON: @escaping (Row.ID) -> String
  ) throws(InvocationError) {
    self.options = viewOptions
    self.jsonStyle = jsonStyle
    self.idJSON = idJSON
    let names = known.map(\.id)
    func requireColumn(_ name: String?, _ option: String) throws(InvocationError) {
      guard let name, !names.contains(name) else { return }
      throw .unknownColumn(name, option: option, columnNames: names)
    }
    let sorts = try viewOptions.parsedSortColumns(
      among: Dictionary(known.map { ($0.id, $0.sortOptions) }) { first, _ in first })
    for sort in sorts { try requireColumn(sort.column, "--sort") }
    for name in viewOptions.facetColumns { try requireColumn(name, "--facets") }
    for (text, aggregate) in viewOptions.aggregates {
      try requireColumn(aggregate.column, "--aggregate \(text)")
      try Self.validateAggregate(aggregate, option: "--aggregate \(text)", known, rows)
    }
    columns = known
    self.visibility = visibility
    try requireColumn(viewOptions.groupColumn, "--group")

    table = try Self.makeFeature(known, sorts)
    let condition = try Self.checkedCondition(viewOptions.condition, option: "--where", known, rows)
    // The selection is limited to the visible rows.
    let selection = try Self.checkedCondition(viewOptions.selection, option: "--select", known, rows).map { wanted in
      RowFilter(condition: condition.map { $0 && wanted } ?? wanted, search: viewOptions.searchText ?? "")
    }
    var state = table.initialState(rows)
    let steps: [(option: String, action: TableFeature<Row>.Action?)] = [
      ("--sort", .sortChanged(sorts.map { SortKey($0.column, $0.order) })),
      ("--group", viewOptions.groupColumn.map { .groupingChanged(to: $0) }),
      ("--where", condition.map { .conditionChanged($0) }),
      ("--search", viewOptions.searchText.map { .searchTextChanged($0) }),
      ("--select", selection.map { .selection(.restored(RowSelection(toggledFilters: [$0]))) }),
      ("--page-size", viewOptions.pageSize.map { .pageSizeChanged($0) }),
      ("--page", .pageChanged(to: viewOptions.page)),
    ]
    for case (let option, let action?) in steps {
      _ = table.reduce(&state, action)
      if let rejection = state.rejection { throw InvocationError(.invalidData, "\(option): \(rejection)") }
      if let error = state.filterError { throw InvocationError(.invalidData, "\(option): \(error)") }
    }
    self.state = state
  }

  /// Returns the table whose columns are compared as the options say.
  private static func makeFeature(
    _ known: [Column<Row>], _ sorts: [TableViewOptions.SortColumn]
  ) throws(InvocationError) -> TableFeature<Row> {
    let sortOptions = Dictionary(sorts.map { ($0.column, $0.ordering) }) { first, _ in first }
    let columns = known.map { column in
      column.configured { $0.sortOptions = (sortOptions[column.id] ?? nil) ?? $0.sortOptions }
    }
    do throws(TableConfigurationError) {
      return try TableFeature(
        columns: columns,
        options: TableOptions {
          $0.selection = .multiple
          $0.sortLimit = .max
        })
    } catch {
      throw InvocationError(.invalidData, "\(error)")
    }
  }

  /// The visible rows.
  public var rows: [Row] {
    if options.pageSize != nil { return table.pageRows(of: state) }
    return table.visibleRows(of: state, offset: options.offset, limit: options.limit ?? .max)
  }

  /// The request for the visible rows, or `nil` if other rows or comparisons are needed, too.
  public var windowRequest: WindowRequest? {
    let comparesAsUsual = table.columns.allSatisfy { $0.sortOptions == SortOptions() }
    guard options.summaryOption == nil, comparesAsUsual else { return nil }
    let limit = options.pageSize ?? options.limit ?? .max
    return WindowRequest(state.query, offset: offset, limit: limit)
  }

  /// The request for the visible rows if they are in their usual order and nothing is filtered, or `nil`.
  public var plainWindow: WindowRequest? {
    guard options.summaryOption == nil, options.pageSize == nil, state.query == TableQuery() else { return nil }
    return WindowRequest(state.query, offset: offset, limit: options.limit ?? .max)
  }

  /// The request for all rows that match the filter, unsorted.
  public var requestForMatchingRows: WindowRequest {
    WindowRequest(TableQuery(filter: state.query.filter), offset: 0, limit: .max)
  }

  /// The number of rows before the visible ones.
  private var offset: Int {
    guard let size = options.pageSize else { return options.offset }
    let (offset, overflows) = options.page.multipliedReportingOverflow(by: size)
    return overflows ? .max : offset
  }

  /// The visible rows, and what summarizes them.
  public var answer: CommandAnswer {
    guard let option = options.summaryOption else { return .list(records(of: rows)) }
    return .summary(
      RecordSummary(option: option) { fields throws(InvocationError) in
        try summaryJSON(fields)
      } text: { fields, style throws(InvocationError) in
        try summaryText(fields, in: style)
      })
  }

  /// Returns rows as records.
  public func records(of rows: some RandomAccessCollection<Row>) -> RecordList {
    RecordList(rows, columns, json: jsonStyle, visibility: visibility)
  }
}

extension RecordList {
  /// Creates the records of rows, with a field for each of the columns.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - columns: The columns.
  ///   - style: How rows are written as JSON.
  ///   - visibility: Who sees a column if no fields are named. Everyone sees the others.
  public init<Row>(
    _ rows: some RandomAccessCollection<Row>, _ columns: [Column<Row>], json style: JSONStyle,
    visibility: [String: Field.Visibility] = [:]
  ) {
    self.init(
      fields: columns.map {
        Field(
          $0.id, title: $0.title, isNumeric: $0.kind.isNumeric, isAbsentIfEmpty: style == .properties,
          visibility: visibility[$0.id] ?? .all)
      },
      rows: rows.lazy.map { row in
        columns.map { column in
          let value = column.cellValue(row, [:])
          return Cell(
            text: value == .null ? nil : column.format.text(of: value, kind: column.kind),
            json: value.cellJSON(column.format, moneyAsText: style == .properties))
        }
      })
  }
}

extension TableView {
  private func summaryJSON(_ fields: [String]) throws(InvocationError) -> String {
    let records = try records(of: rows).selecting(fields)
    var members = [("rows", "[\(records.jsonObjects.joined(separator: ","))]")]
    if !options.facetColumns.isEmpty {
      members.append(("facets", orderedJSONObject(options.facetColumns.map { ($0, facetsJSON(of: $0)) })))
    }
    if options.groupColumn != nil {
      members.append(("groups", groups.jsonList(json(of:))))
    }
    if !options.aggregates.isEmpty {
      members.append(
        ("aggregates", aggregatesJSON(options.aggregates.map { table.value(of: $0.aggregate, in: state) })))
    }
    if options.selection != nil {
      members.append(("selected", table.selectedRows(in: state).jsonList { idJSON($0.id) }))
    }
    return orderedJSONObject(members)
  }

  private func facetsJSON(of name: String) -> String {
    table.facets(of: name, in: state).jsonList { facet in
      orderedJSONObject([("value", json(of: facet.value, in: name)), ("count", "\(facet.count)")])
    }
  }

  /// Returns a value of a column, or an aggregate of it, as JSON in the format of the column.
  private func json(of value: Value, in name: String?) -> String {
    table.column(named: name).map { value.cellJSON($0.format, moneyAsText: jsonStyle == .properties) } ?? value.jsonText
  }

  private var groups: [RowGroup<Row.ID>] { table.groups(of: state, options.aggregates.map(\.aggregate)) }

  private func json(of group: RowGroup<Row.ID>) -> String {
    var members = [("value", json(of: group.value, in: options.groupColumn)), ("count", "\(group.ids.count)")]
    if !options.aggregates.isEmpty { members.append(("aggregates", aggregatesJSON(group.aggregates))) }
    members.append(("ids", group.ids.jsonList(idJSON)))
    return orderedJSONObject(members)
  }

  private func aggregatesJSON(_ values: [Value]) -> String {
    orderedJSONObject(zip(options.aggregates, values).map { ($0.text, json(of: $1, in: $0.aggregate.column)) })
  }
}

extension TableView {
  /// Returns the rows below the column titles, followed by the facets and aggregates.
  private func summaryText(_ fields: [String], in style: AnswerStyle) throws(InvocationError) -> String {
    let selected = options.selection.map { _ in Set(table.selectedRows(in: state).map(\.id)) }
    var parts: [String] = []
    if let groupIndex = options.groupColumn.flatMap(table.columnIndex) {
      let visible = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
      for group in groups {
        let rows = group.ids.compactMap { visible[$0] }
        if rows.isEmpty { continue }
        let values = zip(options.aggregates, group.aggregates).map {
          "\($0.text.terminalSafe) \(formattedText(of: $1, for: $0.aggregate))"
        }
        let title = [Self.groupTitle(of: group, table.columns[groupIndex].id)] + values
        parts.append(
          title.joined(separator: "  ") + "\n" + (try alignedText(of: rows, fields, selected: selected, in: style)))
      }
    } else if !columns.isEmpty {
      parts.append(try alignedText(of: rows, fields, selected: selected, in: style))
    }
    for name in options.facetColumns {
      let column = table.column(named: name)
      let rows = table.facets(of: name, in: state).map { facet in
        [
          RecordList.Cell(facet.value, text: column.map { $0.format.text(of: facet.value, kind: $0.kind) }),
          RecordList.Cell(.integer(Int64(facet.count))),
        ]
      }
      let fields = [RecordList.Field(name, title: name), RecordList.Field("count", isNumeric: true)]
      parts.append(RecordList(fields: fields, rows: rows).alignedText(in: style).joined())
    }
    if !options.aggregates.isEmpty {
      let values = options.aggregates.map {
        "\($0.text.terminalSafe)  \(formattedText(of: table.value(of: $0.aggregate, in: state), for: $0.aggregate))\n"
      }
      parts.append(values.joined())
    }
    return parts.joined(separator: "\n")
  }

  /// Returns rows as aligned columns, with a mark before the selected ones.
  private func alignedText(
    of rows: [Row], _ fields: [String], selected: Set<Row.ID>?, in style: AnswerStyle
  ) throws(InvocationError) -> String {
    let records = try records(of: rows).selecting(fields).forPeople
    guard let selected else { return records.alignedText(in: style).joined() }
    let marks = rows.map { RecordList.Cell(.text(selected.contains($0.id) ? "*" : "")) }
    return RecordList(
      fields: [RecordList.Field("")] + records.fields, rows: zip(marks, records.rows).map { [$0] + $1 }
    ).alignedText(in: style).joined()
  }

  private static func groupTitle(of group: RowGroup<Row.ID>, _ name: String) -> String {
    let count = "(\(group.ids.count.counted("row")))"
    if group.value == .null { return "no \(name.terminalSafe) \(count)" }
    return "\(name.terminalSafe): \(group.text.isEmpty ? group.value.jsonText : group.text.terminalSafe) \(count)"
  }

  private func formattedText(of value: Value, for aggregate: Aggregate) -> String {
    guard value != .null else { return "-" }
    guard aggregate.function != .count, let column = table.column(named: aggregate.column) else {
      return CellFormat.plain.text(of: value, kind: .integer)
    }
    return column.format.text(of: value, kind: column.kind).terminalSafe
  }
}
