import Loop

extension EditableTable {
  /// An edited row that is not saved.
  public struct Draft: Hashable, Sendable {
    /// The edited version of the row, which is displayed.
    public var editedRow: Row
    /// The stored version of the row, or `nil` if it was deleted.
    public var storedRow: Row?
    /// The status of the draft.
    public var status: DraftStatus
    /// The validation errors by column.
    ///
    /// A row with errors is not saved.
    public var errors: [String: String] = [:]
  }
}

extension EditableTable.Draft: Codable where Row: Codable {}

extension EditableTable {
  /// The status of a draft.
  public enum DraftStatus: Hashable, Codable, Sendable {
    /// The draft is not saved.
    case unsaved
    /// The draft is being saved, and cannot be changed.
    case saving
    /// The draft is being saved, and another user has changed or deleted the row meanwhile.
    case outdated
    /// The draft is being saved, and the user has changed the row in another part of the program meanwhile.
    case moved
    /// The draft could not be saved, with this reason.
    case failed(String)
    /// Another user has changed or deleted the row: the stored version is not the one that was edited.
    case conflict

    /// A Boolean value that indicates whether the response is still pending.
    public var isPending: Bool {
      switch self {
      case .saving, .outdated, .moved: true
      case .unsaved, .failed, .conflict: false
      }
    }
  }
}

extension EditableTable {
  /// Saves one draft, or with `nil` all drafts that can be saved now, in the order of the rows.
  func saveDrafts(ofID id: Row.ID?, _ state: inout State) throws(ActionRejection) -> TableEffects {
    if let id {
      guard let draft = state.drafts[id] else { throw .nothingToDo }
      if isBusy(id, state) { throw .busy }
      if draft.status == .conflict { throw .conflict }
      try requireValidCells(of: draft)
      return sendDraft(ofID: id, draft, &state)
    }
    let waiting = draftIDs(state) { !$0.status.isPending && $0.status != .conflict }.filter { !isBusy($0, state) }
    let ready = waiting.filter { state.drafts[$0]?.errors.isEmpty ?? true }
    if ready.isEmpty {
      if let draft = waiting.first.flatMap({ state.drafts[$0] }) { try requireValidCells(of: draft) }
      throw state.drafts.contains { $0.value.status == .conflict } ? .conflict : .nothingToDo
    }
    return sendDrafts(ofIDs: ready, &state)
  }

  /// Returns the ids of the matching drafts in the order of the rows.
  ///
  /// Drafts of rows that are not loaded follow, sorted by the text of their ids.
  func draftIDs(_ state: State, where predicate: (Draft) -> Bool) -> [Row.ID] {
    let ids = state.drafts.filter { predicate($0.value) }.keys
    let loaded = ids.compactMap(state.view.rows.handle(of:)).sorted {
      state.view.rows.orderKeys[$0] < state.view.rows.orderKeys[$1]
    }
    let others = ids.filter { state.view.rows.handle(of: $0) == nil }.sorted { "\($0)" < "\($1)" }
    return loaded.map { state.view.rows.row(at: $0).id } + others
  }

  /// Throws if a draft has validation errors.
  private func requireValidCells(of draft: Draft) throws(ActionRejection) {
    if let (column, reason) = firstError(in: draft) { throw .invalidCell(column: column, reason: reason) }
  }

  /// Returns the first validation error, in the order of the columns.
  func firstError(in draft: Draft) -> (column: String, reason: String)? {
    view.columns.lazy.compactMap { column in draft.errors[column.id].map { (column.id, $0) } }.first
  }

  /// Saves the drafts of the rows whose cells were committed.
  ///
  /// A row in which another cell is being edited is saved when that edit ends.
  func saveCommittedCells(_ state: inout State) -> TableEffects {
    if state.drafts.isEmpty { return .none }
    let ready = draftIDs(state) { $0.status == .unsaved && $0.errors.isEmpty }
      .filter { $0 != state.editedCell?.row && !isBusy($0, state) }
    return sendDrafts(ofIDs: ready, &state)
  }

  private func sendDrafts(ofIDs ids: [Row.ID], _ state: inout State) -> TableEffects {
    ids.reduce(into: .none) { effects, id in
      if let draft = state.drafts[id] { effects += sendDraft(ofID: id, draft, &state) }
    }
  }

  /// Saves a draft, which stays until the response arrives.
  ///
  /// Every change policy waits for it: if the save fails, the draft is all that remains of the user's changes.
  private func sendDraft(ofID id: Row.ID, _ draft: Draft, _ state: inout State) -> TableEffects {
    state.drafts[id]?.status = .saving
    return write(.save(draft.editedRow, over: draft.storedRow), in: .rowSave(id)) { .saveFailed(id, $0) }
  }

  func revertDrafts(ofID id: Row.ID?, _ state: inout State) throws(ActionRejection) {
    if let id {
      guard state.drafts[id] != nil else { throw .nothingToDo }
      if isBusy(id, state) { throw .busy }
      return discardDraft(ofID: id, &state)
    }
    let ready = revertibleIDs(state)
    if ready.isEmpty { throw .nothingToDo }
    for id in ready { discardDraft(ofID: id, &state) }
  }

  func revertibleIDs(_ state: State) -> [Row.ID] { draftIDs(state) { _ in true }.filter { !isBusy($0, state) } }

  func resolveConflictKeepingLocal(_ id: Row.ID, _ state: inout State) throws(ActionRejection) -> TableEffects {
    guard let draft = state.drafts[id], draft.status == .conflict else { throw .nothingToDo }
    if isBusy(id, state) { throw .busy }
    try requireValidCells(of: draft)
    return sendDraft(ofID: id, draft, &state)
  }

  func discardDraft(ofID id: Row.ID, _ state: inout State) {
    guard let draft = state.drafts[id] else { return }
    state.drafts[id] = nil
    if state.editedCell?.row == id { state.editedCell?.storedRow = draft.storedRow }
    if let stored = draft.storedRow { view.upsertIfLoaded(stored, &state.view) } else { removeRows([id], &state) }
  }

  func finishSaving(_ row: Row, _ state: inout State) {
    guard let draft = state.drafts[row.id], draft.status.isPending else { return }
    state.drafts[row.id] = nil
    if state.editedCell?.row == row.id { state.editedCell?.storedRow = row }
    view.upsertIfLoaded(row, &state.view)
    view.invalidateWindow(&state.view)
  }

  func applySaveFailure(_ id: Row.ID, _ reason: String, _ state: inout State) {
    if let draft = state.drafts[id], let stored = draft.storedRow, draft.status.isPending,
      haveEqualEditableCells(stored, draft.editedRow, state)
    {
      // Meanwhile the stored version became equal to the draft.
      return discardDraft(ofID: id, &state)
    }
    switch state.drafts[id]?.status {
    case .saving?, .moved?: state.drafts[id]?.status = .failed(reason)
    case .outdated?: state.drafts[id]?.status = .conflict
    case .unsaved?, .failed?, .conflict?, nil: break
    }
  }

  func applySaveConflict(_ id: Row.ID, _ stored: Row?, _ state: inout State) {
    guard let draft = state.drafts[id], draft.status.isPending, stored.map({ $0.id == id }) ?? true else { return }
    if let stored, haveEqualEditableCells(stored, draft.editedRow, state) { return finishSaving(stored, &state) }
    if let stored, stored == draft.storedRow, draft.status == .moved {
      state.drafts[id]?.status = .failed("the row was stored again meanwhile; save it again")
      return
    }
    state.drafts[id] = Draft(editedRow: draft.editedRow, storedRow: stored, status: .conflict, errors: draft.errors)
  }
}
