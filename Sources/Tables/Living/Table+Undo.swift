public import Loop
internal import Values

extension Table: Undoable {
  /// What can be undone in a table: changes of its data.
  public enum Change: Hashable, Codable, Sendable {
    /// A cell was edited.
    case editing
    /// Rows were moved.
    case moving
    /// Rows were deleted.
    case deleting
    /// Edited rows were made again what is stored.
    case reverting
  }

  /// Tells what takes an action back.
  ///
  /// How rows are sorted, filtered and selected is no step, and neither is what the world answers.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    // Of a state that has just been read nobody knows yet which rows pass, and are selected.
    if !state.isArranged { return compensation(of: action, in: arranged(state)) }
    return switch action {
    case .cellSet(let id, let column, let value): writing(value, id, column, state)
    case .editCommitted: committing(state)
    case .editBegan(let id, let column): beginning(id, column, state)
    case .keyPressed(let key): pressing(key, action, state)
    case .deleteTapped, .rowsDeleted, .rowsDeletedAt: deleting(afterwards(action, state), state)
    case .rowsMoved, .rowsMovedFrom, .dropped: moving(afterwards(action, state), state)
    case .takenBack(let change): compensation(of: change, action, state)
    case .revertTapped(let id): reverting(id.map { [$0] } ?? revertible(state), state)
    case .theirsTaken(let id): state.drafts[id]?.stage == .conflict ? reverting([id], state) : .nothing
    case .saveTapped, .mineKept, .rowsReplaced: .pause
    case .titlePressed, .sortSet, .columnFiltered, .conditionSet, .searched, .grouped, .selection,
      .hoverBegan, .hoverEnded, .pageTurned, .pageSizeChanged, .scrolled, .heightChanged, .widthChanged, .columnMoved,
      .columnShown,
      .columnResized, .scrolledSideways, .settingsChosen, .typed, .editCancelled, .cellRejected,
      .dragBegan, .draggedOver, .dragCancelled, .rowPut, .rowRemoved, .besideSet, .reloadTapped, .windowLoaded,
      .windowFailed, .moved, .moveFailed, .deleted, .deleteFailed, .restored, .restoreFailed, .saved, .saveFailed,
      .saveConflicted, .restoreTapped:
      .nothing
    }
  }

  /// What an action would tell the world; the state is copied, but for its rows only where they are written.
  private func afterwards(_ action: Action, _ state: State) -> [Effect] {
    var planning = self
    planning.options.changes = .asked
    var copy = state
    return planning.reduce(&copy, action).instructions.compactMap { instruction in
      switch instruction {
      case .ask(let effect, _, _, _), .tell(let effect): effect
      case .cancel: nil
      }
    }
  }

  private func pressing(_ key: TableKey, _ action: Action, _ state: State) -> Compensation<Action, Change> {
    switch key.code {
    case .enter, .f2, .tab: committing(state)
    case .delete: deleting(afterwards(action, state), state)
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .escape, .letters: .nothing
    }
  }

  /// To begin another cell commits what is typed, if the other one can be edited.
  private func beginning(_ id: Row.ID, _ name: String, _ state: State) -> Compensation<Action, Change> {
    do throws(Refusal) {
      _ = try editable(id, name, state)
    } catch {
      return .nothing
    }
    return state.editing.map { $0.row == id && $0.column == name } ?? true ? .nothing : committing(state)
  }

  private func committing(_ state: State) -> Compensation<Action, Change> {
    guard let editing = state.editing, editing.isTyped, let column = columns.first(where: { $0.id == editing.column }),
      let value = column.kind.parsed(editing.text)
    else { return .nothing }
    return writing(value, editing.row, editing.column, state)
  }

  private func writing(_ value: Value, _ id: Row.ID, _ name: String, _ state: State) -> Compensation<Action, Change> {
    guard let row = row(id, state), let column = columns.first(where: { $0.id == name }), !isBusy(id, state),
      let edited = column.writing(value, into: row), edited != row
    else { return .nothing }
    return .actions([.takenBack(.cell(name, was: row, is: edited))], of: .editing)
  }

  private func deleting(_ effects: [Effect], _ state: State) -> Compensation<Action, Change> {
    var known: [PlacedRow] = []
    for case .delete(let ids) in effects {
      known += ids.compactMap { id in state.rows[id].map { PlacedRow($0, .end) } }
    }
    return deleting(known, state)
  }

  /// What rows are that shall be deleted; of those that are not loaded, what they were when that was known.
  private func deleting(_ known: [PlacedRow], _ state: State) -> Compensation<Action, Change> {
    if known.isEmpty { return .nothing }
    let ids = Set(known.map(\.row.id))
    var placed = known.filter { state.rows.seat(of: $0.row.id) == nil }
    var drafts: [PlacedDraft] = []
    let here = ids.filter { state.rows.seat(of: $0) != nil }
    for group in standings(of: here, state) ?? [Move(known.map(\.row.id).filter(here.contains), .end)] {
      var place = group.place
      for id in group.ids {
        guard let row = state.rows[id] else { continue }
        if let draft = state.drafts[id], draft.stored == nil {
          // Of a row that is stored nowhere there is nothing to be had back but the edit.
          drafts.append(PlacedDraft(draft: draft, place: place))
          continue
        }
        let stored = state.drafts[id]?.stored ?? row
        placed.append(PlacedRow(stored, place, edited: stored == row ? nil : row, isSelected: isSelected(row, state)))
        // Behind another one follows the other.
        if case .after = place { place = .after(id) }
      }
    }
    let back: [Action] =
      (placed.isEmpty ? [] : [.takenBack(.deletion(placed))]) + (drafts.isEmpty ? [] : [.takenBack(.edits(drafts))])
    return .actions(back, of: .deleting)
  }

  private func moving(_ effects: [Effect], _ state: State) -> Compensation<Action, Change> {
    var moves: [Move] = []
    for case .move(let move) in effects { moves.append(move) }
    return moving(moves, from: nil, state)
  }

  /// Where the rows stand that shall be moved; of those that are not loaded, where they went from when that was known.
  ///
  /// Nothing takes a move back of all that is loaded, if nothing tells where that stood.
  private func moving(_ moves: [Move], from known: [Move]?, _ state: State) -> Compensation<Action, Change> {
    let ids = Set(moves.flatMap(\.ids))
    let here = ids.filter { state.rows.seat(of: $0) != nil }
    let areKnown = !state.isRemote || here.count == ids.count
    guard let places = areKnown ? standings(of: here, state) : known, !places.isEmpty else { return .nothing }
    return .actions([.takenBack(.places(places, from: moves))], of: .moving)
  }

  /// What edited rows are that shall be as they are stored.
  private func reverting(_ ids: [Row.ID], _ state: State) -> Compensation<Action, Change> {
    let placed = ids.compactMap { id -> PlacedDraft? in
      guard let draft = state.drafts[id], !isBusy(id, state) else { return nil }
      return PlacedDraft(draft: draft, place: standings(of: [id], state)?.first?.place ?? .end)
    }
    return placed.isEmpty ? .nothing : .actions([.takenBack(.edits(placed))], of: .reverting)
  }
}

extension Table {
  private func compensation(
    of change: TakingBack, _ action: Action, _ state: State
  ) -> Compensation<Action, Change> {
    switch change {
    case .cell(let name, let was, let known):
      if isBusy(known.id, state) { return .notNow }
      guard let row = row(known.id, known: known, state), let column = columns.first(where: { $0.id == name }),
        let edited = before(was, known, row, column, state), edited != row
      else { return .nothing }
      return .actions([.takenBack(.cell(name, was: row, is: edited))], of: .editing)
    case .places(let moves, let known):
      if !state.moves.isEmpty { return .notNow }
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
    case .places(let moves, _): return putBack(moves, &state)
    case .deletion(let placed): return try restore(placed.filter { isGone($0.row.id, state) }, &state)
    case .restoring(let placed):
      return try delete(
        placed.map(\.row).filter { canBeGone($0.id, state) }.map { state.rows[$0.id] ?? $0 }, &state)
    case .edits(let placed):
      for placed in placed {
        guard let draft = draftAgain(placed, state) else { continue }
        state.drafts[draft.edited.id] = draft
        if state.rows.seat(of: draft.edited.id) != nil || !state.isRemote {
          put(draft.edited, before: next(behind: placed.place, without: [], state), &state)
        }
      }
      return .none
    }
  }

  /// Rows go back to where they stood, even if they are sorted meanwhile.
  private func putBack(_ moves: [Move], _ state: inout State) -> Effects<Effect, Slot> {
    moves.reduce(into: .none) { effects, move in
      if !state.isRemote && move.ids.allSatisfy({ state.rows.seat(of: $0) == nil }) { return }
      switch changes {
      case .atOnce:
        carryOut(move, &state)
        effects += .tell(.move(move))
      case .asked:
        state.moves.append(move)
        effects += .ask(.move(move), in: .order, .queue)
      }
    }
  }
}
