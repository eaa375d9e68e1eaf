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
    case .keyPressed(let key): pressing(key, action, state)
    case .deleteTapped, .rowsDeleted, .rowsDeletedAt: deleting(afterwards(action, state), state)
    case .rowsMoved, .rowsMovedFrom, .dropped: moving(afterwards(action, state), state)
    case .takenBack(let change): compensation(of: change, action, state)
    case .saveTapped, .revertTapped, .mineKept, .theirsTaken, .rowsReplaced: .pause
    case .titlePressed, .sortSet, .columnFiltered, .conditionSet, .searched, .grouped, .selection,
      .hoverBegan, .hoverEnded, .pageTurned, .pageSizeChanged, .scrolled, .heightChanged, .columnMoved, .columnShown,
      .columnResized, .scrolledSideways, .settingsChosen, .editBegan, .typed, .editCancelled, .cellRejected,
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
    case .enter, .tab: committing(state)
    case .delete: deleting(afterwards(action, state), state)
    case .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .escape, .letters: .nothing
    }
  }

  private func committing(_ state: State) -> Compensation<Action, Change> {
    guard let editing = state.editing, let column = columns.first(where: { $0.id == editing.column }),
      let value = column.kind.parsed(editing.text)
    else { return .nothing }
    return writing(value, editing.row, editing.column, state)
  }

  private func writing(_ value: Value, _ id: Row.ID, _ name: String, _ state: State) -> Compensation<Action, Change> {
    guard let row = state.rows[id], let column = columns.first(where: { $0.id == name }), let write = column.write,
      !isBusy(id, state)
    else { return .nothing }
    var edited = row
    if !write(&edited, value) || edited == row || edited.id != id { return .nothing }
    return .actions([.takenBack(.cell(id, name, column.read(row, state.beside)))], of: .editing)
  }

  private func deleting(_ effects: [Effect], _ state: State) -> Compensation<Action, Change> {
    var placed: [PlacedRow] = []
    for case .delete(let id) in effects {
      if let row = state.rows[id] { placed.append(PlacedRow(row, before: next(behind: id, state))) }
    }
    placed.sort { place($0.row.id, state) < place($1.row.id, state) }
    return placed.isEmpty ? .nothing : .actions([.takenBack(.deletion(placed))], of: .deleting)
  }

  /// Where the rows stood: put back from the last to the first, each finds the one behind it in its place.
  private func moving(_ effects: [Effect], _ state: State) -> Compensation<Action, Change> {
    var ids: Set<Row.ID> = []
    for case .move(let move) in effects { ids.formUnion(move.ids) }
    let places = ids.sorted { place($0, state) > place($1, state) }.map { Move([$0], before: next(behind: $0, state)) }
    return places.isEmpty ? .nothing : .actions([.takenBack(.places(places))], of: .moving)
  }

  private func place(_ id: Row.ID, _ state: State) -> Int {
    state.rows.seat(of: id).map(state.rows.place(of:)) ?? .max
  }

  private func next(behind id: Row.ID, _ state: State) -> Row.ID? {
    let place = place(id, state)
    return place < state.rows.count - 1 ? state.rows.row(at: state.rows.sequence[place + 1]).id : nil
  }
}

extension Table {
  private func compensation(
    of change: TakingBack, _ action: Action, _ state: State
  ) -> Compensation<Action, Change> {
    switch change {
    case .cell(let id, let column, let value): return isBusy(id, state) ? .notNow : writing(value, id, column, state)
    case .places(let moves):
      if !state.moves.isEmpty { return .notNow }
      return moving(moves.map { .move($0) }, state)
    case .deletion(let placed):
      let ids = placed.map(\.row.id).filter { state.rows.seat(of: $0) == nil || state.errands[$0] == .deleting }
      return ids.isEmpty ? .nothing : .actions([.takenBack(.restoring(ids))], of: .deleting)
    case .restoring(let ids):
      if ids.contains(where: { isBusy($0, state) }) { return .notNow }
      return deleting(ids.map { .delete($0) }, state)
    }
  }

  func takeBack(_ change: TakingBack, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    switch change {
    case .cell(let id, let column, let value): return try write(value, id, column, &state)
    case .places(let moves): return putBack(moves, &state)
    case .deletion(let placed):
      return restore(
        placed.filter { state.rows.seat(of: $0.row.id) == nil || state.errands[$0.row.id] == .deleting }, &state)
    case .restoring(let ids): return try delete(ids.filter { state.rows.seat(of: $0) != nil }, &state)
    }
  }

  /// Rows go back to where they stood, even if they are sorted meanwhile.
  private func putBack(_ moves: [Move], _ state: inout State) -> Effects<Effect, Slot> {
    moves.reduce(into: .none) { effects, move in
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
