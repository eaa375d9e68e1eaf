internal import Loop
internal import Values

extension Form {
  /// Lets rows go back to other values: what a person changed stays, and so does what the form is doing.
  func rebase(_ assignments: [Assignment], _ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    guard assignments.contains(where: { state.isList($0.row) }) else {
      state.rebase(assignments, &changes)
      return follow(&state, &changes)
    }
    let former = state
    state.rebase(assignments, &changes)
    state.rebaseLists(assignments, &changes)
    if changes.former == nil { return follow(&state, &changes) }
    // With other rows everything was looked at anew already; what the rows held before that is to be compared with.
    changes.former = former
    return .none
  }
}

extension Form.State {
  /// Lets rows go back to other values; a row that holds what it went back to holds the new one.
  fileprivate mutating func rebase(_ assignments: [Assignment], _ changes: inout Changes) {
    for assignment in assignments {
      guard let row = form.number(ofRow: assignment.row), let new = form.rows[row].kind.kept(assignment.value) else {
        continue
      }
      changes.keep(row, of: self)
      if !isDirty(row) { fields[row].hold(.value(new)) }
      fields[row].initial = new
    }
  }

  /// Lets sections of many values go back to other lists; one that is as it was at first gets the rows of the new one.
  fileprivate mutating func rebaseLists(_ assignments: [Assignment], _ changes: inout Changes) {
    let lists = assignments.compactMap { list($0) }
    var draft = FormDraft(self)
    draft.assign(lists.filter { !isDirty(list: $0.id) }.map { Assignment($0.id, .list($0.values)) })
    for (id, values) in lists { initialLists[id] = values }
    if draft.names == form.names { return }
    let stage = stage
    take(draft, &changes)
    self.stage = stage
  }

  /// What a section of many values shall go back to, as its rows keep it; nil where they do not, and for what is no such.
  private func list(_ assignment: Assignment) -> (id: ElementID, values: [Value])? {
    guard let section = form.number(ofSection: assignment.row), case .list(let values) = assignment.value,
      let kind = form.definition.sections[section].template?.kindOrItsValues
    else { return nil }
    let kept = values.compactMap { kind.kept($0) }
    return kept.count == values.count ? (assignment.row, kept) : nil
  }

  /// Whether anything stands in a section of many values that was not there at first.
  private func isDirty(list id: ElementID) -> Bool {
    guard let section = form.number(ofSection: id) else { return false }
    return values(section) != initialLists[id] || form.sections[section].rows.contains { isDirty($0) }
  }
}
