import Conditions
import Documents
import Interface
import Loop
import Programs
import Tables
import TabularData
import Values

/// A table controlled by requests in JSON.
///
/// Each request describes an action of a user. The response is the resulting state of the table.
struct TableDriver {
  typealias RowsFeature = EditableTable<DataRow>

  private let feature: UndoFeature<RowsFeature>
  private let columns: [DataColumn]
  /// The column that contains the ids of the rows, if there is one.
  private let idColumn: DataColumn?
  private var state: UndoFeature<RowsFeature>.State

  init(_ data: DataTable, selection: SelectionMode, pageSize: Int?) throws(CommandError) {
    columns = data.columns
    idColumn = data.idColumn
    feature = UndoFeature(
      try data.makeEditableTable {
        $0.view.selection = selection
        $0.supportsMoves = true
        $0.supportsDeletions = true
      })
    state = UndoFeature.State(feature.feature.initialState(data.rows))
    if let pageSize { _ = feature.reduce(&state, .feature(.view(.pageSizeChanged(pageSize)))) }
  }

  /// Performs a request and returns the state of the table, or an error.
  ///
  /// After an error the state is unchanged.
  mutating func performRequest(_ line: [UInt8]) -> String {
    do throws(TableRequestError) {
      let request = try TableRequest(line)
      var next = state
      for action in try actions(for: request) {
        _ = feature.reduce(&next, action)
        if let rejection = next.feature.view.rejection { throw TableRequestError("\(rejection)") }
        if let error = next.feature.view.filterError { throw TableRequestError("\(error)") }
      }
      state = next
      return stateJSON
    } catch {
      return "{\"error\":{\"message\":\(error.message.jsonQuoted)}}"
    }
  }

  private func actions(for request: TableRequest) throws(TableRequestError) -> [UndoFeature<RowsFeature>.Action] {
    let actions: [RowsFeature.Action]
    switch request.operation {
    case .undo, .redo:
      try request.requireTrue()
      let isUndo = request.operation == .undo
      let change = isUndo ? feature.changeToUndo(in: state) : feature.changeToRedo(in: state)
      if change == nil { throw TableRequestError("there is nothing to \(request.operation)") }
      return [isUndo ? .undo : .redo]
    case .sort: actions = try sortActions(for: request)
    case .click:
      let id = try rowID(named: request.value)
      actions = [.view(.selection(try request.boolean("shift") == true ? .rangeExtended(to: id) : .rowClicked(id)))]
    case .toggle: actions = [.view(.selection(.rowToggled(try rowID(named: request.value))))]
    case .selectAll: actions = [.view(.selection(try request.boolean() ? .allSelected : .cleared))]
    case .invert:
      try request.requireTrue()
      actions = [.view(.selection(.inverted))]
    case .filter:
      actions = [
        .view(.conditionChanged(try request.condition(on: state.feature.view.allRows, columns.map(\.tableColumn))))
      ]
    case .search: actions = [.view(.searchTextChanged(try request.optionalText() ?? ""))]
    case .delete: actions = [.rowsDeleted(try rowIDs(named: request.value))]
    case .move:
      actions = [.rowsMoved(RowsFeature.Move(try rowIDs(named: request.value), try destination(of: request)))]
    case .page, .size: actions = try pageActions(for: request)
    case .hover:
      if request.value != .null {
        let id = try rowID(named: request.value)
        // The table ignores the pointer over a row that is not shown.
        if !feature.feature.view.pageRows(of: state.feature.view).contains(where: { $0.id == id }) {
          throw TableRequestError("\(ActionRejection.offsetOutOfRange)")
        }
        actions = [.view(.hoverBegan(id))]
      } else {
        actions = state.feature.view.hoveredRow.map { [.view(.hoverEnded($0))] } ?? []
      }
    case .key: actions = [.view(.keyPressed(try key(of: request)))]
    case .edit: actions = try editActions(for: request)
    }
    return actions.map { .feature($0) }
  }

  private func key(of request: TableRequest) throws(TableRequestError) -> TableKeyPress {
    guard let key = TableKeyPress(parsing: try request.text()) else {
      throw TableRequestError(
        "unknown key \(request.value.messageExcerpt); expected a key such as down, shift+pageUp, ctrl+home, space or a letter"
      )
    }
    if key.code == .enter || key.code == .f2 {
      throw TableRequestError("keys cannot edit a cell; use the edit request")
    }
    return key
  }

  /// Returns the actions for a sort request: a click on a column header, or the sort keys that follow from the order.
  ///
  /// Sort keys that are already set cause no action, so that the page does not change.
  private func sortActions(for request: TableRequest) throws(TableRequestError) -> [RowsFeature.Action] {
    let column = try request.text()
    let isAdded = try request.boolean("add") ?? false
    guard let order = request["order"] else { return [.view(.headerClicked(column, adding: isAdded))] }
    let known = state.feature.view.query.sort
    var keys = known
    if order == .null {
      keys.removeAll { $0.column == column }
    } else {
      guard case .text(let text) = order, let order = SortDirection(rawValue: text) else {
        throw TableRequestError("order must be \"forward\", \"reverse\" or null, not \(order.messageExcerpt)")
      }
      if !isAdded { keys.removeAll { $0.column != column } }
      if let index = keys.firstIndex(where: { $0.column == column }) {
        keys[index].direction = order
      } else {
        keys = feature.feature.view.sortKeys(adding: SortKey(column, order), to: keys)
      }
    }
    let isKnown = columns.contains { $0.name == column }
    return keys == known && isKnown ? [] : [.view(.sortChanged(isKnown ? keys : [SortKey(column)]))]
  }

  private func pageActions(for request: TableRequest) throws(TableRequestError) -> [RowsFeature.Action] {
    let hasNoSize = request["size"] == .null
    let size = hasNoSize ? nil : try request.integer("size", atLeast: 1)
    let page = try request.integer("page", atLeast: 0)
    return (size != nil || hasNoSize ? [.view(.pageSizeChanged(size))] : [])
      + (page.map { [.view(.pageChanged(to: $0))] } ?? [])
  }

  private func editActions(for request: TableRequest) throws(TableRequestError) -> [RowsFeature.Action] {
    guard case .object(let members) = request.value, Set(members.keys) == ["row", "column", "text"],
      case .text(let column)? = members["column"], case .text(let text)? = members["text"], let id = members["row"]
    else { throw TableRequestError("edit must be an object with row, column and text; column and text are strings") }
    return [.editBegan(try rowID(named: id), column), .cellTextChanged(text), .editCommitted]
  }

  private func rowIDs(named value: Value) throws(TableRequestError) -> [Value] {
    guard case .list(let values) = value else { return [try rowID(named: value)] }
    var ids: [Value] = []
    for value in values { ids.append(try rowID(named: value)) }
    if ids.isEmpty { throw TableRequestError("expected at least one row") }
    return ids
  }

  /// Returns the position to which rows are moved: before a row, after a row, or the end.
  private func destination(of request: TableRequest) throws(TableRequestError) -> RowPosition<Value> {
    switch (request["before"], request["after"]) {
    case (_?, _?): throw TableRequestError("\"before\" and \"after\" cannot be used together")
    case (nil, let after?): return .after(try rowID(named: after))
    case (nil, nil), (.null?, nil): return .end
    case (let before?, nil): return .before(try rowID(named: before))
    }
  }

  /// Returns the id of the row that a JSON value identifies.
  ///
  /// An id that is a point in time is given as it is printed. The notation of a number does not matter.
  private func rowID(named name: Value) throws(TableRequestError) -> Value {
    if state.feature[name] != nil { return name }
    if let idColumn, let id = idColumn.rowID(from: name), state.feature[id] != nil { return id }
    switch name {
    case .list, .object:
      throw TableRequestError("a row is identified by its id or number, not by \(name.messageExcerpt)")
    case .null, .boolean, .integer, .real, .money, .text, .instant:
      throw TableRequestError("no row \(name.messageExcerpt)")
    }
  }

  private func json(ofID id: Value?) -> String { (id ?? .null).cellJSON(idColumn?.format ?? .plain) }

  /// The state of the table as a line of JSON.
  private var stateJSON: String {
    let (table, state) = (feature.feature.view, state.feature.view)
    let rows = table.pageRows(of: state)
    let sort = state.query.sort.jsonList {
      orderedJSONObject([("column", $0.column.jsonQuoted), ("order", $0.direction.rawValue.jsonQuoted)])
    }
    let counts = table.counts(of: state)
    var members = [("rows", rows.jsonList { $0.json(of: columns) })]
    if idColumn == nil { members.append(("ids", rows.jsonList { json(ofID: $0.id) })) }
    members += [
      ("sort", sort),
      ("selected", table.selectedRows(in: state).jsonList { json(ofID: $0.id) }),
      ("anchor", json(ofID: state.selection.anchor)), ("cursor", json(ofID: state.cursor?.row)),
      ("hovered", json(ofID: state.hoveredRow)), ("page", "\(state.page.number)"),
      ("pageSize", state.page.size.map { "\($0)" } ?? "null"),
      ("pageCount", table.pageCount(of: state).map { "\($0)" } ?? "null"),
      ("count", orderedJSONObject([("all", "\(counts.all ?? 0)"), ("filtered", "\(counts.filtered ?? 0)")])),
    ]
    return orderedJSONObject(members)
  }
}
