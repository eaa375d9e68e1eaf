extension TableFeature.State {
  /// Returns the state without the rows that will be loaded again, for a saved session.
  ///
  /// The rows that the selection, the cursor and the viewport name are kept, so that they are not forgotten before the
  /// others are loaded. All rows are kept while there are pages, or changes that are not stored.
  package func droppingReloadableRows() -> Self {
    let hasChanges =
      !drafts.isEmpty || !deletions.isEmpty || !pendingMoves.isEmpty || drag != nil || editedCell != nil
    if isRemote || hasChanges || page.size != nil { return self }
    let named = selection.ids.union([selection.anchor, cursor?.row, hoveredRow, topRow].compactMap(\.self))
    var state = self
    state.rows = RowStore(allRows.filter { named.contains($0.id) })
    state.derived = DerivedState()
    return state
  }
}
