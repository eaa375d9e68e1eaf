import Loop
import Values

extension FormFeature {
  /// Begins a submission: marks all rows as touched, so that their errors show, and restarts failed validations.
  func submit(_ state: inout State, _ changes: inout PendingChanges) -> Effects<Effect, Slot> {
    if state.stage == .submitting || state.stage == .validating { return .none }
    state.stage = .validating
    for row in state.fields.indices where state.isIncluded(row) {
      changes.saveRow(row, of: state)
      state.fields[row].isTouched = true
      // A validation that failed is requested again.
      if case .failed = state.fields[row].remoteValidation { state.fields[row].remoteValidation = .notRequested }
    }
    return update(&state, &changes)
  }

  /// Stores the response of a remote validation, unless the value has changed since.
  func receiveValidation(
    _ state: inout State, _ changes: inout PendingChanges, _ id: ElementID, _ answer: RemoteValidation
  ) -> Effects<Effect, Slot> {
    guard let row = state.form.index(ofRow: id), let value = answer.validatedValue,
      state.fields[row].remoteValidation == .pending(value)
    else { return .none }
    changes.saveRow(row, of: state)
    state.fields[row].remoteValidation = answer
    return update(&state, &changes)
  }

  /// Stops the submission at the first error, requests and awaits missing validations, or submits the values.
  func continueSubmission(_ state: inout State, _ changes: inout PendingChanges) -> Effects<Effect, Slot> {
    if let row = state.firstInvalidRow {
      state.stage = .editing
      state.moveFocus(to: state.form.names.rows[row], &changes)
      return .none
    }
    var effects = Effects<Effect, Slot>.none
    for row in state.fields.indices where state.fields[row].remoteValidation == .notRequested {
      if let value = state.valueToValidateRemotely(inRow: row) {
        effects += requestValidation(ofRow: row, value: value, &state, &changes, after: nil)
      }
    }
    if state.isValidatingRemotely { return effects }
    state.stage = .submitting
    // An earlier submission that has sent its response may not have finished. It is replaced, because with `.first`
    // this one would be dropped and its response would never arrive.
    return effects + .run(.submit(state.submittedValues), in: .submission, .latest)
  }

  /// Makes the submitted values the initial ones.
  func completeSubmission(_ state: inout State, _ changes: inout PendingChanges) -> Effects<Effect, Slot> {
    if state.stage != .submitting { return .none }
    state.stage = .submitted
    for row in state.fields.indices where state.isIncluded(row) {
      changes.saveRow(row, of: state)
      state.fields[row].initialValue = state.value(row)
    }
    for id in state.initialLists.keys {
      guard let section = state.form.index(ofSection: id), state.isIncluded(section: section) else { continue }
      state.initialLists[id] = state.values(ofSection: section)
    }
    return update(&state, &changes)
  }

  /// Ends a failed submission and shows the reported errors.
  func failSubmission(
    _ state: inout State, _ changes: inout PendingChanges, _ reason: String, _ reports: [ElementID: [String]]
  ) -> Effects<Effect, Slot> {
    if state.stage != .submitting { return .none }
    state.stage = .failed(reason)
    state.setReportedErrors(reports, &changes)
    let effects = update(&state, &changes)
    if let row = state.firstInvalidRow { state.moveFocus(to: state.form.names.rows[row], &changes) }
    return effects
  }
}

extension FormFeature.State {
  fileprivate var firstInvalidRow: Int? { rowErrors.indices.first { !rowErrors[$0].isEmpty && isIncluded($0) } }

  var isValidatingRemotely: Bool { fields.contains(where: \.remoteValidation.isPending) }
}
