public import Loop
internal import Values

extension TableFeature: Undoable {
  /// What can be undone in a table: changes of its data.
  public enum Change: Hashable, Codable, Sendable {
    /// A cell was edited.
    case editing
    /// Rows were moved.
    case moving
    /// Rows were deleted.
    case deleting
    /// Edited rows were made again what is stored.
    case reverting
  }

  /// Tells what takes an action back.
  ///
  /// How rows are sorted, filtered and selected is no step, and neither is what the world answers.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    // Of a state that has just been read nobody knows yet which rows pass, and are selected.
    if !state.derived.isArranged { return compensation(of: action, in: normalizedIfNeeded(state)) }
    return switch action {
    case .cellSet(let id, let column, let value): cellEditCompensation(value: value, rowID: id, column: column, state)
    case .editCommitted: commitCompensation(state)
    case .editBegan(let id, let column): beginEditCompensation(rowID: id, column: column, state)
    case .keyPressed(let key): keyCompensation(key, action, state)
    case .deleteTapped, .rowsDeleted, .rowsDeletedAt: deletionCompensation(by: action, state)
    case .rowsMoved, .rowsMovedFrom, .dropped: moveCompensation(by: action, state)
    case .takenBack(let change): undoCompensation(of: change, action, state)
    case .revertTapped(let id): revertCompensation(ofIDs: id.map { [$0] } ?? revertibleIDs(state), state)
    case .theirsTaken(let id): state.drafts[id]?.stage == .conflict ? revertCompensation(ofIDs: [id], state) : .nothing
    case .saveTapped, .mineKept, .rowsReplaced: .pause
    case .titlePressed, .sortSet, .columnFiltered, .conditionSet, .searched, .grouped, .selection,
      .hoverBegan, .hoverEnded, .pageTurned, .pageSizeChanged, .scrolled, .heightChanged, .widthChanged, .columnMoved,
      .columnShown,
      .columnResized, .scrolledSideways, .settingsChosen, .typed, .editCancelled, .cellRejected,
      .dragBegan, .draggedOver, .dragCancelled, .rowPut, .rowRemoved, .besideSet, .reloadTapped, .windowLoaded,
      .windowFailed, .moved, .moveFailed, .deleted, .deleteFailed, .restored, .restoreFailed, .saved, .saveFailed,
      .saveConflicted, .restoreTapped:
      .nothing
    }
  }

  private func keyCompensation(_ key: TableKey, _ action: Action, _ state: State) -> Compensation<Action, Change> {
    switch key.code {
    case .enter, .f2, .tab: commitCompensation(state)
    case .delete: deletionCompensation(by: action, state)
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .escape, .letters: .nothing
    }
  }

  /// To begin another cell commits what is typed, if the other one can be edited.
  private func beginEditCompensation(rowID id: Row.ID, column name: String, _ state: State) -> Compensation<
    Action, Change
  > {
    do throws(ActionRejection) {
      _ = try requireEditableCell(rowID: id, column: name, state)
    } catch {
      return .nothing
    }
    return state.editing.map { $0.row == id && $0.column == name } ?? true ? .nothing : commitCompensation(state)
  }

  private func commitCompensation(_ state: State) -> Compensation<Action, Change> {
    guard let editing = state.editing, editing.hasChangedText, let column = column(named: editing.column),
      let value = column.kind.parseValue(editing.text)
    else { return .nothing }
    return cellEditCompensation(value: value, rowID: editing.row, column: editing.column, state)
  }

  private func cellEditCompensation(value: Value, rowID id: Row.ID, column name: String, _ state: State)
    -> Compensation<Action, Change>
  {
    guard let row = currentRow(withID: id, state), let column = column(named: name), !isBusy(id, state),
      let edited = column.settingCell(to: value, of: row), edited != row
    else { return .nothing }
    return .actions([.takenBack(.cell(name, was: row, is: edited))], of: .editing)
  }
}
