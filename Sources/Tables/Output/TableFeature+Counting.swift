extension TableFeature {
  /// Returns whether all visible rows are selected, as far as that is known.
  package func selectAllState(of state: State) -> SelectAllState {
    if state.selection.isEmpty || options.selection == .none { return .none }
    let state = normalizedIfDecoded(state)
    if state.isRemote { return remoteSelectAllState(state) }
    guard let counts = state.derived.selectionCounts, counts.selectedVisible > 0 else { return .none }
    return counts.selectedVisible == counts.selectableVisible ? .all : .some
  }

  /// Returns the numbers of rows.
  ///
  /// - Complexity: O(1) for local rows, except for a state that has just been decoded.
  package func counts(of state: State) -> TableCounts {
    let state = normalizedIfDecoded(state)
    guard let remote = state.remoteWindow else {
      let counts = state.derived.selectionCounts
      return .init(
        all: state.rows.count, filtered: state.visibleCount, selected: counts?.selected,
        selectedHidden: counts.map { $0.selected - $0.selectedVisible })
    }
    return .init(
      all: state.query.filter.isEmpty ? remote.totalCount : nil,
      filtered: options.baseFilter == nil ? remote.totalCount : nil,
      selected: remoteSelectedCount(state), selectedHidden: remoteHiddenCount(state))
  }
}

// For remote rows, the counts are computed from two sources: the loaded rows, and facts about all matching rows, such
// as their number. It is unknown whether a selected row that is not loaded matches the filter or still exists.
extension TableFeature {
  private func remoteSelectAllState(_ state: State) -> SelectAllState {
    let filter = state.query.filter
    let isHere = state.remoteWindow?.loadedRequest?.query.filter == filter
    let counts = isHere ? state.derived.selectionCounts ?? computeSelectionCounts(state) : SelectionCounts()
    let (isSomeSelected, isSomeLeft) = (counts.selectedVisible > 0, counts.selectableVisible > counts.selectedVisible)
    if isSomeSelected && isSomeLeft { return .some }
    if areAllMatchesLoaded(filter, state) { return isSomeSelected ? .all : .none }
    let selection = state.selection
    if selection.toggledFilters == [filter] && selection.ids.isEmpty { return .all }
    // There are matching rows that are not loaded. If the selection lists none of them, either all of them are selected
    // or none.
    let mayListOthers = !isHere || !areSelectedIDsLoaded(state) || !isCountExact
    if mayListOthers || state.remoteWindow?.totalCount.map({ $0 <= state.rows.count }) ?? true { return .unknown }
    switch selection.toggledFilters {
    case []: return isSomeSelected ? .some : .unknown
    case [filter]: return isSomeLeft ? .some : .unknown
    default: return .unknown
    }
  }

  private func remoteSelectedCount(_ state: State) -> Int? {
    let selection = state.selection
    if isSelectionLoaded(state) { return (state.derived.selectionCounts ?? computeSelectionCounts(state)).selected }
    if !isCountExact { return nil }
    if selection.toggledFilters.isEmpty { return selection.ids.count }
    guard let filter = state.remoteWindow?.loadedRequest?.query.filter, filter == state.query.filter,
      selection.toggledFilters == [filter],
      areSelectedIDsLoaded(state), let count = state.remoteWindow?.totalCount, count >= selection.ids.count
    else { return nil }
    return count - selection.ids.count
  }

  private func remoteHiddenCount(_ state: State) -> Int? {
    if !isSelectionLoaded(state) { return nil }
    let counts = state.derived.selectionCounts ?? computeSelectionCounts(state)
    return counts.selected - counts.selectedVisible
  }

  /// Whether every row that the server counts is visible and can be selected.
  private var isCountExact: Bool { options.canSelect == nil && options.baseFilter == nil }

  /// Returns whether every row that may be selected is loaded.
  package func isSelectionLoaded(_ state: State) -> Bool {
    if !state.isRemote { return true }
    return areSelectedIDsLoaded(state) && state.selection.toggledFilters.allSatisfy { areAllMatchesLoaded($0, state) }
  }

  /// Returns whether every row that matches a filter is loaded.
  private func areAllMatchesLoaded(_ filter: RowFilter, _ state: State) -> Bool {
    guard let loaded = state.remoteWindow?.loadedRequest, loaded.query.filter == filter else { return false }
    return loaded.offset == 0 && state.includesLastRow
  }

  private func areSelectedIDsLoaded(_ state: State) -> Bool {
    state.selection.ids.allSatisfy { state.rows.handle(of: $0) != nil }
  }
}
