extension TableFeature {
  /// Normalizes a decoded state: removes columns, sort keys, filters and selections that the table does not allow.
  ///
  /// A state that was encoded by the same table does not change.
  func normalizeDecoded(_ state: inout State) {
    state.query.sort = validSortKeys(state.query.sort)
    if column(named: state.groupingColumn)?.isSortable != true { state.groupingColumn = nil }
    for (id, filter) in state.query.filter.columns {
      state.query.filter.columns[id] = try? validated(filter, ofColumn: id)
    }
    state.layout = normalizedLayout(state.layout)
    switch options.rowSource {
    case .local: state.remoteWindow = nil
    case .remote:
      state.page.size = clampedPageSize(state.page.size)
      state.remoteWindow = state.remoteWindow?.normalized ?? RemoteWindowState()
    }
    state.viewportWidth = state.viewportWidth.map(TableLayout.overflowSafeWidth)
    let rows = state.rows
    if !state.isRemote { state.selection.removeAll { rows.handle(of: $0) == nil } }
    let (ids, anchor) = (state.selection.ids, state.selection.anchor)
    switch options.selection {
    case .none: state.selection = RowSelection()
    case .single where ids.count > 1 || !state.selection.toggledFilters.isEmpty:
      state.selection = RowSelection(ids.filter { $0 == anchor }, anchor: anchor)
    case .single, .multiple: break
    }
    if column(named: state.editedCell?.column)?.isEditable != true { state.editedCell = nil }
    if options.navigation == .rows { state.cursor?.column = nil }
    moveCursorToVisibleColumn(&state)
    rebuildVisibleRows(&state)
    restoreInvariants(&state)
  }

  /// Returns the state, normalized if it has just been decoded: without columns, sort keys, filters and selections that
  /// this table does not allow, and with sorted and filtered rows.
  ///
  /// The first action does the same. Until then, ``screen(of:)`` and other functions sort and filter the rows of a
  /// decoded state at each call, unless it was normalized after decoding.
  public func normalizedIfDecoded(_ state: State) -> State {
    if state.derived.isUpToDate { return state }
    var state = state
    normalizeDecoded(&state)
    return state
  }
}
