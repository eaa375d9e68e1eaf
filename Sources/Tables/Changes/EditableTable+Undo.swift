import Loop
import Values

extension EditableTable: Undoable {
  /// A change of data that can be undone.
  public enum ChangeKind: Hashable, Codable, Sendable {
    /// A cell was edited.
    case cellEdit
    /// Rows were moved.
    case move
    /// Rows were deleted.
    case deletion
    /// Edited rows were reverted to their stored versions.
    case revert
  }

  typealias UndoStep = Compensation<Action, ChangeKind>

  /// Returns the actions that undo an action.
  ///
  /// Sorting, filtering and selecting are not undo steps, and neither are responses.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    // After decoding, the visible and the selected rows are unknown until the state is normalized.
    if !state.view.derived.isUpToDate { return compensation(of: action, in: normalizedIfDecoded(state)) }
    return switch action {
    case .cellValueSet(let id, let column, let value):
      cellEditCompensation(value: value, rowID: id, column: column, state)
    case .editCommitted: commitCompensation(state)
    case .editBegan(let id, let column): beginEditCompensation(rowID: id, column: column, state)
    case .view(.keyPressed(let key)): keyCompensation(key, action, state)
    case .deleteTapped, .rowsDeleted, .rowsDeletedAt: deletionCompensation(by: action, state)
    case .rowsMoved, .rowsMovedFrom, .dropped: moveCompensation(by: action, state)
    case .undoApplied(let change): undoCompensation(of: change, state)
    case .revertTapped(let id): revertCompensation(ofIDs: id.map { [$0] } ?? revertibleIDs(state), state)
    case .remoteTaken(let id): state.drafts[id]?.status == .conflict ? revertCompensation(ofIDs: [id], state) : .ignored
    case .saveTapped, .localKept, .view(.rowsReplaced): .breaksCoalescing
    default: .ignored
    }
  }

  /// Returns what applying a compensating action would do.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    switch action {
    case .undoApplied(let change): undoStatus(of: change, state)
    case .revertTapped(let id?): state.drafts[id] == nil ? .hasNoEffect : isBusy(id, state) ? .deferred : .applicable
    default: .hasNoEffect
    }
  }

  private func keyCompensation(_ key: TableKeyPress, _ action: Action, _ state: State) -> UndoStep {
    switch key.code {
    case .enter, .f2, .tab: commitCompensation(state)
    case .delete: deletionCompensation(by: action, state)
    default: .ignored
    }
  }

  /// Returns the compensation of the edit that is committed when the user begins to edit another cell, if that cell is
  /// editable.
  private func beginEditCompensation(rowID: Row.ID, column name: String, _ state: State) -> UndoStep {
    guard (try? requireEditableCell(rowID: rowID, column: name, state)) != nil, let editing = state.editedCell,
      editing.row != rowID || editing.column != name
    else { return .ignored }
    return commitCompensation(state)
  }

  private func commitCompensation(_ state: State) -> UndoStep {
    guard let editing = state.editedCell, editing.hasChangedText, let column = view.column(named: editing.column),
      let value = column.parseCell(editing.text)
    else { return .ignored }
    return cellEditCompensation(value: value, rowID: editing.row, column: editing.column, state)
  }

  private func cellEditCompensation(value: Value, rowID: Row.ID, column name: String, _ state: State) -> UndoStep {
    guard let row = currentRow(withID: rowID, state), let column = view.column(named: name), !isBusy(rowID, state),
      let edited = try? column.settingCell(to: value, of: row), edited != row
    else { return .ignored }
    return .actions([.undoApplied(.cellEdit(name, was: row, is: edited))], of: .cellEdit)
  }
}
