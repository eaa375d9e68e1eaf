internal import Loop

// What brings back what rows were, and where they stood, before they are deleted, moved or made again what is stored.
extension TableFeature {
  /// What brings back the rows that an action would delete.
  func deletionCompensation(by action: Action, _ state: State) -> Compensation<Action, Change> {
    let (effects, after) = simulateWithConfirmation(action, state)
    // Of rows that are stored nowhere nobody is told.
    var ids = draftIDs(state) { $0.stored == nil }.filter { after.drafts[$0] == nil }
    for case .delete(let told) in effects { ids += told }
    return deletionCompensation(of: ids.compactMap { id in state.rows[id].map { PositionedRow($0, .end) } }, state)
  }

  /// What rows are that shall be deleted; of those that are not loaded, what they were when that was known.
  func deletionCompensation(of known: [PositionedRow], _ state: State) -> Compensation<Action, Change> {
    if known.isEmpty { return .nothing }
    let ids = known.map(\.row.id)
    let here = Set(ids.filter { state.rows.handle(of: $0) != nil })
    let away = known.filter { !here.contains($0.row.id) }
    var placed = away.filter { !isOrphaned($0.row.id, state) }
    var drafts = away.compactMap { orphanedDraft(ofID: $0.row.id, at: Move([], .end), state) }
    for group in originalPositions(of: here, state) ?? [Move(ids.filter(here.contains), .end)] {
      var place = group.place
      for id in group.ids {
        guard let row = state.rows[id] else { continue }
        if let draft = orphanedDraft(ofID: id, at: group, state) {
          drafts.append(draft)
          continue
        }
        let stored = state.drafts[id]?.stored ?? row
        let edited = stored == row ? nil : row
        placed.append(
          PositionedRow(stored, place, nextLocalID: group.next, editedRow: edited, isSelected: isSelected(row, state)))
        // Behind another one follows the other.
        if case .after = place { place = .after(id) }
      }
    }
    // The edits are there at once, before any other row, and each of them before the one in front of it.
    let back: [Action] =
      (drafts.isEmpty ? [] : [.takenBack(.edits(drafts.reversed()))])
      + (placed.isEmpty ? [] : [.takenBack(.deletion(placed))])
    return .actions(back, of: .deleting)
  }

  /// The edit of a row that is stored nowhere, of which there is nothing else to be had back.
  private func orphanedDraft(ofID id: Row.ID, at standing: Move, _ state: State) -> PositionedDraft? {
    guard let draft = state.drafts[id], draft.stored == nil else { return nil }
    return PositionedDraft(
      draft: draft, place: standing.place, next: standing.next,
      isSelected: state.rows[id].map { isSelected($0, state) } ?? false)
  }

  /// What puts the rows back that an action would move.
  func moveCompensation(by action: Action, _ state: State) -> Compensation<Action, Change> {
    var moves: [Move] = []
    for case .move(let move) in simulateWithConfirmation(action, state).told { moves.append(move) }
    return moveCompensation(of: moves, from: nil, state)
  }

  /// Where the rows stand that shall be moved; of those that are not loaded, where they went from when that was known.
  ///
  /// Nothing takes a move back of all that is loaded, if nothing tells where that stood.
  func moveCompensation(of moves: [Move], from known: [Move]?, _ state: State) -> Compensation<Action, Change> {
    let ids = Set(moves.flatMap(\.ids))
    let here = ids.filter { state.rows.handle(of: $0) != nil }
    let areLoaded = !state.isRemote || here.count == ids.count
    // Where rows are not seen as they are kept, what is known tells more than what is seen.
    guard
      let places = areLoaded && (known == nil || isInStoredOrder(state)) ? originalPositions(of: here, state) : known,
      !places.isEmpty
    else { return .nothing }
    return .actions([.takenBack(.places(places, from: moves))], of: .moving)
  }

  /// What edited rows are that shall be as they are stored: the last first, so that each comes back before the next.
  func revertCompensation(ofIDs ids: [Row.ID], _ state: State) -> Compensation<Action, Change> {
    let placed = ids.reversed().compactMap { id -> PositionedDraft? in
      guard let draft = state.drafts[id], !isBusy(id, state) else { return nil }
      let standing = originalPositions(of: [id], state)?.first ?? Move([], .end)
      return orphanedDraft(ofID: id, at: standing, state)
        ?? PositionedDraft(draft: draft, place: standing.place, next: standing.next)
    }
    return placed.isEmpty ? .nothing : .actions([.takenBack(.edits(placed))], of: .reverting)
  }

  /// What an action would tell the world, and the state it would come to, if whatever is asked were on its way.
  ///
  /// The state is copied, but for its rows only where they are written.
  private func simulateWithConfirmation(_ action: Action, _ state: State) -> (told: [Effect], state: State) {
    var planning = self
    planning.options.changes = .asked
    var copy = state
    let told = planning.reduce(&copy, action).instructions.compactMap { instruction -> Effect? in
      switch instruction {
      case .ask(let effect, _, _, _), .tell(let effect): effect
      case .cancel: nil
      }
    }
    return (told, copy)
  }
}
