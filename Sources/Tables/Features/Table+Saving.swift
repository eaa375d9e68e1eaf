internal import Loop

extension TableFeature {
  /// A row that was edited and is not saved.
  public struct Draft: Hashable, Sendable {
    /// The row as it was edited, which is the one that is seen.
    public var edited: Row
    /// The row as it is stored; nil where it is not any more.
    public var stored: Row?
    /// How far it has come.
    public var stage: DraftStatus
    /// What whoever validates cells found wrong, by column; as long as something is, the row is not saved.
    public var faults: [String: String] = [:]
  }
}

extension TableFeature.Draft: Codable where Row: Codable {}

extension TableFeature {
  /// How far an edited row has come.
  public enum DraftStatus: Hashable, Codable, Sendable {
    /// It is edited, and not saved.
    case changed
    /// It is being saved, and takes no changes.
    case saving
    /// It is being saved, and somebody else has changed it or deleted it meanwhile.
    case overtaken
    /// It could not be saved, and why.
    case failed(String)
    /// Somebody else has changed it, or deleted it: what is stored now is not what was edited.
    case conflict

    /// Whether an answer is awaited.
    public var isPending: Bool {
      switch self {
      case .saving, .overtaken: true
      case .changed, .failed, .conflict: false
      }
    }
  }
}

extension TableFeature {
  /// Saves one edited row, or all that can be saved now, in the order of the rows.
  func saveDrafts(ofID id: Row.ID?, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if let id {
      guard let draft = state.drafts[id] else { throw .nothingToDo }
      if isBusy(id, state) { throw .busy }
      if draft.stage == .conflict { throw .conflict }
      try requireValidCells(of: draft)
      return sendDraft(ofID: id, draft, &state)
    }
    let waiting = draftIDs(state) { !$0.stage.isPending && $0.stage != .conflict }.filter { !isBusy($0, state) }
    let ready = waiting.filter { state.drafts[$0]?.faults.isEmpty ?? true }
    if ready.isEmpty {
      if let draft = waiting.first.flatMap({ state.drafts[$0] }) { try requireValidCells(of: draft) }
      throw .nothingToDo
    }
    return ready.reduce(into: .none) { effects, id in
      if let draft = state.drafts[id] { effects += sendDraft(ofID: id, draft, &state) }
    }
  }

  /// The edited rows in the order of the rows; behind them those that are not loaded, in that of their ids as they are written.
  func draftIDs(_ state: State, where isMeant: (Draft) -> Bool) -> [Row.ID] {
    let ids = state.drafts.filter { isMeant($0.value) }.keys
    let loaded = ids.compactMap(state.rows.handle(of:)).sorted { state.rows.ranks[$0] < state.rows.ranks[$1] }
    let others = ids.filter { state.rows.handle(of: $0) == nil }.sorted { "\($0)" < "\($1)" }
    return loaded.map { state.rows.row(at: $0).id } + others
  }

  /// A row of which a cell was found wrong is not saved.
  private func requireValidCells(of draft: Draft) throws(ActionRejection) {
    if let fault = firstError(in: draft) { throw .wrong(fault) }
  }

  /// What was found wrong first, from the first column to the last.
  func firstError(in draft: Draft) -> String? {
    columns.lazy.compactMap { column in draft.faults[column.id].map { "\(column.id): \($0)" } }.first
  }

  private func sendDraft(ofID id: Row.ID, _ draft: Draft, _ state: inout State) -> Effects<Effect, Slot> {
    switch changePolicy {
    case .atOnce:
      state.drafts[id] = nil
      return .fireAndForget(.save(draft.edited, over: draft.stored))
    case .asked:
      state.drafts[id]?.stage = .saving
      return .run(.save(draft.edited, over: draft.stored), in: .row(id), .queue)
    }
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

  func resolveConflictKeepingLocal(_ id: Row.ID, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot>
  {
    guard let draft = state.drafts[id], draft.stage == .conflict else { throw .nothingToDo }
    if isBusy(id, state) { throw .busy }
    try requireValidCells(of: draft)
    return sendDraft(ofID: id, draft, &state)
  }

  func resolveConflictTakingRemote(_ id: Row.ID, _ state: inout State) throws(ActionRejection) {
    guard state.drafts[id]?.stage == .conflict else { throw .nothingToDo }
    if isBusy(id, state) { throw .busy }
    discardDraft(ofID: id, &state)
  }

  func discardDraft(ofID id: Row.ID, _ state: inout State) {
    guard let draft = state.drafts[id] else { return }
    state.drafts[id] = nil
    if state.editing?.row == id { state.editing?.stored = draft.stored }
    if let stored = draft.stored { upsertIfLoaded(stored, &state) } else { removeRows([id], &state) }
  }

  /// Puts a row that is here; of rows that are elsewhere one that is not loaded need not be.
  func upsertIfLoaded(_ row: Row, _ state: inout State) {
    if state.rows.handle(of: row.id) != nil || !state.isRemote { upsertRow(row, &state) }
  }

  func finishSaving(_ row: Row, _ state: inout State) {
    guard let draft = state.drafts[row.id], draft.stage.isPending else { return }
    state.drafts[row.id] = nil
    if state.editing?.row == row.id { state.editing?.stored = row }
    upsertIfLoaded(row, &state)
    if state.isRemote { invalidateWindow(&state) }
  }

  func applySaveFailure(_ id: Row.ID, _ reason: String, _ state: inout State) {
    if let draft = state.drafts[id], let stored = draft.stored, draft.stage.isPending,
      haveEqualEditableCells(stored, draft.edited, state)
    {
      // It was heard meanwhile that this is what is stored.
      return discardDraft(ofID: id, &state)
    }
    switch state.drafts[id]?.stage {
    case .saving?: state.drafts[id]?.stage = .failed(reason)
    case .overtaken?: state.drafts[id]?.stage = .conflict
    case .changed?, .failed?, .conflict?, nil: break
    }
  }

  func applySaveConflict(_ id: Row.ID, _ stored: Row?, _ state: inout State) {
    guard let draft = state.drafts[id], draft.stage.isPending, stored.map({ $0.id == id }) ?? true else { return }
    if let stored, haveEqualEditableCells(stored, draft.edited, state) { return finishSaving(stored, &state) }
    state.drafts[id] = Draft(edited: draft.edited, stored: stored, stage: .conflict, faults: draft.faults)
  }
}
