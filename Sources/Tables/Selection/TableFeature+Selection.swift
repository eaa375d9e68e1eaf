import Conditions

extension TableFeature {
  /// Applies a change of the selection by the user.
  func applySelectionAction(_ action: RowSelection<Row.ID>.Action, _ state: inout State) throws(ActionRejection) {
    if options.selection == .none && action != .cleared { throw .selectionDisabled }
    switch action {
    case .rowClicked(let id): try selectOnly(id, &state)
    case .rowToggled(let id): try toggleSelection(ofID: id, &state)
    case .rangeExtended(let id): try extendSelection(to: id, &state)
    case .allSelected:
      if options.selection == .single { throw .singleSelectionOnly }
      replaceSelection(RowSelection(anchor: state.selection.anchor, toggledFilters: [state.query.filter]), &state)
    case .inverted:
      if options.selection == .single { throw .singleSelectionOnly }
      state.selection.toggleFilter(state.query.filter)
      compileSelectionFilters(&state)
    case .cleared: replaceSelection(RowSelection(), &state)
    case .idsReplaced(let ids): try setValidatedSelection(RowSelection(ids, anchor: state.selection.anchor), &state)
    case .restored(let selection): try setValidatedSelection(selection, &state)
    case .rowRestored(let id, let isWanted, let anchor):
      let handle = try requireSelectable(id, state.rows)
      if isSelected(handle, state) != isWanted { try toggleSelection(ofID: id, &state) }
      state.selection.anchor = anchor.flatMap { state.rows.handle(of: $0) == nil ? nil : $0 }
    }
  }

  func selectOnly(_ id: Row.ID, _ state: inout State) throws(ActionRejection) {
    let handle = try requireSelectable(id, state.rows)
    let isAlone = state.selection.ids.count == 1 && state.selection.toggledFilters.isEmpty && isSelected(handle, state)
    let isCleared = options.selection == .single && options.selectedRowClick == .clearsSelection && isAlone
    replaceSelection(RowSelection(isCleared ? [] : [id], anchor: id), &state)
    setCursor(to: handle, &state)
  }

  func toggleSelection(ofID id: Row.ID, _ state: inout State) throws(ActionRejection) {
    let handle = try requireSelectable(id, state.rows)
    if options.selection == .single {
      replaceSelection(RowSelection(isSelected(handle, state) ? [] : [id], anchor: id), &state)
    } else {
      toggleSelection(ofHandle: handle, &state)
      state.selection.anchor = id
    }
    setCursor(to: handle, &state)
  }

  /// Toggles the selection of a row, and updates the counts.
  private func toggleSelection(ofHandle handle: RowHandle, _ state: inout State) {
    let isNamed = state.selection.toggle(state.rows.rowsByHandle[Int(handle)].id)
    let change = (state.selection.toggledFilters.isEmpty ? isNamed : isSelected(handle, state)) ? 1 : -1
    if !state.derived.aggregates.isEmpty { updateSelectedAggregates(for: handle, by: change, &state) }
    state.derived.selectionCounts?.selected += change
    if state.derived.visibleRows.isVisible(handle) { state.derived.selectionCounts?.selectedVisible += change }
  }

  func extendSelection(to id: Row.ID, _ state: inout State) throws(ActionRejection) {
    let handle = try requireSelectable(id, state.rows)
    guard options.selection == .multiple, let start = try anchorIndex(state), let end = visibleIndex(of: id, state)
    else {
      return try selectOnly(id, &state)
    }
    selectRange(from: start, to: end, &state)
    setCursor(to: handle, &state)
  }

  /// Returns the index of the anchor, or `nil` if it is not visible.
  ///
  /// Throws if the anchor is a remote row that is not loaded.
  func anchorIndex(_ state: State) throws(ActionRejection) -> Int? {
    guard let anchor = state.selection.anchor else { return nil }
    if state.isRemote && state.rows.handle(of: anchor) == nil { throw .notLoaded }
    return visibleIndex(of: anchor, state)
  }

  /// Selects the selectable rows between two indices, and makes the first one the anchor.
  ///
  /// If the selection is already a range with the same start, only the difference between the ranges is visited.
  func selectRange(from start: Int, to end: Int, _ state: inout State) {
    let (first, last) = (min(start, end), max(start, end))
    if let known = state.derived.selectedRange, known.start == start {
      let (knownFirst, knownLast) = (min(start, known.end), max(start, known.end))
      for places in [
        min(first, knownFirst)..<max(first, knownFirst), min(last, knownLast) + 1..<max(last, knownLast) + 1,
      ] {
        for handle in state.visibleHandles(in: places) where canSelect(handle, state.rows) {
          toggleSelection(ofHandle: handle, &state)
        }
      }
    } else {
      let handles = state.visibleHandles(in: first..<last + 1).filter { canSelect($0, state.rows) }
      let ids = Set(handles.map { state.rows.row(at: $0).id })
      let selectableSeen = state.derived.selectionCounts?.selectableVisible
      replaceSelection(RowSelection(ids, anchor: state.visibleRow(at: start).id), &state)
      // All selected rows are visible, so the counts follow without a search.
      if let selectableSeen {
        state.derived.selectionCounts = SelectionCounts(
          selected: ids.count, selectedVisible: ids.count, selectableVisible: selectableSeen)
      }
    }
    state.derived.selectedRange = (start, end)
  }

  /// Replaces the selection by one that the program provides.
  ///
  /// Rows that cannot be selected or are known not to exist are dropped.
  private func setValidatedSelection(_ selection: RowSelection<Row.ID>, _ state: inout State) throws(ActionRejection) {
    var selection = selection
    selection.removeAll { id in state.rows[id].map { !canSelect($0) } ?? !state.isRemote }
    if options.selection == .single && (selection.ids.count > 1 || !selection.toggledFilters.isEmpty) {
      throw .singleSelectionOnly
    }
    replaceSelection(selection, &state)
  }

  private func requireSelectable(_ id: Row.ID, _ rows: RowStore<Row>) throws(ActionRejection) -> RowHandle {
    guard let handle = rows.handle(of: id) else { throw .noSuchRow }
    if !canSelect(handle, rows) { throw .notSelectable }
    return handle
  }

  func canSelect(_ row: Row) -> Bool { options.canSelect?(row) ?? true }

  /// Returns whether the row with a handle can be selected.
  ///
  /// If every row can be, the row is not fetched.
  func canSelect(_ handle: RowHandle, _ rows: RowStore<Row>) -> Bool {
    options.canSelect.map { $0(rows.row(at: handle)) } ?? true
  }
}

extension TableFeature {
  func replaceSelection(_ selection: RowSelection<Row.ID>, _ state: inout State) {
    state.selection = selection
    compileSelectionFilters(&state)
  }

  /// Compiles the filters of the selection, and invalidates the counts.
  func compileSelectionFilters(_ state: inout State) {
    state.derived.selectionFilters.removeAll(keepingCapacity: true)
    for filter in state.selection.toggledFilters {
      state.derived.selectionFilters.append(
        CompiledFilter(filter, columns: columns, contextValues: state.contextValues))
    }
    state.derived.selectionCounts = nil
    invalidateAggregates(of: .selected, &state)
  }

  /// Returns the selected rows that match the filter, in stored order: those that are deleted, moved or copied together.
  ///
  /// Rows that the filter hides stay selected, but no operation changes them.
  ///
  /// Of remote rows, only loaded ones are returned.
  public func selectedVisibleRows(in state: State) -> [Row] {
    let state = normalizedIfDecoded(state)
    return selectedRows(in: state).filter { row in
      state.rows.handle(of: row.id).map(state.derived.visibleRows.isVisible) ?? false
    }
  }

  /// Returns the IDs of the rows that an operation changes: the selected ones that match the filter, or that of the row
  /// at the cursor if no row is selected.
  ///
  /// If the filter hides all selected rows, there are none: the user expects that those are changed.
  public func idsToChange(in state: State) -> [Row.ID] {
    let selected = selectedVisibleRows(in: state).map(\.id)
    if !selected.isEmpty || !selectedRows(in: state).isEmpty { return selected }
    return [state.cursor?.row].compactMap(\.self)
  }

  /// Returns the selected rows in stored order, including those that the filter hides.
  ///
  /// Of remote rows, only loaded ones are returned.
  public func selectedRows(in state: State) -> [Row] {
    if options.selection == .none { return [] }
    let state = normalizedIfDecoded(state)
    if !state.selection.toggledFilters.isEmpty {
      return state.rows.orderedHandles.filter { isSelected($0, state) }.map(state.rows.row(at:))
    }
    let handles = state.selection.ids.compactMap(state.rows.handle(of:)).filter { isSelected($0, state) }
    return handles.sorted { state.rows.orderKeys[$0] < state.rows.orderKeys[$1] }.map(state.rows.row(at:))
  }

  /// Returns whether the row with a handle is selected.
  func isSelected(_ handle: RowHandle, _ state: State) -> Bool {
    isSelected(state.rows.row(at: handle), state)
  }

  func isSelected(_ row: Row, _ state: State) -> Bool {
    if options.selection == .none { return false }
    var isSelected = state.selection.ids.contains(row.id)
    for (matcher, filter) in zip(state.derived.selectionFilters, state.selection.toggledFilters)
    where matches(row, matcher, filter, state) {
      isSelected.toggle()
    }
    return isSelected && canSelect(row)
  }

  /// Returns whether a row matches a filter of the selection.
  ///
  /// Remote rows that were loaded with this filter match it, because the server has evaluated it.
  private func matches(_ row: Row, _ matcher: CompiledFilter, _ filter: RowFilter, _ state: State) -> Bool {
    if let loaded = state.remoteWindow?.loadedRequest, loaded.query.filter == filter {
      return options.baseFilter?(row) ?? true
    }
    do throws(ConditionError) {
      return try rowMatches(matcher, row: row, state.contextValues)
    } catch {
      // A row for which the filter cannot be evaluated does not match, as for visible rows.
      return false
    }
  }

  /// Selects exactly these rows, by adjusting the exceptions.
  func adjustExceptionsToSelectOnly(_ handles: [RowHandle], _ state: inout State) {
    if state.selection.toggledFilters.isEmpty { return }
    let kept = Set(handles)
    for handle in state.rows.orderedHandles where isSelected(handle, state) != kept.contains(handle) {
      state.selection.toggle(state.rows.row(at: handle).id)
    }
    state.derived.selectionCounts = nil
    invalidateAggregates(of: .selected, &state)
  }
}
