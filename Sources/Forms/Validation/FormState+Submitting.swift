import Loop
import Values

extension FormFeature.State {
  /// Begins a submission: marks all rows as touched, so that their errors show, and restarts failed validations.
  mutating func beginSubmission(_ changes: inout ChangeTracker) {
    if stage == .validating { return }
    stage = .validating
    for row in fields.indices where isIncluded(row) {
      changes.recordRowBeforeChange(row, of: self)
      fields[row].isTouched = true
      // A validation that failed is requested again.
      if case .failed = fields[row].remoteValidation { fields[row].remoteValidation = .notRequested }
    }
    propagateChanges(&changes)
  }

  /// Counts refused submissions from 0 again, because an earlier state is restored.
  package mutating func forgetRefusedSubmissions() { refusedSubmissionCount = 0 }

  /// Stores the response of a pending remote validation.
  ///
  /// A response about an earlier value is not delivered, because a new value cancels or replaces the run.
  mutating func receiveValidation(of id: ElementID, _ response: RemoteValidation, _ changes: inout ChangeTracker) {
    guard let row = form.index(ofRow: id), fields[row].remoteValidation == .pending else { return }
    changes.recordRowBeforeChange(row, of: self)
    fields[row].remoteValidation = response
    propagateChanges(&changes)
  }

  /// Stops the submission at the first error, requests and awaits missing validations, or submits the values.
  mutating func continueSubmission(_ changes: inout ChangeTracker) {
    if let row = firstInvalidRow {
      stage = .editing
      refusedSubmissionCount &+= 1
      moveFocus(to: form.elementIDs.rows[row], &changes)
      return
    }
    for row in fields.indices where fields[row].remoteValidation == .notRequested {
      // The user may still be typing in a row that this action has changed.
      let isTyping = changes.hasNewEntry(row, in: self)
      requestValidation(ofRow: row, &changes, after: isTyping ? changes.validationDelay : nil)
    }
    if isValidatingRemotely { return }
    stage = .submitting
    // An earlier submission that has sent its response may not have finished. It is replaced, because with `.first`
    // this one would be dropped and its response would never arrive.
    changes.effects += .run(
      .submit(submittedValues, passwords: submittedPasswords), in: .submission, .latest,
      ifLost: .submissionFailed(FormFeature.reasonForLostResponse), afterRestart: .reportLost)
  }

  /// Makes the submitted values the initial ones, and removes the submitted passwords.
  mutating func completeSubmission(_ changes: inout ChangeTracker) {
    if stage != .submitting { return }
    let former = self
    // The submission has replaced a value that was changed elsewhere before.
    deferredRebase = deferredRebase.filter { !submitsChange(of: $0.row) }
    stage = .submitted
    for row in fields.indices where isIncluded(row) {
      changes.recordRowBeforeChange(row, of: self)
      if form.rows[row].kind == .password { fields[row] = FieldState(.null) }
      fields[row].initialValue = value(row)
    }
    for id in initialLists.keys {
      guard let section = form.index(ofSection: id), isIncluded(section: section) else { continue }
      initialLists[id] = values(ofSection: section)
    }
    applyDeferredRebase(from: former, &changes)
  }

  /// Returns a Boolean value that indicates whether a row or multivalued section would submit another value than the
  /// initial one.
  func submitsChange(of id: ElementID) -> Bool {
    switch form.elements[id] {
    case .row(let row)?: submitsChange(row)
    case .section(let section)?: isIncluded(section: section) && isListDirty(section)
    case nil: false
    }
  }

  /// Ends a failed submission and shows the reported errors.
  mutating func failSubmission(
    _ reason: String, _ reports: [ElementID: [String]], _ changes: inout ChangeTracker
  ) {
    if stage != .submitting { return }
    let former = self
    stage = .failed(reason)
    setReportedErrors(reports, &changes)
    applyDeferredRebase(from: former, &changes)
    if let row = firstInvalidRow { moveFocus(to: form.elementIDs.rows[row], &changes) }
  }

  private var firstInvalidRow: Int? { rowErrors.indices.first { !rowErrors[$0].isEmpty && isEditable($0) } }

  /// A Boolean value that indicates whether the submission waits for a remote validation.
  var isValidatingRemotely: Bool {
    fields.indices.contains { fields[$0].remoteValidation == .pending && isEditable($0) }
  }
}
