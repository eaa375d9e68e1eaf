extension TableFeature.State {
  /// Returns the state without the rows that will be loaded again, for a saved session.
  ///
  /// The rows that the selection, the cursor and the pointer name are kept, so that they are not forgotten before the
  /// others are loaded. All rows are kept while there are pages, and while rows are selected by a filter: rows that are
  /// loaded for the first time are not selected.
  package func droppingReloadableRows() -> Self {
    if isRemote || page.size != nil || !selection.toggledFilters.isEmpty { return self }
    let named = selection.ids.union([selection.anchor, cursor?.row, hoveredRow].compactMap(\.self))
    var state = self
    state.rows = RowStore(allRows.filter { named.contains($0.id) })
    state.derived = DerivedState()
    return state
  }

  /// Replaces each row by the result of a function that keeps the id and all values by which rows are sorted, filtered or
  /// searched: the order and the matches are not recomputed.
  mutating func transformRows(_ transform: (Row) -> Row) {
    for handle in rows.orderedHandles { rows.replace(transform(rows.row(at: handle)), at: handle) }
  }
}
