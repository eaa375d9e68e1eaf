extension Table {
  /// Takes in a state that has just been read: whatever it says of columns, pages and the selection becomes what can be.
  ///
  /// A state that this table has made stays as it is.
  func takeIn(_ state: inout State) {
    let sort = state.query.sort.filter { key in columns.contains { $0.id == key.column && $0.isSortable } }
    var sorted: Set<String> = []
    state.query.sort = Array(sort.filter { sorted.insert($0.column).inserted }.prefix(max(1, options.sortLimit)))
    if !columns.contains(where: { $0.id == state.grouping && $0.isSortable }) { state.grouping = nil }
    for name in state.query.filter.columns.keys where !columns.contains(where: { $0.id == name && $0.isFilterable }) {
      state.query.filter.columns[name] = nil
    }
    state.layout = fitted(state.layout)
    takeInSource(&state)
    takeInSelection(&state)
    if !columns.contains(where: { $0.id == state.editing?.column && $0.isEditable }) { state.editing = nil }
    if options.navigation == .rows { state.cursor?.column = nil }
    keepCursorVisible(&state)
    arrange(&state)
    settle(&state)
  }

  private func takeInSource(_ state: inout State) {
    switch options.source {
    case .here: state.remote = nil
    case .windows(let most):
      state.page.size = TablePage.bounded(min(state.page.size ?? most, most))
      state.remote = state.remote ?? RemoteRows()
    }
  }

  private func takeInSelection(_ state: inout State) {
    let rows = state.rows
    if !state.isRemote { state.selection.forget { rows.seat(of: $0) == nil } }
    switch options.selection {
    case .none: state.selection = Selection()
    case .one:
      if state.selection.ids.count <= 1 && state.selection.matching.isEmpty { return }
      let anchor = state.selection.anchor
      state.selection = Selection(state.selection.ids.filter { $0 == anchor }, anchor: anchor)
    case .several: break
    }
  }
}
