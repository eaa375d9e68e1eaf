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
    let filters = state.selection.toggledFilters
    if options.canSelect == nil, filters.isEmpty || (filters == [state.query.filter] && !state.isRemote) {
      let listed = state.selection.ids.compactMap(state.rows.handle(of:))
      let (listedVisible, visible) = (listed.count(where: state.derived.visibleRows.isVisible), state.visibleCount)
      let selectedVisible = filters.isEmpty ? listedVisible : visible - listedVisible
      return SelectionCounts(
        selected: selectedVisible + listed.count - listedVisible, selectedVisible: selectedVisible,
        selectableVisible: visible)
    }
    var counts = SelectionCounts()
    for handle in state.rows.orderedHandles {
      counts.add(
        isSelected: isSelected(handle, state), isVisible: state.derived.visibleRows.isVisible(handle),
        isSelectable: canSelect(handle, state.rows))
    }
    return counts
  }

  /// Updates the counts and aggregates for a row that was added (1) or will be removed (-1).
  func updateSelectionCountsAndAggregates(for handle: RowHandle, by times: Int, _ state: inout State) {
    if !state.derived.aggregates.isEmpty { updateAggregates(for: handle, by: times, &state) }
    if state.derived.selectionCounts == nil { return }
    let isSelected = !state.selection.isEmpty && isSelected(handle, state)
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
