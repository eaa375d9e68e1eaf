internal import Loop
internal import Values

extension Table {
  /// Begins to edit a cell, where it is not being edited already; what is typed into another is committed first.
  func edit(_ id: Row.ID, _ name: String, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    _ = try editable(id, name, state)
    if let editing = state.editing, editing.row == id, editing.column == name { return .none }
    let effects = state.editing == nil ? .none : try commit(&state)
    let (row, column) = try editable(id, name, state)
    let text = CellFormat.plain.text(of: column.read(row, state.beside), kind: column.kind)
    state.editing = Editing(
      row: id, column: name, text: text, fault: nil, original: text,
      stored: state.drafts[id].map(\.stored) ?? row)
    state.cursor = Cursor(row: id, column: options.navigation == .cells ? name : nil)
    return effects
  }

  /// The row and the column of a cell that can be edited now.
  func editable(
    _ id: Row.ID, _ name: String, known: Row? = nil, _ state: State
  ) throws(Refusal) -> (Row, Column<Row>) {
    let column = try column(name)
    guard let row = row(id, known: known, state) else { throw .noSuchRow }
    if !column.isEditable { throw .notEditable(name) }
    if isBusy(id, state) { throw .busy }
    return (row, column)
  }

  /// A row that is here; or of rows that are elsewhere one that is edited, or known to have been like this.
  func row(_ id: Row.ID, known: Row? = nil, _ state: State) -> Row? {
    if let row = state.rows[id] ?? state.drafts[id]?.edited { return row }
    if state.remote == nil { return nil }
    return (state.editing?.row == id ? state.editing?.stored : nil) ?? known
  }

  func type(_ text: String, _ state: inout State) throws(Refusal) {
    if state.editing == nil { throw .nothingToDo }
    state.editing?.text = text
    state.editing?.fault = nil
  }

  /// What stands for no value of the column stays as it was typed, with what is wrong.
  func commit(_ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    guard let editing = state.editing else { throw .nothingToDo }
    if !editing.isTyped {
      cancel(&state)
      return .none
    }
    let (row, column) = try editable(editing.row, editing.column, state)
    let isChangedByOthers = isChangedByOthers(editing, row, column, state)
    guard let value = column.kind.parsed(editing.text) else {
      let refusal = Refusal.notTaken(column.id, expected: column.kind.expectation)
      state.editing?.fault = "\(refusal)"
      throw refusal
    }
    do throws(Refusal) {
      let effects = try write(value, editing.row, editing.column, &state)
      state.editing = nil
      if isChangedByOthers { state.drafts[editing.row]?.stage = .conflict }
      return effects
    } catch {
      state.editing?.fault = "\(error)"
      throw error
    }
  }

  /// Whether somebody else stored another value in the cell while it was edited.
  private func isChangedByOthers(_ editing: Editing, _ row: Row, _ column: Column<Row>, _ state: State) -> Bool {
    guard let before = editing.stored, let now = state.drafts[editing.row].map(\.stored) ?? row else { return false }
    return column.read(before, state.beside) != column.read(now, state.beside)
  }

  /// Ends the edit, and lets a row go that was kept for nothing but what was typed.
  func cancel(_ state: inout State) {
    guard let editing = state.editing.take(), let draft = state.drafts[editing.row] else { return }
    if draft.stored == nil && draft.edited == editing.stored { takeStored(editing.row, &state) }
  }

  /// Keeps a row that others deleted while something was typed into it.
  func keepTyped(_ state: inout State) {
    guard let editing = state.editing, editing.isTyped, state.drafts[editing.row] == nil,
      let row = state.rows[editing.row]
    else { return }
    state.drafts[editing.row] = Draft(edited: row, stored: row, stage: .changed)
  }

  func write(
    _ value: Value, _ id: Row.ID, _ name: String, known: Row? = nil, _ state: inout State
  ) throws(Refusal) -> Effects<Effect, Slot> {
    let (row, column) = try editable(id, name, known: known, state)
    var edited = row
    guard column.write?(&edited, value) == true, edited.id == id else {
      throw .notTaken(name, expected: column.kind.expectation)
    }
    if edited == row { return .none }
    // The row is as it is stored unless it was edited before.
    let draft = state.drafts[id]
    let stored = draft.map(\.stored) ?? row
    let stage: DraftStage = draft?.stage == .conflict ? .conflict : .changed
    state.drafts[id] = stored == edited ? nil : Draft(edited: edited, stored: stored, stage: stage)
    show(edited, &state)
    return options.notesChanges ? .tell(.noteChange(id, name, value)) : .none
  }

  func reject(_ id: Row.ID, _ name: String, _ reason: String, _ state: inout State) {
    if let draft = state.drafts[id], draft.stage != .saving { state.drafts[id]?.stage = .failed("\(name): \(reason)") }
  }

  /// Ends the edit, or begins to edit the cell of the cursor; where the keys go through rows, the first that can be edited.
  func pressEnter(_ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if state.editing != nil { return try commit(&state) }
    let editable = state.layout.visible.first { id in columns.contains { $0.id == id && $0.isEditable } }
    guard let cursor = state.cursor, let column = cursor.column ?? editable else { return .none }
    return try edit(cursor.row, column, &state)
  }

  /// Commits what is typed, and goes on to the next cell of the row that can be edited, or the first of the next row.
  func pressTab(isBackwards: Bool, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    guard let editing = state.editing else { throw .nothingToDo }
    let effects = try commit(&state)
    let editable = state.layout.visible.filter { id in columns.contains { $0.id == id && $0.isEditable } }
    guard let column = editable.firstIndex(of: editing.column), let place = placeOnPage(of: editing.row, state) else {
      return effects
    }
    let cell = (place - state.placesOnPage.lowerBound) * editable.count + column + (isBackwards ? -1 : 1)
    if cell < 0 || cell >= state.placesOnPage.count * editable.count { return effects }
    let row = state.row(at: state.placesOnPage.lowerBound + cell / editable.count)
    do throws(Refusal) {
      return try effects + edit(row.id, editable[cell % editable.count], &state)
    } catch {
      // What was typed is in its cell, whatever becomes of the next one.
      state.refusal = error
      return effects
    }
  }
}
