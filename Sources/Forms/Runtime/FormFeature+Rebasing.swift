import Loop
import Values

extension FormFeature {
  /// Replaces initial values.
  ///
  /// Changes made by the user and the stage of the submission are kept.
  func rebase(_ assignments: [ValueAssignment], _ state: inout State, _ changes: inout PendingChanges) -> Effects<
    Effect, Slot
  > {
    if state.stage == .submitting { return .none }
    guard assignments.contains(where: { state.isList($0.row) }) else {
      state.rebaseRows(assignments, &changes)
      return update(&state, &changes)
    }
    let former = state
    state.rebaseRows(assignments, &changes)
    state.rebaseLists(assignments, &changes)
    if changes.stateBefore == nil { return update(&state, &changes) }
    // The new rows are already evaluated. Compare with the state before any of the changes.
    changes.stateBefore = former
    return .none
  }
}

extension FormFeature.State {
  /// Replaces the initial values of rows.
  ///
  /// A row that the user has not changed also gets the new value.
  fileprivate mutating func rebaseRows(_ assignments: [ValueAssignment], _ changes: inout PendingChanges) {
    for assignment in assignments {
      guard let row = form.index(ofRow: assignment.row), let new = form.rows[row].kind.normalized(assignment.value)
      else {
        continue
      }
      changes.saveRow(row, of: self)
      if !isDirty(row) { fields[row].setEntry(.value(new)) }
      fields[row].initialValue = new
    }
  }

  /// Replaces the initial lists of multivalued sections.
  ///
  /// An unchanged section also gets the rows of its new list.
  fileprivate mutating func rebaseLists(_ assignments: [ValueAssignment], _ changes: inout PendingChanges) {
    let lists = assignments.compactMap { normalizedList(for: $0) }
    var draft = FormDraft(self)
    draft.assign(lists.filter { !isDirty(list: $0.id) }.map { ValueAssignment($0.id, .list($0.values)) })
    for (id, values) in lists { initialLists[id] = values }
    if draft.names == form.names { return }
    let stage = stage
    applyDraft(draft, &changes)
    self.stage = stage
  }

  /// Returns the new initial list in the representation of the section's rows.
  ///
  /// Returns `nil` if the rows do not accept one of the values, or if the assignment is not for a multivalued section.
  private func normalizedList(for assignment: ValueAssignment) -> (id: ElementID, values: [Value])? {
    guard let section = form.index(ofSection: assignment.row), case .list(let values) = assignment.value,
      let kind = form.definition.sections[section].template?.effectiveKind
    else { return nil }
    let kept = values.compactMap { kind.normalized($0) }
    return kept.count == values.count ? (assignment.row, kept) : nil
  }

  /// Returns a Boolean value that indicates whether the user has changed a multivalued section.
  private func isDirty(list id: ElementID) -> Bool {
    guard let section = form.index(ofSection: id) else { return false }
    return values(ofSection: section) != initialLists[id] || form.sections[section].rows.contains { isDirty($0) }
  }
}
