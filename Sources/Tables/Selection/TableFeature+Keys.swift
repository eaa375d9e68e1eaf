import Loop
import Values

extension TableFeature {
  /// The row, and possibly the cell, that keys apply to.
  package struct Cursor: Hashable, Sendable {
    /// The row.
    package var row: Row.ID
    /// The column, if keys navigate cells.
    package var column: String?
  }
}

extension TableFeature.Cursor: Codable where Row.ID: Codable {}

extension TableFeature {
  /// Handles a key press.
  ///
  /// A key without a meaning is ignored.
  func handleKey(_ key: TableKeyPress, _ state: inout State) throws(ActionRejection) {
    switch key.code {
    case .up: try moveCursorByRow(-1, key, &state)
    case .down: try moveCursorByRow(1, key, &state)
    case .pageUp: try moveCursorByPages(-1, key, &state)
    case .pageDown: try moveCursorByPages(1, key, &state)
    case .home:
      try moveCursorToEnd(isFirst: true, key, &state)
      if movesToCorner(key) { moveCursorToColumn(at: 0, &state) }
    case .end:
      try moveCursorToEnd(isFirst: false, key, &state)
      if movesToCorner(key) { moveCursorToColumn(at: .max, &state) }
    case .left: moveCursorByColumns(-1, &state)
    case .right: moveCursorByColumns(1, &state)
    case .space:
      guard let id = state.cursor?.row else { break }
      if options.selection == .multiple && !key.isShiftDown {
        try toggleSelection(ofID: id, &state)
      } else {
        try applySelectionAction(.rowClicked(id), &state)
      }
    case .letters("a") where key.isControlDown: try applySelectionAction(.allSelected, &state)
    case .letters(let text): if !key.isControlDown { moveCursorToRow(startingWith: text, &state) }
    case .delete: throw .deletionsDisabled
    case .escape, .enter, .f2, .tab: break
    }
  }

  /// Returns a Boolean value that indicates whether the home or end key moves the cursor to another column as well.
  private func movesToCorner(_ key: TableKeyPress) -> Bool { options.navigation == .cells && key.isControlDown }

  /// Returns the index of the cursor's row among the visible rows.
  ///
  /// Directly after a change of the page, the row is still on the previous page.
  func cursorIndex(_ state: State) -> Int? {
    guard let id = state.cursor?.row else { return nil }
    // In most cases the row is still where the last key press found it.
    if let index = state.derived.lastCursorIndex, index < state.visibleCount, state.visibleRow(at: index).id == id {
      return index
    }
    return visibleIndex(of: id, state)
  }

  /// Moves the cursor to an index on the page, or to the nearest one.
  ///
  /// With shift, the rows between are selected.
  private func moveCursor(to index: Int, _ key: TableKeyPress, _ state: inout State) throws(ActionRejection) {
    let places = state.pageRange
    if places.isEmpty { return }
    let target = min(max(index, places.lowerBound), places.upperBound - 1)
    if key.isShiftDown && options.selection == .multiple {
      let start = try anchorIndex(state) ?? cursorIndex(state) ?? target
      selectRange(from: start, to: target, &state)
    }
    setCursor(to: state.visibleHandle(at: target), &state)
    state.derived.lastCursorIndex = target
  }

  /// Moves the cursor by one row, over the end of the page if a front end scrolls the rows.
  private func moveCursorByRow(_ step: Int, _ key: TableKeyPress, _ state: inout State) throws(ActionRejection) {
    let places = state.pageRange
    let index = (cursorIndex(state) ?? (step > 0 ? places.lowerBound - 1 : places.upperBound)) + step
    if let size = state.page.size, key.scrolledRowCount != nil, !places.isEmpty, !places.contains(index),
      !key.isShiftDown
    {
      return try turnPage(step, cursorOffset: index - places.lowerBound - step * size, key, &state)
    }
    try moveCursor(to: index, key, &state)
  }

  /// Moves the cursor to the first or the last row: of the page, or of the list if a front end scrolls the rows.
  private func moveCursorToEnd(
    isFirst: Bool, _ key: TableKeyPress, _ state: inout State
  ) throws(ActionRejection) {
    let places = state.pageRange
    if let size = state.page.size, key.scrolledRowCount != nil, !key.isShiftDown, let count = state.totalVisibleCount {
      let lastPage = max(0, state.page.pageCount(rowCount: count) - 1)
      let step = (isFirst ? 0 : lastPage) - state.page.number
      if step != 0 {
        return try turnPage(step, cursorOffset: isFirst ? 0 : count - 1 - lastPage * size, key, &state)
      }
    }
    try moveCursor(to: isFirst ? places.lowerBound : places.upperBound - 1, key, &state)
  }

  /// Moves the cursor by the number of displayed rows, or by a page if that is less.
  private func moveCursorByPages(_ step: Int, _ key: TableKeyPress, _ state: inout State) throws(ActionRejection) {
    let places = state.pageRange
    guard let size = state.page.size else {
      let from = cursorIndex(state) ?? (step > 0 ? places.lowerBound : places.upperBound - 1)
      return try moveCursor(to: from + step * (key.scrolledRowCount ?? 10), key, &state)
    }
    let target = (cursorIndex(state) ?? places.lowerBound) + step * min(size, key.scrolledRowCount ?? size)
    if places.contains(target) { return try moveCursor(to: target, key, &state) }
    try turnPage(step, cursorOffset: target - places.lowerBound - step * size, key, &state)
  }

  /// Turns pages and shows the cursor at an offset, or moves the cursor to the end of the list.
  ///
  /// The offset is negative if the page has fewer rows than its size.
  private func turnPage(
    _ step: Int, cursorOffset: Int, _ key: TableKeyPress, _ state: inout State
  ) throws(ActionRejection) {
    let places = state.pageRange
    let number = TablePage.clampedNumber(state.page.number + step)
    if let count = state.totalVisibleCount, number >= state.page.pageCount(rowCount: count) {
      return try moveCursor(to: places.upperBound - 1, key, &state)
    }
    if number == state.page.number { return try moveCursor(to: places.lowerBound, key, &state) }
    state.page.number = number
    let cursorOffset = max(0, cursorOffset)
    if state.isRemote {
      state.remoteWindow?.pendingCursorOffset = cursorOffset
    } else {
      try moveCursor(to: state.pageRange.lowerBound + cursorOffset, key, &state)
    }
  }

  func setCursor(to handle: RowHandle, _ state: inout State) {
    let column = state.cursor?.column ?? (options.navigation == .cells ? state.layout.visibleColumns.first : nil)
    state.cursor = Cursor(row: state.rows.rowsByHandle[Int(handle)].id, column: column)
  }

  private func moveCursorByColumns(_ step: Int, _ state: inout State) {
    guard options.navigation == .cells, let cursor = state.cursor else { return }
    let index = cursor.column.flatMap(state.layout.visibleColumns.firstIndex)
    moveCursorToColumn(at: index.map { $0 + step } ?? 0, &state)
  }

  private func moveCursorToColumn(at index: Int, _ state: inout State) {
    let visible = state.layout.visibleColumns
    if visible.isEmpty { return }
    state.cursor?.column = visible[min(max(index, 0), visible.count - 1)]
  }

  /// Moves the cursor to the next row of the page whose text starts with the typed text.
  ///
  /// The search starts after the cursor for a single letter, and at the cursor for longer text.
  ///
  /// - Complexity: O(*n*).
  func moveCursorToRow(startingWith typed: String, _ state: inout State) {
    let text = TextMatcher.compareOptions.folded(typed).utf8
    // The column of the cursor is searched, or the first text column.
    let searched = state.cursor?.column.map(column(named:)) ?? visibleColumns(state).first { $0.kind == .text }
    guard !text.isEmpty, let column = searched else { return }
    let places = state.pageRange
    let cursor = cursorIndex(state).map { typed.count > 1 ? $0 : $0 + 1 }
    let start = min(max(cursor ?? places.lowerBound, places.lowerBound), places.upperBound)
    // After the last row of the page, the search wraps around.
    for range in [start..<places.upperBound, places.lowerBound..<start] {
      let found = state.visibleHandles(in: range).firstIndex { handle in
        let cell = column.text(of: column.cellValue(state.rows.row(at: handle), state.contextValues))
        return TextMatcher.compareOptions.folded(cell).utf8.starts(with: text)
      }
      if let found { return setCursor(to: state.visibleHandle(at: range.lowerBound + found), &state) }
    }
  }
}
