import Conditions
import Values

// The engine: it sorts and filters the rows of a state, and updates the result when single rows change.
extension TableFeature {
  /// Sorts and filters all rows again.
  func rebuildVisibleRows(_ state: inout State) {
    state.derived.visibleRows = VisibleRows()
    sortRows(&state)
    filterRows(&state)
    state.derived.isUpToDate = true
    state.derived.aggregates = []
    compileSelectionFilters(&state)
  }

  /// Sorts local rows.
  ///
  /// Remote rows arrive in the requested order. The sort codes of columns that stay in the sort order are reused, so
  /// that reversing the direction reads no rows.
  func sortRows(_ state: inout State, rereadingCells rereadsCells: Bool = false) {
    let known = rereadsCells ? [] : state.derived.visibleRows.sortCodes
    let sort = state.isRemote ? [] : effectiveSortKeys(state)
    state.derived.visibleRows.sortKeys = sort
    state.derived.visibleRows.sortCodes = sort.compactMap { key in
      columnIndex(named: key.column).map { index in
        known.first { $0.columnIndex == index }
          ?? SortCodes(
            columnIndex: index, of: columns, rows: state.rows.rowsByHandle, contextValues: state.contextValues)
      }
    }
    state.derived.visibleRows.sortedHandles =
      sort.isEmpty
      ? nil : ChunkedList(rowComparator(state).sorted(state.rows.orderedHandles))
    state.derived.visibleRows.updateMatchingHandles(among: state.rows.orderedHandles)
  }

  /// Returns the comparison of two rows in the current sort order.
  private func rowComparator(_ state: State) -> RowComparator<Row> {
    RowComparator(
      sortCodes: state.derived.visibleRows.sortCodes, sortKeys: state.derived.visibleRows.sortKeys,
      columns: columns, rows: state.rows, contextValues: state.contextValues)
  }

  /// Finds the rows that match the filter, in sort order.
  func filterRows(_ state: inout State) {
    let filter = CompiledFilter(localFilter(state), columns: columns, contextValues: state.contextValues)
    if filter.matchesEveryRow && options.baseFilter == nil {
      state.derived.visibleRows.compiledFilter = nil
      (state.derived.visibleRows.matches, state.derived.visibleRows.errors) = ([], [:])
    } else {
      state.derived.visibleRows.compiledFilter = filter
      (state.derived.visibleRows.matches, state.derived.visibleRows.errors) = evaluateFilter(filter, state)
    }
    state.derived.visibleRows.updateMatchingHandles(among: state.rows.orderedHandles)
  }

  /// Returns whether each row matches a filter, by handle, and the errors of the rows for which the condition cannot be
  /// evaluated.
  ///
  /// A free handle does not match.
  func evaluateFilter(_ filter: CompiledFilter, _ state: State) -> (
    matches: [Bool], errors: [RowHandle: ConditionError]
  ) {
    var matches = state.rows.occupancy
    var errors: [RowHandle: ConditionError] = [:]
    matches.withUnsafeMutableBufferPointer { matches in
      // Rows are filtered in batches, so that the values that were read are still in the processor's cache.
      for start in stride(from: 0, to: matches.count, by: 1024) {
        let handles = start..<min(start + 1024, matches.count)
        let flags = CompiledFilter.MatchFlags(rebasing: matches[handles])
        var batch = RowBatch(
          rows: state.rows.rowsByHandle, handleRange: handles, columns: columns, contextValues: state.contextValues)
        if let baseFilter = options.baseFilter {
          for row in flags.indices where flags[row] { flags[row] = baseFilter(state.rows.rowsByHandle[start + row]) }
        }
        for (row, error) in filter.clearNonmatching(flags, in: &batch) { errors[RowHandle(start + row)] = error }
      }
    }
    return (matches, errors)
  }

  /// Returns whether one row matches a filter, or throws if the condition cannot be evaluated.
  func rowMatches(_ filter: CompiledFilter, row: Row, _ contextValues: ContextValues) throws(ConditionError)
    -> Bool
  {
    if let baseFilter = options.baseFilter, !baseFilter(row) { return false }
    return try filter.matches(row, columns: columns, contextValues: contextValues)
  }

  /// Returns the index of a row among the visible rows of all pages, or `nil` if it is not visible.
  func visibleIndex(of id: Row.ID, _ state: State) -> Int? {
    guard let handle = state.rows.handle(of: id), state.derived.visibleRows.isVisible(handle) else { return nil }
    guard let handles = state.derived.visibleRows.visibleHandles else { return state.rows.index(ofHandle: handle) }
    return handles.index(of: handle, sortedBy: rowComparator(state)).map(handles.offset)
  }
}

// One row changes: it is removed from the lists by its previous sort keys, and inserted by its new ones.
extension TableFeature {
  /// Inserts a row before another row or at the end, or updates it at its sorted position.
  ///
  /// The update of an existing row does not change whether it is selected, even if a filter of the selection now gives
  /// another result. A new row is not selected.
  ///
  /// - Complexity: O(log *n*) comparisons, and moving the handles of one chunk.
  func upsertRow(_ row: Row, before other: Row.ID? = nil, _ state: inout State) {
    let known = state.rows.handle(of: row.id)
    let wasSelected = !state.selection.isEmpty && known.map { isSelected($0, state) } ?? false
    if let known {
      updateSelectionCountsAndAggregates(for: known, by: -1, &state)
      removeFromVisibleRows(known, &state)
      state.rows.replace(row, at: known)
    }
    let handle = known ?? state.rows.insert(row, before: other)
    updateMatch(of: handle, row, &state)
    if !insertIntoVisibleRowsIfEncodable(handle, &state) { sortRows(&state, rereadingCells: true) }
    countInsertedRow(handle, wasSelected: wasSelected, &state)
  }

  /// Inserts rows that do not exist yet before another row or at the end, with one pass over the order of the rows.
  ///
  /// Many rows are sorted together with all others, which is faster than to find the place of each.
  func insertRows(_ rows: [Row], before other: Row.ID?, _ state: inout State) {
    let handles = state.rows.insert(contentsOf: rows, before: other)
    for (handle, row) in zip(handles, rows) { updateMatch(of: handle, row, &state) }
    if handles.count * 20 < state.rows.count {
      if !handles.allSatisfy({ insertIntoVisibleRowsIfEncodable($0, &state) }) {
        sortRows(&state, rereadingCells: true)
      }
    } else {
      let areEncodable = zip(handles, rows).allSatisfy { updateSortCodesIfEncodable(of: $0, $1, &state) }
      sortRows(&state, rereadingCells: !areEncodable)
    }
    for handle in handles { countInsertedRow(handle, wasSelected: false, &state) }
  }

  /// Keeps a row selected or not, and counts it.
  private func countInsertedRow(_ handle: RowHandle, wasSelected: Bool, _ state: inout State) {
    if !state.selection.isEmpty, isSelected(handle, state) != wasSelected, canSelect(state.rows.row(at: handle)) {
      state.selection.toggle(state.rows.row(at: handle).id)
    }
    updateSelectionCountsAndAggregates(for: handle, by: 1, &state)
  }

  /// Inserts a row at its sorted position.
  ///
  /// Returns `false` if a cell has no code in the encoding of its column, so that the column must be encoded again.
  private func insertIntoVisibleRowsIfEncodable(_ handle: RowHandle, _ state: inout State) -> Bool {
    if !updateSortCodesIfEncodable(of: handle, state.rows.row(at: handle), &state) { return false }
    let order = rowComparator(state)
    state.derived.visibleRows.sortedHandles?.insert(handle, sortedBy: order)
    if state.derived.visibleRows.isVisible(handle) {
      state.derived.visibleRows.matchingHandles?.insert(handle, sortedBy: order)
    }
    return true
  }

  /// Removes rows from the lists of sorted and matching rows, whose order is still that of the collation keys.
  func removeFromVisibleRows(_ handles: [RowHandle], _ state: inout State) {
    if handles.count == 1 { return removeFromVisibleRows(handles[0], &state) }
    let handleCount = state.rows.rowsByHandle.count
    state.derived.visibleRows.sortedHandles?.removeAll(in: handles, handleCount: handleCount)
    state.derived.visibleRows.matchingHandles?.removeAll(in: handles, handleCount: handleCount)
  }

  private func removeFromVisibleRows(_ handle: RowHandle, _ state: inout State) {
    let order = rowComparator(state)
    state.derived.visibleRows.sortedHandles?.remove(handle, sortedBy: order)
    if state.derived.visibleRows.isVisible(handle) {
      state.derived.visibleRows.matchingHandles?.remove(handle, sortedBy: order)
    }
  }

  /// Evaluates the filter for one row.
  ///
  /// A row for which it cannot be evaluated does not match.
  private func updateMatch(of handle: RowHandle, _ row: Row, _ state: inout State) {
    guard let filter = state.derived.visibleRows.compiledFilter else { return }
    var isMatch = false
    do throws(ConditionError) {
      isMatch = try rowMatches(filter, row: row, state.contextValues)
      if !state.derived.visibleRows.errors.isEmpty { state.derived.visibleRows.errors[handle] = nil }
    } catch {
      state.derived.visibleRows.errors[handle] = error
    }
    if Int(handle) == state.derived.visibleRows.matches.count { state.derived.visibleRows.matches.append(false) }
    state.derived.visibleRows.matches[Int(handle)] = isMatch
  }

  /// Returns `false` if a cell has no code in the encoding of its column, so that the column must be encoded again.
  private func updateSortCodesIfEncodable(of handle: RowHandle, _ row: Row, _ state: inout State) -> Bool {
    for number in state.derived.visibleRows.sortCodes.indices {
      let column = state.derived.visibleRows.sortCodes[number].columnIndex
      let value = columns[column].cellValue(row, state.contextValues)
      if !state.derived.visibleRows.sortCodes[number].setValueIfEncodable(value, for: handle) { return false }
    }
    return true
  }
}
