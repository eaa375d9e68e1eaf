internal import Loop
internal import Values

extension Table {
  /// A cell that is being edited.
  package struct Editing: Hashable, Sendable {
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
    package var isTyped: Bool { text != original }
  }
}

extension Table.Editing: Codable where Row: Codable, Row.ID: Codable {}

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
    guard let row = row(id, known: known, state) else { throw missing(state) }
    if !column.isEditable { throw .notEditable(name) }
    if isBusy(id, state) { throw .busy }
    return (row, column)
  }

  /// A row that is here; or of rows that are elsewhere one that is edited, or known to have been like this.
  func row(_ id: Row.ID, known: Row? = nil, _ state: State) -> Row? {
    if let row = state.rows[id] ?? state.drafts[id]?.edited { return row }
    if !state.isRemote { return nil }
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
      let refusal = Refusal.notTaken(column.id, expected: column.expectation(insteadOf: editing.text))
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
      let row = row(editing.row, state)
    else { return }
    state.drafts[editing.row] = Draft(edited: row, stored: row, stage: .changed)
  }

  func write(
    _ value: Value, _ id: Row.ID, _ name: String, _ state: inout State
  ) throws(Refusal) -> Effects<Effect, Slot> {
    let (row, column) = try editable(id, name, state)
    guard let edited = column.writing(value, into: row) else {
      throw .notTaken(name, expected: column.expectation())
    }
    return change(row, to: edited, column, &state)
  }

  /// Gives a row a cell that was edited.
  private func change(
    _ row: Row, to edited: Row, _ column: Column<Row>, _ state: inout State
  ) -> Effects<Effect, Slot> {
    if edited == row { return .none }
    // The row is as it is stored unless it was edited before.
    var draft = state.drafts[row.id] ?? Draft(edited: row, stored: row, stage: .changed)
    draft.edited = edited
    draft.faults[column.id] = nil
    if draft.stage != .conflict { draft.stage = .changed }
    state.drafts[row.id] = draft.stored == edited ? nil : draft
    show(edited, &state)
    return options.notesChanges
      ? .tell(.noteChange(row.id, column.id, column.read(edited, state.beside))) : .none
  }

  /// Makes a row again what it was before a cell was edited; where more has changed since, the cell alone.
  func takeBack(_ name: String, was: Row, is known: Row, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot>
  {
    let (row, column) = try editable(known.id, name, known: known, state)
    guard let edited = before(was, known, row, column, state) else {
      throw .notTaken(name, expected: column.expectation())
    }
    return change(row, to: edited, column, &state)
  }

  /// What a row is when an edit of a cell is taken back, or nil where the column does not take it.
  func before(_ was: Row, _ known: Row, _ row: Row, _ column: Column<Row>, _ state: State) -> Row? {
    row == known && was.id == row.id ? was : column.writing(column.read(was, state.beside), into: row)
  }

  /// Takes in that a value was found wrong, if it still stands in its cell.
  func reject(_ id: Row.ID, _ name: String, _ value: Value, _ reason: String, _ state: inout State) {
    guard let draft = state.drafts[id], let column = column(named: name) else { return }
    if column.read(draft.edited, state.beside).isSame(as: value) { state.drafts[id]?.faults[name] = reason }
  }

  /// Ends the edit, or begins to edit the cell of the cursor; where the keys go through rows, the first that can be edited.
  func pressEnter(_ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if state.editing != nil { return try commit(&state) }
    guard let cursor = state.cursor, let column = cursor.column ?? editableColumns(state).first else { return .none }
    return try edit(cursor.row, column, &state)
  }

  private func editableColumns(_ state: State) -> [String] { shownColumns(state).filter(\.isEditable).map(\.id) }

  /// Commits what is typed, and goes on to the next cell of the row that can be edited, or the first of the next row.
  func pressTab(isBackwards: Bool, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    guard let editing = state.editing else { throw .nothingToDo }
    let effects = try commit(&state)
    let editable = editableColumns(state)
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
