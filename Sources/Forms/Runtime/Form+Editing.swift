public import Conditions
internal import Loop
internal import Values

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

extension Form {
  /// Applies an edit to the form definition.
  ///
  /// If the result has errors, stores them and changes nothing.
  func edit(_ state: inout State, _ changes: inout Changes, _ edit: FormEdit?) -> Effects<Effect, Slot> {
    guard let edit, state.stage != .submitting else { return .none }
    var draft = FormDraft(state)
    guard draft.apply(edit) else { return .none }
    do throws(FormFaults) {
      let former = state
      try state.adopt(draft)
      state.settle(from: former, &changes)
    } catch {
      state.last.faults = error.list
      return .none
    }
    changes.moved = edit.moved
    return .none
  }

  /// Adds a row to a multivalued section and focuses it.
  func add(to id: ElementID, _ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    guard let addition = state.addition(to: id) else { return .none }
    let effects = edit(&state, &changes, addition)
    if changes.former != nil, let row = state.lastRow(of: id) { state.focus(row, &changes) }
    return effects
  }

  /// Assigns values to rows, and lists to multivalued sections.
  func assign(_ assignments: [Assignment], _ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    if assignments.contains(where: { state.isList($0.row) }) {
      var draft = FormDraft(state)
      draft.assign(assignments)
      if draft.names != state.form.names { return take(draft, &state, &changes) }
    }
    return change(&state, &changes) { $0.assign(assignments, &$1) }
  }

  /// Installs a draft with other rows in multivalued sections, and requests remote validation of the values that
  /// changed with it.
  private func take(_ draft: FormDraft, _ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    let former = state
    state.take(draft, &changes)
    var effects = Effects<Effect, Slot>.none
    for (row, id) in state.form.names.rows.enumerated() where !state.form.rows[row].checks.isEmpty {
      guard state.fields[row].inquiry.about == nil, let value = state.askable(row) else { continue }
      if former[id]?.entry != state.fields[row].entry { effects += ask(row, value, &state, &changes, after: pause) }
    }
    return effects
  }

  /// Restores earlier entries, and the earlier rows of multivalued sections.
  func restore(
    _ entries: [ElementID: Entry], _ lists: [ElementID: [ElementID]], _ state: inout State, _ changes: inout Changes
  ) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    var draft = FormDraft(state)
    draft.restore(lists)
    if draft.names == state.form.names { return change(&state, &changes) { $0.restore(entries, &$1) } }
    draft.restore(entries)
    return take(draft, &state, &changes)
  }

  /// Restores the initial values and the initial rows of multivalued sections.
  func reset(_ state: inout State, _ changes: inout Changes) {
    if state.stage == .submitting { return }
    var draft = FormDraft(state)
    draft.reset(state.initialLists)
    state.focus = nil
    if draft.names != state.form.names { return state.take(draft, &changes) }
    for row in state.fields.indices { changes.keep(row, of: state) }
    state.fields = draft.fields
    state.stage = .editing
    state.settle(&changes)
  }
}

extension FormEdit {
  /// The row whose position the edit changes.
  fileprivate var moved: ElementID? { if case .rowMoved(let id, _) = self { id } else { nil } }
}

extension Form.State {
  /// Returns the edit that adds a row to a multivalued section, or `nil` if the user cannot add one.
  func addition(to id: ElementID) -> FormEdit? {
    guard let section = form.number(ofSection: id), let template = form.definition.sections[section].template,
      isOpenToRows(section)
    else { return nil }
    return .rowInserted(template, in: id)
  }

  /// Returns a Boolean value that indicates whether the user can remove or move the row.
  func isInOpenList(_ id: ElementID) -> Bool {
    guard let row = form.number(ofRow: id) else { return false }
    let section = form.rows[row].section
    return form.definition.sections[section].template != nil && isOpenToRows(section)
  }

  func isList(_ id: ElementID) -> Bool {
    form.number(ofSection: id).map { form.definition.sections[$0].template != nil } ?? false
  }

  package func isOpenToRows(_ section: Int) -> Bool {
    !truth(form.sections[section].hidden) && !truth(form.sections[section].disabled)
  }

  fileprivate func lastRow(of id: ElementID) -> ElementID? {
    form.number(ofSection: id).flatMap { form.sections[$0].rows.last }.map { form.names.rows[$0] }
  }

  /// Replaces the form and the fields with those of a draft.
  fileprivate mutating func adopt(_ draft: FormDraft) throws(FormFaults) {
    form = try CompiledForm(draft.definition, named: draft.names)
    fields = draft.fields
  }

  /// Replaces the rows of multivalued sections with those of a draft.
  ///
  /// The new rows are copies of a template that was validated when the form was compiled, so this cannot fail.
  mutating func take(_ draft: FormDraft) {
    do throws(FormFaults) {
      try adopt(draft)
    } catch {
      preconditionFailure("Rows of a compiled template cannot make a form invalid: \(error)")
    }
  }

  mutating func take(_ draft: FormDraft, _ changes: inout Changes) {
    let former = self
    take(draft)
    settle(from: former, &changes)
  }

  fileprivate mutating func settle(from former: Form.State, _ changes: inout Changes) {
    settleAll()
    // Results for other values, and for values that need no remote validation any more, are already ignored.
    for row in fields.indices where fields[row].inquiry.about != nil && fields[row].inquiry.about != askable(row) {
      fields[row].inquiry = .none
    }
    keepInitialLists()
    keepFocus(near: focus.flatMap { former.form.number(ofRow: $0) })
    stage = .editing
    changes.former = former
  }

  /// Records the initial lists of new multivalued sections, and discards those of removed ones.
  mutating func keepInitialLists() {
    for id in initialLists.keys where !isList(id) { initialLists[id] = nil }
    for (section, id) in form.names.sections.enumerated() where isList(id) && initialLists[id] == nil {
      initialLists[id] = values(section)
    }
  }
}
