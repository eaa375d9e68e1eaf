extension TableFeature {
  /// Normalizes a decoded state: removes columns, sort keys, filters and selections that the table does not allow.
  ///
  /// If a filter is removed, the reason is the state's rejection, as if the user had just set the filter.
  ///
  /// A state that was encoded by the same table does not change.
  func normalizeDecoded(_ state: inout State) {
    state.query.sort = validSortKeys(state.query.sort)
    if column(named: state.groupingColumn)?.isSortable != true { state.groupingColumn = nil }
    dropInvalidFilters(&state)
    state.layout = normalizedLayout(state.layout)
    switch options.rowSource {
    case .local: state.remoteWindow = nil
    case .remote:
      state.page.size = clampedPageSize(state.page.size)
      state.remoteWindow = state.remoteWindow?.normalized ?? RemoteWindowState()
    }
    let rows = state.rows
    if !state.isRemote { state.selection.removeAll { rows.handle(of: $0) == nil } }
    let (ids, anchor) = (state.selection.ids, state.selection.anchor)
    switch options.selection {
    case .none: state.selection = RowSelection()
    case .single where ids.count > 1 || !state.selection.toggledFilters.isEmpty:
      state.selection = RowSelection(ids.filter { $0 == anchor }, anchor: anchor)
    case .single, .multiple: break
    }
    if options.navigation == .rows { state.cursor?.column = nil }
    moveCursorToVisibleColumn(&state)
    rebuildVisibleRows(&state)
    restoreInvariants(&state)
  }

  /// Removes the filters that the table rejects, for example because a column does not exist any more.
  ///
  /// A selection by such a filter is removed as a whole: without the filter, its exceptions would be selected.
  private func dropInvalidFilters(_ state: inout State) {
    for (id, filter) in state.query.filter.columns.sorted(by: { $0.key < $1.key }) {
      do throws(ActionRejection) {
        state.query.filter.columns[id] = try validated(filter, ofColumn: id)
      } catch {
        (state.query.filter.columns[id], state.rejection) = (nil, error)
      }
    }
    do throws(ActionRejection) {
      state.query.filter.condition = try validated(state.query.filter.condition, state)
    } catch {
      (state.query.filter.condition, state.rejection) = (nil, error)
    }
    do throws(ActionRejection) {
      for filter in state.selection.toggledFilters {
        for (id, columnFilter) in filter.columns { _ = try validated(columnFilter, ofColumn: id) }
        _ = try validated(filter.condition, state)
      }
    } catch {
      (state.selection, state.rejection) = (RowSelection(), error)
    }
  }

  /// Returns the state, normalized if it has just been decoded: without columns, sort keys, filters and selections that
  /// this table does not allow, and with sorted and filtered rows.
  ///
  /// The first action does the same. Until then, ``screen(of:viewport:)`` and other functions sort and filter the rows of a
  /// decoded state at each call, unless it was normalized after decoding.
  public func normalizedIfDecoded(_ state: State) -> State {
    if state.derived.isUpToDate { return state }
    var state = state
    normalizeDecoded(&state)
    return state
  }
}
