extension FormFeature.State {
  /// Moves the focus to an editable row, or removes it.
  mutating func moveFocus(to id: ElementID?, _ changes: inout ChangeTracker) {
    if let id, form.index(ofRow: id).map(isEditable) != true { return }
    // The user has touched the row that the focus leaves.
    if id != focus, let focus, let row = form.index(ofRow: focus), !fields[row].isTouched {
      changes.recordRowBeforeChange(row, of: self)
      fields[row].isTouched = true
    }
    focus = id
  }

  /// Moves the focus to the next or previous editable row, if there is one.
  mutating func moveFocus(forward isForward: Bool, _ changes: inout ChangeTracker) {
    let row = focus.flatMap { form.index(ofRow: $0) }
    let next = isForward ? editableRow(after: row ?? -1) : editableRow(before: row ?? fields.count)
    if let next { moveFocus(to: form.elementIDs.rows[next], &changes) }
  }

  /// Moves the focus to a neighboring row if the focused row is not editable any more.
  mutating func moveFocusToEnabledRow() {
    guard let focus, let row = form.index(ofRow: focus), !isEditable(row) else { return }
    self.focus = (editableRow(after: row) ?? editableRow(before: row)).map { form.elementIDs.rows[$0] }
  }

  /// Moves the focus to the row that took the place of a removed one.
  mutating func moveFocusFromRemovedRow(near row: Int?) {
    guard let focus, form.index(ofRow: focus) == nil else { return }
    self.focus = row.flatMap { editableRow(after: $0 - 1) ?? editableRow(before: $0) }.map { form.elementIDs.rows[$0] }
  }

  private func editableRow(after row: Int) -> Int? { fields.indices.dropFirst(row + 1).first(where: isEditable) }
  private func editableRow(before row: Int) -> Int? { fields.indices.prefix(row).last(where: isEditable) }
}
