import Loop

extension EditableTable {
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

extension EditableTable.DeletionStatus: Codable where Row: Codable, Row.ID: Codable {}

extension EditableTable {
  /// A deleted row and its former position.
  public struct PositionedRow: Hashable, Sendable {
    /// The stored version of the row.
    public var row: Row
    /// The former position: before the row that followed it, which may have been deleted with it.
    ///
    /// If that remote row was not loaded, the position is after the nearest previous row that stays, or at the end if no
    /// loaded row stays. If remote rows are sorted or filtered, only the visible rows are known, so that the position
    /// among hidden rows, among rows with equal sort keys, or in another order may differ.
    public var position: RowPosition<Row.ID>
    /// The edited version of the row, if it was not saved.
    public var editedRow: Row?
    /// Whether the row was selected.
    public var isSelected: Bool

    /// Creates a positioned row.
    public init(
      _ row: Row, _ position: RowPosition<Row.ID>, editedRow: Row? = nil, isSelected: Bool = false
    ) {
      self.row = row
      self.position = position
      self.editedRow = editedRow
      self.isSelected = isSelected
    }
  }
}

extension EditableTable.PositionedRow {
  /// Whether the row is restored directly before another one.
  func precedes(_ next: Self) -> Bool { position == .before(next.row.id) }

  /// Returns a copy in which each row is replaced by the result of a function.
  package func mapRows(_ transform: (Row) -> Row) -> Self {
    var placed = self
    placed.row = transform(row)
    placed.editedRow = editedRow.map(transform)
    return placed
  }
}

/// The coding is short, because a saved session can have tens of thousands of deleted rows.
extension EditableTable.PositionedRow: Codable where Row: Codable, Row.ID: Codable {
  private enum CodingKeys: CodingKey {
    case row
    case before
    case after
    case editedRow
    case isSelected
  }

  /// Decodes a row without a position as one at the end.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    row = try container.decode(Row.self, forKey: .row)
    if let next = try container.decodeIfPresent(Row.ID.self, forKey: .before) {
      position = .before(next)
    } else if let previous = try container.decodeIfPresent(Row.ID.self, forKey: .after) {
      position = .after(previous)
    } else {
      position = .end
    }
    editedRow = try container.decodeIfPresent(Row.self, forKey: .editedRow)
    isSelected = try container.decodeIfPresent(Bool.self, forKey: .isSelected) ?? false
  }

  /// Encodes what differs from an unedited row at the end.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(row, forKey: .row)
    switch position {
    case .before(let next): try container.encode(next, forKey: .before)
    case .after(let previous): try container.encode(previous, forKey: .after)
    case .end: break
    }
    try container.encodeIfPresent(editedRow, forKey: .editedRow)
    if isSelected { try container.encode(isSelected, forKey: .isSelected) }
  }
}

extension EditableTable {
  /// Returns the rows that an action deletes, each once.
  ///
  /// Throws if the action is rejected. The result is empty if the action deletes no rows.
  func rowsToDelete(by action: Action, _ state: State) throws(ActionRejection) -> [Row] {
    switch action {
    case .deleteTapped: try deletableRows(selectedIDs(state), state)
    case .view(.keyPressed):
      if state.isEditing { throw .cellBeingEdited } else { try deletableRows(selectedIDs(state), state) }
    case .rowsDeleted(let ids): try deletableRows(ids, state)
    case .rowsDeletedAt(let offsets): try deletableRows(try ids(atOffsets: offsets, state), state)
    default: []
    }
  }

  private func selectedIDs(_ state: State) throws(ActionRejection) -> [Row.ID] {
    if !view.isSelectionLoaded(state.view) { throw .notLoaded }
    let ids = view.idsToChange(in: state.view)
    if ids.isEmpty && !view.selectedRows(in: state.view).isEmpty { throw .selectionHidden }
    return ids
  }

  private func deletableRows(_ ids: [Row.ID], _ state: State) throws(ActionRejection) -> [Row] {
    if !options.supportsDeletions { throw .deletionsDisabled }
    var rows: [Row] = []
    for id in removingDuplicates(ids) {
      guard let row = state.view.rows[id] else { throw missingRowRejection(state) }
      rows.append(row)
    }
    try requireDeletable(rows, state)
    return rows
  }

  /// Throws if there are no rows, or if one of them cannot be deleted now.
  func requireDeletable(_ rows: [Row], _ state: State) throws(ActionRejection) {
    if !options.supportsDeletions { throw .deletionsDisabled }
    if rows.isEmpty { throw .nothingToDo }
    for row in rows {
      if !options.canDelete(row) { throw .notDeletable }
      if isBusy(row.id, state) { throw .busy }
    }
  }

  /// Deletes rows that can be deleted.
  ///
  /// An orphaned row is discarded without an effect.
  func deleteRows(_ rows: [Row], _ state: inout State) -> TableEffects {
    let ids = removingDuplicates(rows.map { $0.id })
    let stored = ids.filter { !isOrphaned($0, state) }
    switch changePolicy {
    case .immediate:
      removeRows(ids, &state)
      return stored.isEmpty ? .none : .fireAndForget(.delete(stored), runsAgainAfterRestart: true)
    case .afterConfirmation:
      if stored.count < ids.count { removeRows(ids.filter { isOrphaned($0, state) }, &state) }
      for id in stored { state.deletions[id] = .deleting }
      return stored.isEmpty ? .none : write(.delete(stored), in: .rowOrder) { .deleteFailed(stored, $0) }
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

extension EditableTable {
  /// Restores rows at their former positions, from the last to the first.
  func restoreRows(_ placed: [PositionedRow], _ state: inout State) throws(ActionRejection) -> TableEffects {
    if placed.isEmpty { throw .nothingToDo }
    let stored = withStoredPositions(placed, state)
    switch changePolicy {
    case .immediate:
      insertRestoredRows(placed, &state)
      return .fireAndForget(.restore(stored), runsAgainAfterRestart: true)
    case .afterConfirmation:
      for placed in placed { state.deletions[placed.row.id] = .restoring(placed) }
      return write(.restore(stored), in: .rowOrder) { .restoreFailed(stored, $0) }
    }
  }

  /// Retries failed restorations: of one row, or of all with `nil`.
  func retryRestore(_ id: Row.ID?, _ state: inout State) throws(ActionRejection) -> TableEffects {
    try restoreRows(failedRestorations(state).filter { id == nil || $0.row.id == id }, &state)
  }

  /// Returns the rows that could not be restored, each before the row that followed it.
  private func failedRestorations(_ state: State) -> [PositionedRow] {
    var waiting: [Row.ID: PositionedRow] = [:]
    for case (let id, .restoreFailed(let placed, _)) in state.deletions { waiting[id] = placed }
    let sequences = waiting.keys.sorted { "\($0)" < "\($1)" }.map { id in
      var rows: [PositionedRow] = []
      var next: Row.ID? = id
      while let row = next.flatMap({ waiting.removeValue(forKey: $0) }) {
        rows.append(row)
        next = row.position.neighborID
      }
      return rows
    }
    // A sequence ends before a row that stays or that is in an earlier sequence.
    return Array(sequences.reversed().joined())
  }

  func finishRestoring(_ stored: [PositionedRow], _ state: inout State) {
    var restored: [PositionedRow] = []
    for placed in stored {
      guard case .restoring(var known) = state.deletions[placed.row.id] else { continue }
      state.deletions[placed.row.id] = nil
      // The response says where the row is stored now, but the server does not know an orphaned row.
      known.row = placed.row
      if !refersToOrphan(known.position, state) { known.position = placed.position }
      restored.append(known)
    }
    insertRestoredRows(restored, &state)
    view.invalidateWindow(&state.view)
  }

  func applyRestoreFailure(_ placed: [PositionedRow], _ reason: String, _ state: inout State) {
    for placed in placed {
      guard case .restoring(let known) = state.deletions[placed.row.id] else { continue }
      state.deletions[placed.row.id] = .restoreFailed(known, reason)
    }
  }

  /// Inserts restored rows at their former positions, with their edits and their selection.
  func insertRestoredRows(_ restored: [PositionedRow], _ state: inout State) {
    for placed in restored {
      guard let edited = placed.editedRow, edited.id == placed.row.id else { continue }
      state.drafts[edited.id] = Draft(editedRow: edited, storedRow: placed.row, status: .unsaved)
    }
    if !state.view.isRemote {
      var remaining = restored[...]
      while let last = remaining.last {
        let start = startOfLastRun(in: remaining, state)
        let rows = remaining[start...].map { state.drafts[$0.row.id]?.editedRow ?? $0.row }
        let next = nextRowID(at: last.position, state)
        if rows.count == 1 {
          view.upsertRow(rows[0], before: next, &state.view)
        } else {
          view.insertRows(rows, before: next, &state.view)
        }
        remaining = remaining[..<start]
      }
    }
    for placed in restored where placed.isSelected { restoreSelection(of: placed.row, &state) }
  }

  /// Returns the index of the first of the last rows that follow each other and do not exist, so that they can be
  /// inserted together, or that of the last row.
  private func startOfLastRun(in placed: ArraySlice<PositionedRow>, _ state: State) -> Int {
    var start = placed.endIndex
    var ids: Set<Row.ID> = []
    while start > placed.startIndex, case let row = placed[start - 1], state.view.rows.handle(of: row.row.id) == nil,
      ids.insert(row.row.id).inserted, start == placed.endIndex || row.precedes(placed[start])
    {
      start -= 1
    }
    return min(start, placed.endIndex - 1)
  }

  func restoreSelection(of row: Row, _ state: inout State) {
    if !view.canSelect(row) { return }
    switch view.options.selection {
    case .none: break
    case .single:
      if state.view.selection.isEmpty { view.replaceSelection(RowSelection([row.id], anchor: row.id), &state.view) }
    case .multiple:
      if let handle = state.view.rows.handle(of: row.id) {
        if view.isSelected(handle, state.view) { return }
        view.updateSelectionCountsAndAggregates(for: handle, by: -1, &state.view)
        state.view.selection.toggle(row.id)
        view.updateSelectionCountsAndAggregates(for: handle, by: 1, &state.view)
      } else if state.view.selection.toggledFilters.isEmpty {
        // The row is not loaded. Filters might select it already.
        state.view.selection.ids.insert(row.id)
      }
    }
  }
}
