public import Loop
internal import Values

extension Table: Undoable {
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
    if !state.derived.isArranged { return compensation(of: action, in: arranged(state)) }
    return switch action {
    case .cellSet(let id, let column, let value): writing(value, id, column, state)
    case .editCommitted: committing(state)
    case .editBegan(let id, let column): beginning(id, column, state)
    case .keyPressed(let key): pressing(key, action, state)
    case .deleteTapped, .rowsDeleted, .rowsDeletedAt: deleting(by: action, state)
    case .rowsMoved, .rowsMovedFrom, .dropped: moving(by: action, state)
    case .takenBack(let change): compensation(of: change, action, state)
    case .revertTapped(let id): reverting(id.map { [$0] } ?? revertible(state), state)
    case .theirsTaken(let id): state.drafts[id]?.stage == .conflict ? reverting([id], state) : .nothing
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

  private func pressing(_ key: TableKey, _ action: Action, _ state: State) -> Compensation<Action, Change> {
    switch key.code {
    case .enter, .f2, .tab: committing(state)
    case .delete: deleting(by: action, state)
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .escape, .letters: .nothing
    }
  }

  /// To begin another cell commits what is typed, if the other one can be edited.
  private func beginning(_ id: Row.ID, _ name: String, _ state: State) -> Compensation<Action, Change> {
    do throws(Refusal) {
      _ = try editable(id, name, state)
    } catch {
      return .nothing
    }
    return state.editing.map { $0.row == id && $0.column == name } ?? true ? .nothing : committing(state)
  }

  private func committing(_ state: State) -> Compensation<Action, Change> {
    guard let editing = state.editing, editing.isTyped, let column = column(named: editing.column),
      let value = column.kind.parsed(editing.text)
    else { return .nothing }
    return writing(value, editing.row, editing.column, state)
  }

  private func writing(_ value: Value, _ id: Row.ID, _ name: String, _ state: State) -> Compensation<Action, Change> {
    guard let row = row(id, state), let column = column(named: name), !isBusy(id, state),
      let edited = column.writing(value, into: row), edited != row
    else { return .nothing }
    return .actions([.takenBack(.cell(name, was: row, is: edited))], of: .editing)
  }
}
