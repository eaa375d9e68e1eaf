// A position refers to a neighbor that does not move itself. So it means the same whenever it reaches the server, and
// however many of several rows that move there have already arrived. An orphaned row cannot be such a neighbor, because
// the server does not know it. If an orphaned row directly follows the position, `nextLocalID` stores it separately,
// and only the client uses it.
extension TableFeature {
  /// Returns whether a row exists only as a draft, so that the server does not know it.
  func isOrphaned(_ id: Row.ID, _ state: State) -> Bool { state.drafts[id].map { $0.storedRow == nil } ?? false }

  /// Returns the same move, to a position that refers to a stored row that does not move: the next row, or the previous
  /// one if the next row is orphaned or not loaded.
  ///
  /// The result is `nil` if no such row is loaded.
  func resolvingNeighbors(_ move: Move, _ state: State) throws(ActionRejection) -> Move? {
    let ids = removingDuplicates(move.ids)
    if move.position == .end { return Move(ids, .end, nextLocalID: move.nextLocalID) }
    guard let start = insertionIndex(for: move.position, nextLocalID: move.nextLocalID, state) else {
      throw missingRowRejection(state)
    }
    let moved = Set(ids)
    // When the server handles the move, a row that is being deleted may be gone or still be there.
    return neighbor(at: start, state, leaving: { moved.contains($0) || state.deletions[$0] == .deleting })
      .map { Move(ids, $0.place, nextLocalID: $0.next) }
  }

  /// The reason to report if a row does not exist.
  func missingRowRejection(_ state: State) -> ActionRejection { state.isRemote ? .notLoaded : .noSuchRow }

  /// Returns the index in stored order at which rows are inserted for a position, or `nil` if it is not
  /// among the loaded rows.
  ///
  /// A position does not say how the rows relate to adjacent orphaned rows. If `nextLocalID` is one of those, the rows
  /// are inserted before it. Otherwise only the position counts, so that the stored rows have the same order as on the
  /// server.
  func insertionIndex(
    for rowPosition: RowPosition<Row.ID>, nextLocalID: Row.ID?, excluding moved: Set<Row.ID> = [], _ state: State
  ) -> Int? {
    func areAllOrphanedOrMoved(_ positions: Range<Int>) -> Bool {
      positions.lazy.map { self.storeID(at: $0, state) }.allSatisfy { moved.contains($0) || isOrphaned($0, state) }
    }
    let nearer = nextLocalID.flatMap(state.rows.index(ofID:))
    switch rowPosition {
    case .after(let id):
      guard !moved.contains(id), let previous = state.rows.index(ofID: id) else { return nil }
      if let nearer, nearer > previous, areAllOrphanedOrMoved(previous + 1..<nearer) { return nearer }
      return previous + 1
    case .before(let id):
      guard !moved.contains(id), let target = state.rows.index(ofID: id) else { return nil }
      if let nearer, nearer < target, areAllOrphanedOrMoved(nearer..<target) { return nearer }
      return target
    case .end:
      if !state.includesLastRow { return nil }
      if let nearer, areAllOrphanedOrMoved(nearer..<state.rows.count) { return nearer }
      return state.rows.count
    }
  }

  /// Returns the row before which rows are inserted for a position, ignoring the moved rows, or `nil` if that is the
  /// end.
  func nextRowID(
    after rowPosition: RowPosition<Row.ID>, nextLocalID: Row.ID?, excluding moved: Set<Row.ID> = [], _ state: State
  ) -> Row.ID? {
    guard let position = insertionIndex(for: rowPosition, nextLocalID: nextLocalID, excluding: moved, state) else {
      return nil
    }
    return (position..<state.rows.count).lazy.map { storeID(at: $0, state) }.first { !moved.contains($0) }
  }

  /// Returns whether the rows are in stored order.
  ///
  /// Remote rows that are sorted or filtered are not.
  func isInStoredOrder(_ state: State) -> Bool { !state.isRemote || windowRequest(for: state).query == TableQuery() }

  /// Returns whether the rows of a move are already at its position, as far as that is known.
  func isAlreadyApplied(_ move: Move, _ state: State) -> Bool {
    if !isInStoredOrder(state) { return false }
    guard let id = move.ids.first else { return true }
    guard let start = state.rows.index(ofID: id),
      let target = insertionIndex(for: move.position, nextLocalID: move.nextLocalID, excluding: Set(move.ids), state),
      case let end = start + move.ids.count, end <= state.rows.count, (start...end).contains(target)
    else { return false }
    return zip(move.ids, start..<end).allSatisfy { self.storeID(at: $1, state) == $0 }
  }
}

extension TableFeature {
  /// Returns the moves that put rows back at their current positions after they have left, from first to last.
  ///
  /// Adjacent rows form one move. Sorted remote rows are moved one by one, so that each is displayed where it was.
  ///
  /// The neighbor of a position is never a row that leaves or is about to leave. An orphaned row gets a move of its
  /// own: orphaned rows are restored before the stored ones, last to first. The result is `nil` if unloaded rows follow
  /// and no row remains that a position can refer to.
  func originalPositions(of ids: Set<Row.ID>, _ state: State) -> [Move]? {
    let leaving = pendingDeletionOrMovePredicate(state)
    func isLeaving(_ id: Row.ID) -> Bool { leaving(id) || (ids.contains(id) && !isOrphaned(id, state)) }
    let isSorted = state.isRemote && !effectiveSortKeys(state).isEmpty
    var groups: [Move] = []
    // The rows from `position` to `staying` all leave. This was checked for an earlier row.
    var staying = 0
    for position in ids.compactMap(state.rows.index(ofID:)).sorted() {
      let id = storeID(at: position, state)
      if position < staying, !isSorted, let last = groups.indices.last {
        groups[last].ids.append(id)
        continue
      }
      let isStored = !isOrphaned(id, state)
      staying = max(staying, position)
      while staying < state.rows.count, isLeaving(self.storeID(at: staying, state)) { staying += 1 }
      // Stored rows that precede a stored row are restored before it.
      func isBack(_ id: Row.ID) -> Bool { isStored && ids.contains(id) }
      guard
        let rowNeighbor = neighbor(
          at: position, state, searchingFrom: max(staying, position + 1), leaving: isLeaving, restored: isBack)
      else { return nil }
      let previous = isSorted ? previousTiedRowID(at: position, state, leaving: isLeaving, restored: isBack) : nil
      groups.append(Move([id], previous.map { .after($0) } ?? rowNeighbor.place, nextLocalID: rowNeighbor.next))
    }
    return groups
  }

  /// Returns the previous row if both rows have equal sort values.
  ///
  /// Such rows follow each other in stored order, which need not hold for the next row.
  private func previousTiedRowID(
    at position: Int, _ state: State, leaving isLeaving: (Row.ID) -> Bool, restored isBack: (Row.ID) -> Bool
  ) -> Row.ID? {
    let row = state.rows.row(at: state.rows.orderedHandles[position])
    return (0..<position).reversed().lazy.map { state.rows.row(at: state.rows.orderedHandles[$0]) }
      .first { (isBack($0.id) || !isLeaving($0.id)) && !isOrphaned($0.id, state) }
      .flatMap { haveEqualSortValues($0, row, state) ? $0.id : nil }
  }

  /// Returns whether two rows have equal sort values.
  ///
  /// The stored versions count, because the server sorts by them.
  private func haveEqualSortValues(_ row: Row, _ other: Row, _ state: State) -> Bool {
    func stored(_ row: Row) -> Row { state.drafts[row.id]?.storedRow ?? row }
    return effectiveSortKeys(state).allSatisfy { key in
      column(named: key.column)?.haveSameGroup(stored(row), stored(other), state.contextValues) ?? true
    }
  }

  /// Returns a predicate for the rows that are about to be deleted or moved.
  func pendingDeletionOrMovePredicate(_ state: State) -> (Row.ID) -> Bool {
    let moving = Set(state.pendingMoves.flatMap { $0.ids })
    return { moving.contains($0) || state.deletions[$0] == .deleting }
  }

  /// A position, and the next row if it is orphaned.
  typealias RowNeighbor = (place: RowPosition<Row.ID>, next: Row.ID?)

  /// Returns the position at an index, expressed by a neighbor that is neither orphaned nor leaving, or `nil` if none
  /// is loaded.
  ///
  /// Following neighbors are searched from `end` on: all rows between `start` and `end` leave. A preceding row that
  /// leaves can be the neighbor if `isBack` holds, because it is restored by then.
  func neighbor(
    at start: Int, _ state: State, searchingFrom end: Int? = nil, leaving isLeaving: (Row.ID) -> Bool,
    restored isBack: (Row.ID) -> Bool = { _ in false }
  ) -> RowNeighbor? {
    func canBeNeighbor(_ id: Row.ID) -> Bool { !isLeaving(id) && !isOrphaned(id, state) }
    let behind = ((end ?? start)..<max(end ?? start, state.rows.count)).lazy.map { self.storeID(at: $0, state) }
    let inFront = (0..<start).reversed().lazy.map { self.storeID(at: $0, state) }
    let next = behind.first { !isLeaving($0) }
    if let next {
      // A position after the previous row is correct here and on the server, which does not know the row between.
      if canBeNeighbor(next) { return (.before(next), nil) }
      if let previous = inFront.first(where: { (isBack($0) && !isOrphaned($0, state)) || canBeNeighbor($0) }) {
        return (.after(previous), next)
      }
      if let later = behind.first(where: canBeNeighbor) { return (.before(later), next) }
    }
    return state.includesLastRow ? (.end, next) : inFront.first(where: canBeNeighbor).map { (.after($0), next) }
  }

  private func storeID(at index: Int, _ state: State) -> Row.ID {
    state.rows.row(at: state.rows.orderedHandles[index]).id
  }
}

// Positions are stored for a long time. Meanwhile another user may delete the neighbor of a position. If that row was
// edited here, it remains as an orphaned row, and the position must refer to another neighbor for the server: one in
// the order that the rows have by then.
extension TableFeature {
  /// Returns the moves with positions that the server knows now.
  func resolvingNeighbors(_ moves: [Move], _ state: State) -> [Move] {
    if !moves.contains(where: { refersToOrphan($0.position, state) }) { return moves }
    var copy = state
    return moves.map { move in
      let rowNeighbor = neighbor(of: move.position, nextLocalID: move.nextLocalID, excluding: Set(move.ids), copy)
      let named = Move(move.ids, rowNeighbor.place, nextLocalID: rowNeighbor.next)
      applyMove(named, &copy)
      return named
    }
  }

  /// Returns the rows to restore with positions that the server knows now.
  func resolvingNeighbors(_ placed: [PositionedRow], _ state: State) -> [PositionedRow] {
    if !placed.contains(where: { refersToOrphan($0.position, state) }) { return placed }
    var copy = state
    return placed.map { placed in
      let rowNeighbor = neighbor(of: placed.position, nextLocalID: placed.nextLocalID, excluding: [placed.row.id], copy)
      var named = placed
      (named.position, named.nextLocalID) = (rowNeighbor.place, rowNeighbor.next)
      copy.deletions[placed.row.id] = nil
      insertRestoredRows([named], &copy)
      return named
    }
  }

  /// Returns whether the neighbor of a position is orphaned, so that the server does not know it.
  private func refersToOrphan(_ rowPosition: RowPosition<Row.ID>, _ state: State) -> Bool {
    rowPosition.neighborID.map { isOrphaned($0, state) } ?? false
  }

  private func neighbor(
    of rowPosition: RowPosition<Row.ID>, nextLocalID: Row.ID?, excluding moved: Set<Row.ID>, _ state: State
  ) -> RowNeighbor {
    if !refersToOrphan(rowPosition, state) { return (rowPosition, nextLocalID) }
    let isLeaving = pendingDeletionOrMovePredicate(state)
    guard let start = insertionIndex(for: rowPosition, nextLocalID: nextLocalID, excluding: moved, state),
      let rowNeighbor = neighbor(at: start, state, leaving: { moved.contains($0) || isLeaving($0) })
    else { return (rowPosition, nextLocalID) }
    return rowNeighbor
  }
}
