internal import Loop
internal import Values

extension TableFeature {
  /// Where the keys act.
  package struct Cursor: Hashable, Sendable {
    /// The row.
    package var row: Row.ID
    /// The column, where the keys go through cells.
    package var column: String?
  }
}

extension TableFeature.Cursor: Codable where Row.ID: Codable {}

extension TableFeature {
  /// Takes a key in; one that means nothing here does nothing.
  ///
  /// While a cell is edited all keys belong to it, but those that end the edit or go on to the next cell.
  func handleKey(_ key: TableKey, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if state.editing != nil && !key.code.isHandledWhileEditing { throw .cellIsEdited }
    switch key.code {
    case .up: try moveCursor(to: (cursorIndex(state) ?? state.pageRange.upperBound) - 1, key, &state)
    case .down: try moveCursor(to: (cursorIndex(state) ?? state.pageRange.lowerBound - 1) + 1, key, &state)
    case .pageUp: try moveCursorByPages(-1, key, &state)
    case .pageDown: try moveCursorByPages(1, key, &state)
    case .home:
      if movesBetweenRows(key) { try moveCursor(to: state.pageRange.lowerBound, key, &state) }
      if options.navigation == .cells { moveCursorToColumn(at: 0, &state) }
    case .end:
      if movesBetweenRows(key) { try moveCursor(to: state.pageRange.upperBound - 1, key, &state) }
      if options.navigation == .cells { moveCursorToColumn(at: .max, &state) }
    case .left: moveCursorByColumns(-1, &state)
    case .right: moveCursorByColumns(1, &state)
    case .space: if let id = state.cursor?.row { try selectCursorRow(id, key, &state) }
    case .letters("a") where key.isControlled: try applySelectionAction(.allPressed, &state)
    case .letters(let text): if !key.isControlled { moveCursorToRow(startingWith: text, &state) }
    case .escape: if state.editing != nil { cancelEdit(&state) } else { state.drag = nil }
    case .delete: return try deleteSelected(&state)
    case .enter, .f2: return try handleEnter(&state)
    case .tab: return try handleTab(isBackwards: key.isShifted, &state)
    }
    return .none
  }

  private func movesBetweenRows(_ key: TableKey) -> Bool { options.navigation == .rows || key.isControlled }

  private func selectCursorRow(_ id: Row.ID, _ key: TableKey, _ state: inout State) throws(ActionRejection) {
    switch options.selection {
    case .several where !key.isShifted: try toggleSelection(ofID: id, &state)
    case .none, .one, .several: try applySelectionAction(.pressed(id), &state)
    }
  }

  /// Where the cursor stands; when a page was turned just now, that is still on the one before.
  func cursorIndex(_ state: State) -> Int? {
    state.cursor.flatMap { visibleIndex(of: $0.row, state) }
  }

  /// Goes to a place on the page, or the nearest there is; with the key for ranges held what lies between is selected.
  private func moveCursor(to place: Int, _ key: TableKey, _ state: inout State) throws(ActionRejection) {
    let places = state.pageRange
    if places.isEmpty { return }
    let target = min(max(place, places.lowerBound), places.upperBound - 1)
    if key.isShifted && options.selection == .several {
      let start = try anchorIndex(state) ?? cursorIndex(state) ?? target
      selectRange(from: start, to: target, &state)
    }
    setCursor(to: state.visibleHandle(at: target), &state)
  }

  /// Goes a page on or back, or as many rows as are in sight where all are on one page.
  private func moveCursorByPages(_ step: Int, _ key: TableKey, _ state: inout State) throws(ActionRejection) {
    let places = state.pageRange
    guard state.page.size != nil else {
      let from = cursorIndex(state) ?? (step > 0 ? places.lowerBound : places.upperBound - 1)
      return try moveCursor(to: from + step * (state.viewportHeight ?? 10), key, &state)
    }
    let number = TablePage.clampedNumber(state.page.number + step)
    if let count = state.totalVisibleCount, number >= state.page.pageCount(rowCount: count) {
      return try moveCursor(to: places.upperBound - 1, key, &state)
    }
    if number == state.page.number { return try moveCursor(to: places.lowerBound, key, &state) }
    let offset = (cursorIndex(state) ?? places.lowerBound) - places.lowerBound
    state.page.number = number
    if state.isRemote {
      state.remote?.cursorPlace = offset
    } else {
      try moveCursor(to: state.pageRange.lowerBound + offset, key, &state)
    }
  }

  func setCursor(to seat: RowHandle, _ state: inout State) {
    let column = state.cursor?.column ?? (options.navigation == .cells ? state.layout.visibleColumns.first : nil)
    state.cursor = Cursor(row: state.rows.rows[Int(seat)].id, column: column)
  }

  private func moveCursorByColumns(_ step: Int, _ state: inout State) {
    guard options.navigation == .cells, let cursor = state.cursor else { return }
    let place = cursor.column.flatMap(state.layout.visibleColumns.firstIndex)
    moveCursorToColumn(at: place.map { $0 + step } ?? 0, &state)
  }

  private func moveCursorToColumn(at place: Int, _ state: inout State) {
    let visible = state.layout.visibleColumns
    if visible.isEmpty { return }
    state.cursor?.column = visible[min(max(place, 0), visible.count - 1)]
  }
}
