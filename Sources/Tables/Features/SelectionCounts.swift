/// The number of selected rows among all loaded rows and among the visible ones.
struct SelectionCounts: Hashable, Sendable {
  var selected = 0
  var selectedVisible = 0
  /// The number of visible rows that can be selected.
  var selectableVisible = 0
}

extension TableFeature {
  /// Computes the selection counts.
  ///
  /// If every row can be selected, and the selection consists of listed ids or is "select all" with exceptions, only
  /// the listed rows are visited. Toggling one row and selecting all are then independent of the number of rows.
  func computeSelectionCounts(_ state: State) -> SelectionCounts {
    if options.canSelect == nil {
      let filters = state.selection.toggledFilters
      if filters.isEmpty { return countListedIDs(state, areExceptions: false) }
      if filters.count == 1 && !state.isRemote && filters[0] == state.query.filter {
        return countListedIDs(state, areExceptions: true)
      }
    }
    var counts = SelectionCounts()
    for handle in state.rows.orderedHandles {
      counts.add(
        isSelected: isSelected(handle, state), isVisible: state.derived.visibleRows.isVisible(handle),
        isSelectable: canSelect(handle, state.rows))
    }
    return counts
  }

  private func countListedIDs(_ state: State, areExceptions isAll: Bool) -> SelectionCounts {
    var (listed, listedVisible) = (0, 0)
    for id in state.selection.ids {
      guard let handle = state.rows.handle(of: id) else { continue }
      listed += 1
      if state.derived.visibleRows.isVisible(handle) { listedVisible += 1 }
    }
    let matching = state.visibleCount
    if !isAll { return SelectionCounts(selected: listed, selectedVisible: listedVisible, selectableVisible: matching) }
    let visible = matching - listedVisible
    return SelectionCounts(
      selected: visible + listed - listedVisible, selectedVisible: visible, selectableVisible: matching)
  }

  /// Updates the counts and aggregates for a row that was added (1) or will be removed (-1).
  func updateCounts(for handle: RowHandle, by times: Int, _ state: inout State) {
    if !state.derived.aggregates.isEmpty { updateAggregates(for: handle, by: times, &state) }
    if state.derived.selectionCounts == nil { return }
    let isSelected = isSelected(handle, state)
    let (isSeen, isSelectable) = (state.derived.visibleRows.isVisible(handle), canSelect(handle, state.rows))
    state.derived.selectionCounts?.add(
      isSelected: isSelected, isVisible: isSeen, isSelectable: isSelectable, count: times)
  }
}

extension SelectionCounts {
  /// Adds a row, or removes it if `count` is -1.
  mutating func add(isSelected: Bool, isVisible: Bool, isSelectable: Bool, count times: Int = 1) {
    if isSelected { selected += times }
    if isSelected && isVisible { selectedVisible += times }
    if isSelectable && isVisible { selectableVisible += times }
  }
}
