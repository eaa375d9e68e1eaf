extension Table {
  /// Takes in a state that has just been read: whatever it says of columns, pages and the selection becomes what can be.
  ///
  /// A state that this table has made stays as it is.
  func normalize(_ state: inout State) {
    state.query.sort = allowedSort(state.query.sort)
    if column(named: state.grouping)?.isSortable != true { state.grouping = nil }
    state.query.filter.columns = state.query.filter.columns.filter { column(named: $0.key)?.isFilterable == true }
    state.layout = fitted(state.layout)
    switch options.source {
    case .here: state.remote = nil
    case .windows:
      state.page.size = allowedPageSize(state.page.size)
      state.remote = state.remote ?? RemoteRows()
    }
    normalizeSelection(&state)
    if column(named: state.editing?.column)?.isEditable != true { state.editing = nil }
    if options.navigation == .rows { state.cursor?.column = nil }
    keepCursorVisible(&state)
    arrange(&state)
    settle(&state)
  }

  private func normalizeSelection(_ state: inout State) {
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

  /// A state that has just been decoded is normalized to be looked at.
  func arranged(_ state: State) -> State {
    if state.derived.isArranged { return state }
    var state = state
    normalize(&state)
    return state
  }
}
