internal import Conditions
internal import Documents
internal import Loop
internal import Tables
internal import TabularData
internal import Values

/// A table that is driven by lines of JSON: each says what a person does, and is answered by the table as it is then.
struct TableDriver {
  typealias Rows = Table<DataRow>

  private let feature: Undoing<Rows>
  private let columns: [DataColumn]
  /// The column that rows are known by, where there is one.
  private let idColumn: DataColumn?
  private var state: Undoing<Rows>.State

  init(_ data: DataTable, selection: SelectionMode, pageSize: Int?) throws(ShellFailure) {
    let options = TableOptions<DataRow> { options in
      options.selection = selection
      options.handlesMoves = true
      options.handlesDeletions = true
    }
    columns = data.columns
    idColumn = data.columns.first { $0.name == "id" }
    do throws(TableFault) {
      feature = Undoing(
        try Table(columns: data.columns.map { $0.column.changed { $0.isSearchable = true } }, options: options))
    } catch {
      throw .data("\(error)")
    }
    state = Undoing.State(feature.feature.state(data.rows))
    if let pageSize { _ = feature.reduce(&state, .feature(.pageSizeChanged(pageSize))) }
  }

  /// Does what a line says, and tells what the table is then; or why it was not done, with the table as it was.
  mutating func answer(to line: [UInt8]) -> String {
    do throws(TableRefusal) {
      let request = try TableRequest(line)
      var next = state
      for action in try actions(for: request) {
        _ = feature.reduce(&next, action)
        if let refusal = next.feature.refusal { throw TableRefusal("\(refusal)") }
        if let fault = next.feature.filterFault { throw TableRefusal("\(fault)") }
      }
      state = next
      return shown
    } catch {
      return "{\"error\":{\"message\":\(error.message.json)}}"
    }
  }

  private func actions(for request: TableRequest) throws(TableRefusal) -> [Undoing<Rows>.Action] {
    switch request.subject {
    case "undo", "redo":
      try request.expectTrue()
      let isUndo = request.subject == "undo"
      let change = isUndo ? feature.changeToUndo(in: state) : feature.changeToRedo(in: state)
      if change == nil { throw TableRefusal("there is nothing to \(request.subject)") }
      return [isUndo ? .undo : .redo]
    default: return try tableActions(for: request).map { .feature($0) }
    }
  }

  private func tableActions(for request: TableRequest) throws(TableRefusal) -> [Rows.Action] {
    switch request.subject {
    case "sort": return try sorting(request)
    case "click":
      let id = try row(request.value)
      return [.selection(try request.flag("shift") ? .extended(to: id) : .pressed(id))]
    case "toggle": return [.selection(.toggled(try row(request.value)))]
    case "selectAll": return [.selection(try request.truth() ? .allPressed : .cleared)]
    case "invert":
      try request.expectTrue()
      return [.selection(.inverted)]
    case "filter": return [.conditionSet(try request.condition(over: columns))]
    case "search": return [.searched(try request.optionalText() ?? "")]
    case "delete": return [.rowsDeleted(try rows(request.value))]
    case "move":
      return [.rowsMoved(Rows.Move(try rows(request.value), try place(request)))]
    case "page", "size": return try paging(request)
    case "hover":
      guard request.value == .null else { return [.hoverBegan(try row(request.value))] }
      return state.feature.hovered.map { [.hoverEnded($0)] } ?? []
    case "key":
      guard let key = TableKey(try request.text()) else {
        throw TableRefusal(
          "\(request.value.told) is no key; keys are such as down, shift+pageUp, ctrl+home, space or a letter")
      }
      if key.code == .enter || key.code == .f2 {
        throw TableRefusal("a cell is edited by a request about edit, and not by keys")
      }
      return [.keyPressed(key)]
    case "edit": return try editing(request)
    default: throw request.unknown
    }
  }

  /// A press on a title, or with an order what comes of several; what changes nothing is not done.
  private func sorting(_ request: TableRequest) throws(TableRefusal) -> [Rows.Action] {
    let column = try request.text()
    let isAdded = try request.flag("add")
    guard let order = request["order"] else { return [.titlePressed(column, adding: isAdded)] }
    let known = state.feature.query.sort
    var keys = known
    if order == .null {
      keys.removeAll { $0.column == column }
    } else {
      guard case .text(let text) = order, let order = SortOrder(rawValue: text) else {
        throw TableRefusal("order is \"forward\", \"reverse\" or null, and not \(order.told)")
      }
      if !isAdded { keys.removeAll { $0.column != column } }
      if let place = keys.firstIndex(where: { $0.column == column }) {
        keys[place].order = order
      } else {
        keys.append(SortKey(column, order))
      }
    }
    // The oldest is dropped for another.
    keys = Array(keys.suffix(feature.feature.options.sortLimit))
    let isKnown = columns.contains { $0.name == column }
    return keys == known && isKnown ? [] : [.sortSet(isKnown ? keys : [SortKey(column)])]
  }

  private func paging(_ request: TableRequest) throws(TableRefusal) -> [Rows.Action] {
    var actions: [Rows.Action] = []
    if let size = request["size"] {
      actions.append(.pageSizeChanged(size == .null ? nil : try TableRequest.count(size, "size", from: 1)))
    }
    if let page = request["page"] { actions.append(.pageTurned(to: try TableRequest.count(page, "page", from: 0))) }
    return actions
  }

  private func editing(_ request: TableRequest) throws(TableRefusal) -> [Rows.Action] {
    guard case .object(let members) = request.value, Set(members.keys) == ["row", "column", "text"],
      case .text(let column)? = members["column"], case .text(let text)? = members["text"], let id = members["row"]
    else { throw TableRefusal("edit is an object with row, column and text, of which the last two are texts") }
    return [.editBegan(try row(id), column), .typed(text), .editCommitted]
  }

  private func rows(_ value: Value) throws(TableRefusal) -> [Value] {
    guard case .list(let values) = value else { return [try row(value)] }
    var ids: [Value] = []
    for value in values { ids.append(try row(value)) }
    if ids.isEmpty { throw TableRefusal("no row is named") }
    return ids
  }

  /// Where rows go: before a row, or behind one, or to the end.
  private func place(_ request: TableRequest) throws(TableRefusal) -> RowPlace<Value> {
    switch (request["before"], request["after"]) {
    case (_?, _?): throw TableRefusal("rows are moved before a row or after one, and not both")
    case (nil, let after?): return .after(try row(after))
    case (nil, nil), (.null?, nil): return .end
    case (let before?, nil): return .before(try row(before))
    }
  }

  /// The row that is named as it is printed: a point in time as a text, and a number in any way.
  private func row(_ name: Value) throws(TableRefusal) -> Value {
    if state.feature[name] != nil { return name }
    if let idColumn, let id = idColumn.id(named: name), state.feature[id] != nil { return id }
    switch name {
    case .list, .object: throw TableRefusal("a row is named by its id or its number, and not by \(name.told)")
    case .null, .boolean, .integer, .real, .text, .instant: throw TableRefusal("there is no row \(name.told)")
    }
  }

  private func json(ofID id: Value?) -> String { (id ?? .null).cellJSON(idColumn?.format ?? .plain) }

  private func json(ofIDs ids: [Value]) -> String { "[\(ids.map { json(ofID: $0) }.joined(separator: ","))]" }

  /// The table, as a line of JSON.
  private var shown: String {
    let (table, state) = (feature.feature, state.feature)
    let rows = table.pageRows(of: state)
    let sort = state.query.sort.map {
      orderedObject([("column", $0.column.json), ("order", $0.order.rawValue.json)])
    }
    let counts = table.counts(of: state)
    var members = [("rows", "[\(rows.map { $0.json(of: columns) }.joined(separator: ","))]")]
    if idColumn == nil { members.append(("ids", json(ofIDs: rows.map(\.id)))) }
    members += [
      ("sort", "[\(sort.joined(separator: ","))]"),
      ("selected", json(ofIDs: table.selectedRows(in: state).map(\.id))),
      ("anchor", json(ofID: state.selection.anchor)), ("cursor", json(ofID: state.cursor?.row)),
      ("hovered", json(ofID: state.hovered)), ("page", "\(state.page.number)"),
      ("pageSize", state.page.size.map { "\($0)" } ?? "null"),
      ("pageCount", table.pageCount(of: state).map { "\($0)" } ?? "null"),
      ("count", orderedObject([("all", "\(counts.all ?? 0)"), ("filtered", "\(counts.filtered ?? 0)")])),
    ]
    return orderedObject(members)
  }
}

/// Why a line was not carried out.
struct TableRefusal: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
