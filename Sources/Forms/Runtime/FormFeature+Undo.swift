import Loop
import Values

extension FormFeature: Undoable {
  /// The changes that can be undone in a form.
  public enum ChangeKind: Hashable, Codable, Sendable {
    /// The user typed into a row.
    case typing(ElementID)
    /// The user chose a value in a row.
    case choosing(ElementID)
    /// The rows of a multivalued section were added, removed or moved.
    case listEditing(ElementID)
    /// The form was reset.
    case resetting
    /// The program assigned values.
    case assigning
  }

  /// Returns the actions that restore the contents of the rows.
  ///
  /// Typing into one row coalesces until another action occurs. Responses of effects and edits of the form definition
  /// cannot be undone.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, ChangeKind> {
    switch action {
    case .typed(let id, let text):
      return restoration(
        of: id, replacedBy: state.entry(typing: text, in: id)?.entry, change: .typing(id), coalesces: true, in: state)
    case .passwordTyped(let id, let password):
      return restoration(
        of: id, replacedBy: state.entry(typing: password, in: id)?.entry, change: .typing(id), coalesces: true,
        in: state)
    case .chosen(let id, let value):
      return restoration(
        of: id, replacedBy: state.entry(choosing: value, in: id)?.entry, change: .choosing(id), in: state)
    case .rowAdded(let id): return restoration(after: action, change: .listEditing(id), in: state)
    case .rowRemoved(let id), .rowMoved(let id, before: _):
      return restoration(after: action, change: .listEditing(state.section(of: id) ?? id), in: state)
    case .resetTapped: return restoration(after: action, change: .resetting, in: state)
    case .valuesAssigned, .restored: return restoration(after: action, change: .assigning, in: state)
    case .focused, .nextTapped, .previousTapped, .submitTapped, .buttonTapped: return .breaksCoalescing
    case .errorsReported, .edited, .rebased, .valueValidated, .validationFailed, .submitted, .submissionFailed:
      return .ignored
    }
  }

  /// Returns the compensation that restores the entry of a row, if the action would change it.
  private func restoration(
    of id: ElementID, replacedBy entry: FieldEntry?, change: ChangeKind, coalesces: Bool = false, in state: State
  ) -> Compensation<Action, ChangeKind> {
    guard let entry, let old = state[id]?.entry, entry != old else { return .ignored }
    return state.stage == .submitting ? .deferred : .actions([.restored([id: old])], of: change, coalesces: coalesces)
  }

  /// Returns the compensation that restores all rows changed by an action, which are found by reducing a copy of the
  /// state.
  private func restoration(after action: Action, change: ChangeKind, in state: State) -> Compensation<
    Action, ChangeKind
  > {
    var trial = state
    // A form that is being submitted ignores changes. Reduce as if it were not, to find out what would change.
    if state.stage == .submitting { trial.stage = .editing }
    _ = reduce(&trial, action)
    let (before, after) = (state.entries, trial.entries)
    let entries = before.filter { after[$0.key] != $0.value }
    let lists = state.lists.filter { trial.lists[$0.key] != $0.value }
    if entries.isEmpty && lists.isEmpty { return .ignored }
    return state.stage == .submitting ? .deferred : .actions([.restored(entries, lists: lists)], of: change)
  }
}

extension FormFeature.State {
  /// The entries of all rows.
  fileprivate var entries: [ElementID: FieldEntry] {
    Dictionary(uniqueKeysWithValues: zip(form.elementIDs.rows, fields.lazy.map(\.entry)))
  }

  /// The row IDs of each multivalued section.
  fileprivate var lists: [ElementID: [ElementID]] {
    var lists: [ElementID: [ElementID]] = [:]
    for (number, id) in form.elementIDs.sections.enumerated() where form.definition.sections[number].template != nil {
      lists[id] = form.sections[number].rows.map { form.elementIDs.rows[$0] }
    }
    return lists
  }

  /// Returns the section of a row.
  fileprivate func section(of id: ElementID) -> ElementID? {
    form.index(ofRow: id).map { form.elementIDs.sections[form.rows[$0].section] }
  }
}
