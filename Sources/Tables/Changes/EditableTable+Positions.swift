// A row that is removed, or a draft whose row is gone, was before the row that followed it. It returns there, or to the
// end if that row is gone too.
//
// The server does not know a draft whose row is gone. If such a row follows, the server receives the next stored row
// instead, and the client the row itself.
extension EditableTable {
  /// Returns whether a row exists only as a draft, so that the server does not know it.
  func isOrphaned(_ id: Row.ID, _ state: State) -> Bool { state.drafts[id].map { $0.storedRow == nil } ?? false }

  /// The reason to report if a row does not exist.
  func missingRowRejection(_ state: State) -> ActionRejection { state.view.isRemote ? .notLoaded : .noSuchRow }

  /// Returns the index in stored order at which rows are inserted for a position, or `nil` if it is not among the
  /// loaded rows.
  func insertionIndex(for position: RowPosition<Row.ID>, _ state: State) -> Int? {
    switch position {
    case .before(let id): state.view.rows.index(ofID: id)
    case .after(let id): state.view.rows.index(ofID: id).map { $0 + 1 }
    case .end: state.view.includesLastRow ? state.view.rows.count : nil
    }
  }

  /// Returns the row before which rows are inserted for a position, or `nil` if that is the end.
  func nextRowID(at position: RowPosition<Row.ID>, _ state: State) -> Row.ID? {
    insertionIndex(for: position, state).flatMap { $0 < state.view.rows.count ? storeID(at: $0, state) : nil }
  }

  /// Returns the first row at some indices in stored order that meets a condition.
  private func firstRowID(
    at indices: some Sequence<Int>, _ state: State, where condition: (Row.ID) -> Bool
  ) -> Row.ID? {
    // A lazy map would copy the state.
    for index in indices {
      let id = storeID(at: index, state)
      if condition(id) { return id }
    }
    return nil
  }

  /// Returns the position at an index in stored order: before the next row that meets a condition, or at the end.
  ///
  /// If the next remote rows are not loaded, it is after the previous row that meets a condition, or `nil` if there is
  /// none.
  func position(
    at index: Int, _ state: State, before canFollow: (Row.ID) -> Bool, after canPrecede: (Row.ID) -> Bool
  ) -> RowPosition<Row.ID>? {
    // A remote row that is orphaned disappears when its window is loaded again.
    func exists(_ id: Row.ID) -> Bool { !state.view.isRemote || !isOrphaned(id, state) }
    if let next = firstRowID(at: index..<state.view.rows.count, state, where: { exists($0) && canFollow($0) }) {
      return .before(next)
    }
    if state.view.includesLastRow { return .end }
    return firstRowID(at: (0..<index).reversed(), state) { exists($0) && canPrecede($0) }.map { .after($0) }
  }

  /// Returns the position at an index in stored order, expressed by a neighbor that meets a condition.
  func position(at index: Int, _ state: State, by canBeNeighbor: (Row.ID) -> Bool) -> RowPosition<Row.ID>? {
    position(at: index, state, before: canBeNeighbor, after: canBeNeighbor)
  }

  private func storeID(at index: Int, _ state: State) -> Row.ID {
    state.view.rows.row(at: state.view.rows.orderedHandles[index]).id
  }
}

extension EditableTable {
  /// Returns the positions to which rows return after they have left, from the first row to the last.
  ///
  /// Each row returns before the next row, which may be one of them: they return from the last to the first. Drafts of
  /// orphaned rows return before the stored rows. A position is `nil` if unloaded rows follow and no row remains.
  func originalPositions(of ids: Set<Row.ID>, _ state: State) -> [(id: Row.ID, position: RowPosition<Row.ID>?)] {
    let isLeaving = pendingDeletionOrMovePredicate(state)
    func stays(_ id: Row.ID) -> Bool { !isLeaving(id) && !ids.contains(id) }
    return ids.compactMap(state.view.rows.index(ofID:)).sorted().map { index in
      let id = storeID(at: index, state)
      let isDraft = isOrphaned(id, state)
      func isBack(_ other: Row.ID) -> Bool { ids.contains(other) && (!isDraft || isOrphaned(other, state)) }
      return (id, position(at: index + 1, state, before: { isBack($0) || stays($0) }, after: stays))
    }
  }

  /// Returns a predicate for the rows that are about to be deleted or moved.
  func pendingDeletionOrMovePredicate(_ state: State) -> (Row.ID) -> Bool {
    let moving = Set(state.pendingMoves.joined().flatMap { $0.ids })
    return { moving.contains($0) || state.deletions[$0] == .deleting }
  }

  /// Returns whether a position refers to an orphaned row.
  func refersToOrphan(_ position: RowPosition<Row.ID>, _ state: State) -> Bool {
    position.neighborID.map { isOrphaned($0, state) } ?? false
  }

  /// Returns a position that the server knows: if it refers to an orphaned row, a stored row that stays is its neighbor
  /// instead.
  func storedPosition(
    _ position: RowPosition<Row.ID>, excluding moved: Set<Row.ID>, _ state: State
  ) -> RowPosition<Row.ID> {
    if !refersToOrphan(position, state) { return position }
    let isLeaving = pendingDeletionOrMovePredicate(state)
    return insertionIndex(for: position, state).flatMap { index in
      self.position(at: index, state) { !moved.contains($0) && !isLeaving($0) && !isOrphaned($0, state) }
    } ?? .end
  }

  /// Returns rows to restore with positions that the server knows.
  func withStoredPositions(_ placed: [PositionedRow], _ state: State) -> [PositionedRow] {
    if !placed.contains(where: { refersToOrphan($0.position, state) }) { return placed }
    let ids = Set(placed.map { $0.row.id })
    var stored = placed
    // The row that is restored before this one, and its position among the rows that are not restored.
    var next: (id: Row.ID, position: RowPosition<Row.ID>)?
    for index in placed.indices.reversed() {
      var position = placed[index].position
      if let next, position == .before(next.id) {
        position = next.position
      } else if refersToOrphan(position, state) {
        position = storedPosition(position, excluding: ids, state)
        stored[index].position = position
        if let next, position == next.position { stored[index].position = .before(next.id) }
      }
      next = (placed[index].row.id, position)
    }
    return stored
  }
}
