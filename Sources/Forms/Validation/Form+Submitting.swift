internal import Loop
internal import Values

extension Form {
  /// Begins a submission: marks all rows as touched, so that their errors show, and restarts failed validations.
  func submit(_ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    if state.stage == .submitting || state.stage == .checking { return .none }
    state.stage = .checking
    for row in state.fields.indices where state.takesPart(row) {
      changes.keep(row, of: state)
      state.fields[row].isTouched = true
      // A validation that failed is requested again.
      if case .failed = state.fields[row].inquiry { state.fields[row].inquiry = .none }
    }
    return follow(&state, &changes)
  }

  /// Stores the response of a remote validation, unless the value has changed since.
  func hear(
    _ state: inout State, _ changes: inout Changes, _ id: ElementID, _ answer: Inquiry
  ) -> Effects<Effect, Slot> {
    guard let row = state.form.number(ofRow: id), let value = answer.about, state.fields[row].inquiry == .asked(value)
    else { return .none }
    changes.keep(row, of: state)
    state.fields[row].inquiry = answer
    return follow(&state, &changes)
  }

  /// Stops the submission at the first error, requests and awaits missing validations, or submits the values.
  func goOn(_ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    if let row = state.firstFault {
      state.stage = .editing
      state.focus(state.form.names.rows[row], &changes)
      return .none
    }
    var effects = Effects<Effect, Slot>.none
    for row in state.fields.indices where state.fields[row].inquiry == .none {
      if let value = state.askable(row) { effects += ask(row, value, &state, &changes, after: nil) }
    }
    if state.isAsking { return effects }
    state.stage = .submitting
    // An earlier submission that has sent its response may not have finished. It is replaced, because with `.first`
    // this one would be dropped and its response would never arrive.
    return effects + .ask(.submit(state.submission), in: .submission, .latest)
  }

  /// Makes the submitted values the initial ones.
  func acknowledge(_ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    if state.stage != .submitting { return .none }
    state.stage = .submitted
    for row in state.fields.indices where state.takesPart(row) {
      changes.keep(row, of: state)
      state.fields[row].initial = state.value(row)
    }
    for id in state.initialLists.keys {
      guard let section = state.form.number(ofSection: id), state.takesPart(section: section) else { continue }
      state.initialLists[id] = state.values(section)
    }
    return follow(&state, &changes)
  }

  /// Ends a failed submission and shows the reported errors.
  func fail(
    _ state: inout State, _ changes: inout Changes, _ reason: String, _ reports: [ElementID: [String]]
  ) -> Effects<Effect, Slot> {
    if state.stage != .submitting { return .none }
    state.stage = .failed(reason)
    state.report(reports, &changes)
    let effects = follow(&state, &changes)
    if let row = state.firstFault { state.focus(state.form.names.rows[row], &changes) }
    return effects
  }
}

extension Form.State {
  fileprivate var firstFault: Int? { judgements.indices.first { !judgements[$0].isEmpty && takesPart($0) } }

  var isAsking: Bool { fields.contains(where: \.inquiry.isAsked) }
}
