internal import Loop
internal import Values

extension Form {
  /// Applies a change to the rows and then its consequences, unless the form is being submitted.
  func change(
    _ state: inout State, _ changes: inout Changes, _ change: (inout State, inout Changes) -> Void
  ) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    change(&state, &changes)
    if changes.before.contains(where: { row, old in state.fields[row].entry != old.field.entry }) {
      state.stage = .editing
    }
    return follow(&state, &changes)
  }

  /// Reevaluates what depends on the changes, and requests the remote validations they make necessary.
  func follow(_ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    state.settle(&changes)
    return ask(&state, &changes)
  }

  /// Requests remote validation of new values that pass local validation, and discards outdated results.
  ///
  /// Discarding a result changes no errors, because results for other values are already ignored.
  private func ask(_ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    var effects = Effects<Effect, Slot>.none
    for row in changes.suspects.sorted() where !state.form.rows[row].checks.isEmpty {
      let wanted = state.askable(row)
      if state.fields[row].inquiry.about == wanted { continue }
      let isGiven = changes.before[row].map { $0.field.entry != state.fields[row].entry } ?? false
      changes.keep(row, of: state)
      state.fields[row].inquiry = .none
      if isGiven, let wanted { effects += ask(row, wanted, &state, &changes, after: pause) }
    }
    return effects
  }

  /// Requests remote validation of a value.
  func ask(
    _ row: Int, _ value: Value, _ state: inout State, _ changes: inout Changes, after pause: Duration?
  ) -> Effects<Effect, Slot> {
    changes.keep(row, of: state)
    state.fields[row].inquiry = .asked(value)
    let id = state.form.names.rows[row]
    return .ask(.judge(id, value, checks: state.form.rows[row].checks), in: .judgement(id), .latest, after: pause)
  }
}

extension Form.State {
  /// Returns the entry for a typed text, or `nil` if the user cannot edit the row.
  func typed(_ text: String, _ id: ElementID) -> Entry? {
    guard let row = form.number(ofRow: id), isOpen(row) else { return nil }
    return form.rows[row].kind.entry(typed: text, options: form.rows[row].options)
  }

  /// Returns the entry for a chosen value, or `nil` if the user cannot edit the row.
  func chosen(_ value: Value, _ id: ElementID) -> Entry? {
    guard let row = form.number(ofRow: id), isOpen(row) else { return nil }
    return form.definition(ofRow: row).entry(value)
  }

  /// Stores an entry that the user typed or chose.
  mutating func take(_ entry: Entry?, _ id: ElementID, _ changes: inout Changes) {
    if let entry, let row = form.number(ofRow: id) { put(entry, row, byHand: true, &changes) }
  }

  /// Restores earlier entries, ignoring those that their rows cannot hold.
  mutating func restore(_ entries: [ElementID: Entry], _ changes: inout Changes) {
    for (id, entry) in entries {
      guard let row = form.number(ofRow: id), form.definition(ofRow: row).takesBack(entry) else { continue }
      put(entry, row, byHand: false, &changes)
    }
  }

  /// Stores values assigned by the program.
  mutating func assign(_ assignments: [Assignment], _ changes: inout Changes) {
    for (row, entry) in assignments.lazy.compactMap(entry) { put(entry, row, byHand: false, &changes) }
  }

  /// Returns the row of an assignment and its new entry, or `nil` if no row can hold the value.
  func entry(_ assignment: Assignment) -> (row: Int, entry: Entry)? {
    guard let row = form.number(ofRow: assignment.row), form.rows[row].kind.hasValue else { return nil }
    return (row, form.definition(ofRow: row).entry(assignment.value))
  }

  /// Replaces the errors reported from outside.
  mutating func report(_ reports: [ElementID: [String]], _ changes: inout Changes) {
    for (row, id) in form.names.rows.enumerated() where fields[row].reports != reports[id] ?? [] {
      changes.keep(row, of: self)
      fields[row].reports = reports[id] ?? []
    }
  }

  private mutating func put(_ entry: Entry, _ row: Int, byHand isByHand: Bool, _ changes: inout Changes) {
    changes.keep(row, of: self)
    if isByHand { fields[row].isTouched = true }
    fields[row].hold(entry)
  }
}
