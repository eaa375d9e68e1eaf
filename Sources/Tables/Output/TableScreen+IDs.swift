extension TableScreen {
  /// Returns the screen with other IDs of rows, for example their texts.
  public func mapIDs<New>(_ transform: (ID) -> New) -> TableScreen<New> {
    TableScreen<New>(
      appearance: appearance, headers: headers, hiddenHeaders: hiddenHeaders, rows: rows.map { $0.mapIDs(transform) },
      headerAggregates: headerAggregates,
      aggregates: aggregates, selectAllState: selectAllState, counts: counts, searchText: searchText,
      condition: condition, page: page, pageCount: pageCount, pageRowCount: pageRowCount,
      firstRowOffset: firstRowOffset, minimumWidth: minimumWidth,
      editedCell: editedCell.map {
        TableScreen<New>.EditedCell(
          row: transform($0.row), column: $0.column, text: $0.text, choices: $0.choices,
          error: $0.error)
      },
      draggedRows: draggedRows.map { $0.mapIDs(transform) }, pendingMoves: pendingMoves.map { $0.mapIDs(transform) },
      moveFailure: moveFailure, movesUnavailableReason: movesUnavailableReason,
      deletionsUnavailableReason: deletionsUnavailableReason,
      unloadedRowNotices: unloadedRowNotices.map {
        TableScreen<New>.UnloadedRowNotice(
          id: $0.id.map(transform), rowCount: $0.rowCount, message: $0.message)
      },
      loadingStatus: loadingStatus, isStale: isStale, rejection: rejection)
  }
}

extension TableScreen.Row {
  fileprivate func mapIDs<New>(_ transform: (ID) -> New) -> TableScreen<New>.Row {
    TableScreen<New>.Row(
      id: transform(id), cells: cells, isSelected: isSelected, isHovered: isHovered, hasCursor: hasCursor,
      cursorColumn: cursorColumn, isDragged: isDragged, background: background, overlay: overlay, group: group,
      notice: notice, conflict: conflict)
  }
}

extension TableScreen.MovingRows {
  fileprivate func mapIDs<New>(_ transform: (ID) -> New) -> TableScreen<New>.MovingRows {
    TableScreen<New>.MovingRows(ids: ids.map(transform), target: target.map { $0.mapID(transform) })
  }
}

extension RowPosition {
  /// Returns the position with another ID.
  package func mapID<New>(_ transform: (ID) -> New) -> RowPosition<New> {
    switch self {
    case .before(let id): .before(transform(id))
    case .after(let id): .after(transform(id))
    case .end: .end
    }
  }
}
