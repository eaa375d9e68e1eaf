public import Loop

extension Table {
  /// Applies an action; one that is refused changes nothing but the reason in ``State/refusal``.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    if !state.derived.isArranged { normalize(&state) }
    state.refusal = nil
    let cursor = state.cursor
    var effects = Effects<Effect, Slot>.none
    do throws(Refusal) {
      effects = try apply(action, &state)
    } catch {
      state.refusal = error
    }
    settle(&state)
    if state.refusal == nil, action.isKey || state.cursor != cursor { showCursor(&state) }
    effects += window(&state)
    return effects
  }

  /// A refusal comes before anything is changed.
  private func apply(_ action: Action, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if !action.extendsSelection { state.derived.selectedRange = nil }
    switch action {
    case .titlePressed(let column, let isAdding): try pressTitle(column, isAdding: isAdding, &state)
    case .sortSet(let sort): try self.sort(by: sort, &state)
    case .columnFiltered(let column, let filter): try self.filter(column, filter, &state)
    case .conditionSet(let condition): try self.filter(condition, &state)
    case .searched(let text): search(text, &state)
    case .grouped(let column): try group(by: column, &state)
    case .selection(let action): try select(action, &state)
    case .keyPressed(let key): return try press(key, &state)
    case .hoverBegan(let id):
      if placeOnPage(of: id, state) == nil { throw .outOfSight }
      state.hovered = id
    case .hoverEnded(let id): if state.hovered == id { state.hovered = nil }
    case .pageTurned(let number): state.page.number = TablePage.bounded(number)
    case .pageSizeChanged(let size): changePageSize(size, &state)
    case .scrolled(let id): state.top = id
    case .heightChanged(let height): state.height = height
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
    case .reloadTapped: if state.isRemote { forgetWindow(&state) }
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
    if state.derived.tally == nil { state.derived.tally = countSelected(state) }
    if options.hasAggregates { settleAggregates(&state) }
  }

  /// Where a row stands among those that pass; nil where it does not.
  func place(of id: Row.ID, _ state: State) -> Int? {
    guard let seat = state.rows.seat(of: id) else { return nil }
    return arranger.place(of: seat, state.rows, state.derived.arrangement)
  }

  /// Where a row stands among those that pass, if it is on the page that is in sight.
  func placeOnPage(of id: Row.ID, _ state: State) -> Int? {
    place(of: id, state).flatMap { state.placesOnPage.contains($0) ? $0 : nil }
  }

  /// Whether a row is on the page that is in sight; where all are on one, its place need not be found.
  private func isOnPage(_ id: Row.ID, _ state: State) -> Bool {
    guard let seat = state.rows.seat(of: id), state.derived.arrangement.isSeen(seat) else { return false }
    if state.page.size == nil || state.isRemote { return true }
    return placeOnPage(of: id, state) != nil
  }
}

extension Table {
  func column(_ id: String) throws(Refusal) -> Column<Row> {
    guard let column = column(named: id) else { throw .noSuchColumn(id) }
    return column
  }

  func column(named id: String?) -> Column<Row>? {
    guard let id, let number = columns.index(of: id) else { return nil }
    return columns[number]
  }

  /// The columns in sight, from the first to the last.
  package func shownColumns(_ state: State) -> [Column<Row>] { state.layout.visible.compactMap(column(named:)) }
}

extension Array {
  /// The index of the column with an id.
  func index<Row>(of id: String) -> Int? where Element == Column<Row> { firstIndex { $0.id == id } }
}

extension Table.Action {
  fileprivate var isKey: Bool { if case .keyPressed = self { true } else { false } }

  /// Whether it changes neither rows nor their order, and selects nothing but a range.
  fileprivate var extendsSelection: Bool {
    if case .keyPressed(let key) = self { key.isShifted && key.code.isMotion } else { false }
  }
}
