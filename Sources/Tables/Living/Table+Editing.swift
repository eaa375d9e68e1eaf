internal import Loop
internal import Values

extension Table {
  func edit(_ id: Row.ID, _ name: String, _ state: inout State) throws(Refusal) {
    let (row, column) = try editable(id, name, state)
    let value = column.read(row, state.beside)
    state.editing = Editing(
      row: id, column: name, text: CellFormat.plain.text(of: value, kind: column.kind), fault: nil)
    state.cursor = Cursor(row: id, column: options.navigation == .cells ? name : nil)
  }

  private func editable(_ id: Row.ID, _ name: String, _ state: State) throws(Refusal) -> (Row, Column<Row>) {
    let column = try column(name)
    guard let row = state.rows[id] else { throw .noSuchRow }
    if !column.isEditable { throw .notEditable(name) }
    if isBusy(id, state) { throw .busy }
    return (row, column)
  }

  func type(_ text: String, _ state: inout State) throws(Refusal) {
    if state.editing == nil { throw .nothingToDo }
    state.editing?.text = text
    state.editing?.fault = nil
  }

  /// What stands for no value of the column stays as it was typed, with what is wrong.
  func commit(_ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    guard let editing = state.editing else { throw .nothingToDo }
    let (_, column) = try editable(editing.row, editing.column, state)
    guard let value = column.kind.parsed(editing.text) else {
      let refusal = Refusal.notTaken(column.id, expected: column.kind.expectation)
      state.editing?.fault = "\(refusal)"
      throw refusal
    }
    do throws(Refusal) {
      let effects = try write(value, editing.row, editing.column, &state)
      state.editing = nil
      return effects
    } catch {
      state.editing?.fault = "\(error)"
      throw error
    }
  }

  func write(_ value: Value, _ id: Row.ID, _ name: String, _ state: inout State) throws(Refusal) -> Effects<
    Effect, Slot
  > {
    let (row, column) = try editable(id, name, state)
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
    put(edited, &state)
    return options.notesChanges ? .tell(.noteChange(id, name, value)) : .none
  }

  func reject(_ id: Row.ID, _ name: String, _ reason: String, _ state: inout State) {
    if let draft = state.drafts[id], draft.stage != .saving { state.drafts[id]?.stage = .failed("\(name): \(reason)") }
  }

  func pressEnter(_ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if state.editing != nil { return try commit(&state) }
    guard let cursor = state.cursor, let column = cursor.column else { return .none }
    try edit(cursor.row, column, &state)
    return .none
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
      try edit(row.id, editable[cell % editable.count], &state)
    } catch {
      // What was typed is in its cell, whatever becomes of the next one.
      state.refusal = error
    }
    return effects
  }
}
