internal import Documents
internal import Loop
internal import Values

extension Form {
  /// Lets something change, and then whatever follows from it.
  func change(
    _ state: inout State, _ change: (inout State) -> Changes
  ) -> Effects<Effect, Slot> {
    if state.stage == .submitting { return .none }
    var changes = change(&state)
    if changes.before.contains(where: { row, old in state.fields[row].entry != old.field.entry }) {
      state.stage = .editing
    }
    return follow(&changes, &state)
  }

  /// Finds out what follows from a change, and asks the world about what is to be judged by it.
  func follow(_ changes: inout Changes, _ state: inout State) -> Effects<Effect, Slot> {
    state.settle(&changes)
    let effects = ask(&state, &changes)
    state.last.changes = state.differences(changes)
    state.keepFocusInSight()
    return effects
  }

  /// Asks about values that the form alone finds right, and about which nobody has been asked; forgets what was told of
  /// others.
  private func ask(_ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    var effects = Effects<Effect, Slot>.none
    var heard = Changes()
    for row in changes.suspects.sorted() where !state.form.rows[row].checks.isEmpty {
      let wanted = state.askable(row)
      if state.fields[row].inquiry.about == wanted { continue }
      heard.keep(row, of: state)
      let isGiven = changes.before[row].map { $0.field.entry != state.fields[row].entry } ?? false
      state.fields[row].inquiry = .none
      guard isGiven, let wanted else { continue }
      state.fields[row].inquiry = .asked(wanted)
      effects += judge(row, wanted, state, after: pause)
    }
    if !heard.before.isEmpty {
      state.settle(&heard)
      changes.formUnion(heard)
    }
    return effects
  }

  func judge(_ row: Int, _ value: Value, _ state: State, after pause: Duration?) -> Effects<Effect, Slot> {
    let id = state.form.names.rows[row]
    let checks = state.form.rows[row].checks
    return .ask(.judge(id, value, checks: checks), in: .judgement(id), .latest, after: pause)
  }
}

extension Flips {
  /// What flips twice is as it was.
  mutating func formSymmetricDifference(_ other: Flips) {
    hiddenSections.formSymmetricDifference(other.hiddenSections)
    disabledSections.formSymmetricDifference(other.disabledSections)
    hiddenRows.formSymmetricDifference(other.hiddenRows)
    disabledRows.formSymmetricDifference(other.disabledRows)
  }
}

extension Form.State {
  /// Takes what a person typed, where a person can.
  mutating func type(_ text: String, _ id: ElementID) -> Changes {
    guard let row = form.number(ofRow: id), isOpen(row) else { return Changes() }
    let kind = form.rows[row].kind
    return put(.typed(text, as: kind.parsed(text, options: form.rows[row].options)), row, byHand: true)
  }

  /// Takes what a person chose, where a person can.
  mutating func choose(_ value: Value, _ id: ElementID) -> Changes {
    guard let row = form.number(ofRow: id), isOpen(row) else { return Changes() }
    return put(entry(value, row), row, byHand: true)
  }

  /// Takes what a program gave.
  mutating func assign(_ assignments: [Assignment]) -> Changes {
    var changes = Changes()
    for assignment in assignments {
      guard let row = form.number(ofRow: assignment.row), form.rows[row].kind.hasValue else { continue }
      changes.formUnion(put(entry(assignment.value, row), row, byHand: false))
    }
    return changes
  }

  /// Takes what the world says is wrong.
  mutating func report(_ reports: [ElementID: [String]]) -> Changes {
    var changes = Changes()
    for row in fields.indices where fields[row].reports != reports[form.names.rows[row]] ?? [] {
      changes.keep(row, of: self)
      fields[row].reports = reports[form.names.rows[row]] ?? []
    }
    return changes
  }

  /// A value as a row takes it; a text that is none is what would have been typed.
  private func entry(_ value: Value, _ row: Int) -> Entry {
    let kind = form.rows[row].kind
    if let kept = kind.kept(value) { return .value(kept) }
    guard case .text(let text) = value else { return .typed(value.json, as: nil) }
    return .typed(text, as: kind.parsed(text, options: form.rows[row].options))
  }

  private mutating func put(_ entry: Entry, _ row: Int, byHand isByHand: Bool) -> Changes {
    var changes = Changes()
    changes.keep(row, of: self)
    if isByHand { fields[row].isTouched = true }
    if fields[row].entry == entry { return changes }
    fields[row].entry = entry
    fields[row].reports = []
    return changes
  }
}
