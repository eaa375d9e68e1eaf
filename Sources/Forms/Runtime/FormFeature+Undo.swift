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
    case .rowAdded(let id): return listRestoration(of: state.form.index(ofSection: id), in: state)
    case .rowRemoved(let id):
      return listRestoration(
        of: state.form.section(ofRow: id), removing: state[id].map { [id: $0.entry] } ?? [:], in: state)
    case .rowMoved(let id, let other):
      return listRestoration(
        of: state.move(ofRow: id, before: other) == nil ? nil : state.form.section(ofRow: id), in: state)
    case .resetTapped: return restoration(.resetting, in: state) { $0.reset(state.initialLists) }
    case .valuesAssigned(let assignments):
      return restoration(.assigning, in: state) { $0.assign(state.permitted(assignments)) }
    case .restored(let entries, let lists):
      return restoration(.assigning, in: state) { $0.restore(entries, lists: lists) }
    case .focused, .nextTapped, .previousTapped, .submitTapped, .buttonTapped: return .breaksCoalescing
    case .errorsReported, .edited, .rebased, .valueValidated, .validationFailed, .submitted, .submissionFailed:
      return .ignored
    }
  }

  /// Returns the compensation that restores the entry of a row, if the action would change it.
  private func restoration(
    of id: ElementID, replacedBy entry: FieldEntry?, change: ChangeKind, coalesces: Bool = false, in state: State
  ) -> Compensation<Action, ChangeKind> {
    guard let entry, let old = state[id]?.entry, entry != old, state.stage != .submitting else { return .ignored }
    return .actions([.restored([id: old])], of: change, coalesces: coalesces)
  }

  /// Returns the compensation that restores the rows of a multivalued section that the user edits.
  private func listRestoration(
    of section: Int?, removing entries: [ElementID: FieldEntry] = [:], in state: State
  ) -> Compensation<Action, ChangeKind> {
    guard let section, state.allowsRowEditing(section), state.stage != .submitting else { return .ignored }
    let id = state.form.elementIDs.sections[section]
    let rows = Array(state.form.elementIDs.rows[state.form.sections[section].rows])
    return .actions([.restored(entries, lists: [id: rows])], of: .listEditing(id))
  }

  /// Returns the compensation that restores the entries and the lists that a change of the contents replaces.
  ///
  /// The change is applied to a draft, whose conditions are not evaluated.
  private func restoration(
    _ change: ChangeKind, in state: State, _ apply: (inout FormDefinitionDraft) -> Void
  ) -> Compensation<Action, ChangeKind> {
    // A form that is being submitted ignores changes.
    if state.stage == .submitting { return .ignored }
    let before = FormDefinitionDraft(state)
    var after = before
    apply(&after)
    let (newEntries, newLists) = (after.entries, after.lists)
    let entries = before.entries.filter { newEntries[$0.key] != $0.value }
    let lists = before.lists.filter { newLists[$0.key] != $0.value }
    return entries.isEmpty && lists.isEmpty ? .ignored : .actions([.restored(entries, lists: lists)], of: change)
  }

  /// Returns what applying a compensating action would do.
  public func undoStatus(of action: Action, in state: State) -> UndoStatus {
    guard case .restored(let entries, let lists) = action else { return .hasNoEffect }
    return if !state.isChanged(byRestoring: entries, lists: lists) {
      .hasNoEffect
    } else {
      state.stage == .submitting ? .deferred : .applicable
    }
  }
}

extension FormFeature.State {
  /// Returns a Boolean value that indicates whether restoring entries and lists would change something.
  fileprivate func isChanged(byRestoring entries: [ElementID: FieldEntry], lists: [ElementID: [ElementID]]) -> Bool {
    if lists.isEmpty {
      return restorableEntries(among: entries).contains { fields[$0.row].entry != $0.entry }
    }
    let before = FormDefinitionDraft(self)
    var after = before
    after.restore(entries, lists: lists)
    return after.entries != before.entries || after.lists != before.lists
  }
}
