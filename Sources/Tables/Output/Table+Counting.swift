extension TableFeature {
  /// Whether everything that passes is selected, as far as it is known.
  package func selectAllState(of state: State) -> SelectAllState {
    if state.selection.isEmpty || options.selection == .none { return .none }
    let state = normalizedIfNeeded(state)
    if state.isRemote { return remoteSelectAllState(state) }
    guard let tally = state.derived.tally, tally.selectedSeen > 0 else { return .none }
    return tally.selectedSeen == tally.selectableSeen ? .all : .some
  }

  /// How many rows there are.
  ///
  /// - Complexity: O(1) where all rows are here, but for a state that has just been read.
  package func counts(of state: State) -> TableCounts {
    let state = normalizedIfNeeded(state)
    let unsaved = state.drafts.count
    guard let remote = state.remote else {
      return .init(
        all: state.rows.count, filtered: state.visibleCount, selected: state.derived.tally?.selected, unsaved: unsaved)
    }
    return .init(
      all: state.query.filter.isEmpty ? remote.count : nil, filtered: options.isShown == nil ? remote.count : nil,
      selected: remoteSelectedCount(state), unsaved: unsaved)
  }
}

// Of rows that are kept elsewhere it is known what holds for all that pass, and what those are that are here. A row that is
// named in the selection and is not here may be one that passes or one that does not, and may be gone.
extension TableFeature {
  private func remoteSelectAllState(_ state: State) -> SelectAllState {
    let filter = state.query.filter
    let isHere = state.remote?.loaded?.query.filter == filter
    let tally = isHere ? state.derived.tally ?? computeSelectionCounts(state) : SelectionCounts()
    let (isSomeSelected, isSomeLeft) = (tally.selectedSeen > 0, tally.selectableSeen > tally.selectedSeen)
    if isSomeSelected && isSomeLeft { return .some }
    if areAllMatchesLoaded(filter, state) { return isSomeSelected ? .all : .none }
    let selection = state.selection
    if selection.matching == [filter] && selection.ids.isEmpty { return .all }
    // Others pass that are not here. If none of them is named, all are selected or none, as everything is.
    let areOthersNamed = !isHere || !areListedIDsLoaded(state) || !isCountExact
    if areOthersNamed || state.remote?.count.map({ $0 <= state.rows.count }) ?? true { return .unknown }
    switch selection.matching {
    case []: return isSomeSelected ? .some : .unknown
    case [filter]: return isSomeLeft ? .some : .unknown
    default: return .unknown
    }
  }

  private func remoteSelectedCount(_ state: State) -> Int? {
    let selection = state.selection
    if isSelectionLoaded(state) { return (state.derived.tally ?? computeSelectionCounts(state)).selected }
    if !isCountExact { return nil }
    if selection.matching.isEmpty { return selection.ids.count }
    guard let filter = state.remote?.loaded?.query.filter, filter == state.query.filter, selection.matching == [filter],
      areListedIDsLoaded(state), let count = state.remote?.count, count >= selection.ids.count
    else { return nil }
    return count - selection.ids.count
  }

  /// Whether each row that is told to pass is seen, and can be selected.
  private var isCountExact: Bool { options.canSelect == nil && options.isShown == nil }

  /// Whether every row that may be selected is here.
  package func isSelectionLoaded(_ state: State) -> Bool {
    if !state.isRemote { return true }
    return areListedIDsLoaded(state) && state.selection.matching.allSatisfy { areAllMatchesLoaded($0, state) }
  }

  /// Whether everything that passes a filter is here.
  private func areAllMatchesLoaded(_ filter: RowFilter, _ state: State) -> Bool {
    guard let loaded = state.remote?.loaded, loaded.query.filter == filter else { return false }
    return loaded.offset == 0 && state.includesLastRow
  }

  private func areListedIDsLoaded(_ state: State) -> Bool {
    state.selection.ids.allSatisfy { state.rows.handle(of: $0) != nil }
  }
}
