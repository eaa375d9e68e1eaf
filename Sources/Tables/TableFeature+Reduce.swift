import Loop

extension TableFeature {
  /// Applies an action.
  ///
  /// An action that is rejected changes nothing except ``State/rejection``. If the user did not cause it, for example if
  /// the pointer enters a row that is gone, it is ignored.
  public func reduce(_ state: inout State, _ action: consuming Action) -> Effects<Self> {
    if !state.derived.isUpToDate { normalizeDecoded(&state) }
    let start = beginAction(action, &state)
    var rejection: ActionRejection?
    do throws(ActionRejection) {
      try apply(action, &state)
    } catch {
      rejection = error
    }
    return endAction(start, rejection, &state)
  }

  /// What is known when an action begins and needed when it ends.
  struct ActionStart {
    fileprivate let isUserAction: Bool
    fileprivate let loadDelay: Duration?
  }

  /// Begins an action of the table.
  func beginAction(_ action: Action, _ state: inout State) -> ActionStart {
    beginAction(isUserAction: action.isUserAction, key: action.key, loadDelay: loadDelay(of: action), &state)
  }

  /// Begins an action of a feature that contains the table.
  func beginAction(
    isUserAction: Bool, key: TableKeyPress? = nil, loadDelay: Duration? = nil, _ state: inout State
  ) -> ActionStart {
    state.derived.revision &+= 1
    // Only keys that extend the selected range keep it: they change neither the rows nor their order.
    if key.map({ !$0.isShiftDown || !$0.code.movesBetweenRows }) ?? true { state.derived.selectedRange = nil }
    return ActionStart(isUserAction: isUserAction, loadDelay: loadDelay)
  }

  /// Ends an action, which may have been rejected: restores the invariants, and requests remote rows that are needed.
  func endAction(_ start: ActionStart, _ rejection: ActionRejection?, _ state: inout State) -> TableEffects {
    if start.isUserAction { state.rejection = rejection }
    if rejection != nil { state.derived.rejectionCount &+= 1 }
    restoreInvariants(&state)
    return state.isRemote ? requestWindowIfNeeded(&state, after: start.loadDelay) : .none
  }

  private func loadDelay(of action: Action) -> Duration? {
    if case .searchTextChanged = action, options.searchDelay > .zero { options.searchDelay } else { nil }
  }

  /// Applies an action, or throws before it changes anything.
  func apply(_ action: consuming Action, _ state: inout State) throws(ActionRejection) {
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
    case .keyPressed(let key): try handleKey(key, &state)
    case .hoverBegan(let id): if isOnPage(id, state) { state.hoveredRow = id }
    case .hoverEnded(let id): if state.hoveredRow == id { state.hoveredRow = nil }
    case .pageChanged(let number): state.page.number = TablePage.clampedNumber(number)
    case .pageSizeChanged(let size): changePageSize(size, &state)
    case .columnMoved(let column, let other): try moveColumn(column, before: other, &state)
    case .columnVisibilityChanged(let column, let isShown): try setColumnVisibility(column, isShown, &state)
    case .columnResized(let column, let width): try resizeColumn(column, to: width, &state)
    case .settingsApplied(let settings): try applySettings(settings, &state)
    case .rowsReplaced(let rows):
      if state.isRemote { markWindowOutdated(&state) } else { replaceAllRows(RowStore(rows), &state) }
    case .rowUpserted(let row, let other): applyUpsert(row, before: other, &state)
    case .rowRemoved(let id): removeRows([id], &state, by: .anotherUser)
    case .contextChanged(let values): setContextValues(values, &state)
    case .reloadTapped: invalidateWindow(&state)
    case .rowSourceChanged: dropLoadedRows(&state)
    case .windowLoaded(let rows, let count): applyLoadedWindow(rows, totalCount: count, &state)
    case .windowLoadFailed(let reason): applyLoadFailure(reason, &state)
    }
  }

  /// Restores the invariants that hold after every action: the page exists, and the cursor and the hovered row are on it.
  func restoreInvariants(_ state: inout State) {
    if let count = state.totalVisibleCount {
      state.page.number = min(state.page.number, state.page.pageCount(rowCount: count) - 1)
    }
    if let id = state.hoveredRow, !isOnPage(id, state) { state.hoveredRow = nil }
    if let cursor = state.cursor, !isOnPage(cursor.row, state) { state.cursor = nil }
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
  /// The pressed key, or `nil` for another action.
  fileprivate var key: TableKeyPress? { if case .keyPressed(let key) = self { key } else { nil } }

  /// Whether the user performs the action on purpose, so that it needs an answer.
  ///
  /// The pointer, responses of effects and changes by others do not.
  var isUserAction: Bool {
    switch self {
    case .appeared, .hoverBegan, .hoverEnded, .rowsReplaced, .rowUpserted, .rowRemoved, .contextChanged,
      .rowSourceChanged,
      .windowLoaded,
      .windowLoadFailed:
      false
    case .headerClicked, .sortChanged, .columnFilterChanged, .conditionChanged, .searchTextChanged, .groupingChanged,
      .selection, .keyPressed, .pageChanged, .pageSizeChanged, .columnMoved, .columnVisibilityChanged, .columnResized,
      .settingsApplied, .reloadTapped:
      true
    }
  }
}
