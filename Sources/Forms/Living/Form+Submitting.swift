internal import Loop
internal import Values

extension Form {
  /// Shows whatever is wrong, asks about whatever has not been judged, and submits what is right.
  func submit(_ state: inout State) -> Effects<Effect, Slot> {
    if state.stage == .submitting || state.stage == .checking { return .none }
    var changes = Changes()
    for row in state.fields.indices where state.takesPart(row) && !state.fields[row].isTouched {
      changes.keep(row, of: state)
      state.fields[row].isTouched = true
    }
    var effects = Effects<Effect, Slot>.none
    // One who waits for an answer hears of it; one who could not be asked is asked again.
    for row in state.fields.indices {
      guard let value = state.askable(row), state.fields[row].inquiry.isOpen else { continue }
      changes.keep(row, of: state)
      state.fields[row].inquiry = .asked(value)
      effects += judge(row, value, state, after: nil)
    }
    effects += follow(&changes, &state)
    return effects + goOn(&state)
  }

  /// Hears what the world thinks of a value, if that is the value it was asked about.
  func hear(_ state: inout State, _ id: ElementID, _ answer: Inquiry) -> Effects<Effect, Slot> {
    guard let row = state.form.number(ofRow: id), let value = answer.about, state.fields[row].inquiry == .asked(value)
    else { return .none }
    var changes = Changes()
    changes.keep(row, of: state)
    state.fields[row].inquiry = answer
    let effects = follow(&changes, &state)
    return effects + (state.stage == .checking ? goOn(&state) : .none)
  }

  /// Stops at what is wrong, waits for what is asked, or submits.
  private func goOn(_ state: inout State) -> Effects<Effect, Slot> {
    if let row = state.firstFault {
      state.stage = .editing
      state.focus(state.form.names.rows[row])
      return .none
    }
    if state.isAsking {
      state.stage = .checking
      return .none
    }
    state.stage = .submitting
    // One that has answered and lingers makes room: with `.first` this one would be dropped, and awaited for ever.
    return .ask(.submit(state.submission), in: .submission, .latest)
  }

  /// What was submitted is what is gone back to from now on.
  func acknowledge(_ state: inout State) -> Effects<Effect, Slot> {
    if state.stage != .submitting { return .none }
    state.stage = .submitted
    var changes = Changes()
    for row in state.fields.indices where state.takesPart(row) {
      changes.keep(row, of: state)
      state.fields[row].initial = state.value(row)
    }
    for id in state.initialLists.keys {
      if let section = state.form.number(ofSection: id) { state.initialLists[id] = state.values(section) }
    }
    return follow(&changes, &state)
  }

  /// Takes changes again, and shows what the world found wrong.
  func fail(_ state: inout State, _ reason: String, _ reports: [ElementID: [String]]) -> Effects<Effect, Slot> {
    if state.stage != .submitting { return .none }
    state.stage = .failed(reason)
    var changes = state.report(reports)
    let effects = follow(&changes, &state)
    if let row = state.firstFault { state.focus(state.form.names.rows[row]) }
    return effects
  }
}

extension Form.State {
  func values(_ section: Int) -> [Value] { form.sections[section].rows.map { value($0) } }

  fileprivate var firstFault: Int? { judgements.indices.first { !judgements[$0].isEmpty && takesPart($0) } }

  fileprivate var isAsking: Bool { fields.contains(where: \.inquiry.isAsked) }
}
