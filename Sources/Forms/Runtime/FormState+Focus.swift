internal import Values

extension Form.State {
  /// Goes to a row that takes something, or away.
  mutating func focus(_ id: ElementID?, _ changes: inout Changes) {
    if let id, form.number(ofRow: id).map(isOpen) != true { return }
    if id != focus { leave(&changes) }
    focus = id
  }

  /// Goes to the next or the previous row that takes something, and stays where there is none.
  mutating func moveFocus(forward isForward: Bool, _ changes: inout Changes) {
    let from = focus.flatMap { form.number(ofRow: $0) }
    guard let row = isForward ? open(behind: from) : open(before: from) else { return }
    focus(form.names.rows[row], &changes)
  }

  /// Moves on from a row that takes nothing any more, to the one that takes its place.
  mutating func keepFocusInSight() {
    guard let focus, let row = form.number(ofRow: focus), !isOpen(row) else { return }
    self.focus = (open(behind: row) ?? open(before: row)).map { form.names.rows[$0] }
  }

  /// Moves on from a row that is gone, to the one that has its place.
  mutating func keepFocus(near row: Int?) {
    guard let focus, form.number(ofRow: focus) == nil else { return }
    self.focus = row.flatMap { open(behind: $0 - 1) ?? open(before: $0) }.map { form.names.rows[$0] }
  }

  private func open(behind row: Int?) -> Int? {
    let first = min((row ?? -1) + 1, fields.count)
    return (first..<fields.count).first(where: isOpen)
  }

  private func open(before row: Int?) -> Int? { (0..<min(row ?? fields.count, fields.count)).last(where: isOpen) }

  /// A person who has left a row has been there.
  private mutating func leave(_ changes: inout Changes) {
    guard let focus, let row = form.number(ofRow: focus), !fields[row].isTouched else { return }
    changes.keep(row, of: self)
    fields[row].isTouched = true
  }
}
