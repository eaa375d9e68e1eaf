internal import Values

extension Form.State {
  /// Moves the focus to an editable row, or removes it.
  mutating func focus(_ id: ElementID?, _ changes: inout Changes) {
    if let id, form.number(ofRow: id).map(isOpen) != true { return }
    if id != focus { leave(&changes) }
    focus = id
  }

  /// Moves the focus to the next or previous editable row, if there is one.
  mutating func moveFocus(forward isForward: Bool, _ changes: inout Changes) {
    let from = focus.flatMap { form.number(ofRow: $0) }
    guard let row = isForward ? open(behind: from) : open(before: from) else { return }
    focus(form.names.rows[row], &changes)
  }

  /// Moves the focus to a neighboring row if the focused row is not editable any more.
  mutating func keepFocusInSight() {
    guard let focus, let row = form.number(ofRow: focus), !isOpen(row) else { return }
    self.focus = (open(behind: row) ?? open(before: row)).map { form.names.rows[$0] }
  }

  /// Moves the focus to the row that took the place of a removed one.
  mutating func keepFocus(near row: Int?) {
    guard let focus, form.number(ofRow: focus) == nil else { return }
    self.focus = row.flatMap { open(behind: $0 - 1) ?? open(before: $0) }.map { form.names.rows[$0] }
  }

  private func open(behind row: Int?) -> Int? {
    let first = min((row ?? -1) + 1, fields.count)
    return (first..<fields.count).first(where: isOpen)
  }

  private func open(before row: Int?) -> Int? { (0..<min(row ?? fields.count, fields.count)).last(where: isOpen) }

  /// Marks the focused row as touched, because the user is leaving it.
  private mutating func leave(_ changes: inout Changes) {
    guard let focus, let row = form.number(ofRow: focus), !fields[row].isTouched else { return }
    changes.keep(row, of: self)
    fields[row].isTouched = true
  }
}
