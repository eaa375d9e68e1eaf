import Conditions
import Loop
import Values

/// A change to the form definition while the form is being filled in.
///
/// Rows keep their contents, and all conditions are reevaluated. An edit that would make the form invalid is rejected.
public enum FormEdit: Hashable, Codable, Sendable {
  /// Replaces the condition that hides a row or section.
  case hidden(ElementID, Condition)
  /// Replaces the condition that disables a row or section.
  case disabled(ElementID, Condition)
  /// Inserts a row into a section, before another row or at the end.
  case rowInserted(RowDefinition, in: ElementID, before: ElementID? = nil)
  /// Removes a row.
  case rowRemoved(ElementID)
  /// Moves a row within its section, before another row or to the end.
  case rowMoved(ElementID, before: ElementID?)
  /// Inserts a section before another section or at the end.
  case sectionInserted(SectionDefinition, before: ElementID? = nil)
  /// Removes a section and its rows.
  case sectionRemoved(ElementID)
}

extension FormFeature {
  /// Applies an edit to the form definition.
  ///
  /// If the result has errors, stores them and changes nothing.
  func edit(_ state: inout State, _ changes: inout PendingChanges, _ edit: FormEdit?) -> Effects<Effect, Slot> {
    guard let edit, state.stage != .submitting else { return .none }
    var draft = FormDraft(state)
    guard draft.apply(edit) else { return .none }
    do throws(FormErrors) {
      let former = state
      try state.replaceForm(with: draft)
      state.updateAfterFormChange(from: former, &changes)
    } catch {
      state.lastUpdate.rejectedEditErrors = error.errors
      return .none
    }
    changes.movedRow = edit.movedRow
    return .none
  }

  /// Adds a row to a multivalued section and focuses it.
  func addRow(to id: ElementID, _ state: inout State, _ changes: inout PendingChanges) -> Effects<Effect, Slot> {
    guard let addition = state.rowInsertion(into: id) else { return .none }
    let effects = edit(&state, &changes, addition)
    if changes.stateBefore != nil, let row = state.lastRow(of: id) { state.moveFocus(to: row, &changes) }
    return effects
  }

  /// Assigns values to rows, and lists to multivalued sections.
  func assignValues(_ assignments: [ValueAssignment], _ state: inout State, _ changes: inout PendingChanges) -> Effects<
    Effect, Slot
  > {
    if state.stage == .submitting { return .none }
    if assignments.contains(where: { state.isList($0.row) }) {
      var draft = FormDraft(state)
      draft.assign(assignments)
      if draft.names != state.form.names { return applyDraft(draft, &state, &changes) }
    }
    return applyChange(&state, &changes) { $0.assignValues(assignments, &$1) }
  }

  /// Installs a draft with other rows in multivalued sections, and requests remote validation of the values that
  /// changed with it.
  private func applyDraft(_ draft: FormDraft, _ state: inout State, _ changes: inout PendingChanges) -> Effects<
    Effect, Slot
  > {
    let former = state
    state.applyDraft(draft, &changes)
    var effects = Effects<Effect, Slot>.none
    for (row, id) in state.form.names.rows.enumerated() where !state.form.rows[row].remoteChecks.isEmpty {
      guard state.fields[row].remoteValidation.validatedValue == nil,
        let value = state.valueToValidateRemotely(inRow: row)
      else { continue }
      if former[id]?.entry != state.fields[row].entry {
        effects += requestValidation(ofRow: row, value: value, &state, &changes, after: validationDelay)
      }
    }
    return effects
  }

  /// Restores earlier entries, and the earlier rows of multivalued sections.
  func restoreEntriesAndLists(
    _ entries: [ElementID: FieldEntry], _ lists: [ElementID: [ElementID]], _ state: inout State,
    _ changes: inout PendingChanges
  ) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    var draft = FormDraft(state)
    draft.restore(lists)
    if draft.names == state.form.names { return applyChange(&state, &changes) { $0.restoreEntries(entries, &$1) } }
    draft.restore(entries)
    return applyDraft(draft, &state, &changes)
  }

  /// Restores the initial values and the initial rows of multivalued sections.
  func reset(_ state: inout State, _ changes: inout PendingChanges) {
    if state.stage == .submitting { return }
    var draft = FormDraft(state)
    draft.reset(state.initialLists)
    state.focus = nil
    if draft.names != state.form.names { return state.applyDraft(draft, &changes) }
    for row in state.fields.indices { changes.saveRow(row, of: state) }
    state.fields = draft.fields
    state.stage = .editing
    state.propagateChanges(&changes)
  }
}

extension FormEdit {
  /// The row whose position the edit changes.
  fileprivate var movedRow: ElementID? { if case .rowMoved(let id, _) = self { id } else { nil } }
}

extension FormFeature.State {
  /// Returns the edit that adds a row to a multivalued section, or `nil` if the user cannot add one.
  func rowInsertion(into id: ElementID) -> FormEdit? {
    guard let section = form.index(ofSection: id), let template = form.definition.sections[section].template,
      allowsRowEditing(section)
    else { return nil }
    return .rowInserted(template, in: id)
  }

  /// Returns a Boolean value that indicates whether the user can remove or move the row.
  func isInEditableList(_ id: ElementID) -> Bool {
    guard let row = form.index(ofRow: id) else { return false }
    let section = form.rows[row].section
    return form.definition.sections[section].template != nil && allowsRowEditing(section)
  }

  func isList(_ id: ElementID) -> Bool {
    form.index(ofSection: id).map { form.definition.sections[$0].template != nil } ?? false
  }

  package func allowsRowEditing(_ section: Int) -> Bool {
    !isTrue(form.sections[section].hidden) && !isTrue(form.sections[section].disabled)
  }

  fileprivate func lastRow(of id: ElementID) -> ElementID? {
    form.index(ofSection: id).flatMap { form.sections[$0].rows.last }.map { form.names.rows[$0] }
  }

  /// Replaces the form and the fields with those of a draft.
  fileprivate mutating func replaceForm(with draft: FormDraft) throws(FormErrors) {
    form = try CompiledForm(draft.definition, named: draft.names)
    fields = draft.fields
  }

  /// Replaces the rows of multivalued sections with those of a draft.
  ///
  /// The new rows are copies of a template that was validated when the form was compiled, so this cannot fail.
  mutating func applyListDraft(_ draft: FormDraft) {
    do throws(FormErrors) {
      try replaceForm(with: draft)
    } catch {
      preconditionFailure("Rows of a compiled template cannot make a form invalid: \(error)")
    }
  }

  mutating func applyDraft(_ draft: FormDraft, _ changes: inout PendingChanges) {
    let former = self
    applyListDraft(draft)
    updateAfterFormChange(from: former, &changes)
  }

  fileprivate mutating func updateAfterFormChange(from former: FormFeature.State, _ changes: inout PendingChanges) {
    evaluateAll()
    // Results for other values, and for values that need no remote validation any more, are already ignored.
    for row in fields.indices
    where fields[row].remoteValidation.validatedValue != nil
      && fields[row].remoteValidation.validatedValue != valueToValidateRemotely(inRow: row)
    {
      fields[row].remoteValidation = .notRequested
    }
    updateInitialLists()
    restoreFocus(near: focus.flatMap { former.form.index(ofRow: $0) })
    stage = .editing
    changes.stateBefore = former
  }

  /// Records the initial lists of new multivalued sections, and discards those of removed ones.
  mutating func updateInitialLists() {
    for id in initialLists.keys where !isList(id) { initialLists[id] = nil }
    for (section, id) in form.names.sections.enumerated() where isList(id) && initialLists[id] == nil {
      initialLists[id] = values(ofSection: section)
    }
  }
}
