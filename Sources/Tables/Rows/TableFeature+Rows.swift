extension TableFeature {
  /// Replaces all local rows.
  ///
  /// The page stays if it still exists. Existing rows stay selected, and new ones are not selected.
  func replaceAllRows(_ store: RowStore<Row>, _ state: inout State) {
    let selected = state.selection.toggledFilters.isEmpty ? [] : selectedRows(in: state).map { $0.id }
    state.rows = store
    rebuildVisibleRows(&state)
    state.selection.removeAll { store.handle(of: $0) == nil }
    adjustExceptionsToSelectOnly(selected.compactMap(store.handle(of:)), &state)
  }

  /// Applies an insertion or update of a row that this table did not request.
  func applyUpsert(_ row: Row, before other: Row.ID?, _ state: inout State) {
    guard state.isRemote else { return upsertRow(row, before: other, &state) }
    // For remote rows, only the server knows the new position and whether the row matches.
    if let known = state.rows[row.id], known != row { upsertRow(row, &state) }
    if state.rows[row.id] == nil || !areLoadedRowsInStoredOrder(state) { markWindowOutdated(&state) }
  }

  /// Inserts or updates a row, unless it is remote and not loaded.
  func upsertIfLoaded(_ row: Row, _ state: inout State) {
    if state.rows.handle(of: row.id) != nil || !state.isRemote { upsertRow(row, &state) }
  }

  /// Removes rows and all state that refers to them.
  ///
  /// The cursor moves to the next row.
  func removeRows(_ ids: [Row.ID], _ state: inout State, by author: ChangeAuthor = .user) {
    let handles = ids.compactMap(state.rows.handle(of:))
    let next = cursorRowAfterRemoval(of: Set(ids), state)
    if handles.count == 1 {
      updateSelectionCountsAndAggregates(for: handles[0], by: -1, &state)
    } else {
      state.derived.selectionCounts = nil
      state.derived.aggregates = []
    }
    for id in ids { state.selection.remove(id) }
    // The total count and the offsets of the window have changed.
    if author == .user { invalidateWindow(&state) } else { markWindowOutdated(&state) }
    if handles.isEmpty { return }
    removeFromVisibleRows(handles, &state)
    for handle in handles {
      if !state.derived.visibleRows.matches.isEmpty { state.derived.visibleRows.matches[Int(handle)] = false }
      state.derived.visibleRows.errors[handle] = nil
    }
    state.rows.remove(handles)
    if let next { state.cursor?.row = next }
  }

  /// Returns the row to which the cursor moves if its row is removed: the next row that stays, or the previous one.
  private func cursorRowAfterRemoval(of gone: Set<Row.ID>, _ state: State) -> Row.ID? {
    guard let id = state.cursor?.row, gone.contains(id), let index = visibleIndex(of: id, state) else { return nil }
    func remainingRowID(_ index: Int) -> Row.ID? {
      let id = state.visibleRow(at: index).id
      return gone.contains(id) ? nil : id
    }
    return (index..<state.visibleCount).lazy.compactMap(remainingRowID).first
      ?? (0..<index).reversed().lazy.compactMap(remainingRowID).first
  }
}

/// Who has changed a row.
public enum ChangeAuthor: Hashable, Codable, Sendable {
  /// The user of this program.
  case user
  /// Another user, or another program.
  case anotherUser
}
