import Loop

extension TableFeature {
  /// Restores deleted rows at their former positions.
  func restoreRows(_ placed: [PositionedRow], _ state: inout State) throws(ActionRejection) -> TableEffects {
    if placed.isEmpty { throw .nothingToDo }
    if mustWaitForRestoration(of: placed, state) { throw .busy }
    var absent = AbsentRows(state)
    absent.insert(resolvingFollowers(placed, state))
    return requestRestoration(of: placed.map { $0.row.id }, absent, &state)
  }

  /// Retries failed restorations: of one row, or of all with `nil`.
  func retryRestore(_ id: Row.ID?, _ state: inout State) throws(ActionRejection) -> TableEffects {
    // The order of unrelated rows does not matter, but it must not depend on the order of a dictionary.
    let failed = state.deletions.values.compactMap { status -> (text: String, placed: PositionedRow)? in
      guard case .restoreFailed(let placed, _) = status, id == nil || id == placed.row.id else { return nil }
      return ("\(placed.row.id)", placed)
    }.sorted { $0.text < $1.text }
    if failed.isEmpty { throw .nothingToDo }
    var absent = AbsentRows(state)
    // A row whose deletion failed, too, is still there.
    absent.insert(resolvingFollowers(failed.map(\.placed).filter { absent.rows[$0.row.id] == nil }, state))
    let ids = failed.map { $0.placed.row.id }
    if mustWait(for: absent, restoring: ids, state) { throw .busy }
    return requestRestoration(of: ids, absent, &state)
  }

  /// Restores absent rows, or requests it, depending on the change policy.
  private func requestRestoration(of ids: [Row.ID], _ absent: AbsentRows, _ state: inout State) -> TableEffects {
    var absent = absent
    for last in absent.chains(containing: ids).compactMap({ chain in chain.last.flatMap { absent.rows[$0] } })
    where refersToOrphan(last.position, state) {
      let found = neighbor(of: last.position, nextLocalID: last.nextLocalID, excluding: [], state)
      absent.moveChain(endingWith: last.row.id, to: found.place, nextLocalID: found.next) {
        state.rows.handle(of: $0) != nil
      }
    }
    let ids = absent.restorationOrder(of: ids)
    let request = absent.request(for: ids)
    switch changePolicy {
    case .immediate:
      for id in ids { state.deletions[id] = nil }
      let chains = absent.remove(ids)
      updateAbsentRows(absent, &state)
      insertRestoredRows(Set(ids), chains, &state)
      return .fireAndForget(.restore(request))
    case .afterConfirmation:
      for id in ids { state.deletions[id] = absent.rows[id].map { .restoring($0) } }
      updateAbsentRows(absent, &state)
      return .run(.restore(request), in: .rowOrder, .queue)
    }
  }

  /// Returns whether rows cannot be restored before the response to another request arrives, because only that response
  /// shows where they belong.
  func mustWaitForRestoration(of placed: [PositionedRow], _ state: State) -> Bool {
    if !state.deletions.values.contains(where: \.isPending) { return false }
    var absent = AbsentRows(state)
    absent.insert(resolvingFollowers(placed, state))
    let ids = Set(placed.map { $0.row.id })
    return mustWait(for: absent, restoring: Array(ids), state)
      || placed.contains { $0.followingIDs.contains { !ids.contains($0) && state.deletions[$0] == .deleting } }
  }

  /// Returns whether a row precedes an absent row that may return before it, or a row that may be gone by then.
  private func mustWait(for absent: AbsentRows, restoring ids: [Row.ID], _ state: State) -> Bool {
    let restored = Set(ids)
    func isUncertain(_ id: Row.ID) -> Bool { !restored.contains(id) && state.deletions[id]?.isPending == true }
    return absent.chains(containing: ids).contains { chain in
      guard let position = chain.last.flatMap({ absent.rows[$0] })?.position else { return false }
      if position.neighborID.map(isUncertain) ?? false { return true }
      // Every row of a chain after a row is inserted directly after that row. The others precede what follows.
      if case .after = position { return chain.contains(where: isUncertain) }
      let rest = chain.drop { !restored.contains($0) }
      return rest.contains(where: isUncertain)
    }
  }

  /// Returns rows with positions that refer to their next rows, if those are present or are restored too.
  private func resolvingFollowers(_ placed: [PositionedRow], _ state: State) -> [PositionedRow] {
    let ids = Set(placed.map { $0.row.id })
    func isKnown(_ id: Row.ID) -> Bool {
      switch state.deletions[id] {
      case .deleting?: false
      case .deleteFailed?, .restoring?, .restoreFailed?: true
      case nil: state.rows.handle(of: id) != nil && !isOrphaned(id, state)
      }
    }
    return placed.map { placed in
      let next = placed.followingIDs.first { ids.contains($0) || isKnown($0) }
      var placed = placed
      placed.followingAbsentID = next
      if let next, !ids.contains(next), !isAbsent(next, state) {
        (placed.position, placed.nextLocalID, placed.followingAbsentID) = (.before(next), nil, nil)
      }
      return placed
    }
  }

  /// Inserts the rows that were restored, with the contents that are stored now.
  func finishRestoring(_ stored: [PositionedRow], _ state: inout State) {
    var rows: [Row.ID: Row] = [:]
    for placed in stored {
      if case .restoring = state.deletions[placed.row.id] { rows[placed.row.id] = placed.row }
    }
    let chains = removeAbsentRows(removingDuplicates(stored.map { $0.row.id }).filter { rows[$0] != nil }, &state)
    insertRestoredRows(
      Set(rows.keys),
      chains.map { chain in
        chain.map { placed in
          var placed = placed
          placed.row = rows[placed.row.id] ?? placed.row
          return placed
        }
      }, &state)
    invalidateWindow(&state)
  }

  /// Removes absent rows that are present again, and returns the chains that contained them.
  private func removeAbsentRows(_ ids: [Row.ID], _ state: inout State) -> [[PositionedRow]] {
    if ids.isEmpty { return [] }
    var absent = AbsentRows(state)
    let chains = absent.remove(ids)
    updateAbsentRows(absent, &state)
    for id in ids { state.deletions[id] = nil }
    return chains
  }

  private func updateAbsentRows(_ absent: AbsentRows, _ state: inout State) {
    for id in absent.changedIDs { state.deletions[id]?.absentRow = absent.rows[id] }
  }

  func applyRestoreFailure(_ placed: [PositionedRow], _ reason: String, _ state: inout State) {
    for placed in placed {
      guard case .restoring(let known) = state.deletions[placed.row.id] else { continue }
      state.deletions[placed.row.id] = .restoreFailed(known, reason)
    }
  }

  /// Moves absent rows whose positions refer to rows that will be removed to the positions that remain.
  func moveAbsentRows(_ state: inout State, fromPositionsNextTo isGone: (Row.ID) -> Bool) {
    if !state.deletions.values.contains(where: { $0.absentRow != nil }) { return }
    var absent = AbsentRows(state)
    // The neighbor of each chain that moves, by its index. The last chain moves first, so that each precedes those
    // behind it.
    let moved = absent.chainEnds.compactMap { last -> (index: Int, id: Row.ID)? in
      guard let neighbor = last.nextLocalID ?? last.position.neighborID, isGone(neighbor) else { return nil }
      return state.rows.index(ofID: neighbor).map { ($0, last.row.id) }
    }
    for (index, id) in moved.sorted(by: { $0.index > $1.index }) {
      guard let found = neighbor(at: index, state, leaving: isGone) else { continue }
      absent.moveChain(endingWith: id, to: found.place, nextLocalID: found.next) {
        state.rows.handle(of: $0) != nil && !isGone($0)
      }
    }
    updateAbsentRows(absent, &state)
  }

  /// Inserts restored rows of chains, with their edits and their selection.
  private func insertRestoredRows(_ ids: Set<Row.ID>, _ chains: [[PositionedRow]], _ state: inout State) {
    for chain in chains {
      guard let last = chain.last else { continue }
      var next = nextRowID(after: last.position, nextLocalID: last.nextLocalID, state)
      for placed in chain.reversed() {
        let id = placed.row.id
        if ids.contains(id) { insertRestoredRow(placed, before: next, &state) }
        // A row whose deletion was not confirmed yet is still there.
        if state.rows.handle(of: id) != nil { next = id }
      }
    }
  }

  private func insertRestoredRow(_ placed: PositionedRow, before next: Row.ID?, _ state: inout State) {
    let id = placed.row.id
    if let edited = placed.editedRow, edited.id == id {
      state.drafts[id] = Draft(editedRow: edited, storedRow: placed.row, status: .unsaved)
    }
    if !state.isRemote { upsertRow(state.drafts[id]?.editedRow ?? placed.row, before: next, &state) }
    if placed.isSelected { restoreSelection(of: placed.row, &state) }
  }

  func restoreSelection(of row: Row, _ state: inout State) {
    if !canSelect(row) { return }
    switch options.selection {
    case .none: break
    case .single: if state.selection.isEmpty { replaceSelection(RowSelection([row.id], anchor: row.id), &state) }
    case .multiple:
      if let handle = state.rows.handle(of: row.id) {
        if isSelected(handle, state) { return }
        updateSelectionCountsAndAggregates(for: handle, by: -1, &state)
        state.selection.toggle(row.id)
        updateSelectionCountsAndAggregates(for: handle, by: 1, &state)
      } else if state.selection.toggledFilters.isEmpty {
        // The row is not loaded. Filters might select it already.
        state.selection.ids.insert(row.id)
      }
    }
  }
}
