import Values

extension FormFeature.State {
  /// Replaces initial values.
  ///
  /// Changes made by the user and the stage of the submission are kept. During a submission, the assignments wait for
  /// its end.
  mutating func rebase(_ assignments: [ValueAssignment], _ changes: inout ChangeTracker) {
    deferredRebase += assignments
    if stage != .submitting { applyDeferredRebase(from: self, &changes) }
  }

  /// Applies the initial values that arrived during a submission.
  ///
  /// `former` is the state before the action.
  mutating func applyDeferredRebase(from former: Self, _ changes: inout ChangeTracker) {
    let assignments = permitted(deferredRebase.filter(isInitialValue))
    deferredRebase = []
    replaceInitialValues(assignments, &changes)
    rebaseLists(assignments, &changes)
    if changes.stateBefore == nil { return propagateChanges(&changes) }
    // The new rows are already evaluated. Compare with the state before any of the changes.
    changes.stateBefore = former
  }

  /// Returns a Boolean value that indicates whether the row or list of an assignment can have the value initially.
  func isInitialValue(_ assignment: ValueAssignment) -> Bool {
    let row = form.index(ofRow: assignment.row)
    return normalizedList(for: assignment) != nil
      || row.map { form.rows[$0].kind.normalized(assignment.value) != nil } ?? false
  }

  /// Replaces the initial values of rows.
  ///
  /// A row that the user has not changed also gets the new value.
  private mutating func replaceInitialValues(_ assignments: [ValueAssignment], _ changes: inout ChangeTracker) {
    for assignment in assignments {
      guard let row = form.index(ofRow: assignment.row), let new = form.rows[row].kind.normalized(assignment.value)
      else { continue }
      changes.recordRowBeforeChange(row, of: self)
      if !isDirty(row) { fields[row].setEntry(.value(new)) }
      fields[row].initialValue = new
    }
  }

  /// Replaces the initial lists of multivalued sections.
  ///
  /// An unchanged section also gets the rows of its new list.
  private mutating func rebaseLists(_ assignments: [ValueAssignment], _ changes: inout ChangeTracker) {
    let lists = assignments.compactMap(normalizedList)
    if lists.isEmpty { return }
    var draft = FormDefinitionDraft(self)
    for (section, values) in lists {
      let id = form.elementIDs.sections[section]
      if !isListDirty(section) { draft.assign([ValueAssignment(id, .list(values))], listsAreInitial: true) }
    }
    for (section, values) in lists { initialLists[form.elementIDs.sections[section]] = values }
    if draft.elementIDs == form.elementIDs { return }
    let stage = stage
    install(draft, &changes)
    self.stage = stage
  }

  /// Returns a Boolean value that indicates whether the user has changed the list of a multivalued section.
  func isListDirty(_ section: Int) -> Bool {
    values(ofSection: section) != initialLists[form.elementIDs.sections[section]]
      || form.sections[section].rows.contains { isDirty($0) }
  }

  /// Returns the new initial list in the representation of the section's rows.
  ///
  /// Returns `nil` if the rows do not accept one of the values, or if the assignment is not for a multivalued section.
  func normalizedList(for assignment: ValueAssignment) -> (section: Int, values: [Value])? {
    guard let section = form.index(ofSection: assignment.row), case .list(let values) = assignment.value,
      let kind = form.definition.sections[section].template?.effectiveKind
    else { return nil }
    let normalized = values.compactMap { kind.normalized($0) }
    return normalized.count == values.count ? (section, normalized) : nil
  }
}
