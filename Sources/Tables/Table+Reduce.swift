public import Loop

extension Table {
  /// Takes an action in; one that is handed over is taken apart, and neither copied nor thrown away as a whole.
  public func reduce(_ state: inout State, _ action: consuming Action) -> Effects<Effect, Slot> {
    if !state.isArranged { takeIn(&state) }
    state.refusal = nil
    state.hints.forgetRange()
    let isScrolled = state.height != nil
    let cursor = isScrolled ? state.cursor : nil
    var isKey = false
    var effects = Effects<Effect, Slot>.none
    do throws(Refusal) {
      effects = try take(consume action, &state, &isKey)
    } catch {
      state.refusal = error
    }
    settle(&state)
    if isScrolled, state.refusal == nil, isKey || state.cursor != cursor { showCursor(&state) }
    effects += window(&state)
    return effects
  }

  /// A refusal comes before anything is changed.
  private func take(
    _ action: consuming Action, _ state: inout State, _ isKey: inout Bool
  ) throws(Refusal) -> Effects<Effect, Slot> {
    switch consume action {
    case .titlePressed(let column, let isAdding): try press(column, isAdding, &state)
    case .sortSet(let sort): try self.sort(by: sort, &state)
    case .columnFiltered(let column, let filter): try self.filter(column, filter, &state)
    case .conditionSet(let condition): try self.filter(condition, &state)
    case .searched(let text): search(text, &state)
    case .grouped(let column): try group(by: column, &state)
    case .selection(let action): try select(action, &state)
    case .keyPressed(let key):
      isKey = true
      return try press(key, &state)
    case .hoverBegan(let id):
      if placeOnPage(of: id, state) == nil { throw .outOfSight }
      state.hovered = id
      state.hints.keepRange()
    case .hoverEnded(let id):
      if state.hovered == id { state.hovered = nil }
      state.hints.keepRange()
    case .pageTurned(let number): state.page.number = min(max(0, number), TablePage.most)
    case .pageSizeChanged(let size): resizePage(size, &state)
    case .scrolled(let id):
      state.top = id
      state.hints.keepRange()
    case .heightChanged(let height):
      state.height = height.map(TablePage.bounded)
      state.hints.keepRange()
    case .widthChanged(let width): state.width = width.map(TableLayout.bounded)
    case .columnMoved(let column, let other): try move(column, before: other, &state)
    case .columnShown(let column, let isShown): try show(column, isShown, &state)
    case .columnResized(let column, let width): try resize(column, to: width, &state)
    case .scrolledSideways(let offset): state.layout.offset = max(0, offset)
    case .settingsChosen(let settings): try set(up: settings, &state)
    case .editBegan(let id, let column): return try edit(id, column, &state)
    case .typed(let text): try type(text, &state)
    case .editCommitted: return try commit(&state)
    case .editCancelled: cancel(&state)
    case .cellSet(let id, let column, let value): return try write(value, id, column, &state)
    case .cellRejected(let id, let column, let value, let reason): reject(id, column, value, reason, &state)
    case .saveTapped(let id): return try save(id, &state)
    case .revertTapped(let id): try revert(id, &state)
    case .mineKept(let id): return try keepMine(id, &state)
    case .theirsTaken(let id): try takeTheirs(id, &state)
    case .deleteTapped: return try deleteSelected(&state)
    case .rowsDeleted(let ids): return try delete(ids, &state)
    case .rowsDeletedAt(let offsets): return try delete(try ids(at: offsets, state), &state)
    case .restoreTapped(let id): return try restoreAgain(id, &state)
    case .rowsMoved(let move): return try self.move(move, &state)
    case .rowsMovedFrom(let offsets, let target): return try self.move(try move(offsets, to: target, state), &state)
    case .dragBegan(let id): try drag(id, &state)
    case .draggedOver(let target): state.drag?.target = target
    case .dropped: return try drop(&state)
    case .dragCancelled: state.drag = nil
    case .rowsReplaced(let rows): replace(rows, &state)
    case .rowPut(let row, let other): receive(row, before: other, &state)
    case .rowRemoved(let id): lose(id, &state)
    case .besideSet(let values): setBeside(values, &state)
    case .reloadTapped: reload(&state)
    case .windowLoaded(let rows, let count): load(rows, count, &state)
    case .windowFailed(let reason): failToLoad(reason, &state)
    case .moved(let move): end(move, nil, &state)
    case .moveFailed(let move, let reason): end(move, reason, &state)
    case .deleted(let ids): endDeletion(of: ids, &state)
    case .deleteFailed(let ids, let reason): failToDelete(ids, reason, &state)
    case .restored(let placed): endRestoring(placed, &state)
    case .restoreFailed(let placed, let reason): failToRestore(placed, reason, &state)
    case .saved(let row): endSaving(row, &state)
    case .saveFailed(let id, let reason): failToSave(id, reason, &state)
    case .saveConflicted(let id, let stored): meetConflict(id, stored, &state)
    case .takenBack(let change): return try takeBack(change, &state)
    }
    return .none
  }

  /// What holds after every action: the page is one there is, and what is pointed at is in sight.
  func settle(_ state: inout State) {
    if let count = state.passingEverywhere {
      state.page.number = min(state.page.number, state.page.pageCount(of: count) - 1)
    }
    if let id = state.hovered, !isOnPage(id, state) { state.hovered = nil }
    if let cursor = state.cursor, !isOnPage(cursor.row, state) { state.cursor = nil }
    if let top = state.top, !isOnPage(top, state) { state.top = nil }
    if state.layout.offset > 0 { state.layout.offset = min(state.layout.offset, furthestOffset(of: state)) }
    if let editing = state.editing, !(editing.isTyped && state.isRemote), state.rows.seat(of: editing.row) == nil {
      state.editing = nil
    }
    if state.tally == nil { state.tally = countSelected(state) }
    if options.hasAggregates { settleAggregates(&state) }
  }

  /// Where a row stands among those that pass; nil where it does not.
  func place(of id: Row.ID, _ state: State) -> Int? {
    if let place = state.hintedPlace(of: id) { return place }
    guard let seat = state.rows.seat(of: id) else { return nil }
    return arranger.place(of: seat, state.rows, state.arrangement)
  }

  /// Where a row stands among those that pass, if it is on the page that is in sight.
  func placeOnPage(of id: Row.ID, _ state: State) -> Int? {
    place(of: id, state).flatMap { state.placesOnPage.contains($0) ? $0 : nil }
  }

  /// Whether a row is on the page that is in sight; where all are on one, its place need not be found.
  // Written into what calls it: to hand a state on that is being changed would copy it.
  private func isOnPage(_ id: Row.ID, _ state: State) -> Bool {
    guard let seat = state.rows.seat(of: id), state.arrangement.isSeen(seat) else { return false }
    if state.page.size == nil || state.isRemote { return true }
    return placeOnPage(of: id, state) != nil
  }

  func column(_ id: String) throws(Refusal) -> Column<Row> {
    guard let column = columns.first(where: { $0.id == id }) else { throw .noSuchColumn(id) }
    return column
  }
}
