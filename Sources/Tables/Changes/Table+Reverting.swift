internal import Loop

extension Table {
  /// A row that was edited and not saved, and where it stood.
  public struct PlacedDraft: Hashable, Sendable {
    /// What was edited.
    package var draft: Draft
    /// Where the row stood.
    package var place: RowPlace<Row.ID>
    /// The row right behind it, if that one is stored nowhere too.
    package var next: Row.ID?
    /// Whether it was selected, where nothing is stored of it that could be.
    package var isSelected = false
  }
}

extension Table {
  /// What takes a change of data back; it holds what must be known of rows that are not loaded any more.
  public enum TakingBack: Hashable, Sendable {
    /// A row was like this before a cell was edited, and then like that.
    case cell(String, was: Row, is: Row)
    /// Rows stood here, to be put there one after the other, and went from there.
    case places([Move], from: [Move])
    /// These rows were there.
    case deletion([PlacedRow])
    /// These rows were not there.
    case restoring([PlacedRow])
    /// These rows were edited, before they were made again what is stored.
    case edits([PlacedDraft])
  }
}

extension Table.TakingBack: Codable where Row: Codable, Row.ID: Codable {}

extension Table.PlacedDraft: Codable where Row: Codable, Row.ID: Codable {}

extension Table {
  /// Tells what takes back that something is taken back.
  func compensation(
    of change: TakingBack, _ action: Action, _ state: State
  ) -> Compensation<Action, Change> {
    switch change {
    case .cell(let name, let was, let known):
      if isBusy(known.id, state) { return .notNow }
      guard let row = row(known.id, known: known, state), let column = column(named: name),
        let edited = before(was, known, row, column, state), edited != row
      else { return .nothing }
      return .actions([.takenBack(.cell(name, was: row, is: edited))], of: .editing)
    case .places(let moves, let known):
      if !state.moves.isEmpty { return .notNow }
      let moves = stored(moves, state)
      return moves.allSatisfy { isInPlace($0, state) } ? .nothing : moving(moves, from: known, state)
    case .deletion(let placed):
      let gone = placed.filter { isGone($0.row.id, state) }
      return gone.isEmpty ? .nothing : .actions([.takenBack(.restoring(gone))], of: .deleting)
    case .restoring(let placed):
      if placed.contains(where: { isBusy($0.row.id, state) }) { return .notNow }
      return deleting(placed.filter { canBeGone($0.row.id, state) }, state)
    case .edits(let placed):
      if placed.contains(where: { isBusy($0.draft.edited.id, state) }) { return .notNow }
      let again = placed.filter { draftAgain($0, state) != nil }.map { Action.revertTapped($0.draft.edited.id) }
      return again.isEmpty ? .nothing : .actions(again, of: .reverting)
    }
  }

  /// Whether a row was deleted, or soon will be; of one that is not loaded it is not known that it could not be.
  private func isGone(_ id: Row.ID, _ state: State) -> Bool {
    switch state.errands[id] {
    case .deleting?: true
    case .notDeleted?, .restoring?, .notRestored?: false
    case nil: state.rows.seat(of: id) == nil
    }
  }

  /// Whether a row is there to be deleted, as far as that is known.
  private func canBeGone(_ id: Row.ID, _ state: State) -> Bool { state.isRemote || state.rows.seat(of: id) != nil }

  /// An edit of a row beside what is stored now; nil where it is edited, gone, or as it was edited.
  private func draftAgain(_ placed: PlacedDraft, _ state: State) -> Draft? {
    var draft = placed.draft
    let id = draft.edited.id
    let stored = state.rows[id] ?? (state.isRemote ? draft.stored : nil)
    if state.drafts[id] != nil || draft.stored.map({ $0.id != id }) ?? false || (stored == nil && draft.stored != nil) {
      return nil
    }
    if let stored, agrees(stored, draft.edited, state) { return nil }
    draft.stage = stored != draft.stored || stored == nil || draft.stage == .conflict ? .conflict : .changed
    draft.stored = stored
    return draft
  }

  func takeBack(_ change: TakingBack, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    switch change {
    case .cell(let name, let was, let known): return try takeBack(name, was: was, is: known, &state)
    case .places(let moves, _): return putBack(stored(moves, state), &state)
    case .deletion(let placed): return try restore(placed.filter { isGone($0.row.id, state) }, &state)
    case .restoring(let placed):
      return try delete(
        placed.map(\.row).filter { canBeGone($0.id, state) }.map { state.rows[$0.id] ?? $0 }, &state)
    case .edits(let placed):
      for placed in placed { editAgain(placed, &state) }
      return .none
    }
  }

  /// Of a row that is stored nowhere there is no order but the one here: it stands before the one that it stood before.
  private func editAgain(_ placed: PlacedDraft, _ state: inout State) {
    guard let draft = draftAgain(placed, state) else { return }
    let id = draft.edited.id
    state.drafts[id] = draft
    if state.rows.seat(of: id) == nil && state.isRemote { return }
    let neighbor = placed.next.flatMap { state.rows.seat(of: $0) == nil ? nil : $0 }
    put(draft.edited, before: neighbor ?? next(behind: placed.place, next: nil, state), &state)
    if placed.isSelected { selectAgain(draft.edited, &state) }
  }

  /// The moves of rows that are stored: one that somebody else has deleted meanwhile stays where it is.
  private func stored(_ moves: [Move], _ state: State) -> [Move] {
    moves.compactMap { move in
      let ids = move.ids.filter { !isStoredNowhere($0, state) }
      return ids.isEmpty ? nil : Move(ids, move.place, next: move.next)
    }
  }

  /// Rows go back to where they stood, even if they are sorted meanwhile.
  ///
  /// Before a row that is stored nowhere those go along that are put back later: else one of them may stand between, which
  /// nobody who is told of the place would know to be passed.
  private func putBack(_ moves: [Move], _ state: inout State) -> Effects<Effect, Slot> {
    let here = moves.filter { move in state.isRemote || move.ids.contains { state.rows.seat(of: $0) != nil } }
    let together = here.indices.map { number in
      var move = here[number]
      if move.next != nil { move.ids = here[number...].flatMap(\.ids) }
      return move
    }
    return named(together, state).reduce(into: .none) { $0 += send($1, &state) }
  }
}
