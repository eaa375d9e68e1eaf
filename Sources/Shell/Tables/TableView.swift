internal import Conditions
internal import Documents
internal import ExplorerTool
internal import Loop
internal import Tables
internal import TabularData
internal import Values

/// What is to be seen of rows that were read.
struct TableView {
  private let wishes: TableViewOptions
  private let table: TableFeature<DataRow>
  private let state: TableFeature<DataRow>.State
  /// The columns in sight, in their order.
  private let columns: [DataColumn]

  /// Prepares rows to be seen: of these columns, where no others are wished for.
  init(of data: DataTable, _ wishes: TableViewOptions, columns usual: [String] = []) throws(CommandError) {
    self.wishes = wishes
    let names = data.columns.map(\.name)
    func known(_ name: String, _ option: String) throws(CommandError) -> String {
      if names.contains(name) { return name }
      throw Self.unknownColumnError(name, option: option, columnNames: names)
    }
    let sorts = try wishes.parsedSortColumns(among: names)
    for sort in sorts { _ = try known(sort.column, "--sort") }
    for name in wishes.facets { _ = try known(name, "--facets") }
    for case (let text, let aggregate) in wishes.aggregates {
      guard let name = aggregate.column else { continue }
      _ = try known(name, "--aggregate \(text)")
      try Self.validateAggregate(aggregate, option: "--aggregate \(text)", data: data)
    }
    var columns: [DataColumn] = []
    for name in wishes.columns.isEmpty ? usual : wishes.columns {
      let name = try known(name, "--columns")
      columns += data.columns.filter { $0.name == name }
    }
    self.columns = columns.isEmpty ? data.columns : columns
    let group = try wishes.group.map { name throws(CommandError) in try known(name, "--group") }

    let orderings = Dictionary(sorts.map { ($0.column, $0.ordering) }) { first, _ in first }
    let options = TableOptions<DataRow> { options in
      options.selection = .several
      options.sortLimit = .max
    }
    do throws(TableError) {
      table = try TableFeature(
        columns: data.columns.map { found in
          found.tableColumn.configured {
            $0.ordering = orderings[found.name] ?? $0.ordering
            $0.isSearchable = true
          }
        }, options: options)
    } catch {
      throw .dataError("\(error)")
    }
    let condition = try Self.validatedCondition(wishes.condition, option: "--where", columns: data.columns)
    // Of what is not to be seen nothing is selected.
    let selection = try Self.validatedCondition(wishes.selection, option: "--select", columns: data.columns).map {
      wanted in
      RowFilter(condition: condition.map { $0 && wanted } ?? wanted, search: wishes.search ?? "")
    }
    var state = table.initialState(data.rows)
    let steps: [(option: String, action: TableFeature<DataRow>.Action?)] = [
      ("--sort", .sortSet(sorts.map { SortKey($0.column, $0.order) })), ("--group", group.map { .grouped(by: $0) }),
      ("--where", condition.map { .conditionSet($0) }), ("--search", wishes.search.map { .searched($0) }),
      ("--select", selection.map { .selection(.restored(RowSelection(toggledFilters: [$0]))) }),
      ("--page-size", wishes.pageSize.map { .pageSizeChanged($0) }), ("--page", .pageTurned(to: wishes.page)),
    ]
    for case (let option, let action?) in steps {
      _ = table.reduce(&state, action)
      if let refusal = state.rejection { throw .dataError("\(option): \(refusal)") }
      if let fault = state.filterError { throw .dataError("\(option): \(fault)") }
    }
    self.state = state
  }

  /// The rows in sight.
  private var visibleRows: [DataRow] {
    if wishes.pageSize != nil { return table.pageRows(of: state) }
    let rows = table.visibleRows(of: state).dropFirst(wishes.offset)
    return Array(rows.prefix(wishes.limit ?? .max))
  }

  var text: String {
    switch wishes.output {
    case .table: return alignedText
    case .json:
      return (hasSummary ? fullJSON : "[\(visibleRows.map { $0.json(of: columns) }.joined(separator: ","))]") + "\n"
    case .jsonl: return visibleRows.map { $0.json(of: columns) + "\n" }.joined()
    case .csv:
      if columns.isEmpty { return "" }
      var writer = DelimitedWriter()
      writer.writeLine(columns.map(\.name))
      for row in visibleRows { writer.writeLine(columns.map { row.cells[$0.place] == .null ? nil : $0.text(of: row) }) }
      return writer.text
    case .plain:
      return visibleRows.map { row in columns.map { $0.text(of: row).terminalSafe }.joined(separator: "\t") + "\n" }
        .joined()
    }
  }
}

extension TableView {
  private var hasSummary: Bool {
    !wishes.facets.isEmpty || wishes.group != nil || !wishes.aggregates.isEmpty || wishes.selection != nil
  }

  private var fullJSON: String {
    var members = [("rows", "[\(visibleRows.map { $0.json(of: columns) }.joined(separator: ","))]")]
    if !wishes.facets.isEmpty {
      members.append(("facets", orderedJSONObject(wishes.facets.map { ($0, facetsJSON(of: $0)) })))
    }
    if wishes.group != nil {
      members.append(("groups", "[\(groups.map(json(of:)).joined(separator: ","))]"))
    }
    if !wishes.aggregates.isEmpty {
      members.append(
        ("aggregates", aggregatesJSON(wishes.aggregates.map { table.value(of: $0.aggregate, in: state) })))
    }
    if wishes.selection != nil {
      members.append(("selected", json(ofIDs: table.selectedRows(in: state).map(\.id))))
    }
    return orderedJSONObject(members)
  }

  private func facetsJSON(of name: String) -> String {
    let facets = table.facets(of: name, in: state).map { facet in
      orderedJSONObject([("value", json(of: facet.value, in: name)), ("count", "\(facet.count)")])
    }
    return "[\(facets.joined(separator: ","))]"
  }

  /// What a column holds, or what was computed of it, as its cells are written.
  private func json(of value: Value, in name: String?) -> String {
    table.columns.first { $0.id == name }.map { value.cellJSON($0.format) } ?? value.jsonText
  }

  private func json(ofIDs ids: [Value]) -> String {
    "[\(ids.map { json(of: $0, in: "id") }.joined(separator: ","))]"
  }

  private var groups: [RowGroup<Value>] { table.groups(of: state, wishes.aggregates.map(\.aggregate)) }

  private func json(of group: RowGroup<Value>) -> String {
    var members = [("value", json(of: group.value, in: wishes.group)), ("count", "\(group.ids.count)")]
    if !wishes.aggregates.isEmpty { members.append(("aggregates", aggregatesJSON(group.aggregates))) }
    members.append(("ids", json(ofIDs: group.ids)))
    return orderedJSONObject(members)
  }

  private func aggregatesJSON(_ values: [Value]) -> String {
    orderedJSONObject(zip(wishes.aggregates, values).map { ($0.text, json(of: $1, in: $0.aggregate.column)) })
  }
}

extension TableView {
  /// The rows below their titles, and what else was asked for below them.
  private var alignedText: String {
    let selected = Set(wishes.selection == nil ? [] : table.selectedRows(in: state).map(\.id))
    let mark: [(String, AlignedColumns.Alignment)] = wishes.selection == nil ? [] : [("", .leading)]
    var parts: [String] = []
    var cells = AlignedColumns(
      titles: mark + columns.map { ($0.title.terminalSafe, $0.kind.isNumeric ? .trailing : .leading) })
    if let place = wishes.group.flatMap({ name in table.columns.firstIndex { $0.id == name } }) {
      let seen = Dictionary(visibleRows.map { ($0.id, $0) }) { first, _ in first }
      for group in groups {
        cells.rows = group.ids.compactMap { seen[$0] }.map { self.cells(of: $0, selected: selected) }
        if cells.rows.isEmpty { continue }
        let values = zip(wishes.aggregates, group.aggregates).map {
          "\($0.text.terminalSafe) \(formattedText(of: $1, for: $0.aggregate))"
        }
        let title = [Self.groupTitle(of: group, table.columns[place].id)] + values
        parts.append(title.joined(separator: "  ") + "\n" + cells.text)
      }
    } else if !columns.isEmpty {
      cells.rows = visibleRows.map { self.cells(of: $0, selected: selected) }
      parts.append(cells.text)
    }
    for name in wishes.facets {
      var counts = AlignedColumns(titles: [(name.terminalSafe, .leading), ("COUNT", .trailing)])
      let column = table.columns.first { $0.id == name }
      counts.rows = table.facets(of: name, in: state).map { facet in
        [column.map { $0.format.text(of: facet.value, kind: $0.kind) } ?? "", "\(facet.count)"]
      }
      parts.append(counts.text)
    }
    if !wishes.aggregates.isEmpty {
      let values = wishes.aggregates.map {
        "\($0.text.terminalSafe)  \(formattedText(of: table.value(of: $0.aggregate, in: state), for: $0.aggregate))\n"
      }
      parts.append(values.joined())
    }
    return parts.joined(separator: "\n")
  }

  private static func groupTitle(of group: RowGroup<Value>, _ name: String) -> String {
    let count = "(\(group.ids.count) row\(group.ids.count == 1 ? "" : "s"))"
    if group.value == .null { return "no \(name.terminalSafe) \(count)" }
    return "\(name.terminalSafe): \(group.text.isEmpty ? group.value.jsonText : group.text.terminalSafe) \(count)"
  }

  private func cells(of row: DataRow, selected: Set<Value>) -> [String] {
    (wishes.selection == nil ? [] : [selected.contains(row.id) ? "*" : ""]) + columns.map { $0.text(of: row) }
  }

  private func formattedText(of value: Value, for aggregate: Aggregate) -> String {
    guard value != .null else { return "-" }
    guard aggregate.function != .count, let column = table.columns.first(where: { $0.id == aggregate.column }) else {
      return CellFormat.plain.text(of: value, kind: .integer)
    }
    return column.format.text(of: value, kind: column.kind).terminalSafe
  }
}
