internal import Values

extension TableFeature {
  /// What there is to see.
  ///
  /// - Complexity: what is in sight.
  public func screen(of state: State) -> TableScreen<Row.ID> {
    let state = normalizedIfNeeded(state)
    let shown = visibleColumns(state)
    return TableScreen(
      kind: kind, titles: shown.map { header(of: $0, state) }, rows: screenRows(in: shown, state),
      headerAggregates: aggregateValues(options.headerAggregates, state),
      aggregates: aggregateValues(options.aggregates, state),
      selection: selectAllState(of: state), counts: counts(of: state), page: state.page.number,
      pageCount: pageCount(of: state), offset: state.layout.offset, furthestOffset: maximumScrollOffset(of: state),
      leastWidth: minimumWidth(of: state),
      editing: state.editing.map { .init(row: $0.row, column: $0.column, text: $0.text, fault: $0.fault) },
      carried: state.drag.map { .init(ids: $0.ids, target: $0.target) },
      moves: state.moves.map { .init(ids: $0.ids, target: $0.place) }, moveFailure: state.moveFailure,
      movesUnavailable: moveRejection(in: state).map { "\($0)" },
      deletionsUnavailable: deletionRejection.map { "\($0)" }, elsewhere: unloadedRowNotices(state),
      loading: loadingStatus(of: state), isStale: isStale(state), refusal: state.rejection.map { "\($0)" })
  }

  /// The rows that pass, on all pages, in the order that is seen; of rows that are elsewhere, those that are loaded.
  public func visibleRows(of state: State) -> [Row] {
    let state = normalizedIfNeeded(state)
    return (0..<state.visibleCount).map { state.visibleRow(at: $0) }
  }

  /// The rows on the page that is in sight.
  package func pageRows(of state: State) -> [Row] {
    let state = normalizedIfNeeded(state)
    return state.pageRange.map { state.visibleRow(at: $0) }
  }

  /// How many pages there are, if that is known.
  package func pageCount(of state: State) -> Int? {
    let state = normalizedIfNeeded(state)
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
    let order = rank.map { state.query.sort[$0].order }
    let mark =
      switch order {
      case .forward?: kind.marks.forward
      case .reverse?: kind.marks.reverse
      case nil: kind.marks.neutral
      }
    return .init(
      id: column.id, text: column.title, order: order, mark: mark,
      rank: state.query.sort.count > 1 ? rank.map { $0 + 1 } : nil,
      isFiltered: state.query.filter.columns[column.id] != nil, isSortable: column.isSortable,
      alignment: column.alignment, width: state.layout.widths[column.id].map { .fixed($0) } ?? column.width)
  }

  private func loadingStatus(of state: State) -> TableLoadingStatus {
    guard let remote = state.remote else { return .loaded }
    if let failure = remote.failure { return .failed(failure.reason) }
    if remote.awaited != nil { return .awaited }
    return remote.loaded == nil ? .unasked : .loaded
  }
}

extension TableFeature {
  /// Whether the rows that are here answer another question, or were changed since they were loaded.
  private func isStale(_ state: State) -> Bool {
    guard let remote = state.remote, remote.loaded != nil else { return false }
    return remote.isOutdated || remote.awaited != nil || remote.failure != nil
  }

  private func screenRows(in shown: [Column<Row>], _ state: State) -> [TableScreen<Row.ID>.Row] {
    var rows: [TableScreen<Row.ID>.Row] = []
    var last: Row?
    let grouping = state.grouping.flatMap { id in column(named: id) }
    let dragged = Set(state.drag?.ids ?? [])
    for seat in state.visibleHandles(in: viewportRange(state)) {
      let row = state.rows.row(at: seat)
      let continues =
        grouping.map { column in last.map { column.haveSameGroup($0, row, state.beside) } ?? false } ?? true
      if grouping != nil { last = row }
      rows.append(screenRow(of: row, shown, continues ? nil : grouping, isDragged: dragged.contains(row.id), state))
    }
    return rows
  }

  private func screenRow(
    of row: Row, _ shown: [Column<Row>], _ group: Column<Row>?, isDragged: Bool, _ state: State
  ) -> TableScreen<Row.ID>.Row {
    let draft = state.drafts[row.id]
    let cells =
      draft.map { self.cells(of: row, shown, editedIn: $0, state) } ?? self.cells(of: row, shown, state.beside)
    let isSelected = isSelected(row, state)
    let isHovered = state.hovered == row.id
    let hasCursor = state.cursor?.row == row.id
    func look(_ own: String?, _ meanings: [RowHighlight]) -> RowStyle? {
      if !isSelected && !isHovered && own == nil { return nil }
      for meaning in meanings {
        switch meaning {
        case .selected: if isSelected { return .selected }
        case .hovered: if isHovered { return .hovered }
        case .own: if let own { return .own(own) }
        }
      }
      return nil
    }
    return .init(
      id: row.id, cells: cells, isSelected: isSelected, isHovered: isHovered,
      hasCursor: hasCursor, cursorColumn: hasCursor ? state.cursor?.column : nil, isDragged: isDragged,
      background: look(options.background?(row), options.meanings),
      overlay: look(options.overlay?(row), options.overlayMeanings),
      group: group.map { $0.text(of: $0.read(row, state.beside)) },
      notice: notice(of: row.id, state), conflict: conflict(of: row.id, shown, state))
  }

  /// What columns show of a row as it is.
  private func cells(of row: Row, _ shown: [Column<Row>], _ beside: ContextValues) -> [TableCell] {
    shown.map { column in
      let value = column.read(row, beside)
      return TableCell(value: value, text: column.text(of: value), isUnsaved: false, fault: nil)
    }
  }

  /// What they show of a row that was edited.
  private func cells(of row: Row, _ shown: [Column<Row>], editedIn draft: Draft, _ state: State) -> [TableCell] {
    zip(shown, cells(of: row, shown, state.beside)).map { column, cell in
      let isUnsaved = draft.stored.map { column.read($0, state.beside) != cell.value } ?? true
      return TableCell(value: cell.value, text: cell.text, isUnsaved: isUnsaved, fault: draft.faults[column.id])
    }
  }

  private func conflict(of id: Row.ID, _ shown: [Column<Row>], _ state: State) -> RowConflict? {
    guard let draft = state.drafts[id], draft.stage == .conflict else { return nil }
    return draft.stored.map { .changed(cells(of: $0, shown, state.beside)) } ?? .deleted
  }

  private func unloadedRowNotices(_ state: State) -> [TableScreen<Row.ID>.RowNotice] {
    if state.errands.isEmpty && state.drafts.isEmpty { return [] }
    let ids = Set(state.errands.keys).union(state.drafts.keys).filter { state.rows.handle(of: $0) == nil }
    return ids.sorted { "\($0)" < "\($1)" }.compactMap { id in notice(of: id, state).map { .init(id: id, text: $0) } }
  }

  private func notice(of id: Row.ID, _ state: State) -> String? {
    switch state.errands[id] {
    case .deleting?: return "is being deleted"
    case .notDeleted(let reason)?: return "could not be deleted: \(reason)"
    case .restoring?: return "is being brought back"
    case .notRestored(_, let reason)?: return "could not be brought back: \(reason)"
    case nil: break
    }
    guard let draft = state.drafts[id] else { return nil }
    if !draft.stage.isPending, draft.stage != .conflict, let fault = firstError(in: draft) { return fault }
    switch draft.stage {
    case .changed: return "is not saved"
    case .saving, .overtaken: return "is being saved"
    case .failed(let reason): return "could not be saved: \(reason)"
    case .conflict: return draft.stored == nil ? "was deleted by somebody else" : "was changed by somebody else"
    }
  }
}
