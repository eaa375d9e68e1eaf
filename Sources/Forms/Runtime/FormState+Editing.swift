import Conditions
import Values

/// A change to the form definition while the form is being filled in.
///
/// Rows keep their contents. An edit that would make the form invalid is rejected.
public enum FormDefinitionEdit: Hashable, Codable, Sendable {
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

extension FormFeature.State {
  /// Applies an edit to the form definition.
  ///
  /// If the result has errors, stores them and changes nothing.
  mutating func edit(_ edit: FormDefinitionEdit, _ changes: inout ChangeTracker) {
    if case .rowMoved(let id, let other) = edit { return moveRow(id, before: other, &changes) }
    if case .rowRemoved(let id) = edit, let row = form.index(ofRow: id), form.canRemoveAlone(row) {
      return removeRow(row, &changes)
    }
    var draft = FormDefinitionDraft(self)
    if draft.apply(edit) { install(draft, &changes) }
  }

  /// Adds a row to a multivalued section and focuses it.
  mutating func addRow(to id: ElementID, _ changes: inout ChangeTracker) {
    guard let section = form.index(ofSection: id), let template = form.definition.sections[section].template,
      allowsRowEditing(section)
    else { return }
    let firstNode = form.graph.nodes.count
    let row = form.addRow(toSection: section)
    fields.insert(FieldState(of: template), at: row)
    rowErrors.insert([], at: row)
    let newNodes = firstNode..<form.graph.nodes.count
    nodeValues += newNodes.map { _ in false }
    changes.insertedRow = row
    leaveStageOfEndedSubmission()
    propagateChanges(&changes, evaluating: newNodes + (form.graph.listReaders[section] ?? []))
    moveFocus(to: form.elementIDs.rows[row], &changes)
  }

  /// Removes a row of a multivalued section.
  private mutating func removeRow(_ row: Int, _ changes: inout ChangeTracker) {
    let section = form.rows[row].section
    if !isHidden(row) { changes.removedRow = (form.elementIDs.rows[row], section, below: row) }
    let nodes = form.removeRow(row)
    fields.remove(at: row)
    rowErrors.remove(at: row)
    nodeValues.removeSubrange(nodes)
    let errors = conditionEvaluationErrors.filter { !nodes.contains($0.key) }
    conditionEvaluationErrors = Dictionary(uniqueKeysWithValues: errors.map { ($0.shifted(byRemoving: nodes), $1) })
    leaveStageOfEndedSubmission()
    propagateChanges(&changes, evaluating: form.graph.listReaders[section] ?? [])
    moveFocusFromRemovedRow(near: row)
  }

  /// Moves a row within its section, before another row or to the end.
  private mutating func moveRow(_ id: ElementID, before other: ElementID?, _ changes: inout ChangeTracker) {
    guard let (row, place) = move(ofRow: id, before: other) else { return }
    let passed = row < place ? row + 1..<place + 1 : place..<row
    if !passed.allSatisfy(isHidden) {
      if !isHidden(row) { changes.removedRow = (id, form.rows[row].section, below: row < place ? row : row + 1) }
      changes.insertedRow = place
    }
    form.moveRow(from: row, to: place)
    fields.moveElement(from: row, to: place)
    rowErrors.moveElement(from: row, to: place)
    leaveStageOfEndedSubmission()
    propagateChanges(&changes, evaluating: form.graph.listReaders[form.rows[place].section] ?? [])
  }

  /// Returns the index of a row and its index after a move within its section, or `nil` if the row would not move.
  func move(ofRow id: ElementID, before other: ElementID?) -> (from: Int, to: Int)? {
    guard let row = form.index(ofRow: id) else { return nil }
    let rows = form.sections[form.rows[row].section].rows
    guard let end = other.map({ form.index(ofRow: $0) }) ?? rows.upperBound, other == nil || rows.contains(end)
    else { return nil }
    let place = row < end ? end - 1 : end
    return place == row ? nil : (row, place)
  }

  /// Assigns values to rows, and lists to multivalued sections.
  mutating func assignValues(_ assignments: [ValueAssignment], _ changes: inout ChangeTracker) {
    if assignments.contains(where: { isList($0.row) }) {
      var draft = FormDefinitionDraft(self)
      draft.assign(assignments)
      if draft.elementIDs != form.elementIDs { return install(draft, &changes) }
    }
    setEntries(assignments.compactMap(entry(for:)), &changes)
  }

  /// Restores earlier entries, and the earlier rows of multivalued sections.
  ///
  /// Entries that their rows cannot hold are ignored.
  mutating func restore(
    _ entries: [ElementID: FieldEntry], lists: [ElementID: [ElementID]], _ changes: inout ChangeTracker
  ) {
    var draft = FormDefinitionDraft(self)
    draft.restore(entries, lists: lists)
    if draft.elementIDs != form.elementIDs { return install(draft, &changes) }
    setEntries(restorableEntries(among: entries), &changes)
  }

  /// Returns the entries that their rows can hold, in the representations of the rows.
  func restorableEntries(among entries: [ElementID: FieldEntry]) -> [(row: Int, entry: FieldEntry)] {
    entries.compactMap { id, entry in
      form.index(ofRow: id).flatMap { row in
        form.definition(ofRow: row).restorable(entry).map { (row: row, entry: $0) }
      }
    }
  }

  /// Restores the initial values and the initial rows of multivalued sections, and ends a submission that waits for
  /// validations.
  mutating func reset(_ changes: inout ChangeTracker) {
    var draft = FormDefinitionDraft(self)
    draft.reset(initialLists)
    focus = nil
    stage = .editing
    if draft.elementIDs != form.elementIDs { return install(draft, &changes) }
    for row in fields.indices { changes.recordRowBeforeChange(row, of: self) }
    fields = draft.fields
    propagateChanges(&changes)
  }

  /// Returns a Boolean value that indicates whether the user can remove or move the row.
  func isInEditableList(_ id: ElementID) -> Bool {
    form.section(ofRow: id).map(allowsRowEditing) ?? false
  }

  func isList(_ id: ElementID) -> Bool {
    form.index(ofSection: id).map { form.definition.sections[$0].template != nil } ?? false
  }

  /// Returns a Boolean value that indicates whether the user can add, remove and move rows of a section.
  package func allowsRowEditing(_ section: Int) -> Bool {
    form.definition.sections[section].template != nil && !isTrue(form.sections[section].hidden)
      && !isTrue(form.sections[section].disabled)
  }
}

extension FormFeature.State {
  /// Replaces the form and the fields with those of a draft, and reevaluates all conditions.
  ///
  /// If the draft has errors, stores them and changes nothing. New rows of a list can cause errors, because their types
  /// determine the type of the list.
  mutating func install(_ draft: FormDefinitionDraft, _ changes: inout ChangeTracker) {
    let former = self
    do throws(FormErrors) {
      form = try CompiledForm(draft.definition, elementIDs: draft.elementIDs)
    } catch {
      lastUpdate.rejectedEditErrors = error.errors
      return
    }
    fields = draft.fields
    evaluateAndValidateAll()
    updateInitialLists()
    moveFocusFromRemovedRow(near: focus.flatMap { former.form.index(ofRow: $0) })
    leaveStageOfEndedSubmission()
    changes.stateBefore = former
  }

  /// Records the initial lists of new multivalued sections, and discards those of removed ones.
  mutating func updateInitialLists() {
    initialLists = initialLists.filter { isList($0.key) }
    for (section, id) in form.elementIDs.sections.enumerated() where isList(id) && initialLists[id] == nil {
      initialLists[id] = values(ofSection: section)
    }
  }
}
