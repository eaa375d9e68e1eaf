internal import Loop
internal import Values

extension TableFeature {
  /// A cell that is being edited.
  package struct EditedCell: Hashable, Sendable {
    /// The row.
    package var row: Row.ID
    /// The column.
    package var column: String
    /// What was typed.
    package var text: String
    /// What is wrong with it.
    package var fault: String?
    /// What stood there before anything was typed.
    package var original: String
    /// The row as it was stored when the edit began; nil where it was not any more.
    package var stored: Row?

    /// Whether anything was typed that would be lost.
    package var hasChangedText: Bool { text != original }
  }
}

extension TableFeature.EditedCell: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  /// Begins to edit a cell, where it is not being edited already; what is typed into another is committed first.
  func beginEditing(rowID id: Row.ID, column name: String, _ state: inout State) throws(ActionRejection) -> Effects<
    Effect, Slot
  > {
    _ = try requireEditableCell(rowID: id, column: name, state)
    if let editing = state.editing, editing.row == id, editing.column == name { return .none }
    let effects = state.editing == nil ? .none : try commitEdit(&state)
    let (row, column) = try requireEditableCell(rowID: id, column: name, state)
    let text = CellFormat.plain.text(of: column.read(row, state.beside), kind: column.kind)
    state.editing = EditedCell(
      row: id, column: name, text: text, fault: nil, original: text,
      stored: state.drafts[id].map(\.stored) ?? row)
    state.cursor = Cursor(row: id, column: options.navigation == .cells ? name : nil)
    return effects
  }

  /// The row and the column of a cell that can be edited now.
  func requireEditableCell(
    rowID id: Row.ID, column name: String, fallback known: Row? = nil, _ state: State
  ) throws(ActionRejection) -> (Row, Column<Row>) {
    let column = try requireColumn(name)
    guard let row = currentRow(withID: id, fallback: known, state) else { throw missingRowRejection(state) }
    if !column.isEditable { throw .notEditable(name) }
    if isBusy(id, state) { throw .busy }
    return (row, column)
  }

  /// A row that is here; or of rows that are elsewhere one that is edited, or known to have been like this.
  func currentRow(withID id: Row.ID, fallback known: Row? = nil, _ state: State) -> Row? {
    if let row = state.rows[id] ?? state.drafts[id]?.edited { return row }
    if !state.isRemote { return nil }
    return (state.editing?.row == id ? state.editing?.stored : nil) ?? known
  }

  func setEditedText(_ text: String, _ state: inout State) throws(ActionRejection) {
    if state.editing == nil { throw .nothingToDo }
    state.editing?.text = text
    state.editing?.fault = nil
  }

  /// What stands for no value of the column stays as it was typed, with what is wrong.
  func commitEdit(_ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    guard let editing = state.editing else { throw .nothingToDo }
    if !editing.hasChangedText {
      cancelEdit(&state)
      return .none
    }
    let (row, column) = try requireEditableCell(rowID: editing.row, column: editing.column, state)
    let isChangedByOthers = isChangedByOthers(editing, row, column, state)
    guard let value = column.kind.parseValue(editing.text) else {
      let refusal = ActionRejection.notTaken(column.id, expected: column.expectedInput(insteadOf: editing.text))
      state.editing?.fault = "\(refusal)"
      throw refusal
    }
    do throws(ActionRejection) {
      let effects = try setCellValue(value, rowID: editing.row, column: editing.column, &state)
      state.editing = nil
      if isChangedByOthers { state.drafts[editing.row]?.stage = .conflict }
      return effects
    } catch {
      state.editing?.fault = "\(error)"
      throw error
    }
  }

  /// Whether somebody else stored another value in the cell while it was edited.
  private func isChangedByOthers(_ editing: EditedCell, _ row: Row, _ column: Column<Row>, _ state: State) -> Bool {
    guard let before = editing.stored, let now = state.drafts[editing.row].map(\.stored) ?? row else { return false }
    return column.read(before, state.beside) != column.read(now, state.beside)
  }

  /// Ends the edit, and lets a row go that was kept for nothing but what was typed.
  func cancelEdit(_ state: inout State) {
    guard let editing = state.editing.take(), let draft = state.drafts[editing.row] else { return }
    if draft.stored == nil && draft.edited == editing.stored { discardDraft(ofID: editing.row, &state) }
  }

  /// Keeps a row that others deleted while something was typed into it.
  func keepDeletedRowBeingEdited(_ state: inout State) {
    guard let editing = state.editing, editing.hasChangedText, state.drafts[editing.row] == nil,
      let row = currentRow(withID: editing.row, state)
    else { return }
    state.drafts[editing.row] = Draft(edited: row, stored: row, stage: .changed)
  }

  func setCellValue(
    _ value: Value, rowID id: Row.ID, column name: String, _ state: inout State
  ) throws(ActionRejection) -> Effects<Effect, Slot> {
    let (row, column) = try requireEditableCell(rowID: id, column: name, state)
    guard let edited = column.settingCell(to: value, of: row) else {
      throw .notTaken(name, expected: column.expectedInput())
    }
    return storeCellEdit(from: row, to: edited, column: column, &state)
  }

  /// Gives a row a cell that was edited.
  private func storeCellEdit(
    from row: Row, to edited: Row, column: Column<Row>, _ state: inout State
  ) -> Effects<Effect, Slot> {
    if edited == row { return .none }
    // The row is as it is stored unless it was edited before.
    var draft = state.drafts[row.id] ?? Draft(edited: row, stored: row, stage: .changed)
    draft.edited = edited
    draft.faults[column.id] = nil
    if draft.stage != .conflict { draft.stage = .changed }
    state.drafts[row.id] = draft.stored == edited ? nil : draft
    upsertIfLoaded(edited, &state)
    return options.notesChanges
      ? .fireAndForget(.noteChange(row.id, column.id, column.read(edited, state.beside))) : .none
  }

  /// Makes a row again what it was before a cell was edited; where more has changed since, the cell alone.
  func undoCellEdit(column name: String, was: Row, is known: Row, _ state: inout State) throws(ActionRejection)
    -> Effects<Effect, Slot>
  {
    let (row, column) = try requireEditableCell(rowID: known.id, column: name, fallback: known, state)
    guard let edited = rowBeforeEdit(original: was, edited: known, current: row, column: column, state) else {
      throw .notTaken(name, expected: column.expectedInput())
    }
    return storeCellEdit(from: row, to: edited, column: column, &state)
  }

  /// What a row is when an edit of a cell is taken back, or nil where the column does not take it.
  func rowBeforeEdit(original was: Row, edited known: Row, current row: Row, column: Column<Row>, _ state: State)
    -> Row?
  {
    row == known && was.id == row.id ? was : column.settingCell(to: column.read(was, state.beside), of: row)
  }

  /// Takes in that a value was found wrong, if it still stands in its cell.
  func rejectCellValue(rowID id: Row.ID, column name: String, value: Value, reason: String, _ state: inout State) {
    guard let draft = state.drafts[id], let column = column(named: name) else { return }
    if column.read(draft.edited, state.beside).isEquivalent(to: value) { state.drafts[id]?.faults[name] = reason }
  }

  /// Ends the edit, or begins to edit the cell of the cursor; where the keys go through rows, the first that can be edited.
  func handleEnter(_ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if state.editing != nil { return try commitEdit(&state) }
    guard let cursor = state.cursor, let column = cursor.column ?? editableColumnIDs(state).first else { return .none }
    return try beginEditing(rowID: cursor.row, column: column, &state)
  }

  private func editableColumnIDs(_ state: State) -> [String] { visibleColumns(state).filter(\.isEditable).map(\.id) }

  /// Commits what is typed, and goes on to the next cell of the row that can be edited, or the first of the next row.
  func handleTab(isBackwards: Bool, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    guard let editing = state.editing else { throw .nothingToDo }
    let effects = try commitEdit(&state)
    let editable = editableColumnIDs(state)
    guard let column = editable.firstIndex(of: editing.column), let place = visibleIndexOnPage(of: editing.row, state)
    else {
      return effects
    }
    let cell = (place - state.pageRange.lowerBound) * editable.count + column + (isBackwards ? -1 : 1)
    if cell < 0 || cell >= state.pageRange.count * editable.count { return effects }
    let row = state.visibleRow(at: state.pageRange.lowerBound + cell / editable.count)
    do throws(ActionRejection) {
      return try effects + beginEditing(rowID: row.id, column: editable[cell % editable.count], &state)
    } catch {
      // What was typed is in its cell, whatever becomes of the next one.
      state.rejection = error
      return effects
    }
  }
}
