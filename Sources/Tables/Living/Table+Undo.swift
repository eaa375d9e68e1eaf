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
  }

  /// Tells what takes an action back.
  ///
  /// How rows are sorted, filtered and selected is no step, and neither is what the world answers.
  public func compensation(of action: Action, in state: State) -> Compensation<Action, Change> {
    switch action {
    case .cellSet(let id, let column, let value): writing(value, id, column, state)
    case .editCommitted: committing(state)
    case .editBegan(let id, let column): beginning(id, column, state)
    case .keyPressed(let key): pressing(key, action, state)
    case .deleteTapped, .rowsDeleted, .rowsDeletedAt: deleting(afterwards(action, state), state)
    case .rowsMoved, .rowsMovedFrom, .dropped: moving(afterwards(action, state), state)
    case .takenBack(let change): compensation(of: change, action, state)
    case .saveTapped, .revertTapped, .mineKept, .theirsTaken, .rowsReplaced: .pause
    case .titlePressed, .sortSet, .columnFiltered, .conditionSet, .searched, .grouped, .selection,
      .hoverBegan, .hoverEnded, .pageTurned, .pageSizeChanged, .scrolled, .heightChanged, .widthChanged, .columnMoved,
      .columnShown,
      .columnResized, .scrolledSideways, .settingsChosen, .typed, .editCancelled, .cellRejected,
      .dragBegan, .draggedOver, .dragCancelled, .rowPut, .rowRemoved, .besideSet, .reloadTapped, .windowLoaded,
      .windowFailed, .moved, .moveFailed, .deleted, .deleteFailed, .restored, .restoreFailed, .saved, .saveFailed,
      .saveConflicted:
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

  /// What takes back that a cell gets a value, in a row that is here or was like this.
  private func writing(
    _ value: Value, _ id: Row.ID, _ name: String, known: Row? = nil, _ state: State
  ) -> Compensation<Action, Change> {
    guard let row = row(id, known: known, state), let column = columns.first(where: { $0.id == name }),
      let write = column.write, !isBusy(id, state)
    else { return .nothing }
    var edited = row
    if !write(&edited, value) || edited == row || edited.id != id { return .nothing }
    return .actions([.takenBack(.cell(edited, name, column.read(row, state.beside)))], of: .editing)
  }

  private func deleting(_ effects: [Effect], _ state: State) -> Compensation<Action, Change> {
    var ids: Set<Row.ID> = []
    for case .delete(let id) in effects { ids.insert(id) }
    return deleting(ids.compactMap { id in state.rows[id].map { PlacedRow($0, .end) } }, state)
  }

  /// Where the rows stand that shall be deleted; of those that are not loaded, where they stood when that was known.
  private func deleting(_ known: [PlacedRow], _ state: State) -> Compensation<Action, Change> {
    let ids = Set(known.map(\.row.id))
    let placed = known.map { known in
      guard let row = state.rows[known.row.id] else { return known }
      return PlacedRow(row, standing(row.id, without: ids, state) ?? .end)
    }
    .sorted { place($0.row.id, state) < place($1.row.id, state) }
    return placed.isEmpty ? .nothing : .actions([.takenBack(.deletion(placed))], of: .deleting)
  }

  private func moving(_ effects: [Effect], _ state: State) -> Compensation<Action, Change> {
    var moves: [Move] = []
    for case .move(let move) in effects { moves.append(move) }
    return moving(moves, from: nil, state)
  }

  /// Where the rows stand that shall be moved.
  ///
  /// Put back from the last to the first, each finds the one behind it in its place. Of those that are not loaded it is where they went from, when that was known.
  ///
  /// Nothing takes a move back of all that is loaded, if nothing tells where that stood.
  private func moving(_ moves: [Move], from known: [Move]?, _ state: State) -> Compensation<Action, Change> {
    let ids = Set(moves.flatMap(\.ids))
    let here = ids.filter { state.rows.seat(of: $0) != nil }
    if here.isEmpty && state.remote == nil { return .nothing }
    let places = here.sorted { place($0, state) > place($1, state) }.compactMap { id in
      standing(id, without: ids, state).map { Move([id], $0) }
    }
    let areKnown = state.remote == nil || places.count == ids.count
    guard let places = areKnown ? places : known else { return .nothing }
    return .actions([.takenBack(.places(places, from: moves))], of: .moving)
  }

  private func place(_ id: Row.ID, _ state: State) -> Int {
    state.rows.seat(of: id).map(state.rows.place(of:)) ?? .max
  }
}

extension Table {
  private func compensation(
    of change: TakingBack, _ action: Action, _ state: State
  ) -> Compensation<Action, Change> {
    switch change {
    case .cell(let row, let column, let value):
      return isBusy(row.id, state) ? .notNow : writing(value, row.id, column, known: row, state)
    case .places(let moves, let known): return state.moves.isEmpty ? moving(moves, from: known, state) : .notNow
    case .deletion(let placed):
      let gone = placed.filter { isGone($0.row.id, state) }
      return gone.isEmpty ? .nothing : .actions([.takenBack(.restoring(gone))], of: .deleting)
    case .restoring(let placed):
      if placed.contains(where: { isBusy($0.row.id, state) }) { return .notNow }
      return deleting(placed.filter { canBeGone($0.row.id, state) }, state)
    }
  }

  /// Whether a row was deleted, or soon will be.
  private func isGone(_ id: Row.ID, _ state: State) -> Bool {
    state.rows.seat(of: id) == nil || state.errands[id] == .deleting
  }

  /// Whether a row is there to be deleted, as far as that is known.
  private func canBeGone(_ id: Row.ID, _ state: State) -> Bool { state.remote != nil || state.rows.seat(of: id) != nil }

  func takeBack(_ change: TakingBack, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    switch change {
    case .cell(let row, let column, let value): return try write(value, row.id, column, known: row, &state)
    case .places(let moves, _): return putBack(moves, &state)
    case .deletion(let placed): return restore(placed.filter { isGone($0.row.id, state) }, &state)
    case .restoring(let placed):
      return try delete(
        placed.map(\.row).filter { canBeGone($0.id, state) }.map { state.rows[$0.id] ?? $0 }, &state)
    }
  }

  /// Rows go back to where they stood, even if they are sorted meanwhile.
  private func putBack(_ moves: [Move], _ state: inout State) -> Effects<Effect, Slot> {
    moves.reduce(into: .none) { effects, move in
      if state.remote == nil && move.ids.allSatisfy({ state.rows.seat(of: $0) == nil }) { return }
      switch options.changes {
      case .atOnce:
        carryOut(move, &state)
        effects += .tell(.move(move))
      case .asked:
        state.moves.append(move)
        effects += .ask(.move(move), in: .moves, .queue)
      }
    }
  }
}
