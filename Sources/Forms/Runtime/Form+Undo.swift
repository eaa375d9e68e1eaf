public import Loop
internal import Values

extension Form: Undoable {
  /// What can be undone in a form.
  public enum Change: Hashable, Codable, Sendable {
    /// Something was typed into a row.
    case typing(ElementID)
    /// A value was chosen in a row.
    case choosing(ElementID)
    /// The rows of a section of many values became others.
    case listing(ElementID)
    /// Rows got the values they had at first.
    case resetting
    /// A program gave rows what they hold.
    case giving
  }

  /// Tells what brings back what stood in the rows.
  ///
  /// Typing in one row goes on until something else is done. What the world answers is no step, and neither is a change of
  /// the form itself.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .typed(let id, let text):
      return restoring(id, state.typed(text, id), of: .typing(id), goesOn: true, in: state)
    case .chosen(let id, let value): return restoring(id, state.chosen(value, id), of: .choosing(id), in: state)
    case .rowAdded(let id): return restoring(action, of: .listing(id), in: state)
    case .rowRemoved(let id), .rowMoved(let id, before: _):
      return restoring(action, of: .listing(state.section(of: id) ?? id), in: state)
    case .resetTapped: return restoring(action, of: .resetting, in: state)
    case .valuesSet, .restored: return restoring(action, of: .giving, in: state)
    case .focused, .nextTapped, .previousTapped, .submitTapped, .pressed: return .pause
    case .faultsReported, .edited, .rebased, .judged, .judgementFailed, .submitted, .submissionFailed: return .nothing
    }
  }

  /// Brings back what stands in a row, if something else would.
  private func restoring(
    _ id: ElementID, _ entry: Entry?, of change: Change, goesOn: Bool = false, in state: State
  ) -> Compensation<Action, Change> {
    guard let entry, let old = state[id]?.entry, entry != old else { return .nothing }
    return state.stage == .submitting ? .notNow : .actions([.restored([id: old])], of: change, goesOn: goesOn)
  }

  /// Brings back whatever an action changes in the rows, which is found out by doing it.
  private func restoring(_ action: Action, of change: Change, in state: State) -> Compensation<Action, Change> {
    var trial = state
    // While it is submitted nothing changes; what would, is found out as if it were not.
    if state.stage == .submitting { trial.stage = .editing }
    _ = reduce(&trial, action)
    let (before, after) = (state.entries, trial.entries)
    let entries = before.filter { after[$0.key] != $0.value }
    let lists = state.lists.filter { trial.lists[$0.key] != $0.value }
    if entries.isEmpty && lists.isEmpty { return .nothing }
    return state.stage == .submitting ? .notNow : .actions([.restored(entries, lists: lists)], of: change)
  }
}

extension Form.State {
  /// What stands in the rows.
  fileprivate var entries: [ElementID: Entry] {
    Dictionary(uniqueKeysWithValues: zip(form.names.rows, fields.lazy.map(\.entry)))
  }

  /// The rows of the sections of many values.
  fileprivate var lists: [ElementID: [ElementID]] {
    var lists: [ElementID: [ElementID]] = [:]
    for (number, id) in form.names.sections.enumerated() where form.definition.sections[number].template != nil {
      lists[id] = form.sections[number].rows.map { form.names.rows[$0] }
    }
    return lists
  }

  /// The section in which a row is.
  fileprivate func section(of id: ElementID) -> ElementID? {
    form.number(ofRow: id).map { form.names.sections[form.rows[$0].section] }
  }
}
