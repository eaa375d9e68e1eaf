import Loop

// The actions that restore the contents and positions of rows before they are deleted, moved or reverted.
extension TableFeature {
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
    let ids = known.map { $0.row.id }
    let here = Set(ids.filter { state.rows.handle(of: $0) != nil })
    let away = known.filter { !here.contains($0.row.id) }
    var placed = away.filter { !isOrphaned($0.row.id, state) }
    var drafts = away.compactMap { orphanedDraft(ofID: $0.row.id, at: Move([], .end), state) }
    for group in originalPositions(of: here, state) ?? [Move(ids.filter(here.contains), .end)] {
      var position = group.position
      let start = placed.count
      for id in group.ids {
        guard let row = state.rows[id] else { continue }
        if let draft = orphanedDraft(ofID: id, at: group, state) {
          drafts.append(draft)
          continue
        }
        let stored = state.drafts[id]?.storedRow ?? row
        let edited = stored == row ? nil : row
        placed.append(
          PositionedRow(
            stored, position, nextLocalID: group.nextLocalID, editedRow: edited, isSelected: isSelected(row, state)))
        // After a neighbor, each further row follows the previous one.
        if position.isAfterRow { position = .after(id) }
      }
      for (index, next) in zip(start..., placed[start...].dropFirst()) { placed[index].nextDeletedID = next.row.id }
    }
    // Drafts of orphaned rows are restored at once and before the stored rows. They are restored last to first, because
    // each is inserted before the row that followed it.
    let back: [Action] =
      (drafts.isEmpty ? [] : [.undoApplied(.revert(drafts.reversed()))])
      + (placed.isEmpty ? [] : [.undoApplied(.deletion(placed))])
    return .actions(back, of: .deletion)
  }

  /// Returns the draft of an orphaned row, which is all that remains of the row, or `nil` if the row is stored.
  private func orphanedDraft(ofID id: Row.ID, at standing: Move, _ state: State) -> PositionedDraft? {
    guard let draft = state.drafts[id], draft.storedRow == nil else { return nil }
    return PositionedDraft(
      draft: draft, position: standing.position, nextLocalID: standing.nextLocalID,
      isSelected: state.rows[id].map { isSelected($0, state) } ?? false)
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
    let here = ids.filter { state.rows.handle(of: $0) != nil }
    let areLoaded = !state.isRemote || here.count == ids.count
    // If the rows are not displayed in stored order, the known positions are more precise than the visible ones.
    guard
      let places = areLoaded && (known == nil || isInStoredOrder(state)) ? originalPositions(of: here, state) : known,
      !places.isEmpty
    else { return .ignored }
    return .actions([.undoApplied(.move(places, from: moves))], of: .move)
  }

  /// Returns the actions that restore drafts which are about to be reverted.
  ///
  /// They are in reverse order, so that each row is restored before the row that it precedes.
  func revertCompensation(ofIDs ids: [Row.ID], _ state: State) -> UndoStep {
    let placed = ids.reversed().compactMap { id -> PositionedDraft? in
      guard let draft = state.drafts[id], !isBusy(id, state) else { return nil }
      let standing = originalPositions(of: [id], state)?.first ?? Move([], .end)
      return orphanedDraft(ofID: id, at: standing, state)
        ?? PositionedDraft(draft: draft, position: standing.position, nextLocalID: standing.nextLocalID)
    }
    return placed.isEmpty ? .ignored : .actions([.undoApplied(.revert(placed))], of: .revert)
  }
}
