import Loop

extension TableFeature {
  /// Applies an action.
  ///
  /// An action that is rejected changes nothing except ``State/rejection``. If the user did not cause it, for example if
  /// the pointer enters a row that is gone, it is ignored.
  public func reduce(_ state: inout State, _ action: consuming Action) -> Effects<Self> {
    if !state.derived.isUpToDate { normalizeDecoded(&state) }
    state.derived.revision &+= 1
    let isUserAction = action.isUserAction
    let (cursor, key, loadDelay) = (state.cursor, action.key, loadDelay(of: action))
    // Only keys that extend the selected range keep it: they change neither the rows nor their order.
    if key.map({ !$0.isShiftDown || !$0.code.movesBetweenRows }) ?? true { state.derived.selectedRange = nil }
    var effects = Effects<Self>.none
    var rejection: ActionRejection?
    do throws(ActionRejection) {
      effects = try apply(consume action, &state, &rejection)
      if isUserAction && options.savesCommittedCells { effects += saveCommittedCells(&state) }
    } catch {
      rejection = error
    }
    if isUserAction { state.rejection = rejection }
    restoreInvariants(&state)
    if rejection == nil, key != nil || state.cursor != cursor { scrollToCursor(&state) }
    if state.isRemote { effects += requestWindowIfNeeded(&state, after: loadDelay) }
    return effects
  }

  private func loadDelay(of action: Action) -> Duration? {
    if case .searchTextChanged = action, options.searchDelay > .zero { options.searchDelay } else { nil }
  }

  /// Applies an action, or throws before it changes anything.
  ///
  /// If only a part of an action is rejected, sets `rejection`.
  private func apply(
    _ action: consuming Action, _ state: inout State, _ rejection: inout ActionRejection?
  ) throws(ActionRejection) -> TableEffects {
    switch consume action {
    // Every action requests remote rows that are needed.
    case .appeared: break
    case .headerClicked(let column, let isAdding): try toggleSort(ofColumn: column, isAdding: isAdding, &state)
    case .sortChanged(let sort): try setSort(to: sort, &state)
    case .columnFilterChanged(let column, let filter): try setFilter(ofColumn: column, to: filter, &state)
    case .conditionChanged(let condition): try setCondition(condition, &state)
    case .searchTextChanged(let text): updateFilter(&state) { $0.search = text }
    case .groupingChanged(let column): try setGrouping(to: column, &state)
    case .selection(let action): try applySelectionAction(action, &state)
    case .keyPressed(let key): return try handleKey(key, &state, &rejection)
    case .hoverBegan(let id):
      if isOnPage(id, state) { state.hoveredRow = id }
    case .hoverEnded(let id): if state.hoveredRow == id { state.hoveredRow = nil }
    case .pageChanged(let number): state.page.number = TablePage.clampedNumber(number)
    case .pageSizeChanged(let size): changePageSize(size, &state)
    case .scrolled(let id): if id.map({ isOnPage($0, state) }) ?? true { state.topRow = id }
    case .viewportHeightChanged(let height): state.viewportHeight = height
    case .viewportWidthChanged(let width): state.viewportWidth = width.map(TableLayout.overflowSafeWidth)
    case .columnMoved(let column, let other): try moveColumn(column, before: other, &state)
    case .columnVisibilityChanged(let column, let isShown): try setColumnVisibility(column, isShown, &state)
    case .columnResized(let column, let width): try resizeColumn(column, to: width, &state)
    case .scrolledHorizontally(let offset): state.layout.scrollOffset = max(0, offset)
    case .settingsApplied(let settings): try applySettings(settings, &state)
    case .editBegan(let id, let column): return try beginEditing(rowID: id, column: column, &state)
    case .cellTextChanged(let text):
      if state.editedCell == nil { throw .nothingToDo }
      state.editedCell?.text = text
      state.editedCell?.error = nil
    case .editCommitted: return try commitEdit(&state)
    case .editCancelled: cancelEdit(&state)
    case .cellValueSet(let id, let column, let value): return try setCellValue(value, rowID: id, column: column, &state)
    case .cellRejected(let id, let column, let value, let reason):
      rejectCellValue(rowID: id, column: column, value: value, reason: reason, &state)
    case .saveTapped(let id): return try saveDrafts(ofID: id, &state)
    case .revertTapped(let id): try revertDrafts(ofID: id, &state)
    case .localKept(let id): return try resolveConflictKeepingLocal(id, &state)
    case .remoteTaken(let id):
      if state.drafts[id]?.status != .conflict { throw .nothingToDo }
      try revertDrafts(ofID: id, &state)
    case .deleteTapped: return deleteRows(try rowsToDelete(by: .deleteTapped, state), &state)
    case .rowsDeleted(let ids): return deleteRows(try rowsToDelete(by: .rowsDeleted(ids), state), &state)
    case .rowsDeletedAt(let offsets):
      return deleteRows(try rowsToDelete(by: .rowsDeletedAt(offsets: offsets), state), &state)
    case .restoreTapped(let id): return try retryRestore(id, &state)
    case .rowsMoved(let move): return try requestMove(by: .rowsMoved(move), &state)
    case .rowsMovedFrom(let offsets, let target):
      return try requestMove(by: .rowsMovedFrom(offsets: offsets, toOffset: target), &state)
    case .dragBegan(let id): try beginDrag(ofID: id, &state)
    case .draggedOver(let target): state.drag?.target = target
    case .dropped: return try dropDraggedRows(&state, &rejection)
    case .dragCancelled: state.drag = nil
    case .rowsReplaced(let rows): replaceAllRows(rows, &state)
    case .rowUpserted(let row, let other, let author): applyUpsert(row, before: other, by: author, &state)
    case .rowRemoved(let id): applyRemoteRemoval(ofID: id, &state)
    case .contextChanged(let values): setContextValues(values, &state)
    case .reloadTapped: invalidateWindow(&state)
    case .rowSourceChanged: dropLoadedRows(&state)
    case .windowLoaded(let rows, let count): applyLoadedWindow(rows, totalCount: count, &state)
    case .windowLoadFailed(let reason): applyLoadFailure(reason, &state)
    case .moveCompleted(let move): finishMove(move, failure: nil, &state)
    case .moveFailed(let move, let reason): finishMove(move, failure: reason, &state)
    case .deleteCompleted(let ids): finishDeletion(of: ids, &state)
    case .deleteFailed(let ids, let reason):
      for id in ids where state.deletions[id] == .deleting {
        state.deletions[id] = .deleteFailed(reason)
      }
    case .restoreCompleted(let placed): finishRestoring(placed, &state)
    case .restoreFailed(let placed, let reason): applyRestoreFailure(placed, reason, &state)
    case .saveCompleted(let row): finishSaving(row, &state)
    case .saveFailed(let id, let reason): applySaveFailure(id, reason, &state)
    case .saveConflicted(let id, let stored): applySaveConflict(id, stored, &state)
    case .undoApplied(let change): return try applyUndo(change, &state)
    }
    return .none
  }

  /// Restores the invariants that hold after every action: the page exists, and the cursor, the hovered row and the top
  /// row are on it.
  func restoreInvariants(_ state: inout State) {
    if let count = state.totalVisibleCount {
      state.page.number = min(state.page.number, state.page.pageCount(rowCount: count) - 1)
    }
    if let id = state.hoveredRow, !isOnPage(id, state) { state.hoveredRow = nil }
    if let cursor = state.cursor, !isOnPage(cursor.row, state) { state.cursor = nil }
    if let top = state.topRow, !isOnPage(top, state) { state.topRow = nil }
    if state.layout.scrollOffset > 0 {
      state.layout.scrollOffset = min(state.layout.scrollOffset, maximumScrollOffset(of: state))
    }
    if let editing = state.editedCell, !(editing.hasChangedText && state.isRemote),
      state.rows.handle(of: editing.row) == nil
    {
      state.editedCell = nil
    }
    if state.derived.selectionCounts == nil { state.derived.selectionCounts = computeSelectionCounts(state) }
    if !options.aggregates.isEmpty || !options.headerAggregates.isEmpty { recomputeStaleAggregates(&state) }
  }

  /// Returns the index of a row among the visible rows, or `nil` if it is not on the current page.
  func visibleIndexOnPage(of id: Row.ID, _ state: State) -> Int? {
    visibleIndex(of: id, state).flatMap { state.pageRange.contains($0) ? $0 : nil }
  }

  /// Returns whether a row is on the current page.
  ///
  /// If all rows are on one page, the index is not computed.
  private func isOnPage(_ id: Row.ID, _ state: State) -> Bool {
    guard let handle = state.rows.handle(of: id), state.derived.visibleRows.isVisible(handle) else { return false }
    if state.page.size == nil || state.isRemote { return true }
    return visibleIndexOnPage(of: id, state) != nil
  }
}

extension TableFeature {
  func requireColumn(_ id: String) throws(ActionRejection) -> Column<Row> {
    guard let column = column(named: id) else { throw .noSuchColumn(id) }
    return column
  }

  /// The column with an ID, or `nil` if there is none.
  package func column(named id: String?) -> Column<Row>? {
    id.flatMap(columnIndex).map { columns[$0] }
  }

  /// The visible columns, from first to last.
  package func visibleColumns(_ state: State) -> [Column<Row>] {
    state.layout.visibleColumns.compactMap(column(named:))
  }
}

extension TableFeature.Action {
  fileprivate var key: TableKeyPress? { if case .keyPressed(let key) = self { key } else { nil } }

  /// Whether the user performs the action on purpose, so that it needs an answer.
  ///
  /// The pointer, the viewport, responses of effects and changes by others do not.
  fileprivate var isUserAction: Bool {
    switch self {
    case .appeared, .hoverBegan, .hoverEnded, .scrolled, .viewportHeightChanged, .viewportWidthChanged,
      .scrolledHorizontally,
      .draggedOver, .cellRejected, .rowsReplaced, .rowUpserted, .rowRemoved, .contextChanged, .rowSourceChanged,
      .windowLoaded,
      .windowLoadFailed, .moveCompleted, .moveFailed, .deleteCompleted, .deleteFailed, .restoreCompleted,
      .restoreFailed, .saveCompleted, .saveFailed, .saveConflicted:
      false
    case .headerClicked, .sortChanged, .columnFilterChanged, .conditionChanged, .searchTextChanged, .groupingChanged,
      .selection, .keyPressed, .pageChanged, .pageSizeChanged, .columnMoved, .columnVisibilityChanged, .columnResized,
      .settingsApplied, .editBegan, .cellTextChanged, .editCommitted, .editCancelled, .cellValueSet, .saveTapped,
      .revertTapped, .localKept, .remoteTaken, .deleteTapped, .rowsDeleted, .rowsDeletedAt, .restoreTapped, .rowsMoved,
      .rowsMovedFrom, .dragBegan, .dropped, .dragCancelled, .reloadTapped, .undoApplied:
      true
    }
  }
}
