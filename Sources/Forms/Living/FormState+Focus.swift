internal import Values

extension Form.State {
  /// Goes to a row that takes something, or away.
  mutating func focus(_ id: ElementID?) {
    if let id, form.number(ofRow: id).map(isOpen) != true { return }
    leave()
    focus = id
  }

  /// Goes to the next or the previous row that takes something, and stays where there is none.
  mutating func moveFocus(forward isForward: Bool) {
    let from = focus.flatMap { form.number(ofRow: $0) }
    guard let row = isForward ? open(behind: from) : open(before: from) else { return }
    focus(form.names.rows[row])
  }

  /// Moves on from a row that takes nothing any more, to the one that takes its place.
  mutating func keepFocusInSight() {
    guard let focus, let row = form.number(ofRow: focus) else { return self.focus = nil }
    if isOpen(row) { return }
    self.focus = (open(behind: row) ?? open(before: row)).map { form.names.rows[$0] }
  }

  private func open(behind row: Int?) -> Int? { ((row.map { $0 + 1 } ?? 0)..<fields.count).first(where: isOpen) }
  private func open(before row: Int?) -> Int? { (0..<(row ?? fields.count)).last(where: isOpen) }

  /// A person who has left a row has been there.
  private mutating func leave() {
    guard let focus, let row = form.number(ofRow: focus), !fields[row].isTouched else { return }
    fields[row].isTouched = true
    last.changes.append(.rowChanged(focus))
  }
}
