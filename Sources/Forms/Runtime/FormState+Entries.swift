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
    if changes.rowsBefore.keys.contains(where: { changes.hasNewEntry($0, in: self) }) { leaveStageOfEndedSubmission() }
    propagateChanges(&changes)
  }

  /// Leaves the stage of an ended submission, because the contents have changed.
  ///
  /// A submission that waits for validations continues: it will submit the new contents.
  mutating func leaveStageOfEndedSubmission() { if stage != .validating { stage = .editing } }

  /// Returns the row and its entry for a typed text, or `nil` if the user cannot edit the row.
  func entry(typing text: String, in id: ElementID) -> (row: Int, entry: FieldEntry)? {
    guard let row = form.index(ofRow: id), isEditable(row), form.rows[row].kind != .password else { return nil }
    return (row, form.rows[row].kind.entry(typed: text, options: form.rows[row].options))
  }

  /// Returns the row and its entry for a typed password, or `nil` if the user cannot type a password in the row.
  func entry(typing password: Secret, in id: ElementID) -> (row: Int, entry: FieldEntry)? {
    guard let row = form.index(ofRow: id), isEditable(row), form.rows[row].kind == .password else { return nil }
    return (row, .password(password))
  }

  /// Returns the row and its entry for a chosen value, or `nil` if the user cannot edit the row.
  func entry(choosing value: Value, in id: ElementID) -> (row: Int, entry: FieldEntry)? {
    guard let row = form.index(ofRow: id), isEditable(row), mayAssign(value, to: id) else { return nil }
    return (row, form.definition(ofRow: row).entry(for: value))
  }

  /// Returns the row and its entry for an assignment by the program, or `nil` if no row can hold the value.
  func entry(for assignment: ValueAssignment) -> (row: Int, entry: FieldEntry)? {
    guard let row = form.index(ofRow: assignment.row), form.rows[row].kind.hasValue else { return nil }
    return (row, form.definition(ofRow: row).entry(for: assignment.value))
  }

  /// Returns the last assignment to each row, without those of passwords.
  ///
  /// An earlier assignment to the same row would discard what belongs to its current content.
  func permitted(_ assignments: [ValueAssignment]) -> [ValueAssignment] {
    let last = Dictionary(assignments.enumerated().map { ($1.row, $0) }, uniquingKeysWith: max)
    return assignments.enumerated().filter { last[$1.row] == $0 && mayAssign($1.value, to: $1.row) }.map(\.element)
  }

  /// Returns `false` for a value that would be a password: a value can be encoded, for example in a transcript.
  func mayAssign(_ value: Value, to id: ElementID) -> Bool {
    value == .null || form.index(ofRow: id).map { form.rows[$0].kind } != .password
  }

  /// Replaces the errors reported from outside.
  mutating func setReportedErrors(_ reports: [ElementID: [String]], _ changes: inout ChangeTracker) {
    for (row, id) in form.elementIDs.rows.enumerated() where fields[row].reportedErrors != reports[id] ?? [] {
      changes.recordRowBeforeChange(row, of: self)
      fields[row].reportedErrors = reports[id] ?? []
    }
  }
}

extension FormFeature.State {
  /// Requests remote validation of the values that need it, among those that an action may have affected.
  mutating func requestNeededValidations(_ changes: inout ChangeTracker) {
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
  mutating func requestValidation(ofRow row: Int, _ changes: inout ChangeTracker, after delay: Duration?) {
    guard let value = valueToValidateRemotely(inRow: row) else { return }
    changes.recordRowBeforeChange(row, of: self)
    fields[row].remoteValidation = .pending
    let (id, checks) = (form.elementIDs.rows[row], form.rows[row].remoteChecks)
    // No password is saved, so after a restart there is nothing to validate.
    let (effect, restart): (FormFeature.Effect, RestartPolicy<FormFeature.Action>) =
      if case .secret(let password) = fields[row].entry {
        (.validatePassword(id, password, checks: checks), .reportLost)
      } else {
        (.validate(id, value, checks: checks), .runAgain)
      }
    changes.effects += .run(
      effect, in: .validation(id), .latest, after: delay,
      ifLost: .validationFailed(id, FormFeature.reasonForLostResponse), afterRestart: restart)
  }
}
