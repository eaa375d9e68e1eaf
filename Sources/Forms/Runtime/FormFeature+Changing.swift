import Loop
import Values

extension FormFeature {
  /// Applies a change to the rows and then its consequences, unless the form is being submitted.
  func applyChange(
    _ state: inout State, _ changes: inout PendingChanges, _ change: (inout State, inout PendingChanges) -> Void
  ) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    change(&state, &changes)
    if changes.rowsBefore.contains(where: { row, old in state.fields[row].entry != old.field.entry }) {
      state.stage = .editing
    }
    return update(&state, &changes)
  }

  /// Reevaluates what depends on the changes, and requests the remote validations they make necessary.
  func update(_ state: inout State, _ changes: inout PendingChanges) -> Effects<Effect, Slot> {
    state.propagateChanges(&changes)
    return requestChangedValidations(&state, &changes)
  }

  /// Requests remote validation of new values that pass local validation, and discards outdated results.
  ///
  /// Discarding a result changes no errors, because results for other values are already ignored.
  private func requestChangedValidations(_ state: inout State, _ changes: inout PendingChanges) -> Effects<Effect, Slot>
  {
    var effects = Effects<Effect, Slot>.none
    for row in changes.revalidatedRows.sorted() where !state.form.rows[row].remoteChecks.isEmpty {
      let wanted = state.valueToValidateRemotely(inRow: row)
      if state.fields[row].remoteValidation.validatedValue == wanted { continue }
      let isGiven = changes.rowsBefore[row].map { $0.field.entry != state.fields[row].entry } ?? false
      changes.saveRow(row, of: state)
      state.fields[row].remoteValidation = .notRequested
      if isGiven, let wanted {
        effects += requestValidation(ofRow: row, value: wanted, &state, &changes, after: validationDelay)
      }
    }
    return effects
  }

  /// Requests remote validation of a value.
  func requestValidation(
    ofRow row: Int, value: Value, _ state: inout State, _ changes: inout PendingChanges, after pause: Duration?
  ) -> Effects<Effect, Slot> {
    changes.saveRow(row, of: state)
    state.fields[row].remoteValidation = .pending(value)
    let id = state.form.names.rows[row]
    return .run(
      .validate(id, value, checks: state.form.rows[row].remoteChecks), in: .validation(id), .latest, after: pause)
  }
}

extension FormFeature.State {
  /// Returns the entry for a typed text, or `nil` if the user cannot edit the row.
  func entry(typing text: String, in id: ElementID) -> FieldEntry? {
    guard let row = form.index(ofRow: id), isEditable(row) else { return nil }
    return form.rows[row].kind.entry(typed: text, options: form.rows[row].options)
  }

  /// Returns the entry for a chosen value, or `nil` if the user cannot edit the row.
  func entry(choosing value: Value, in id: ElementID) -> FieldEntry? {
    guard let row = form.index(ofRow: id), isEditable(row) else { return nil }
    return form.definition(ofRow: row).entry(for: value)
  }

  /// Stores an entry that the user typed or chose.
  mutating func setUserEntry(_ entry: FieldEntry?, of id: ElementID, _ changes: inout PendingChanges) {
    if let entry, let row = form.index(ofRow: id) { setEntry(entry, ofRow: row, byUser: true, &changes) }
  }

  /// Restores earlier entries, ignoring those that their rows cannot hold.
  mutating func restoreEntries(_ entries: [ElementID: FieldEntry], _ changes: inout PendingChanges) {
    for (id, entry) in entries {
      guard let row = form.index(ofRow: id), form.definition(ofRow: row).canRestore(entry) else { continue }
      setEntry(entry, ofRow: row, byUser: false, &changes)
    }
  }

  /// Stores values assigned by the program.
  mutating func assignValues(_ assignments: [ValueAssignment], _ changes: inout PendingChanges) {
    for (row, entry) in assignments.lazy.compactMap(rowAndEntry) {
      setEntry(entry, ofRow: row, byUser: false, &changes)
    }
  }

  /// Returns the row of an assignment and its new entry, or `nil` if no row can hold the value.
  func rowAndEntry(for assignment: ValueAssignment) -> (row: Int, entry: FieldEntry)? {
    guard let row = form.index(ofRow: assignment.row), form.rows[row].kind.hasValue else { return nil }
    return (row, form.definition(ofRow: row).entry(for: assignment.value))
  }

  /// Replaces the errors reported from outside.
  mutating func setReportedErrors(_ reports: [ElementID: [String]], _ changes: inout PendingChanges) {
    for (row, id) in form.names.rows.enumerated() where fields[row].reportedErrors != reports[id] ?? [] {
      changes.saveRow(row, of: self)
      fields[row].reportedErrors = reports[id] ?? []
    }
  }

  private mutating func setEntry(
    _ entry: FieldEntry, ofRow row: Int, byUser isByHand: Bool, _ changes: inout PendingChanges
  ) {
    changes.saveRow(row, of: self)
    if isByHand { fields[row].isTouched = true }
    fields[row].setEntry(entry)
  }
}
