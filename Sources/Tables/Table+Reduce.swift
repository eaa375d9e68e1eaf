public import Loop

extension TableFeature {
  /// Applies an action; one that is refused changes nothing but the reason in `State.refusal`.
  public func reduce(_ state: inout State, _ action: Action) -> Effects<Effect, Slot> {
    if !state.derived.isArranged { normalizeDecoded(&state) }
    state.rejection = nil
    let cursor = state.cursor
    var effects = Effects<Effect, Slot>.none
    do throws(ActionRejection) {
      effects = try apply(action, &state)
    } catch {
      state.rejection = error
    }
    restoreInvariants(&state)
    if state.rejection == nil, action.isKeyPress || state.cursor != cursor { scrollToCursor(&state) }
    effects += requestWindowIfNeeded(&state)
    return effects
  }

  /// A refusal comes before anything is changed.
  private func apply(_ action: Action, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if !action.extendsSelection { state.derived.selectedRange = nil }
    switch action {
    case .titlePressed(let column, let isAdding): try toggleSort(ofColumn: column, isAdding: isAdding, &state)
    case .sortSet(let sort): try self.setSort(to: sort, &state)
    case .columnFiltered(let column, let filter): try self.setFilter(ofColumn: column, to: filter, &state)
    case .conditionSet(let condition): try self.setCondition(condition, &state)
    case .searched(let text): setSearchText(text, &state)
    case .grouped(let column): try setGrouping(to: column, &state)
    case .selection(let action): try applySelectionAction(action, &state)
    case .keyPressed(let key): return try handleKey(key, &state)
    case .hoverBegan(let id):
      if visibleIndexOnPage(of: id, state) == nil { throw .outOfSight }
      state.hovered = id
    case .hoverEnded(let id): if state.hovered == id { state.hovered = nil }
    case .pageTurned(let number): state.page.number = TablePage.clampedNumber(number)
    case .pageSizeChanged(let size): changePageSize(size, &state)
    case .scrolled(let id): state.top = id
    case .heightChanged(let height): state.viewportHeight = height
    case .widthChanged(let width): state.width = width.map(TableLayout.clampedWidth)
    case .columnMoved(let column, let other): try moveColumn(column, before: other, &state)
    case .columnShown(let column, let isShown): try setColumnVisibility(column, isShown, &state)
    case .columnResized(let column, let width): try resizeColumn(column, to: width, &state)
    case .scrolledSideways(let offset): state.layout.offset = max(0, offset)
    case .settingsChosen(let settings): try applySettings(settings, &state)
    case .editBegan(let id, let column): return try beginEditing(rowID: id, column: column, &state)
    case .typed(let text): try setEditedText(text, &state)
    case .editCommitted: return try commitEdit(&state)
    case .editCancelled: cancelEdit(&state)
    case .cellSet(let id, let column, let value): return try setCellValue(value, rowID: id, column: column, &state)
    case .cellRejected(let id, let column, let value, let reason):
      rejectCellValue(rowID: id, column: column, value: value, reason: reason, &state)
    case .saveTapped(let id): return try saveDrafts(ofID: id, &state)
    case .revertTapped(let id): try revertDrafts(ofID: id, &state)
    case .mineKept(let id): return try resolveConflictKeepingLocal(id, &state)
    case .theirsTaken(let id): try resolveConflictTakingRemote(id, &state)
    case .deleteTapped: return try deleteSelected(&state)
    case .rowsDeleted(let ids): return try deleteRows(ids, &state)
    case .rowsDeletedAt(let offsets): return try deleteRows(try ids(atOffsets: offsets, state), &state)
    case .restoreTapped(let id): return try retryRestore(id, &state)
    case .rowsMoved(let move): return try self.requestMove(move, &state)
    case .rowsMovedFrom(let offsets, let target):
      return try self.requestMove(try makeMove(fromOffsets: offsets, toOffset: target, state), &state)
    case .dragBegan(let id): try beginDrag(ofID: id, &state)
    case .draggedOver(let target): state.drag?.target = target
    case .dropped: return try dropDraggedRows(&state)
    case .dragCancelled: state.drag = nil
    case .rowsReplaced(let rows): replaceAllRows(rows, &state)
    case .rowPut(let row, let other): applyRemoteUpsert(row, before: other, &state)
    case .rowRemoved(let id): applyRemoteRemoval(ofID: id, &state)
    case .besideSet(let values): setContextValues(values, &state)
    case .reloadTapped: if state.isRemote { invalidateWindow(&state) }
    case .windowLoaded(let rows, let count): applyLoadedWindow(rows, totalCount: count, &state)
    case .windowFailed(let reason): applyLoadFailure(reason, &state)
    case .moved(let move): finishMove(move, failure: nil, &state)
    case .moveFailed(let move, let reason): finishMove(move, failure: reason, &state)
    case .deleted(let ids): finishDeletion(of: ids, &state)
    case .deleteFailed(let ids, let reason): applyDeleteFailure(ids, reason, &state)
    case .restored(let placed): finishRestoring(placed, &state)
    case .restoreFailed(let placed, let reason): applyRestoreFailure(placed, reason, &state)
    case .saved(let row): finishSaving(row, &state)
    case .saveFailed(let id, let reason): applySaveFailure(id, reason, &state)
    case .saveConflicted(let id, let stored): applySaveConflict(id, stored, &state)
    case .takenBack(let change): return try applyUndo(change, &state)
    }
    return .none
  }

  /// What holds after every action: the page is one there is, and what is pointed at is in sight.
  func restoreInvariants(_ state: inout State) {
    if let count = state.totalVisibleCount {
      state.page.number = min(state.page.number, state.page.pageCount(rowCount: count) - 1)
    }
    if let id = state.hovered, !isOnPage(id, state) { state.hovered = nil }
    if let cursor = state.cursor, !isOnPage(cursor.row, state) { state.cursor = nil }
    if let top = state.top, !isOnPage(top, state) { state.top = nil }
    if state.layout.offset > 0 { state.layout.offset = min(state.layout.offset, maximumScrollOffset(of: state)) }
    if let editing = state.editing, !(editing.hasChangedText && state.isRemote),
      state.rows.handle(of: editing.row) == nil
    {
      state.editing = nil
    }
    if state.derived.tally == nil { state.derived.tally = computeSelectionCounts(state) }
    if options.hasAggregates { recomputeStaleAggregates(&state) }
  }

  /// Where a row stands among those that pass; nil where it does not.
  func visibleIndex(of id: Row.ID, _ state: State) -> Int? {
    guard let seat = state.rows.handle(of: id) else { return nil }
    return queryEngine.visibleIndex(of: seat, store: state.rows, visibleRows: state.derived.arrangement)
  }

  /// Where a row stands among those that pass, if it is on the page that is in sight.
  func visibleIndexOnPage(of id: Row.ID, _ state: State) -> Int? {
    visibleIndex(of: id, state).flatMap { state.pageRange.contains($0) ? $0 : nil }
  }

  /// Whether a row is on the page that is in sight; where all are on one, its place need not be found.
  private func isOnPage(_ id: Row.ID, _ state: State) -> Bool {
    guard let seat = state.rows.handle(of: id), state.derived.arrangement.isVisible(seat) else { return false }
    if state.page.size == nil || state.isRemote { return true }
    return visibleIndexOnPage(of: id, state) != nil
  }
}

extension TableFeature {
  func requireColumn(_ id: String) throws(ActionRejection) -> Column<Row> {
    guard let column = column(named: id) else { throw .noSuchColumn(id) }
    return column
  }

  func column(named id: String?) -> Column<Row>? {
    guard let id, let number = columns.columnIndex(withID: id) else { return nil }
    return columns[number]
  }

  /// The columns in sight, from the first to the last.
  package func visibleColumns(_ state: State) -> [Column<Row>] {
    state.layout.visibleColumns.compactMap(column(named:))
  }
}

extension Array {
  /// The index of the column with an id.
  func columnIndex<Row>(withID id: String) -> Int? where Element == Column<Row> { firstIndex { $0.id == id } }
}

extension TableFeature.Action {
  fileprivate var isKeyPress: Bool { if case .keyPressed = self { true } else { false } }

  /// Whether it changes neither rows nor their order, and selects nothing but a range.
  fileprivate var extendsSelection: Bool {
    if case .keyPressed(let key) = self { key.isShifted && key.code.movesBetweenRows } else { false }
  }
}
