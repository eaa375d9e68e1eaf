import Loop

// The actions that restore the contents and positions of rows before they are deleted, moved or reverted.
extension EditableTable {
  /// Returns the actions that restore the rows an action deletes.
  func deletionCompensation(by action: Action, _ state: State) -> UndoStep {
    guard let rows = try? rowsToDelete(by: action, state) else { return .ignored }
    return deletionCompensation(of: rows.map { PositionedRow($0, .end) }, state)
  }

  /// Returns the actions that restore rows that will be deleted.
  ///
  /// Rows that are not loaded are restored from `known`.
  func deletionCompensation(of known: [PositionedRow], _ state: State) -> UndoStep {
    if known.isEmpty { return .ignored }
    let loaded = Set(known.lazy.map { $0.row.id }.filter { state.view.rows.handle(of: $0) != nil })
    let away = known.filter { !loaded.contains($0.row.id) }
    var placed = away.filter { !isOrphaned($0.row.id, state) }
    var drafts = away.compactMap { orphanedDraft(ofID: $0.row.id, at: .end, state) }
    for (id, position) in originalPositions(of: loaded, state) {
      guard let row = state.view.rows[id] else { continue }
      if let draft = orphanedDraft(ofID: id, at: position, state) {
        drafts.append(draft)
        continue
      }
      let stored = state.drafts[id]?.storedRow ?? row
      placed.append(
        PositionedRow(
          stored, position ?? .end, editedRow: stored == row ? nil : row, isSelected: view.isSelected(row, state.view)))
    }
    // Drafts of orphaned rows are restored at once and before the stored rows.
    let back: [Action] =
      (drafts.isEmpty ? [] : [.undoApplied(.revert(drafts))])
      + (placed.isEmpty ? [] : [.undoApplied(.deletion(placed))])
    return .actions(back, of: .deletion)
  }

  /// Returns the draft of an orphaned row, which is all that remains of the row, or `nil` if the row is stored.
  private func orphanedDraft(
    ofID id: Row.ID, at position: RowPosition<Row.ID>?, _ state: State
  ) -> PositionedDraft? {
    guard let draft = state.drafts[id], draft.storedRow == nil else { return nil }
    return PositionedDraft(
      draft: draft, position: position ?? .end,
      isSelected: state.view.rows[id].map { view.isSelected($0, state.view) } ?? false)
  }

  /// Returns the actions that move the rows of an action back.
  func moveCompensation(by action: Action, _ state: State) -> UndoStep {
    guard let move = try? moveToRequest(by: action, state) else { return .ignored }
    return moveCompensation(of: [move], from: nil, state)
  }

  /// Returns the actions that move rows back to their current positions.
  ///
  /// For rows that are not loaded, `known` contains the positions from which they were moved.
  ///
  /// The result is `.ignored` if the original positions are unknown, for example if every loaded row moves.
  func moveCompensation(of moves: [Move], from known: [Move]?, _ state: State) -> UndoStep {
    let ids = Set(moves.flatMap { $0.ids })
    let here = ids.filter { state.view.rows.handle(of: $0) != nil }
    let areLoaded = !state.view.isRemote || here.count == ids.count
    // If the rows are not displayed in stored order, the known positions are more precise than the visible ones.
    guard
      let back = areLoaded && (known == nil || view.areLoadedRowsInStoredOrder(state.view))
        ? movesBack(of: here, state) : known,
      !back.isEmpty
    else { return .ignored }
    return .actions([.undoApplied(.move(back, from: moves))], of: .move)
  }

  /// Returns the moves that put rows back at their current positions, or `nil` if a position is unknown.
  ///
  /// Rows that follow each other form one move.
  private func movesBack(of ids: Set<Row.ID>, _ state: State) -> [Move]? {
    var moves: [Move] = []
    for (id, position) in originalPositions(of: ids, state) {
      guard let position else { return nil }
      if let last = moves.indices.last, moves[last].position == .before(id) {
        moves[last].ids.append(id)
        moves[last].position = position
      } else {
        moves.append(Move([id], position))
      }
    }
    return moves
  }

  /// Returns the actions that restore drafts which are about to be reverted.
  func revertCompensation(ofIDs ids: [Row.ID], _ state: State) -> UndoStep {
    let placed = ids.compactMap { id -> PositionedDraft? in
      guard let draft = state.drafts[id], !isBusy(id, state) else { return nil }
      if draft.storedRow != nil { return PositionedDraft(draft: draft) }
      return orphanedDraft(ofID: id, at: originalPositions(of: [id], state).first?.position, state)
    }
    return placed.isEmpty ? .ignored : .actions([.undoApplied(.revert(placed))], of: .revert)
  }
}
