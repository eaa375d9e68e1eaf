import Loop
import Values

extension EditableTable {
  /// A cell that is being edited.
  package struct EditedCell: Hashable, Sendable {
    /// The row.
    package var row: Row.ID
    /// The column.
    package var column: String
    /// The edited text.
    package var text: String
    /// The reason why the text was rejected, or `nil`.
    package var error: ActionRejection?
    /// The text of the cell when the edit began.
    package var originalText: String
    /// The stored row when the edit began, or `nil` if it was already deleted on the server.
    package var storedRow: Row?

    /// A Boolean value that indicates whether the text was changed and would be lost.
    package var hasChangedText: Bool { text != originalText }
  }
}

extension EditableTable.EditedCell: Codable where Row: Codable, Row.ID: Codable {}

extension EditableTable {
  /// Begins to edit a cell, unless it is already being edited.
  ///
  /// An edit of another cell is committed first.
  func beginEditing(rowID: Row.ID, column name: String, _ state: inout State) throws(ActionRejection) -> TableEffects {
    _ = try requireEditableCell(rowID: rowID, column: name, state)
    if let editing = state.editedCell, editing.row == rowID, editing.column == name { return .none }
    let effects = state.editedCell == nil ? .none : try commitEdit(&state)
    let (row, column) = try requireEditableCell(rowID: rowID, column: name, state)
    let text = CellFormat.plain.text(of: column.cellValue(row, state.view.contextValues), kind: column.kind)
    state.editedCell = EditedCell(
      row: rowID, column: name, text: text, error: nil, originalText: text,
      storedRow: state.drafts[rowID].map { $0.storedRow } ?? row)
    state.view.cursor = TableFeature<Row>.Cursor(row: rowID, column: view.options.navigation == .cells ? name : nil)
    return effects
  }

  /// Returns the row and the column of a cell, or throws if the cell cannot be edited now.
  func requireEditableCell(
    rowID: Row.ID, column name: String, fallback known: Row? = nil, _ state: State
  ) throws(ActionRejection) -> (Row, Column<Row>) {
    let column = try view.requireColumn(name)
    guard let row = currentRow(withID: rowID, fallback: known, state) else { throw missingRowRejection(state) }
    if !column.isEditable { throw .notEditable(name) }
    if isBusy(rowID, state) { throw .busy }
    return (row, column)
  }

  /// Returns a loaded row, or the last known version of a remote row that is edited but not loaded.
  func currentRow(withID id: Row.ID, fallback known: Row? = nil, _ state: State) -> Row? {
    if let row = state.view.rows[id] ?? state.drafts[id]?.editedRow { return row }
    if !state.view.isRemote { return nil }
    return (state.editedCell?.row == id ? state.editedCell?.storedRow : nil) ?? known
  }

  /// Commits the edited text.
  ///
  /// If it is not a value of the column, the text stays, with an error.
  func commitEdit(_ state: inout State) throws(ActionRejection) -> TableEffects {
    guard let editing = state.editedCell else { throw .nothingToDo }
    if !editing.hasChangedText {
      cancelEdit(&state)
      return .none
    }
    let (row, column) = try requireEditableCell(rowID: editing.row, column: editing.column, state)
    let isChangedByOthers = isChangedByOthers(editing, row, column, state)
    guard let value = column.parseCell(editing.text) else {
      let rejection = ActionRejection.invalidValue(column.id, expected: column.expectedInput(insteadOf: editing.text))
      state.editedCell?.error = rejection
      throw rejection
    }
    do throws(ActionRejection) {
      let effects = try setCellValue(value, rowID: editing.row, column: editing.column, &state)
      state.editedCell = nil
      if isChangedByOthers { state.drafts[editing.row]?.status = .conflict }
      return effects
    } catch {
      state.editedCell?.error = error
      throw error
    }
  }

  /// Returns whether another user stored a different value in the cell during the edit.
  private func isChangedByOthers(_ editing: EditedCell, _ row: Row, _ column: Column<Row>, _ state: State) -> Bool {
    guard let before = editing.storedRow, let now = state.drafts[editing.row].map({ $0.storedRow }) ?? row else {
      return false
    }
    return column.cellValue(before, state.view.contextValues) != column.cellValue(now, state.view.contextValues)
  }

  /// Cancels the edit, and discards a draft that was kept only for the edited text.
  ///
  /// A draft that is being saved stays: the response belongs to it, and not to a draft that the user makes later.
  func cancelEdit(_ state: inout State) {
    guard let editing = state.editedCell.take(), let draft = state.drafts[editing.row] else { return }
    let isForText = draft.storedRow == nil && draft.editedRow == editing.storedRow
    if isForText && !draft.status.isPending { discardDraft(ofID: editing.row, &state) }
  }

  /// Keeps a deleted row as a draft if it has edited text.
  func keepDeletedRowBeingEdited(_ state: inout State) {
    guard let editing = state.editedCell, editing.hasChangedText, state.drafts[editing.row] == nil,
      let row = currentRow(withID: editing.row, state)
    else { return }
    state.drafts[editing.row] = Draft(editedRow: row, storedRow: row, status: .unsaved)
  }

  func setCellValue(
    _ value: Value, rowID: Row.ID, column name: String, _ state: inout State
  ) throws(ActionRejection) -> TableEffects {
    let (row, column) = try requireEditableCell(rowID: rowID, column: name, state)
    return storeCellEdit(from: row, to: try column.settingCell(to: value, of: row), column: column, &state)
  }

  /// Stores an edited row as a draft.
  func storeCellEdit(
    from row: Row, to edited: Row, column: Column<Row>, _ state: inout State
  ) -> TableEffects {
    if edited == row { return .none }
    // A row without a draft equals its stored version.
    var draft = state.drafts[row.id] ?? Draft(editedRow: row, storedRow: row, status: .unsaved)
    draft.editedRow = edited
    draft.errors[column.id] = nil
    if draft.status != .conflict { draft.status = .unsaved }
    state.drafts[row.id] = draft.storedRow == edited ? nil : draft
    view.upsertIfLoaded(edited, &state.view)
    return options.reportsCellChanges
      ? .fireAndForget(
        .reportCellChange(row.id, column.id, column.cellValue(edited, state.view.contextValues)),
        runsAgainAfterRestart: true
      )
      : .none
  }

  /// Returns the row with the edit of a cell undone, or throws if the column refuses the old value.
  ///
  /// If the row has changed since, only the cell is reset.
  func rowBeforeEdit(
    original was: Row, edited known: Row, current row: Row, column: Column<Row>, _ state: State
  ) throws(ActionRejection) -> Row {
    if row == known && was.id == row.id { return was }
    return try column.settingCell(to: column.cellValue(was, state.view.contextValues), of: row)
  }

  /// Stores the reason why a value was rejected, if the cell still has that value.
  func rejectCellValue(rowID: Row.ID, column name: String, value: Value, reason: String, _ state: inout State) {
    guard let draft = state.drafts[rowID], let column = view.column(named: name) else { return }
    if column.cellValue(draft.editedRow, state.view.contextValues).isEquivalent(to: value) {
      state.drafts[rowID]?.errors[name] = reason
    }
  }

  /// Commits the edit, or begins to edit the cell at the cursor.
  ///
  /// When keys navigate rows, this is the first editable cell of the row.
  func handleEnter(_ state: inout State) throws(ActionRejection) -> TableEffects {
    if state.isEditing { return try commitEdit(&state) }
    guard let cursor = state.view.cursor, let column = cursor.column ?? editableColumnIDs(state).first else {
      return .none
    }
    return try beginEditing(rowID: cursor.row, column: column, &state)
  }

  private func editableColumnIDs(_ state: State) -> [String] {
    view.visibleColumns(state.view).filter { $0.isEditable }.map { $0.id }
  }

  /// Commits the edit, and begins to edit the next editable cell of the row, or the first one of the next row.
  func handleTab(
    isBackwards: Bool, _ state: inout State, _ rejection: inout ActionRejection?
  ) throws(ActionRejection) -> TableEffects {
    guard let editing = state.editedCell else { throw .nothingToDo }
    let effects = try commitEdit(&state)
    let editable = editableColumnIDs(state)
    guard let column = editable.firstIndex(of: editing.column),
      let index = view.visibleIndexOnPage(of: editing.row, state.view)
    else {
      return effects
    }
    let cell = (index - state.view.pageRange.lowerBound) * editable.count + column + (isBackwards ? -1 : 1)
    if cell < 0 || cell >= state.view.pageRange.count * editable.count { return effects }
    let row = state.view.visibleRow(at: state.view.pageRange.lowerBound + cell / editable.count)
    do throws(ActionRejection) {
      return try effects + beginEditing(rowID: row.id, column: editable[cell % editable.count], &state)
    } catch {
      // The edit is committed, even if the next cell cannot be edited.
      rejection = error
      return effects
    }
  }
}
