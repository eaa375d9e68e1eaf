import Loop

extension EditableTable {
  /// An unsaved draft and the position of its row.
  public struct PositionedDraft: Hashable, Sendable {
    /// The draft.
    package var draft: Draft
    /// The position of the row, if it is orphaned.
    ///
    /// Otherwise it is the end, and not used: the position is that of the stored row.
    package var position = RowPosition<Row.ID>.end
    /// Whether the row was selected.
    ///
    /// Used only for an orphaned row: when its draft is removed, no stored row remains that could stay selected.
    package var isSelected = false
  }
}

extension EditableTable {
  /// An operation that undoes a change of data.
  ///
  /// It contains the rows themselves, because they may no longer be loaded when the change is undone.
  public enum UndoOperation: Hashable, Sendable {
    /// Undoes the edit of a cell, which changed the row from `was` to `is`.
    case cellEdit(String, was: Row, is: Row)
    /// Undoes the moves in `from`. The first list contains the moves to apply, in order.
    case move([Move], from: [Move])
    /// Undoes a deletion: restores the rows.
    case deletion([PositionedRow])
    /// Undoes a restoration: deletes the rows.
    case restoration([PositionedRow])
    /// Undoes a revert: restores the drafts.
    case revert([PositionedDraft])
  }
}

extension EditableTable.UndoOperation: Codable where Row: Codable, Row.ID: Codable {}

extension EditableTable.PositionedDraft: Codable where Row: Codable, Row.ID: Codable {}

extension EditableTable {
  /// Returns the actions that undo an undo operation, that is, redo the change.
  func undoCompensation(of change: UndoOperation, _ state: State) -> UndoStep {
    if undoStatus(of: change, state) != .applicable { return .ignored }
    switch change {
    case .cellEdit(let name, let was, let known):
      guard let (row, edited) = rowsOfUndoneEdit(of: name, was, known, state) else { return .ignored }
      return .actions([.undoApplied(.cellEdit(name, was: row, is: edited))], of: .cellEdit)
    case .move(let moves, let known): return moveCompensation(of: excludingOrphans(moves, state), from: known, state)
    case .deletion(let placed):
      return .actions([.undoApplied(.restoration(placed.filter { isDeleted($0.row.id, state) }))], of: .deletion)
    case .restoration(let placed):
      return deletionCompensation(of: placed.filter { mayExist($0.row.id, state) }, state)
    case .revert(let placed):
      let again = placed.filter { restorableDraft($0, state) != nil }.map { Action.revertTapped($0.draft.editedRow.id) }
      return .actions(again, of: .revert)
    }
  }

  /// Returns the current row and the row after the edit of a cell is undone, or `nil` if it cannot be undone.
  private func rowsOfUndoneEdit(
    of name: String, _ was: Row, _ known: Row, _ state: State
  ) -> (current: Row, edited: Row)? {
    guard let row = currentRow(withID: known.id, fallback: known, state), let column = view.column(named: name),
      let edited = try? rowBeforeEdit(original: was, edited: known, current: row, column: column, state)
    else { return nil }
    return (row, edited)
  }

  /// Returns what applying an undo operation would do, without computing how it is undone itself.
  func undoStatus(of change: UndoOperation, _ state: State) -> UndoStatus {
    switch change {
    case .cellEdit(let name, let was, let known):
      if isBusy(known.id, state) { return .deferred }
      guard let (row, edited) = rowsOfUndoneEdit(of: name, was, known, state), edited != row else {
        return .hasNoEffect
      }
      return .applicable
    case .move(let moves, _):
      if !state.pendingMoves.isEmpty { return .deferred }
      return movesOfRemainingRows(moves, state).allSatisfy { isAlreadyApplied($0, state) } ? .hasNoEffect : .applicable
    case .deletion(let placed):
      return placed.contains { isDeleted($0.row.id, state) } ? .applicable : .hasNoEffect
    case .restoration(let placed):
      if isAnyBusy(placed.lazy.map { $0.row.id }, state) { return .deferred }
      return placed.contains { mayExist($0.row.id, state) } ? .applicable : .hasNoEffect
    case .revert(let placed):
      if isAnyBusy(placed.lazy.map { $0.draft.editedRow.id }, state) { return .deferred }
      return placed.contains { restorableDraft($0, state) != nil } ? .applicable : .hasNoEffect
    }
  }

  /// Returns whether an operation on one of these rows is pending.
  private func isAnyBusy(_ ids: some Sequence<Row.ID>, _ state: State) -> Bool {
    // Most often nothing is pending, and the rows can be many.
    !(state.deletions.isEmpty && state.drafts.isEmpty) && ids.contains { isBusy($0, state) }
  }

  /// Returns whether a row is deleted or is being deleted.
  ///
  /// A remote row that is not loaded counts as deleted, because it is not known whether the deletion failed.
  private func isDeleted(_ id: Row.ID, _ state: State) -> Bool {
    switch state.deletions[id] {
    case .deleting?: true
    case .deleteFailed?, .restoring?, .restoreFailed?: false
    case nil: state.view.rows.handle(of: id) == nil
    }
  }

  /// Returns whether a row can be deleted.
  ///
  /// A remote row that is not loaded may still exist, so it counts as one that can be deleted.
  /// One that could not be restored exists only here.
  private func mayExist(_ id: Row.ID, _ state: State) -> Bool {
    if case .restoreFailed? = state.deletions[id] { return false }
    return state.view.isRemote || state.view.rows.handle(of: id) != nil
  }

  /// Returns the draft rebased onto the currently stored row, or `nil` if the row already has a draft, was
  /// deleted, or equals the draft.
  private func restorableDraft(_ placed: PositionedDraft, _ state: State) -> Draft? {
    var draft = placed.draft
    let id = draft.editedRow.id
    let stored = state.view.rows[id] ?? (state.view.isRemote ? draft.storedRow : nil)
    if state.drafts[id] != nil || draft.storedRow.map({ $0.id != id }) ?? false
      || (stored == nil && draft.storedRow != nil)
    {
      return nil
    }
    if let stored, haveEqualEditableCells(stored, draft.editedRow, state) { return nil }
    draft.status =
      isChange(from: draft.storedRow, to: stored) || stored == nil || draft.status == .conflict ? .conflict : .unsaved
    draft.storedRow = stored
    return draft
  }

  func applyUndo(_ change: UndoOperation, _ state: inout State) throws(ActionRejection) -> TableEffects {
    switch change {
    case .cellEdit(let name, let was, let known):
      let (row, column) = try requireEditableCell(rowID: known.id, column: name, fallback: known, state)
      let edited = try rowBeforeEdit(original: was, edited: known, current: row, column: column, state)
      return storeCellEdit(from: row, to: edited, column: column, &state)
    case .move(let moves, _): return sendUndoMoves(moves, &state)
    case .deletion(let placed): return try restoreRows(placed.filter { isDeleted($0.row.id, state) }, &state)
    case .restoration(let placed):
      let rows = placed.map { $0.row }.filter { mayExist($0.id, state) }.map { state.view.rows[$0.id] ?? $0 }
      try requireDeletable(rows, state)
      return deleteRows(rows, &state)
    case .revert(let placed):
      for placed in placed.reversed() { restoreDraft(placed, &state) }
      return .none
    }
  }

  /// Restores a draft, and inserts its row if it is orphaned.
  private func restoreDraft(_ placed: PositionedDraft, _ state: inout State) {
    guard let draft = restorableDraft(placed, state) else { return }
    let id = draft.editedRow.id
    state.drafts[id] = draft
    if state.view.rows.handle(of: id) == nil && state.view.isRemote { return }
    view.upsertRow(draft.editedRow, before: nextRowID(at: placed.position, state), &state.view)
    if placed.isSelected { restoreSelection(of: draft.editedRow, &state) }
  }

  /// Returns the moves without orphaned rows.
  ///
  /// An orphaned row, which another user has deleted, keeps its position.
  private func excludingOrphans(_ moves: [Move], _ state: State) -> [Move] {
    moves.compactMap { move in
      let ids = move.ids.filter { !isOrphaned($0, state) }
      return ids.isEmpty ? nil : Move(ids, move.position)
    }
  }

  /// Returns the moves without orphaned rows, and of rows that exist as far as that is known.
  private func movesOfRemainingRows(_ moves: [Move], _ state: State) -> [Move] {
    excludingOrphans(moves, state).filter { move in
      state.view.isRemote || move.ids.contains { state.view.rows.handle(of: $0) != nil }
    }
  }

  /// Sends the moves that put rows back, even if the rows are sorted now.
  private func sendUndoMoves(_ moves: [Move], _ state: inout State) -> TableEffects {
    let here = movesOfRemainingRows(moves, state)
    return here.isEmpty ? .none : sendMoves(here, &state)
  }
}
