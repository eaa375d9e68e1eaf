internal import Values

extension TableFeature {
  /// Goes to the next row of the page whose text begins with what is typed: of one letter behind the cursor, of more from
  /// it on.
  ///
  /// - Complexity: O(*n*).
  func moveCursorToRow(startingWith typed: String, _ state: inout State) {
    let text = StringCompareOptions(ignoresCase: true, ignoresAccents: true).folded(typed)
    guard !text.isEmpty, let column = typeAheadColumn(state) else { return }
    let needle = TextMatcher(folded: text)
    let places = state.pageRange
    let cursor = cursorIndex(state).map { typed.count > 1 ? $0 : $0 + 1 }
    let start = min(max(cursor ?? places.lowerBound, places.lowerBound), places.upperBound)
    // Behind the last row of the page comes its first.
    for stretch in [start..<places.upperBound, places.lowerBound..<start] {
      let found = state.visibleHandles(in: stretch).firstIndex { seat in
        needle.isPrefix(of: column.text(of: column.read(state.rows.row(at: seat), state.beside)))
      }
      if let found { return setCursor(to: state.visibleHandle(at: stretch.lowerBound + found), &state) }
    }
  }

  /// The column in which what is typed is looked for: that of the cursor, or else the first one of texts.
  private func typeAheadColumn(_ state: State) -> Column<Row>? {
    if let name = state.cursor?.column { return column(named: name) }
    return visibleColumns(state).first { $0.kind == .text }
  }
}
