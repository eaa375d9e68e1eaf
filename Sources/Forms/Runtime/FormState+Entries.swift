import Loop
import Values

extension FormFeature.State {
  /// Stores entries in rows, and updates what depends on them.
  mutating func setEntries(
    _ entries: [(row: Int, entry: FieldEntry)], byUser isByHand: Bool = false, _ changes: inout PendingChanges
  ) {
    for (row, entry) in entries {
      changes.saveRow(row, of: self)
      if isByHand { fields[row].isTouched = true }
      fields[row].setEntry(entry)
    }
    if changes.rowsBefore.contains(where: { row, old in fields[row].entry != old.field.entry }) { stage = .editing }
    propagateChanges(&changes)
  }

  /// Returns the row and its entry for a typed text, or `nil` if the user cannot edit the row.
  func entry(typing text: String, in id: ElementID) -> (row: Int, entry: FieldEntry)? {
    guard let row = form.index(ofRow: id), isEditable(row) else { return nil }
    return (row, form.rows[row].kind.entry(typed: text, options: form.rows[row].options))
  }

  /// Returns the row and its entry for a chosen value, or `nil` if the user cannot edit the row.
  func entry(choosing value: Value, in id: ElementID) -> (row: Int, entry: FieldEntry)? {
    guard let row = form.index(ofRow: id), isEditable(row) else { return nil }
    return (row, form.definition(ofRow: row).entry(for: value))
  }

  /// Returns the row and its entry for an assignment by the program, or `nil` if no row can hold the value.
  func entry(for assignment: ValueAssignment) -> (row: Int, entry: FieldEntry)? {
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
}

extension FormFeature.State {
  /// Requests remote validation of the values that need it, among those that an action may have affected.
  mutating func requestNeededValidations(_ changes: inout PendingChanges) {
    let rows = changes.stateBefore == nil ? changes.affectedRows.sorted() : Array(fields.indices)
    for row in rows where needsRemoteValidation(row) {
      requestValidation(ofRow: row, &changes, after: changes.validationDelay)
    }
  }

  /// Returns a Boolean value that indicates whether the value of a row must be validated remotely now.
  ///
  /// An initial value is validated only on submission.
  func needsRemoteValidation(_ row: Int) -> Bool {
    fields[row].remoteValidation == .notRequested && valueToValidateRemotely(inRow: row) != nil && isDirty(row)
  }

  /// Requests remote validation of the value of a row, if the row needs it.
  mutating func requestValidation(ofRow row: Int, _ changes: inout PendingChanges, after delay: Duration?) {
    guard let value = valueToValidateRemotely(inRow: row) else { return }
    changes.saveRow(row, of: self)
    fields[row].remoteValidation = .pending
    let id = form.names.rows[row]
    changes.effects += .run(
      .validate(id, value, checks: form.rows[row].remoteChecks), in: .validation(id), .latest, after: delay)
  }
}
