internal import Loop

extension TableFeature {
  /// A row that was edited and not saved, and where it stood.
  public struct PositionedDraft: Hashable, Sendable {
    /// What was edited.
    package var draft: Draft
    /// Where the row stood.
    package var place: RowPosition<Row.ID>
    /// The row right behind it, if that one is stored nowhere too.
    package var next: Row.ID?
    /// Whether it was selected, where nothing is stored of it that could be.
    package var isSelected = false
  }
}

extension TableFeature {
  /// What takes a change of data back; it holds what must be known of rows that are not loaded any more.
  public enum UndoOperation: Hashable, Sendable {
    /// A row was like this before a cell was edited, and then like that.
    case cell(String, was: Row, is: Row)
    /// Rows stood here, to be put there one after the other, and went from there.
    case places([Move], from: [Move])
    /// These rows were there.
    case deletion([PositionedRow])
    /// These rows were not there.
    case restoring([PositionedRow])
    /// These rows were edited, before they were made again what is stored.
    case edits([PositionedDraft])
  }
}

extension TableFeature.UndoOperation: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature.PositionedDraft: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  /// Tells what takes back that something is taken back.
  func undoCompensation(
    of change: UndoOperation, _ action: Action, _ state: State
  ) -> Compensation<Action, Change> {
    switch change {
    case .cell(let name, let was, let known):
      if isBusy(known.id, state) { return .notNow }
      guard let row = currentRow(withID: known.id, fallback: known, state), let column = column(named: name),
        let edited = rowBeforeEdit(original: was, edited: known, current: row, column: column, state), edited != row
      else { return .nothing }
      return .actions([.takenBack(.cell(name, was: row, is: edited))], of: .editing)
    case .places(let moves, let known):
      if !state.moves.isEmpty { return .notNow }
      let moves = excludingOrphans(moves, state)
      return moves.allSatisfy { isAlreadyApplied($0, state) }
        ? .nothing : moveCompensation(of: moves, from: known, state)
    case .deletion(let placed):
      let gone = placed.filter { isDeleted($0.row.id, state) }
      return gone.isEmpty ? .nothing : .actions([.takenBack(.restoring(gone))], of: .deleting)
    case .restoring(let placed):
      if placed.contains(where: { isBusy($0.row.id, state) }) { return .notNow }
      return deletionCompensation(of: placed.filter { canBeDeleted($0.row.id, state) }, state)
    case .edits(let placed):
      if placed.contains(where: { isBusy($0.draft.edited.id, state) }) { return .notNow }
      let again = placed.filter { restorableDraft($0, state) != nil }.map { Action.revertTapped($0.draft.edited.id) }
      return again.isEmpty ? .nothing : .actions(again, of: .reverting)
    }
  }

  /// Whether a row was deleted, or soon will be; of one that is not loaded it is not known that it could not be.
  private func isDeleted(_ id: Row.ID, _ state: State) -> Bool {
    switch state.errands[id] {
    case .deleting?: true
    case .notDeleted?, .restoring?, .notRestored?: false
    case nil: state.rows.handle(of: id) == nil
    }
  }

  /// Whether a row is there to be deleted, as far as that is known.
  private func canBeDeleted(_ id: Row.ID, _ state: State) -> Bool { state.isRemote || state.rows.handle(of: id) != nil }

  /// An edit of a row beside what is stored now; nil where it is edited, gone, or as it was edited.
  private func restorableDraft(_ placed: PositionedDraft, _ state: State) -> Draft? {
    var draft = placed.draft
    let id = draft.edited.id
    let stored = state.rows[id] ?? (state.isRemote ? draft.stored : nil)
    if state.drafts[id] != nil || draft.stored.map({ $0.id != id }) ?? false || (stored == nil && draft.stored != nil) {
      return nil
    }
    if let stored, haveEqualEditableCells(stored, draft.edited, state) { return nil }
    draft.stage = stored != draft.stored || stored == nil || draft.stage == .conflict ? .conflict : .changed
    draft.stored = stored
    return draft
  }

  func applyUndo(_ change: UndoOperation, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    switch change {
    case .cell(let name, let was, let known): return try undoCellEdit(column: name, was: was, is: known, &state)
    case .places(let moves, _): return sendUndoMoves(excludingOrphans(moves, state), &state)
    case .deletion(let placed): return try restoreRows(placed.filter { isDeleted($0.row.id, state) }, &state)
    case .restoring(let placed):
      return try deleteRows(
        placed.map(\.row).filter { canBeDeleted($0.id, state) }.map { state.rows[$0.id] ?? $0 }, &state)
    case .edits(let placed):
      for placed in placed { restoreDraft(placed, &state) }
      return .none
    }
  }

  /// Of a row that is stored nowhere there is no order but the one here: it stands before the one that it stood before.
  private func restoreDraft(_ placed: PositionedDraft, _ state: inout State) {
    guard let draft = restorableDraft(placed, state) else { return }
    let id = draft.edited.id
    state.drafts[id] = draft
    if state.rows.handle(of: id) == nil && state.isRemote { return }
    let neighbor = placed.next.flatMap { state.rows.handle(of: $0) == nil ? nil : $0 }
    upsertRow(draft.edited, before: neighbor ?? nextRowID(after: placed.place, nextLocalID: nil, state), &state)
    if placed.isSelected { restoreSelection(of: draft.edited, &state) }
  }

  /// The moves of rows that are stored: one that somebody else has deleted meanwhile stays where it is.
  private func excludingOrphans(_ moves: [Move], _ state: State) -> [Move] {
    moves.compactMap { move in
      let ids = move.ids.filter { !isOrphaned($0, state) }
      return ids.isEmpty ? nil : Move(ids, move.place, nextLocalID: move.next)
    }
  }

  /// Rows go back to where they stood, even if they are sorted meanwhile.
  ///
  /// Before a row that is stored nowhere those go along that are put back later: else one of them may stand between, which
  /// nobody who is told of the place would know to be passed.
  private func sendUndoMoves(_ moves: [Move], _ state: inout State) -> Effects<Effect, Slot> {
    let here = moves.filter { move in state.isRemote || move.ids.contains { state.rows.handle(of: $0) != nil } }
    let together = here.indices.map { number in
      var move = here[number]
      if move.next != nil { move.ids = here[number...].flatMap(\.ids) }
      return move
    }
    return resolvingNeighbors(together, state).reduce(into: .none) { $0 += sendMove($1, &state) }
  }
}
