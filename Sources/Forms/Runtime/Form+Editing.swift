public import Conditions
internal import Loop
internal import Values

/// A change of the form itself, while it is filled in.
///
/// What rows hold stays; what depends on what is found out anew. A change that would make the form wrong is not made.
public enum FormEdit: Hashable, Codable, Sendable {
  /// A row or a section is hidden under another condition.
  case hidden(ElementID, Condition)
  /// A row or a section is disabled under another condition.
  case disabled(ElementID, Condition)
  /// A row joins a section, before another one or last.
  case rowInserted(RowDefinition, in: ElementID, before: ElementID? = nil)
  /// A row goes.
  case rowRemoved(ElementID)
  /// A row moves within its section, before another one or to the end.
  case rowMoved(ElementID, before: ElementID?)
  /// A section joins, before another one or last.
  case sectionInserted(SectionDefinition, before: ElementID? = nil)
  /// A section goes, and all its rows.
  case sectionRemoved(ElementID)
}

extension Form {
  /// Changes the form itself.
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

  /// Adds a row to a section of many values, and goes there.
  func add(to id: ElementID, _ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    guard let addition = state.addition(to: id) else { return .none }
    let effects = edit(&state, &changes, addition)
    if changes.former != nil, let row = state.lastRow(of: id) { state.focus(row, &changes) }
    return effects
  }

  /// Gives sections of many values other rows, and rows other values.
  func assign(_ assignments: [Assignment], _ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    if assignments.contains(where: { state.isList($0.row) }) {
      var draft = FormDraft(state)
      draft.assign(assignments)
      if draft.names != state.form.names { return take(draft, &state, &changes) }
    }
    return change(&state, &changes) { $0.assign(assignments, &$1) }
  }

  /// Lives on with other rows in sections of many values, and asks the world about what was given together with them.
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

  /// Gives rows back what they held, and sections of many values the rows they had.
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

  /// Makes everything as it was at first.
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
  /// The row that is in another place afterwards.
  fileprivate var moved: ElementID? { if case .rowMoved(let id, _) = self { id } else { nil } }
}

extension Form.State {
  /// The row that a section of many values would get, if a person can add one.
  func addition(to id: ElementID) -> FormEdit? {
    guard let section = form.number(ofSection: id), let template = form.definition.sections[section].template,
      isOpenToRows(section)
    else { return nil }
    return .rowInserted(template, in: id)
  }

  /// Whether a person can take the row away, or elsewhere.
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

  /// Lives on in another form: what is in both keeps what it holds.
  fileprivate mutating func adopt(_ draft: FormDraft) throws(FormFaults) {
    form = try CompiledForm(draft.definition, named: draft.names)
    fields = draft.fields
  }

  /// Lives on in a form that has other rows in its sections of many values.
  ///
  /// They are made of their template, which was found right when the form was compiled.
  mutating func take(_ draft: FormDraft) {
    do throws(FormFaults) {
      try adopt(draft)
    } catch {
      preconditionFailure("A form is right with more rows of a template that is: \(error)")
    }
  }

  mutating func take(_ draft: FormDraft, _ changes: inout Changes) {
    let former = self
    take(draft)
    settle(from: former, &changes)
  }

  fileprivate mutating func settle(from former: Form.State, _ changes: inout Changes) {
    settleAll()
    // What was told of another value, or of one that is not to be judged any more, counts for nothing already.
    for row in fields.indices where fields[row].inquiry.about != nil && fields[row].inquiry.about != askable(row) {
      fields[row].inquiry = .none
    }
    keepInitialLists()
    keepFocus(near: focus.flatMap { former.form.number(ofRow: $0) })
    stage = .editing
    changes.former = former
  }

  /// A section of many values that has joined goes back to what it had then; of one that has gone nothing is kept.
  mutating func keepInitialLists() {
    for id in initialLists.keys where !isList(id) { initialLists[id] = nil }
    for (section, id) in form.names.sections.enumerated() where isList(id) && initialLists[id] == nil {
      initialLists[id] = values(section)
    }
  }
}
