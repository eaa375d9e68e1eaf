import Values

// Rows arrive in the view, and the drafts of their rows are rebased onto them.
extension EditableTable {
  /// Replaces all rows, or loads the window of remote rows again.
  ///
  /// Edited rows keep their drafts, which become conflicts if the stored version changed or the row is gone.
  func replaceAllRows(_ given: [Row], _ state: inout State) {
    if state.view.isRemote { return view.markWindowOutdated(&state.view) }
    var store = RowStore(given)
    mergeDrafts(into: &store, &state)
    state.deletions = state.deletions.filter { id, operation in
      switch operation {
      case .deleting, .restoring: true
      case .deleteFailed: store.handle(of: id) != nil
      // The state contains the only copy of a row that could not be restored.
      case .restoreFailed: store.handle(of: id) == nil
      }
    }
    removeDraggedRows(&state) { store.handle(of: $0) == nil }
    view.replaceAllRows(store, &state.view)
  }

  /// Replaces stored rows by their edited versions, and inserts edited rows that are no longer stored.
  private func mergeDrafts(into store: inout RowStore<Row>, _ state: inout State) {
    if let id = state.editedCell?.row, store.handle(of: id) == nil { keepDeletedRowBeingEdited(&state) }
    var orphaned: [Row] = []
    for id in draftIDs(state, where: { _ in true }) {
      guard let draft = state.drafts[id] else { continue }
      state.drafts[id] = rebasedDraft(onto: store[id], draft, state)
      guard let row = state.drafts[id]?.editedRow else { continue }
      if let handle = store.handle(of: id) { store.replace(row, at: handle) } else { orphaned.append(row) }
    }
    insertOrphanedRows(orphaned, into: &store, replacing: state.view.rows)
  }

  /// Inserts edited rows that are no longer stored, each before the row that followed it, or at the end if that row is
  /// gone too.
  ///
  /// The rows are in their order among the replaced rows.
  private func insertOrphanedRows(_ rows: [Row], into store: inout RowStore<Row>, replacing known: RowStore<Row>) {
    // The row before which a whole run of such rows is inserted.
    var nextIDs: [Row.ID: Row.ID] = [:]
    for row in rows.reversed() {
      guard let index = known.index(ofID: row.id), index + 1 < known.count else { continue }
      let next = known.row(at: known.orderedHandles[index + 1]).id
      nextIDs[row.id] = nextIDs[next] ?? next
    }
    for row in rows { _ = store.insert(row, before: nextIDs[row.id]) }
  }

  /// Returns a draft rebased onto the stored version, or `nil` if no editable cell differs.
  ///
  /// A draft that is being saved stays until the response arrives. Otherwise that response would be taken for the
  /// response to the next save.
  func rebasedDraft(onto stored: Row?, _ draft: Draft, _ state: State) -> Draft? {
    var draft = draft
    if let stored, haveEqualEditableCells(stored, draft.editedRow, state) {
      if !draft.status.isPending { return nil }
      draft.storedRow = stored
      draft.status = .saving
      return draft
    }
    if isChange(from: draft.storedRow, to: stored) {
      draft.status = draft.status.isPending ? .outdated : .conflict
    }
    draft.storedRow = stored
    return draft
  }

  /// Applies the edited cells of a draft to another stored version of its row.
  private func moveEdits(of draft: inout Draft, onto stored: Row, _ state: State) {
    guard let base = draft.storedRow else { return }
    let edited = draft.editedRow
    draft.editedRow = view.columns.reduce(stored) { row, column in
      let value = column.cellValue(edited, state.view.contextValues)
      if !column.isEditable || value.isEquivalent(to: column.cellValue(base, state.view.contextValues)) { return row }
      return (try? column.settingCell(to: value, of: row)) ?? row
    }
    draft.storedRow = stored
    if draft.status == .saving { draft.status = .moved }
  }

  /// Returns whether another user has changed the contents of a row, deleted it or restored it.
  func isChange(from old: Row?, to new: Row?) -> Bool {
    guard let old, let new else { return (old == nil) != (new == nil) }
    return !options.haveSameContents(old, new)
  }

  /// Returns whether two versions of a row have equal editable cells.
  ///
  /// Other properties, such as a version number, are ignored.
  func haveEqualEditableCells(_ row: Row, _ other: Row, _ state: State) -> Bool {
    row == other
      || view.columns.allSatisfy {
        !$0.isEditable || $0.cellValue(row, state.view.contextValues) == $0.cellValue(other, state.view.contextValues)
      }
  }

  /// Returns the rows of a loaded window, with the edited rows in place of their stored versions.
  func mergingDrafts(into given: [Row], _ state: inout State) -> [Row] {
    if state.drafts.isEmpty || state.view.remoteWindow?.pendingRequest == nil { return given }
    let store = RowStore(given)
    for row in store.orderedHandles.map(store.row(at:)) {
      if let draft = state.drafts[row.id] { state.drafts[row.id] = rebasedDraft(onto: row, draft, state) }
    }
    return given.map { state.drafts[$0.id]?.editedRow ?? $0 }
  }

  /// Applies an insertion or update of a row that this table did not request.
  func applyUpsert(_ row: Row, before other: Row.ID?, by author: ChangeAuthor, _ state: inout State) {
    if state.deletions[row.id]?.isPending == false { state.deletions[row.id] = nil }
    if author == .user, state.editedCell?.row == row.id { state.editedCell?.storedRow = row }
    if var draft = state.drafts[row.id] {
      if author == .user { moveEdits(of: &draft, onto: row, state) }
      state.drafts[row.id] = rebasedDraft(onto: row, draft, state)
      if let kept = state.drafts[row.id] {
        if author == .user { view.upsertIfLoaded(kept.editedRow, &state.view) }
        return
      }
    }
    view.applyUpsert(row, before: other, &state.view)
  }

  /// Applies the removal of a row by another user.
  ///
  /// An edited row stays until the user resolves the conflict.
  func applyRemoteRemoval(ofID id: Row.ID, _ state: inout State) {
    if state.editedCell?.row == id { keepDeletedRowBeingEdited(&state) }
    if let draft = state.drafts[id] {
      state.drafts[id] = rebasedDraft(onto: nil, draft, state)
      return
    }
    let operation = state.deletions[id]
    removeRows([id], &state, by: .anotherUser)
    switch operation {
    // The deleted version is needed to restore the row.
    case .restoring?, .restoreFailed?: state.deletions[id] = operation
    case .deleting?, .deleteFailed?, nil: break
    }
  }

  /// Removes rows and all state that refers to them.
  func removeRows(_ ids: [Row.ID], _ state: inout State, by author: ChangeAuthor = .user) {
    let gone = Set(ids)
    for id in ids {
      state.drafts[id] = nil
      state.deletions[id] = nil
    }
    removeDraggedRows(&state) { gone.contains($0) }
    if let id = state.editedCell?.row, gone.contains(id) { state.editedCell = nil }
    view.removeRows(ids, &state.view, by: author)
  }

  /// Removes missing rows from the drag.
  ///
  /// If the target refers to such a row, there is no target.
  private func removeDraggedRows(_ state: inout State, where isGone: (Row.ID) -> Bool) {
    guard var drag = state.drag else { return }
    drag.ids.removeAll(where: isGone)
    if let id = drag.target?.neighborID, isGone(id) { drag.target = nil }
    state.drag = drag.ids.isEmpty ? nil : drag
  }
}
