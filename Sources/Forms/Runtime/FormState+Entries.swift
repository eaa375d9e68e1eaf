import Loop
import Values

extension FormFeature.State {
  /// Stores entries in rows, and updates what depends on them.
  mutating func setEntries(
    _ entries: [(row: Int, entry: FieldEntry)], byUser isByHand: Bool = false, _ changes: inout ChangeTracker
  ) {
    for (row, entry) in entries {
      changes.recordRowBeforeChange(row, of: self)
      if isByHand { fields[row].isTouched = true }
      fields[row].setEntry(entry)
    }
    if changes.rowsBefore.contains(where: { row, old in fields[row].entry != old.field.entry }) { stage = .editing }
    reevaluateAndRequestValidation(&changes)
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
  mutating func setReportedErrors(_ reports: [ElementID: [String]], _ changes: inout ChangeTracker) {
    for (row, id) in form.names.rows.enumerated() where fields[row].reportedErrors != reports[id] ?? [] {
      changes.recordRowBeforeChange(row, of: self)
      fields[row].reportedErrors = reports[id] ?? []
    }
  }
}

extension FormFeature.State {
  /// Reevaluates what depends on the changes, requests remote validation of new values that pass local validation, and
  /// discards outdated results.
  ///
  /// Discarding a result changes no errors, because results for other values are already ignored.
  mutating func reevaluateAndRequestValidation(_ changes: inout ChangeTracker) {
    propagateChanges(&changes)
    for row in changes.affectedRows.sorted() where !form.rows[row].remoteChecks.isEmpty {
      let wanted = valueToValidateRemotely(inRow: row)
      if fields[row].remoteValidation.validatedValue == wanted { continue }
      let isGiven = changes.rowsBefore[row].map { $0.field.entry != fields[row].entry } ?? false
      changes.recordRowBeforeChange(row, of: self)
      fields[row].remoteValidation = .notRequested
      if isGiven, let wanted { requestValidation(ofRow: row, value: wanted, &changes, after: changes.validationDelay) }
    }
  }

  /// Requests remote validation of a value.
  mutating func requestValidation(
    ofRow row: Int, value: Value, _ changes: inout ChangeTracker, after delay: Duration?
  ) {
    changes.recordRowBeforeChange(row, of: self)
    fields[row].remoteValidation = .pending(value)
    let id = form.names.rows[row]
    changes.effects += .run(
      .validate(id, value, checks: form.rows[row].remoteChecks), in: .validation(id), .latest, after: delay)
  }

  /// Returns a Boolean value that indicates whether a remote validation was requested for a value that does not need it
  /// any more.
  func hasOutdatedValidation(_ row: Int) -> Bool {
    let value = fields[row].remoteValidation.validatedValue
    return value != nil && value != valueToValidateRemotely(inRow: row)
  }
}
