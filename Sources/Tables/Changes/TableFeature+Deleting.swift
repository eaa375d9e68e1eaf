import Loop

extension TableFeature {
  /// A pending or failed deletion or restoration of a row.
  public enum DeletionStatus: Hashable, Sendable {
    /// The row is being deleted.
    case deleting
    /// The row could not be deleted, with this reason.
    case deleteFailed(String)
    /// The row was deleted and is being restored.
    case restoring(PositionedRow)
    /// The row was deleted and could not be restored, with this reason.
    case restoreFailed(PositionedRow, String)

    /// A Boolean value that indicates whether the response is still pending.
    public var isPending: Bool {
      switch self {
      case .deleting, .restoring: true
      case .deleteFailed, .restoreFailed: false
      }
    }
  }
}

extension TableFeature.DeletionStatus: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  /// A deleted row and its former position.
  public struct PositionedRow: Hashable, Sendable {
    /// The stored version of the row.
    public var row: Row
    /// The former position.
    ///
    /// It is the end if the position is unknown because all loaded rows were deleted together.
    ///
    /// If remote rows are sorted or filtered, only the visible neighbors are known. The restored row is then visible
    /// where it was before, except that rows with equal sort keys may be on a page that is not loaded. Its position
    /// among hidden rows, or in another order, may differ.
    public var position: RowPosition<Row.ID>
    /// The next row, if it is orphaned.
    ///
    /// The server does not know that row, so ``position`` cannot refer to it.
    public var nextLocalID: Row.ID?
    /// The edited version of the row, if it was not saved.
    public var editedRow: Row?
    /// Whether the row was selected.
    public var isSelected: Bool

    /// Creates a positioned row.
    public init(
      _ row: Row, _ position: RowPosition<Row.ID>, nextLocalID: Row.ID? = nil, editedRow: Row? = nil,
      isSelected: Bool = false
    ) {
      self.row = row
      self.position = position
      self.nextLocalID = nextLocalID
      self.editedRow = editedRow
      self.isSelected = isSelected
    }
  }
}

extension TableFeature.PositionedRow: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  func deleteSelected(_ state: inout State) throws(ActionRejection) -> TableEffects {
    if !isSelectionLoaded(state) { throw .notLoaded }
    let ids = selectedVisibleRows(in: state).map { $0.id }
    return try deleteRows(ids.isEmpty ? [state.cursor?.row].compactMap { $0 } : ids, &state)
  }

  func deleteRows(_ named: [Row.ID], _ state: inout State) throws(ActionRejection) -> TableEffects {
    if !options.supportsDeletions { throw .deletionsDisabled }
    var rows: [Row] = []
    for id in named {
      guard let row = state.rows[id] else { throw missingRowRejection(state) }
      rows.append(row)
    }
    return try deleteRows(rows, &state)
  }

  /// Deletes rows.
  ///
  /// A duplicate counts once. An orphaned row is discarded without an effect.
  func deleteRows(_ rows: [Row], _ state: inout State) throws(ActionRejection) -> TableEffects {
    if !options.supportsDeletions { throw .deletionsDisabled }
    if rows.isEmpty { throw .nothingToDo }
    for row in rows {
      if !options.canDelete(row) { throw .notDeletable }
      if isBusy(row.id, state) { throw .busy }
    }
    let ids = removingDuplicates(rows.map { $0.id })
    let stored = ids.filter { !isOrphaned($0, state) }
    switch changePolicy {
    case .immediate:
      removeRows(ids, &state)
      return stored.isEmpty ? .none : .fireAndForget(.delete(stored))
    case .afterConfirmation:
      if stored.count < ids.count { removeRows(ids.filter { isOrphaned($0, state) }, &state) }
      for id in stored { state.deletions[id] = .deleting }
      return stored.isEmpty ? .none : .run(.delete(stored), in: .rowOrder, .queue)
    }
  }

  /// Returns whether an operation on a row is pending, so that the row cannot be changed.
  func isBusy(_ id: Row.ID, _ state: State) -> Bool {
    state.deletions[id]?.isPending == true || state.drafts[id]?.status.isPending == true
  }

  /// Removes rows whose deletion was confirmed.
  ///
  /// If a row is to be restored meanwhile, its pending restoration remains.
  func finishDeletion(of ids: [Row.ID], _ state: inout State) {
    let answered = removingDuplicates(ids).filter { state.deletions[$0]?.isPending == true }
    let operations = answered.map { state.deletions[$0] }
    removeRows(answered, &state)
    for (id, operation) in zip(answered, operations) where operation != .deleting {
      state.deletions[id] = operation
    }
  }
}

extension TableFeature {
  /// Restores rows at their former positions, from the first to the last.
  func restoreRows(_ placed: [PositionedRow], _ state: inout State) throws(ActionRejection) -> TableEffects {
    if placed.isEmpty { throw .nothingToDo }
    let placed = resolvingNeighbors(placed, state)
    switch changePolicy {
    case .immediate:
      for placed in placed { insertRestoredRow(placed, &state) }
      return .fireAndForget(.restore(placed))
    case .afterConfirmation:
      for placed in placed { state.deletions[placed.row.id] = .restoring(placed) }
      return .run(.restore(placed), in: .rowOrder, .queue)
    }
  }

  /// Retries failed restorations: of one row, or of all with `nil`.
  ///
  /// The neighbor of a row is restored before the row itself. If the neighbor is not restored, the row takes the
  /// position of that neighbor.
  func retryRestore(_ id: Row.ID?, _ state: inout State) throws(ActionRejection) -> TableEffects {
    var lost: [Row.ID: PositionedRow] = [:]
    for case (let known, .restoreFailed(let placed, _)) in state.deletions { lost[known] = placed }
    var waiting = lost.filter { id == nil || id == $0.key }
    var placed: [PositionedRow] = []
    func appendWithNeighbors(_ id: Row.ID) {
      guard let next = waiting.removeValue(forKey: id) else { return }
      lost[id] = nil
      if let name = next.position.neighborID { appendWithNeighbors(name) }
      placed.append(next)
    }
    for id in waiting.keys.sorted(by: { "\($0)" < "\($1)" }) { appendWithNeighbors(id) }
    for number in placed.indices {
      while let other = placed[number].position.neighborID.flatMap({ lost.removeValue(forKey: $0) }) {
        placed[number].position = other.position
      }
    }
    return try restoreRows(placed, &state)
  }

  func finishRestoring(_ stored: [PositionedRow], _ state: inout State) {
    for placed in stored {
      guard case .restoring(let known) = state.deletions[placed.row.id] else { continue }
      state.deletions[placed.row.id] = nil
      var back = known
      back.row = placed.row
      insertRestoredRow(back, &state)
    }
    invalidateWindow(&state)
  }

  func applyRestoreFailure(_ placed: [PositionedRow], _ reason: String, _ state: inout State) {
    for placed in placed {
      guard case .restoring(let known) = state.deletions[placed.row.id] else { continue }
      state.deletions[placed.row.id] = .restoreFailed(known, reason)
    }
  }

  /// Inserts a restored row at its former position, with its edits and its selection.
  func insertRestoredRow(_ placed: PositionedRow, _ state: inout State) {
    let id = placed.row.id
    if let edited = placed.editedRow, edited.id == id {
      state.drafts[id] = Draft(editedRow: edited, storedRow: placed.row, status: .unsaved)
    }
    if !state.isRemote {
      let next = nextRowID(after: placed.position, nextLocalID: placed.nextLocalID, state)
      upsertRow(state.drafts[id]?.editedRow ?? placed.row, before: next, &state)
    }
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
