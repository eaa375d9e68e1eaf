import Conditions
import Documents
import ConsoleIO
import Loop
import Tables
import TabularData
import Values

/// A view of a data table, prepared for printing.
struct TableView {
  private let options: TableViewOptions
  private let table: TableFeature<DataRow>
  private let state: TableFeature<DataRow>.State
  /// The visible columns, in order.
  private let columns: [DataColumn]
  /// The name of the column that identifies the rows, if there is one.
  private let idName: String?
  /// A Boolean value that indicates whether amounts are texts in JSON, so that every reader keeps their digits.
  private let writesMoneyAsText: Bool

  /// Creates a view of a table.
  ///
  /// - Parameters:
  ///   - data: The table.
  ///   - viewOptions: The options of the view.
  ///   - defaultColumns: The columns that are shown if the options name no others, or an empty array for all.
  ///   - searchedColumns: The columns that are searched, or `nil` for all.
  ///   - writesMoneyAsText: Whether amounts are texts in JSON.
  /// - Throws: An error if the options name unknown columns, or do not fit the data.
  init(
    of data: DataTable, _ viewOptions: TableViewOptions, columns defaultColumns: [String] = [],
    searchedColumns: Set<String>? = nil, writesMoneyAsText: Bool = false
  ) throws(CommandError) {
    self.options = viewOptions
    self.writesMoneyAsText = writesMoneyAsText
    idName = data.idColumn?.name
    let names = data.columns.map(\.name)
    func requireColumn(_ name: String?, _ option: String) throws(CommandError) {
      guard let name, !names.contains(name) else { return }
      throw Self.unknownColumnError(name, option: option, columnNames: names)
    }
    let sorts = try viewOptions.parsedSortColumns(among: names)
    for sort in sorts { try requireColumn(sort.column, "--sort") }
    for name in viewOptions.facetColumns { try requireColumn(name, "--facets") }
    for (text, aggregate) in viewOptions.aggregates {
      try requireColumn(aggregate.column, "--aggregate \(text)")
      try Self.validateAggregate(aggregate, option: "--aggregate \(text)", data: data)
    }
    let visible = viewOptions.columns.isEmpty ? defaultColumns : viewOptions.columns
    for name in visible where !names.contains(name) { throw .unknownField(name, among: names) }
    columns = visible.isEmpty ? data.columns : visible.flatMap { name in data.columns.filter { $0.name == name } }
    try requireColumn(viewOptions.groupColumn, "--group")

    let sortOptions = Dictionary(sorts.map { ($0.column, $0.ordering) }) { first, _ in first }
    table = try data.makeFeature(sortOptions: sortOptions, searchedColumns: searchedColumns) {
      $0.selection = .multiple
      $0.sortLimit = .max
    }
    let condition = try Self.checkedCondition(viewOptions.condition, option: "--where", data: data)
    // The selection is limited to the visible rows.
    let selection = try Self.checkedCondition(viewOptions.selection, option: "--select", data: data).map { wanted in
      RowFilter(condition: condition.map { $0 && wanted } ?? wanted, search: viewOptions.searchText ?? "")
    }
    var state = table.initialState(data.rows)
    let steps: [(option: String, action: TableFeature<DataRow>.Action?)] = [
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
      if let rejection = state.rejection { throw .dataError("\(option): \(rejection)") }
      if let error = state.filterError { throw .dataError("\(option): \(error)") }
    }
    self.state = state
  }

  /// The visible rows.
  private var visibleRows: [DataRow] {
    if options.pageSize != nil { return table.pageRows(of: state) }
    return table.visibleRows(of: state, offset: options.offset, limit: options.limit ?? .max)
  }

  /// The request for the visible rows, or `nil` if other rows or comparisons are needed, too.
  var windowRequest: WindowRequest? {
    let comparesAsUsual = table.columns.allSatisfy { $0.sortOptions == SortOptions() }
    guard !hasSummary, comparesAsUsual else { return nil }
    let limit = options.pageSize ?? options.limit ?? .max
    return WindowRequest(state.query, offset: offset, limit: limit)
  }

  /// The request for all rows that match the filter, unsorted.
  var requestForMatchingRows: WindowRequest {
    WindowRequest(TableQuery(filter: state.query.filter), offset: 0, limit: .max)
  }

  /// The number of rows before the visible ones.
  private var offset: Int {
    guard let size = options.pageSize else { return options.offset }
    let (offset, overflows) = options.page.multipliedReportingOverflow(by: size)
    return overflows ? .max : offset
  }

  /// The visible rows with the visible columns, and what summarizes them.
  var output: CommandOutput { hasSummary ? .report(json: summaryJSON) { summaryText(in: $0) } : .list(records) }

  private var records: RecordList { records(of: visibleRows) }

  private func records(of rows: [DataRow]) -> RecordList { records(of: rows, columns.map(\.tableColumn)) }

  /// Returns rows of another type as records, with those of their columns that are visible.
  func records<Row>(of rows: some RandomAccessCollection<Row>, _ known: [Column<Row>]) -> RecordList {
    let knownByName = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
    return RecordList(rows, columns.compactMap { knownByName[$0.name] }, writesMoneyAsText: writesMoneyAsText)
  }
}

extension RecordList {
  /// Creates the records of rows, with a field for each of the columns.
  init<Row>(_ rows: some RandomAccessCollection<Row>, _ columns: [Column<Row>], writesMoneyAsText: Bool) {
    self.init(
      fields: columns.map { Field($0.id, title: $0.title, isNumeric: $0.kind.isNumeric) },
      rows: rows.lazy.map { row in
        columns.map { column in
          let value = column.cellValue(row, [:])
          return Cell(
            text: value == .null ? nil : column.format.text(of: value, kind: column.kind),
            json: value.cellJSON(column.format, moneyAsText: writesMoneyAsText))
        }
      })
  }
}

extension TableView {
  private var hasSummary: Bool {
    !options.facetColumns.isEmpty || options.groupColumn != nil || !options.aggregates.isEmpty
      || options.selection != nil
  }

  private var summaryJSON: String {
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
      members.append(("selected", table.selectedRows(in: state).jsonList { json(of: $0.id, in: idName) }))
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
    table.column(named: name).map { value.cellJSON($0.format, moneyAsText: writesMoneyAsText) } ?? value.jsonText
  }

  private var groups: [RowGroup<Value>] { table.groups(of: state, options.aggregates.map(\.aggregate)) }

  private func json(of group: RowGroup<Value>) -> String {
    var members = [("value", json(of: group.value, in: options.groupColumn)), ("count", "\(group.ids.count)")]
    if !options.aggregates.isEmpty { members.append(("aggregates", aggregatesJSON(group.aggregates))) }
    members.append(("ids", group.ids.jsonList { json(of: $0, in: idName) }))
    return orderedJSONObject(members)
  }

  private func aggregatesJSON(_ values: [Value]) -> String {
    orderedJSONObject(zip(options.aggregates, values).map { ($0.text, json(of: $1, in: $0.aggregate.column)) })
  }
}

extension TableView {
  /// Returns the rows below the column titles, followed by the facets and aggregates.
  private func summaryText(in style: TextStyle) -> String {
    let selected = options.selection.map { _ in Set(table.selectedRows(in: state).map(\.id)) }
    var parts: [String] = []
    if let groupIndex = options.groupColumn.flatMap(table.columnIndex) {
      let visible = Dictionary(visibleRows.map { ($0.id, $0) }) { first, _ in first }
      for group in groups {
        let rows = group.ids.compactMap { visible[$0] }
        if rows.isEmpty { continue }
        let values = zip(options.aggregates, group.aggregates).map {
          "\($0.text.terminalSafe) \(formattedText(of: $1, for: $0.aggregate))"
        }
        let title = [Self.groupTitle(of: group, table.columns[groupIndex].id)] + values
        parts.append(title.joined(separator: "  ") + "\n" + alignedText(of: rows, selected: selected, in: style))
      }
    } else if !columns.isEmpty {
      parts.append(alignedText(of: visibleRows, selected: selected, in: style))
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
  private func alignedText(of rows: [DataRow], selected: Set<Value>?, in style: TextStyle) -> String {
    let records = records(of: rows)
    guard let selected else { return records.alignedText(in: style).joined() }
    let marks = rows.map { RecordList.Cell(.text(selected.contains($0.id) ? "*" : "")) }
    return RecordList(
      fields: [RecordList.Field("")] + records.fields, rows: zip(marks, records.rows).map { [$0] + $1 }
    ).alignedText(in: style).joined()
  }

  private static func groupTitle(of group: RowGroup<Value>, _ name: String) -> String {
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
