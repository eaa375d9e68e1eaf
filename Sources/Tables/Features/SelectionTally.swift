/// How much is selected: of all rows that are here, and of those that pass.
struct SelectionCounts: Hashable, Sendable {
  var selected = 0
  var selectedSeen = 0
  /// How many of those that pass can be selected.
  var selectableSeen = 0
}

extension TableFeature {
  /// Counts what is selected.
  ///
  /// Where all rows can be selected, and nothing but rows one by one and everything that is seen, only those are counted
  /// that were named: to toggle one or to select all looks at no other row.
  func computeSelectionCounts(_ state: State) -> SelectionCounts {
    if options.canSelect == nil {
      let matching = state.selection.matching
      if matching.isEmpty { return countListedIDs(state, areExceptions: false) }
      if matching.count == 1 && !state.isRemote && matching[0] == state.query.filter {
        return countListedIDs(state, areExceptions: true)
      }
    }
    var tally = SelectionCounts()
    for seat in state.rows.sequence {
      tally.add(
        isSelected: isSelected(seat, state), isVisible: state.derived.arrangement.isVisible(seat),
        isSelectable: canSelect(seat, state.rows))
    }
    return tally
  }

  private func countListedIDs(_ state: State, areExceptions isAll: Bool) -> SelectionCounts {
    var (named, namedSeen) = (0, 0)
    for id in state.selection.ids {
      guard let seat = state.rows.handle(of: id) else { continue }
      named += 1
      if state.derived.arrangement.isVisible(seat) { namedSeen += 1 }
    }
    let passing = state.visibleCount
    if !isAll { return SelectionCounts(selected: named, selectedSeen: namedSeen, selectableSeen: passing) }
    let seen = passing - namedSeen
    return SelectionCounts(selected: seen + named - namedSeen, selectedSeen: seen, selectableSeen: passing)
  }

  /// Takes in that a row has come, or that it will go.
  func updateCounts(for seat: RowHandle, by times: Int, _ state: inout State) {
    if !state.derived.aggregates.isEmpty { updateAggregates(for: seat, by: times, &state) }
    if state.derived.tally == nil { return }
    let isSelected = isSelected(seat, state)
    let (isSeen, isSelectable) = (state.derived.arrangement.isVisible(seat), canSelect(seat, state.rows))
    state.derived.tally?.add(isSelected: isSelected, isVisible: isSeen, isSelectable: isSelectable, count: times)
  }
}

extension SelectionCounts {
  /// Takes in a row that has come, or with minus one one that went.
  mutating func add(isSelected: Bool, isVisible isSeen: Bool, isSelectable: Bool, count times: Int = 1) {
    if isSelected { selected += times }
    if isSelected && isSeen { selectedSeen += times }
    if isSelectable && isSeen { selectableSeen += times }
  }
}
