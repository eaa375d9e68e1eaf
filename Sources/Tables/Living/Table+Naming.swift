// Places are remembered for long, and somebody else may meanwhile delete the row that names one. If it was edited here it is
// here still, and stored nowhere: then the place has another name for whoever keeps the rows, as they will stand by then.
extension Table {
  /// Moves as they are to be told now.
  func named(_ moves: [Move], _ state: State) -> [Move] {
    if !moves.contains(where: { isNamedNowhere($0.place, state) }) { return moves }
    var copy = state
    return moves.map { move in
      let landmark = landmark(of: move.place, next: move.next, without: Set(move.ids), copy)
      let named = Move(move.ids, landmark.place, next: landmark.next)
      carryOut(named, &copy)
      return named
    }
  }

  /// Rows as their bringing back is to be told now.
  func named(_ placed: [PlacedRow], _ state: State) -> [PlacedRow] {
    if !placed.contains(where: { isNamedNowhere($0.place, state) }) { return placed }
    var copy = state
    return placed.map { placed in
      let landmark = landmark(of: placed.place, next: placed.next, without: [placed.row.id], copy)
      var named = placed
      (named.place, named.next) = (landmark.place, landmark.next)
      copy.errands[placed.row.id] = nil
      put(named, &copy)
      return named
    }
  }

  /// Whether whoever keeps the rows does not know the one that names a place.
  private func isNamedNowhere(_ place: RowPlace<Row.ID>, _ state: State) -> Bool {
    place.name.map { isStoredNowhere($0, state) } ?? false
  }

  private func landmark(
    of place: RowPlace<Row.ID>, next: Row.ID?, without moved: Set<Row.ID>, _ state: State
  ) -> Landmark {
    if !isNamedNowhere(place, state) { return (place, next) }
    let isLeaving = leaving(state)
    guard let start = position(of: place, next: next, without: moved, state),
      let landmark = landmark(at: start, state, leaving: { moved.contains($0) || isLeaving($0) })
    else { return (place, next) }
    return landmark
  }
}
