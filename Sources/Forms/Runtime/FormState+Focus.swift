import Values

extension FormFeature.State {
  /// Moves the focus to an editable row, or removes it.
  mutating func moveFocus(to id: ElementID?, _ changes: inout PendingChanges) {
    if let id, form.index(ofRow: id).map(isEditable) != true { return }
    if id != focus { markFocusedRowTouched(&changes) }
    focus = id
  }

  /// Moves the focus to the next or previous editable row, if there is one.
  mutating func moveFocus(forward isForward: Bool, _ changes: inout PendingChanges) {
    let from = focus.flatMap { form.index(ofRow: $0) }
    guard let row = isForward ? nextEditableRow(after: from) : previousEditableRow(before: from) else { return }
    moveFocus(to: form.names.rows[row], &changes)
  }

  /// Moves the focus to a neighboring row if the focused row is not editable any more.
  mutating func moveFocusToEnabledRow() {
    guard let focus, let row = form.index(ofRow: focus), !isEditable(row) else { return }
    self.focus = (nextEditableRow(after: row) ?? previousEditableRow(before: row)).map { form.names.rows[$0] }
  }

  /// Moves the focus to the row that took the place of a removed one.
  mutating func restoreFocus(near row: Int?) {
    guard let focus, form.index(ofRow: focus) == nil else { return }
    self.focus = row.flatMap { nextEditableRow(after: $0 - 1) ?? previousEditableRow(before: $0) }.map {
      form.names.rows[$0]
    }
  }

  private func nextEditableRow(after row: Int?) -> Int? {
    let first = min((row ?? -1) + 1, fields.count)
    return (first..<fields.count).first(where: isEditable)
  }

  private func previousEditableRow(before row: Int?) -> Int? {
    (0..<min(row ?? fields.count, fields.count)).last(where: isEditable)
  }

  /// Marks the focused row as touched, because the user is leaving it.
  private mutating func markFocusedRowTouched(_ changes: inout PendingChanges) {
    guard let focus, let row = form.index(ofRow: focus), !fields[row].isTouched else { return }
    changes.saveRow(row, of: self)
    fields[row].isTouched = true
  }
}
