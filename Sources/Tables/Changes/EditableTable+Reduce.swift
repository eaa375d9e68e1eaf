import Loop

extension EditableTable {
  /// Applies an action.
  ///
  /// An action that is rejected changes nothing except the rejection of the view. If the user did not cause it, for example
  /// if the pointer enters a row that is gone, it is ignored.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Self> {
    if !state.view.derived.isUpToDate { normalizeDecoded(&state) }
    let isUserAction = action.isUserAction
    let start =
      if case .view(let action) = action {
        view.beginAction(action, &state.view)
      } else {
        view.beginAction(isUserAction: isUserAction, &state.view)
      }
    var effects = Effects<Self>.none
    var rejection: ActionRejection?
    do throws(ActionRejection) {
      effects = try apply(action, &state, &rejection)
      if isUserAction && options.savesCommittedCells { effects += saveCommittedCells(&state) }
    } catch {
      rejection = error
    }
    endEditOfMissingRow(&state)
    return effects + view.endAction(start, rejection, &state.view).lift(Self.viewCases)
  }

  /// Applies an action, or throws before it changes anything.
  ///
  /// If only a part of an action is rejected, sets `rejection`.
  private func apply(
    _ action: Action, _ state: inout State, _ rejection: inout ActionRejection?
  ) throws(ActionRejection) -> TableEffects {
    switch action {
    case .view(.keyPressed(let key)): return try handleKey(key, &state, &rejection)
    case .view(.rowsReplaced(let rows)): replaceAllRows(rows, &state)
    case .view(.rowUpserted(let row, let other)): applyUpsert(row, before: other, by: .anotherUser, &state)
    case .view(.rowRemoved(let id)): applyRemoteRemoval(ofID: id, &state)
    case .view(.windowLoaded(let rows, let count)):
      try view.apply(.windowLoaded(mergingDrafts(into: rows, &state), count: count), &state.view)
    case .view(let action): try view.apply(action, &state.view)
    case .editBegan(let id, let column): return try beginEditing(rowID: id, column: column, &state)
    case .cellTextChanged(let text):
      if state.editedCell == nil { throw .nothingToDo }
      state.editedCell?.text = text
      state.editedCell?.error = nil
    case .editCommitted: return try commitEdit(&state)
    case .editCancelled: cancelEdit(&state)
    case .cellValueSet(let id, let column, let value): return try setCellValue(value, rowID: id, column: column, &state)
    case .cellRejected(let id, let column, let value, let reason):
      rejectCellValue(rowID: id, column: column, value: value, reason: reason, &state)
    case .saveTapped(let id): return try saveDrafts(ofID: id, &state)
    case .revertTapped(let id): try revertDrafts(ofID: id, &state)
    case .localKept(let id): return try resolveConflictKeepingLocal(id, &state)
    case .remoteTaken(let id):
      if state.drafts[id]?.status != .conflict { throw .nothingToDo }
      try revertDrafts(ofID: id, &state)
    case .deleteTapped: return deleteRows(try rowsToDelete(by: .deleteTapped, state), &state)
    case .rowsDeleted(let ids): return deleteRows(try rowsToDelete(by: .rowsDeleted(ids), state), &state)
    case .rowsDeletedAt(let offsets):
      return deleteRows(try rowsToDelete(by: .rowsDeletedAt(offsets: offsets), state), &state)
    case .restoreTapped(let id): return try retryRestore(id, &state)
    case .rowsMoved(let move): return try requestMove(by: .rowsMoved(move), &state)
    case .rowsMovedFrom(let offsets, let target):
      return try requestMove(by: .rowsMovedFrom(offsets: offsets, toOffset: target), &state)
    case .dragBegan(let id): try beginDrag(ofID: id, &state)
    case .draggedOver(let target): state.drag?.target = target
    case .dropped: return try dropDraggedRows(&state, &rejection)
    case .dragCancelled: state.drag = nil
    case .rowStored(let row, let other): applyUpsert(row, before: other, by: .user, &state)
    case .moveCompleted(let moves): finishMoves(moves, failure: nil, &state)
    case .moveFailed(let moves, let reason): finishMoves(moves, failure: reason, &state)
    case .deleteCompleted(let ids): finishDeletion(of: ids, &state)
    case .deleteFailed(let ids, let reason):
      for id in ids where state.deletions[id] == .deleting {
        state.deletions[id] = .deleteFailed(reason)
      }
    case .restoreCompleted(let placed): finishRestoring(placed, &state)
    case .restoreFailed(let placed, let reason): applyRestoreFailure(placed, reason, &state)
    case .saveCompleted(let row): finishSaving(row, &state)
    case .saveFailed(let id, let reason): applySaveFailure(id, reason, &state)
    case .saveConflicted(let id, let stored): applySaveConflict(id, stored, &state)
    case .undoApplied(let change): return try applyUndo(change, &state)
    }
    return .none
  }

  /// Handles a key press.
  ///
  /// While a cell is edited, only the keys that end the edit or move to the next cell are handled.
  private func handleKey(
    _ key: TableKeyPress, _ state: inout State, _ rejection: inout ActionRejection?
  ) throws(ActionRejection) -> TableEffects {
    if state.isEditing && !key.code.isHandledWhileEditing { throw .cellBeingEdited }
    switch key.code {
    case .escape: if state.isEditing { cancelEdit(&state) } else { state.drag = nil }
    case .delete: return deleteRows(try rowsToDelete(by: .view(.keyPressed(key)), state), &state)
    case .enter, .f2: return try handleEnter(&state)
    case .tab: return try handleTab(isBackwards: key.isShiftDown, &state, &rejection)
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .letters:
      try view.handleKey(key, &state.view)
    }
    return .none
  }

  /// Ends the edit of a cell whose row is gone, unless its text may still be stored.
  private func endEditOfMissingRow(_ state: inout State) {
    guard let editing = state.editedCell, state.view.rows.handle(of: editing.row) == nil else { return }
    if !(editing.hasChangedText && state.view.isRemote) { state.editedCell = nil }
  }

  /// Normalizes a decoded state: the view, and the cell that is edited, if its column cannot be edited any more.
  private func normalizeDecoded(_ state: inout State) {
    view.normalizeDecoded(&state.view)
    if view.column(named: state.editedCell?.column)?.isEditable != true { state.editedCell = nil }
    endEditOfMissingRow(&state)
  }

  /// Returns the state, normalized if it has just been decoded.
  ///
  /// See ``TableFeature/normalizedIfDecoded(_:)``.
  public func normalizedIfDecoded(_ state: State) -> State {
    if state.view.derived.isUpToDate { return state }
    var state = state
    normalizeDecoded(&state)
    return state
  }
}

extension EditableTable.Action {
  /// Whether the user performs the action on purpose, so that it needs an answer.
  fileprivate var isUserAction: Bool {
    switch self {
    case .view(let action): action.isUserAction
    case .draggedOver, .cellRejected, .rowStored, .moveCompleted, .moveFailed, .deleteCompleted, .deleteFailed,
      .restoreCompleted, .restoreFailed, .saveCompleted, .saveFailed, .saveConflicted:
      false
    case .editBegan, .cellTextChanged, .editCommitted, .editCancelled, .cellValueSet, .saveTapped, .revertTapped,
      .localKept, .remoteTaken, .deleteTapped, .rowsDeleted, .rowsDeletedAt, .restoreTapped, .rowsMoved, .rowsMovedFrom,
      .dragBegan, .dropped, .dragCancelled, .undoApplied:
      true
    }
  }
}
