import Values

extension TableFeature {
  /// Moves the cursor to the next row of the page whose text starts with the typed text.
  ///
  /// The search starts after the cursor for a single letter, and at the cursor for longer text.
  ///
  /// - Complexity: O(*n*).
  func moveCursorToRow(startingWith typed: String, _ state: inout State) {
    let text = StringCompareOptions(ignoresCase: true, ignoresAccents: true).folded(typed)
    guard !text.isEmpty, let column = typeAheadColumn(state) else { return }
    let matcher = TextMatcher(folded: text)
    let places = state.pageRange
    let cursor = cursorIndex(state).map { typed.count > 1 ? $0 : $0 + 1 }
    let start = min(max(cursor ?? places.lowerBound, places.lowerBound), places.upperBound)
    // After the last row of the page, the search wraps around.
    for range in [start..<places.upperBound, places.lowerBound..<start] {
      let found = state.visibleHandles(in: range).firstIndex { handle in
        matcher.isPrefix(of: column.text(of: column.cellValue(state.rows.row(at: handle), state.contextValues)))
      }
      if let found { return setCursor(to: state.visibleHandle(at: range.lowerBound + found), &state) }
    }
  }

  /// Returns the column to search: the column of the cursor, or the first text column.
  private func typeAheadColumn(_ state: State) -> Column<Row>? {
    if let name = state.cursor?.column { return column(named: name) }
    return visibleColumns(state).first { $0.kind == .text }
  }
}
