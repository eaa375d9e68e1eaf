internal import Conditions
internal import Loop
internal import Values

extension Form {
  /// Changes the form itself.
  func edit(_ state: inout State, _ edit: FormEdit?) -> Effects<Effect, Slot> {
    guard let edit, state.stage != .submitting else { return .none }
    var draft = FormDraft(state)
    guard draft.apply(edit) else { return .none }
    let old = state
    do throws(FormFaults) {
      try state.take(draft)
    } catch {
      state.last.faults = error.list
      return .none
    }
    state.stage = .editing
    state.last.changes = state.differences(from: old, moved: edit.moved)
    state.keepFocusInSight()
    return .none
  }

  /// Adds a row to a section of many values, and goes there.
  func add(to id: ElementID, _ state: inout State) -> Effects<Effect, Slot> {
    guard let addition = state.addition(to: id) else { return .none }
    let effects = edit(&state, addition)
    if state.last.faults.isEmpty, let row = state.lastRow(of: id) { state.focus(row) }
    return effects
  }

  /// Gives sections of many values other rows, and rows other values.
  func assign(_ assignments: [Assignment], _ state: inout State) -> Effects<Effect, Slot> {
    let lists = assignments.compactMap { assignment -> (ElementID, [Value])? in
      guard state.isList(assignment.row), case .list(let values) = assignment.value else { return nil }
      return (assignment.row, values)
    }
    if lists.isEmpty || state.stage == .submitting { return change(&state) { $0.assign(assignments) } }
    let old = state
    for (id, values) in lists { state.setList(id, values) { $0.entry != .value($1) } }
    let evaluations = state.last.evaluations
    let effects = change(&state) { $0.assign(assignments) }
    state.stage = .editing
    state.last.evaluations += evaluations
    state.last.changes = state.differences(from: old)
    return effects
  }

  /// Makes everything as it was at first.
  func reset(_ state: inout State) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    let old = state
    for (id, values) in state.initialLists.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      state.setList(id, values, isChanged: { $0.initial != $1 })
    }
    if state.form != old.form {
      state.stage = .editing
      state.resetFields()
      state.settleAll()
      state.last.changes = state.differences(from: old)
    } else {
      var changes = Changes()
      for row in state.fields.indices { changes.keep(row, of: state) }
      state.resetFields()
      state.stage = .editing
      state.settle(&changes)
      state.last.changes = state.differences(changes)
    }
    state.focus = nil
    return .none
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

  fileprivate func isList(_ id: ElementID) -> Bool {
    form.number(ofSection: id).map { form.definition.sections[$0].template != nil } ?? false
  }

  func isOpenToRows(_ section: Int) -> Bool {
    !truth(form.sections[section].hidden) && !truth(form.sections[section].disabled)
  }

  fileprivate func lastRow(of id: ElementID) -> ElementID? {
    form.number(ofSection: id).flatMap { form.sections[$0].rows.last }.map { form.names.rows[$0] }
  }

  /// Lives on in another form: what is in both keeps what it holds.
  fileprivate mutating func take(_ draft: FormDraft) throws(FormFaults) {
    form = try CompiledForm(draft.definition, named: draft.names)
    fields = draft.fields
    settleAll()
    let others = fields.indices.filter { fields[$0].inquiry.about != nil && fields[$0].inquiry.about != askable($0) }
    if others.isEmpty { return }
    for row in others { fields[row].inquiry = .none }
    settleAll()
  }

  fileprivate mutating func resetFields() {
    for row in fields.indices { fields[row] = Field(fields[row].initial) }
  }

  /// Gives a section of many values rows of these values, if it has others.
  fileprivate mutating func setList(_ id: ElementID, _ values: [Value], isChanged: (Field, Value) -> Bool) {
    guard let section = form.number(ofSection: id), let template = form.definition.sections[section].template else {
      return
    }
    let old = fields[form.sections[section].rows]
    if old.count == values.count, !zip(old, values).contains(where: isChanged) { return }
    var draft = FormDraft(self)
    for row in form.sections[section].rows { _ = draft.apply(.rowRemoved(form.names.rows[row])) }
    for value in values { _ = draft.apply(.rowInserted(template.holding(value), in: id)) }
    do throws(FormFaults) {
      try take(draft)
    } catch {
      preconditionFailure("Rows that were right before are right again: \(error)")
    }
  }
}
