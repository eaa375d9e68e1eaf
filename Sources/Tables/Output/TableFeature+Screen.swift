import Conditions
import Values

extension TableFeature {
  /// Returns everything that a view of the table shows, with the rows of the page that fit a viewport.
  ///
  /// - Complexity: Proportional to the number of displayed rows.
  public func screen(of state: State, viewport: TableViewport<Row.ID>? = nil) -> TableScreen<Row.ID> {
    let state = normalizedIfDecoded(state)
    let displayed = displayedRange(in: viewport, state)
    let shown = visibleColumns(state)
    let shownIDs = Set(shown.map { $0.id })
    return TableScreen(
      appearance: appearance, headers: shown.map { header(of: $0, state) },
      hiddenHeaders: columns.filter { !shownIDs.contains($0.id) }.map { header(of: $0, state) },
      rows: screenRows(displayed, in: shown, state),
      headerAggregates: aggregateValues(options.headerAggregates, state),
      aggregates: aggregateValues(options.aggregates, state),
      selectAllState: selectAllState(of: state), counts: counts(of: state),
      searchText: state.query.filter.search.isEmpty ? nil : state.query.filter.search,
      condition: state.query.filter.condition?.description, page: state.page.number, pageCount: pageCount(of: state),
      pageRowCount: state.pageRange.count, firstRowOffset: displayed.lowerBound - state.pageRange.lowerBound,
      minimumWidth: minimumWidth(of: state),
      loadingStatus: loadingStatus(of: state), isStale: isStale(state),
      rejection: state.rejection.map(TableMessage.init))
  }

  /// Returns the visible rows of all pages, in visible order.
  ///
  /// Of remote rows, only loaded ones are returned.
  public func visibleRows(of state: State) -> [Row] {
    let state = normalizedIfDecoded(state)
    return (0..<state.visibleCount).map { state.visibleRow(at: $0) }
  }

  /// Returns the visible rows of all pages from an offset on, at most as many as the limit.
  package func visibleRows(of state: State, offset: Int, limit: Int) -> [Row] {
    let state = normalizedIfDecoded(state)
    let start = min(offset, state.visibleCount)
    return (start..<start + min(limit, state.visibleCount - start)).map { state.visibleRow(at: $0) }
  }

  /// Returns the rows that a request asks for, and the number of rows that match its filter.
  ///
  /// The state has local rows. It keeps the query of the request, so that the next request with this query is fast.
  ///
  /// - Throws: The error of the first row for which the filter could not be evaluated.
  package func window(
    _ request: WindowRequest, of state: inout State
  ) throws(ConditionError) -> (rows: [Row], count: Int) {
    if state.query != request.query || state.contextValues != request.contextValues || !state.derived.isUpToDate {
      state.query = request.query
      state.contextValues = request.contextValues
      rebuildVisibleRows(&state)
    }
    if let error = state.filterError { throw error }
    return (visibleRows(of: state, offset: request.offset, limit: request.limit), state.visibleCount)
  }

  /// Returns the rows of the current page.
  package func pageRows(of state: State) -> [Row] {
    let state = normalizedIfDecoded(state)
    return state.pageRange.map { state.visibleRow(at: $0) }
  }

  /// Returns the number of pages, or `nil` if it is unknown.
  package func pageCount(of state: State) -> Int? {
    let state = normalizedIfDecoded(state)
    return state.totalVisibleCount.map(state.page.pageCount(rowCount:))
  }

  private func aggregateValues(_ aggregates: [Aggregate], _ state: State) -> [AggregateValue] {
    aggregates.map { aggregate in
      let value = value(of: aggregate, in: state)
      return AggregateValue(aggregate: aggregate, value: value, text: aggregateText(of: value, aggregate))
    }
  }

  private func header(of column: Column<Row>, _ state: State) -> ColumnHeader {
    let rank = state.query.sort.firstIndex { $0.column == column.id }
    let order = rank.map { state.query.sort[$0].direction }
    let indicator =
      switch order {
      case .forward?: appearance.sortIndicators.forward
      case .reverse?: appearance.sortIndicators.reverse
      case nil: appearance.sortIndicators.unsorted
      }
    return .init(
      id: column.id, title: column.title, sortDirection: order, sortIndicator: indicator,
      sortPriority: state.query.sort.count > 1 ? rank.map { $0 + 1 } : nil,
      filterText: state.query.filter.columns[column.id]?.text(of: column.text), isFilterable: column.isFilterable,
      isSortable: column.isSortable,
      alignment: column.alignment, width: state.layout.columnWidths[column.id].map { .fixed($0) } ?? column.width)
  }

  /// Returns the filter of a column in one line, or `nil` if there is no such column.
  package func text(of filter: ColumnFilter, inColumn id: String) -> String? {
    column(named: id).map { filter.text(of: $0.text) }
  }

  /// Returns the loading status of remote rows.
  package func loadingStatus(of state: State) -> TableLoadingStatus {
    guard let remote = state.remoteWindow else { return .loaded }
    if let failure = remote.failure { return .failed(failure.reason) }
    if remote.pendingRequest != nil { return .loading }
    return remote.loadedRequest == nil ? .notRequested : .loaded
  }
}

extension TableFeature {
  /// Returns whether the loaded rows belong to another request, or have changed since they were loaded.
  private func isStale(_ state: State) -> Bool {
    guard let remote = state.remoteWindow, remote.loadedRequest != nil else { return false }
    return remote.isOutdated || remote.pendingRequest != nil || remote.failure != nil
  }

  private func screenRows(
    _ displayed: Range<Int>, in shown: [Column<Row>], _ state: State
  ) -> [TableScreen<Row.ID>.Row] {
    var rows: [TableScreen<Row.ID>.Row] = []
    var last: Row?
    let grouping = state.groupingColumn.flatMap { id in column(named: id) }
    for handle in state.visibleHandles(in: displayed) {
      let row = state.rows.row(at: handle)
      let continues =
        grouping.map { column in last.map { column.haveSameGroup($0, row, state.contextValues) } ?? false } ?? true
      if grouping != nil { last = row }
      rows.append(screenRow(of: row, shown, continues ? nil : grouping, state))
    }
    return rows
  }

  private func screenRow(
    of row: Row, _ shown: [Column<Row>], _ group: Column<Row>?, _ state: State
  ) -> TableScreen<Row.ID>.Row {
    let isSelected = isSelected(row, state)
    let isHovered = state.hoveredRow == row.id
    let hasCursor = state.cursor?.row == row.id
    func style(_ custom: String?, _ highlights: [RowHighlightReason]) -> RowStyle? {
      if !isSelected && !isHovered && custom == nil { return nil }
      for highlight in highlights {
        switch highlight {
        case .selected: if isSelected { return .selected }
        case .hovered: if isHovered { return .hovered }
        case .custom: if let custom { return .custom(custom) }
        }
      }
      return nil
    }
    return .init(
      id: row.id, cells: cells(of: row, shown, state.contextValues),
      isSelected: isSelected, isHovered: isHovered,
      hasCursor: hasCursor, cursorColumn: hasCursor ? state.cursor?.column : nil,
      background: style(options.background?(row), options.backgroundPriority),
      overlay: style(options.overlay?(row), options.overlayPriority),
      group: group.map { $0.text(of: $0.cellValue(row, state.contextValues)) })
  }

  /// Returns the cells of a row.
  func cells(of row: Row, _ shown: [Column<Row>], _ contextValues: ContextValues) -> [TableCell] {
    shown.map { column in
      let value = column.cellValue(row, contextValues)
      return TableCell(value: value, text: column.text(of: value))
    }
  }
}
