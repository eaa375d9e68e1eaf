/// How much is selected: of all rows that are here, and of those that pass.
struct SelectionTally: Hashable, Sendable {
  var selected = 0
  var selectedSeen = 0
  /// How many of those that pass can be selected.
  var selectableSeen = 0
}

extension Table {
  /// Counts what is selected.
  ///
  /// Where all rows can be selected, and nothing but rows one by one and everything that is seen, only those are counted
  /// that were named: to toggle one or to select all looks at no other row.
  func countSelected(_ state: State) -> SelectionTally {
    if options.canSelect == nil {
      let matching = state.selection.matching
      if matching.isEmpty { return countNamed(state, isAll: false) }
      if matching.count == 1 && !state.isRemote && matching[0] == state.query.filter {
        return countNamed(state, isAll: true)
      }
    }
    var tally = SelectionTally()
    for seat in state.rows.sequence {
      tally.add(
        isSelected: isSelected(seat, state), isSeen: state.derived.arrangement.isSeen(seat),
        isSelectable: canSelect(seat, state.rows))
    }
    return tally
  }

  private func countNamed(_ state: State, isAll: Bool) -> SelectionTally {
    var (named, namedSeen) = (0, 0)
    for id in state.selection.ids {
      guard let seat = state.rows.seat(of: id) else { continue }
      named += 1
      if state.derived.arrangement.isSeen(seat) { namedSeen += 1 }
    }
    let passing = state.passingCount
    if !isAll { return SelectionTally(selected: named, selectedSeen: namedSeen, selectableSeen: passing) }
    let seen = passing - namedSeen
    return SelectionTally(selected: seen + named - namedSeen, selectedSeen: seen, selectableSeen: passing)
  }

  /// Takes in that a row has come, or that it will go.
  func count(_ seat: Seat, _ times: Int, _ state: inout State) {
    if !state.derived.aggregates.isEmpty { countCells(seat, times, &state) }
    if state.derived.tally == nil { return }
    let isSelected = isSelected(seat, state)
    let (isSeen, isSelectable) = (state.derived.arrangement.isSeen(seat), canSelect(seat, state.rows))
    state.derived.tally?.add(isSelected: isSelected, isSeen: isSeen, isSelectable: isSelectable, times: times)
  }
}

extension SelectionTally {
  /// Takes in a row that has come, or with minus one one that went.
  mutating func add(isSelected: Bool, isSeen: Bool, isSelectable: Bool, times: Int = 1) {
    if isSelected { selected += times }
    if isSelected && isSeen { selectedSeen += times }
    if isSelectable && isSeen { selectableSeen += times }
  }
}
