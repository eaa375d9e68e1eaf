internal import Loop
internal import Values

extension Form {
  /// Lets something change, and then whatever follows from it.
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

  /// Finds out what follows from a change, and asks the world about what is to be judged by it.
  func follow(_ state: inout State, _ changes: inout Changes) -> Effects<Effect, Slot> {
    state.settle(&changes)
    return ask(&state, &changes)
  }

  /// Asks about values that the form alone finds right, and about which nobody has been asked; forgets what was told of
  /// others.
  ///
  /// What was told of another value counts for nothing already, so that forgetting it changes no judgement.
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

  /// Asks the world about a value.
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
  /// What would stand in a row if a person typed this; nothing where a person cannot.
  func typed(_ text: String, _ id: ElementID) -> Entry? {
    guard let row = form.number(ofRow: id), isOpen(row) else { return nil }
    return form.rows[row].kind.entry(typed: text, options: form.rows[row].options)
  }

  /// What would stand in a row if a person chose this; nothing where a person cannot.
  func chosen(_ value: Value, _ id: ElementID) -> Entry? {
    guard let row = form.number(ofRow: id), isOpen(row) else { return nil }
    return form.definition(ofRow: row).entry(value)
  }

  /// Takes what a person typed or chose.
  mutating func take(_ entry: Entry?, _ id: ElementID, _ changes: inout Changes) {
    if let entry, let row = form.number(ofRow: id) { put(entry, row, byHand: true, &changes) }
  }

  /// Lets rows hold again what they held.
  mutating func restore(_ entries: [ElementID: Entry], _ changes: inout Changes) {
    for (id, entry) in entries {
      guard let row = form.number(ofRow: id), form.definition(ofRow: row).takesBack(entry) else { continue }
      put(entry, row, byHand: false, &changes)
    }
  }

  /// Takes what a program gave.
  mutating func assign(_ assignments: [Assignment], _ changes: inout Changes) {
    for (row, entry) in assignments.lazy.compactMap(entry) { put(entry, row, byHand: false, &changes) }
  }

  /// Returns the row that an assignment is for and what it will hold, or `nil` where no row takes it.
  func entry(_ assignment: Assignment) -> (row: Int, entry: Entry)? {
    guard let row = form.number(ofRow: assignment.row), form.rows[row].kind.hasValue else { return nil }
    return (row, form.definition(ofRow: row).entry(assignment.value))
  }

  /// Takes what the world says is wrong, in place of what it said before.
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
