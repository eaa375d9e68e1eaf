internal import Loop
internal import Values

extension Form {
  /// Replaces initial values.
  ///
  /// Changes made by the user and the stage of the submission are kept.
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
    // The new rows are already evaluated. Compare with the state before any of the changes.
    changes.former = former
    return .none
  }
}

extension Form.State {
  /// Replaces the initial values of rows.
  ///
  /// A row that the user has not changed also gets the new value.
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

  /// Replaces the initial lists of multivalued sections.
  ///
  /// An unchanged section also gets the rows of its new list.
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

  /// Returns the new initial list in the representation of the section's rows.
  ///
  /// Returns `nil` if the rows do not accept one of the values, or if the assignment is not for a multivalued section.
  private func list(_ assignment: Assignment) -> (id: ElementID, values: [Value])? {
    guard let section = form.number(ofSection: assignment.row), case .list(let values) = assignment.value,
      let kind = form.definition.sections[section].template?.kindOrItsValues
    else { return nil }
    let kept = values.compactMap { kind.kept($0) }
    return kept.count == values.count ? (assignment.row, kept) : nil
  }

  /// Returns a Boolean value that indicates whether the user has changed a multivalued section.
  private func isDirty(list id: ElementID) -> Bool {
    guard let section = form.number(ofSection: id) else { return false }
    return values(section) != initialLists[id] || form.sections[section].rows.contains { isDirty($0) }
  }
}
