extension TableFeature {
  /// Takes in a state that has just been read: whatever it says of columns, pages and the selection becomes what can be.
  ///
  /// A state that this table has made stays as it is.
  func normalizeDecoded(_ state: inout State) {
    state.query.sort = validSortKeys(state.query.sort)
    if column(named: state.grouping)?.isSortable != true { state.grouping = nil }
    state.query.filter.columns = state.query.filter.columns.filter { column(named: $0.key)?.isFilterable == true }
    state.layout = normalizedLayout(state.layout)
    switch options.source {
    case .here: state.remote = nil
    case .windows:
      state.page.size = clampedPageSize(state.page.size)
      state.remote = state.remote ?? RemoteWindow()
    }
    normalizeSelection(&state)
    if column(named: state.editing?.column)?.isEditable != true { state.editing = nil }
    if options.navigation == .rows { state.cursor?.column = nil }
    moveCursorToVisibleColumn(&state)
    rebuildVisibleRows(&state)
    restoreInvariants(&state)
  }

  private func normalizeSelection(_ state: inout State) {
    let rows = state.rows
    if !state.isRemote { state.selection.removeAll { rows.handle(of: $0) == nil } }
    switch options.selection {
    case .none: state.selection = RowSelection()
    case .one:
      if state.selection.ids.count <= 1 && state.selection.matching.isEmpty { return }
      let anchor = state.selection.anchor
      state.selection = RowSelection(state.selection.ids.filter { $0 == anchor }, anchor: anchor)
    case .several: break
    }
  }

  /// A state that has just been decoded is normalized to be looked at.
  func normalizedIfNeeded(_ state: State) -> State {
    if state.derived.isArranged { return state }
    var state = state
    normalizeDecoded(&state)
    return state
  }
}
