import Values

extension EditableTable {
  /// Returns everything that a view of the table shows, with the changes that are not stored.
  ///
  /// - Complexity: Proportional to the number of displayed rows.
  public func screen(of state: State, viewport: TableViewport<Row.ID>? = nil) -> TableScreen<Row.ID> {
    let state = normalizedIfDecoded(state)
    var screen = view.screen(of: state.view, viewport: viewport)
    screen.counts.unsaved = state.drafts.count
    screen.editedCell = state.editedCell.map { cell in
      .init(
        row: cell.row, column: cell.column, text: cell.text,
        choices: view.column(named: cell.column).flatMap { column in column.choices?.map(column.choiceText) },
        error: cell.error.map(TableMessage.init))
    }
    screen.draggedRows = state.drag.map { .init(ids: $0.ids, target: $0.target) }
    screen.pendingMoves = state.pendingMoves.joined().map { .init(ids: $0.ids, target: $0.position) }
    screen.moveFailure = state.moveFailure
    screen.movesUnavailableReason = moveRejection(in: state).map(TableMessage.init)
    screen.deletionsUnavailableReason = options.supportsDeletions ? nil : TableMessage(.deletionsDisabled)
    screen.unloadedRowNotices = unloadedRowNotices(state)
    let shown = view.visibleColumns(state.view)
    let dragged = Set(state.drag?.ids ?? [])
    for index in screen.rows.indices { addChanges(to: &screen.rows[index], shown, dragged, state) }
    return screen
  }

  /// Adds to a displayed row what the user or another user changes in it.
  private func addChanges(
    to row: inout TableScreen<Row.ID>.Row, _ shown: [Column<Row>], _ dragged: Set<Row.ID>, _ state: State
  ) {
    row.isDragged = dragged.contains(row.id)
    guard let draft = state.drafts[row.id] else {
      row.notice = status(of: row.id, state).map(TableMessage.init)
      return
    }
    for (index, column) in shown.enumerated() {
      let storedValue = draft.storedRow.map { column.cellValue($0, state.view.contextValues) }
      row.cells[index].isUnsaved = storedValue != row.cells[index].value
      row.cells[index].error = draft.errors[column.id]
    }
    // Marked cells say that the row is not saved.
    let isMarked = draft.status == .unsaved && draft.errors.isEmpty && row.cells.contains(where: \.isUnsaved)
    if !isMarked || state.deletions[row.id] != nil { row.notice = status(of: row.id, state).map(TableMessage.init) }
    row.conflict = conflict(of: row.id, shown, state)
  }

  /// Returns the drafts that conflict with a change by another user, in the order of the rows.
  package func conflictingDrafts(in state: State) -> [Draft] {
    draftIDs(state) { $0.status == .conflict }.compactMap { state.drafts[$0] }
  }

  private func conflict(of id: Row.ID, _ shown: [Column<Row>], _ state: State) -> RowConflict? {
    guard let draft = state.drafts[id], draft.status == .conflict else { return nil }
    return draft.storedRow.map { .changed(view.cells(of: $0, shown, state.view.contextValues)) } ?? .deleted
  }

  private func unloadedRowNotices(_ state: State) -> [TableScreen<Row.ID>.UnloadedRowNotice] {
    if state.deletions.isEmpty && state.drafts.isEmpty { return [] }
    let ids = Set(state.deletions.keys).union(state.drafts.keys).filter { state.view.rows.handle(of: $0) == nil }
    if ids.count > 100 {
      // A list of so many notices is of no use, and sorting the texts of the IDs would delay each screen.
      let counts = Dictionary(ids.compactMap { status(of: $0, state) }.map { ($0, 1) }, uniquingKeysWith: +)
      return counts.map { .init(id: nil, rowCount: $0.value, message: TableMessage($0.key)) }
        .sorted { "\($0.message)" < "\($1.message)" }
    }
    return ids.sorted { "\($0)" < "\($1)" }.compactMap { id in status(of: id, state).map { .init(id: id, $0) } }
  }

  private func status(of id: Row.ID, _ state: State) -> RowStatus? {
    switch state.deletions[id] {
    case .deleting?: return .deleting
    case .deleteFailed(let reason)?: return .deletionFailed(reason)
    case .restoring?: return .restoring
    case .restoreFailed(_, let reason)?: return .restorationFailed(reason)
    case nil: break
    }
    guard let draft = state.drafts[id] else { return nil }
    if !draft.status.isPending, draft.status != .conflict, let error = firstError(in: draft) {
      return .invalidCell(column: error.column, reason: error.reason)
    }
    switch draft.status {
    case .unsaved: return .unsaved
    case .saving, .outdated, .moved: return .saving
    case .failed(let reason): return .saveFailed(reason)
    case .conflict: return draft.storedRow == nil ? .deletedByAnotherUser : .changedByAnotherUser
    }
  }
}
