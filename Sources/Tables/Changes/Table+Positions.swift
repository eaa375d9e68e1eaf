// Places are named by rows that stay where they are: so a place is the same whenever it is heard of, and whatever of several
// rows that go there has arrived. A row that is stored nowhere names none, since whoever keeps the rows does not know it: if
// one stands right behind a place, it is told beside it, and counts here alone.
extension TableFeature {
  /// Whether an edit is all there is of a row, so that whoever keeps the rows does not know it.
  func isOrphaned(_ id: Row.ID, _ state: State) -> Bool { state.drafts[id].map { $0.stored == nil } ?? false }

  /// The same move, to a place that is named by a row that is stored and does not go there: the next one, or the one in front
  /// where the next is stored nowhere or not loaded.
  ///
  /// Nil where no such row is loaded.
  func resolvingNeighbors(_ move: Move, _ state: State) throws(ActionRejection) -> Move? {
    let ids = removingDuplicates(move.ids)
    if move.place == .end { return Move(ids, .end, nextLocalID: move.next) }
    guard let start = insertionIndex(for: move.place, nextLocalID: move.next, state) else {
      throw missingRowRejection(state)
    }
    let moved = Set(ids)
    // A row that is being deleted may be gone by then, or still be there.
    return neighbor(at: start, state, leaving: { moved.contains($0) || state.errands[$0] == .deleting })
      .map { Move(ids, $0.place, nextLocalID: $0.next) }
  }

  /// Why a row cannot be found.
  func missingRowRejection(_ state: State) -> ActionRejection { state.isRemote ? .notLoaded : .noSuchRow }

  /// Where rows come to stand in a place: before the row at this position, or behind all; nil where nothing is known of it.
  ///
  /// A place says nothing of the rows beside it that are stored nowhere: among these they stand before the one that is named.
  /// If it is not among them, the place counts alone, so that here what is stored has the order that it has elsewhere.
  func insertionIndex(
    for place: RowPosition<Row.ID>, nextLocalID next: Row.ID?, excluding moved: Set<Row.ID> = [], _ state: State
  ) -> Int? {
    func areUntold(_ positions: Range<Int>) -> Bool {
      positions.lazy.map { self.storeID(at: $0, state) }.allSatisfy { moved.contains($0) || isOrphaned($0, state) }
    }
    let nearer = next.flatMap(state.rows.index(ofID:))
    switch place {
    case .after(let id):
      guard !moved.contains(id), let previous = state.rows.index(ofID: id) else { return nil }
      if let nearer, nearer > previous, areUntold(previous + 1..<nearer) { return nearer }
      return previous + 1
    case .before(let id):
      guard !moved.contains(id), let told = state.rows.index(ofID: id) else { return nil }
      if let nearer, nearer < told, areUntold(nearer..<told) { return nearer }
      return told
    case .end:
      if !state.includesLastRow { return nil }
      if let nearer, areUntold(nearer..<state.rows.count) { return nearer }
      return state.rows.count
    }
  }

  /// The row before which rows come to stand in a place, but for those that go there; nil where that is behind all.
  func nextRowID(
    after place: RowPosition<Row.ID>, nextLocalID next: Row.ID?, excluding moved: Set<Row.ID> = [], _ state: State
  ) -> Row.ID? {
    guard let position = insertionIndex(for: place, nextLocalID: next, excluding: moved, state) else { return nil }
    return (position..<state.rows.count).lazy.map { storeID(at: $0, state) }.first { !moved.contains($0) }
  }

  /// Whether rows follow one another here as they are kept: not where they come sorted, or not all of them.
  func isInStoredOrder(_ state: State) -> Bool { !state.isRemote || windowRequest(for: state).query == TableQuery() }

  /// Whether the rows stand there already, as far as that is known.
  func isAlreadyApplied(_ move: Move, _ state: State) -> Bool {
    if !isInStoredOrder(state) { return false }
    guard let id = move.ids.first else { return true }
    guard let start = state.rows.index(ofID: id),
      let target = insertionIndex(for: move.place, nextLocalID: move.next, excluding: Set(move.ids), state),
      case let end = start + move.ids.count, end <= state.rows.count, (start...end).contains(target)
    else { return false }
    return zip(move.ids, start..<end).allSatisfy { self.storeID(at: $1, state) == $0 }
  }
}

extension TableFeature {
  /// Where rows stand that will go, to be put back there: those that stand together as one, from the first to the last.
  ///
  /// Rows that come sorted are put back one by one, each so that it is seen where it was.
  ///
  /// Rows that will go, or are about to, name no place. One that is stored nowhere stands for itself: it will be back before
  /// those that are stored, the last one first. Nil where rows follow that are not loaded, and none is that stays.
  func originalPositions(of ids: Set<Row.ID>, _ state: State) -> [Move]? {
    let leaving = leavingRowPredicate(state)
    func isLeaving(_ id: Row.ID) -> Bool { leaving(id) || (ids.contains(id) && !isOrphaned(id, state)) }
    let isSorted = state.isRemote && !effectiveSortKeys(state).isEmpty
    var groups: [Move] = []
    // Up to the next that stays, what stands behind a row was looked at for the one before.
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
      // Those that are stored and in front of it are put back before it.
      func isBack(_ id: Row.ID) -> Bool { isStored && ids.contains(id) }
      guard
        let landmark = neighbor(
          at: position, state, searchingFrom: max(staying, position + 1), leaving: isLeaving, restored: isBack)
      else { return nil }
      let previous = isSorted ? previousTiedRowID(at: position, state, leaving: isLeaving, restored: isBack) : nil
      groups.append(Move([id], previous.map { .after($0) } ?? landmark.place, nextLocalID: landmark.next))
    }
    return groups
  }

  /// The row in front of one, if both are the same in what the rows come sorted by: then they follow one another as they are
  /// kept, which the row behind need not do.
  private func previousTiedRowID(
    at position: Int, _ state: State, leaving isLeaving: (Row.ID) -> Bool, restored isBack: (Row.ID) -> Bool
  ) -> Row.ID? {
    let row = state.rows.row(at: state.rows.sequence[position])
    return (0..<position).reversed().lazy.map { state.rows.row(at: state.rows.sequence[$0]) }
      .first { (isBack($0.id) || !isLeaving($0.id)) && !isOrphaned($0.id, state) }
      .flatMap { haveEqualSortValues($0, row, state) ? $0.id : nil }
  }

  /// Rows come sorted by what is stored, however they are edited here.
  private func haveEqualSortValues(_ row: Row, _ other: Row, _ state: State) -> Bool {
    func stored(_ row: Row) -> Row { state.drafts[row.id]?.stored ?? row }
    return effectiveSortKeys(state).allSatisfy { key in
      column(named: key.column)?.haveSameGroup(stored(row), stored(other), state.beside) ?? true
    }
  }

  /// Tells of each row whether it is about to go, or to go elsewhere.
  func leavingRowPredicate(_ state: State) -> (Row.ID) -> Bool {
    let moving = Set(state.moves.flatMap(\.ids))
    return { moving.contains($0) || state.errands[$0] == .deleting }
  }

  /// A place, and the row right behind it if that one is stored nowhere.
  typealias RowNeighbor = (place: RowPosition<Row.ID>, next: Row.ID?)

  /// The place before which so many rows stand, named by none that is leaving, unless it is in front and will be back by then;
  /// up to the end that is given, all of them are leaving.
  func neighbor(
    at start: Int, _ state: State, searchingFrom end: Int? = nil, leaving isLeaving: (Row.ID) -> Bool,
    restored isBack: (Row.ID) -> Bool = { _ in false }
  ) -> RowNeighbor? {
    func isNamed(_ id: Row.ID) -> Bool { !isLeaving(id) && !isOrphaned(id, state) }
    let behind = ((end ?? start)..<max(end ?? start, state.rows.count)).lazy.map { self.storeID(at: $0, state) }
    let inFront = (0..<start).reversed().lazy.map { self.storeID(at: $0, state) }
    let next = behind.first { !isLeaving($0) }
    if let next {
      // Behind the one in front is right for whoever knows the one between and for whoever does not.
      if isNamed(next) { return (.before(next), nil) }
      if let previous = inFront.first(where: { (isBack($0) && !isOrphaned($0, state)) || isNamed($0) }) {
        return (.after(previous), next)
      }
      if let later = behind.first(where: isNamed) { return (.before(later), next) }
    }
    return state.includesLastRow ? (.end, next) : inFront.first(where: isNamed).map { (.after($0), next) }
  }

  private func storeID(at place: Int, _ state: State) -> Row.ID { state.rows.row(at: state.rows.sequence[place]).id }
}

// Places are remembered for long, and somebody else may meanwhile delete the row that names one. If it was edited here it is
// here still, and stored nowhere: then the place has another name for whoever keeps the rows, as they will stand by then.
extension TableFeature {
  /// Moves as they are to be told now.
  func resolvingNeighbors(_ moves: [Move], _ state: State) -> [Move] {
    if !moves.contains(where: { refersToOrphan($0.place, state) }) { return moves }
    var copy = state
    return moves.map { move in
      let landmark = neighbor(of: move.place, nextLocalID: move.next, excluding: Set(move.ids), copy)
      let named = Move(move.ids, landmark.place, nextLocalID: landmark.next)
      applyMove(named, &copy)
      return named
    }
  }

  /// Rows as their bringing back is to be told now.
  func resolvingNeighbors(_ placed: [PositionedRow], _ state: State) -> [PositionedRow] {
    if !placed.contains(where: { refersToOrphan($0.place, state) }) { return placed }
    var copy = state
    return placed.map { placed in
      let landmark = neighbor(of: placed.place, nextLocalID: placed.next, excluding: [placed.row.id], copy)
      var named = placed
      (named.place, named.next) = (landmark.place, landmark.next)
      copy.errands[placed.row.id] = nil
      insertRestoredRow(named, &copy)
      return named
    }
  }

  /// Whether whoever keeps the rows does not know the one that names a place.
  private func refersToOrphan(_ place: RowPosition<Row.ID>, _ state: State) -> Bool {
    place.neighborID.map { isOrphaned($0, state) } ?? false
  }

  private func neighbor(
    of place: RowPosition<Row.ID>, nextLocalID next: Row.ID?, excluding moved: Set<Row.ID>, _ state: State
  ) -> RowNeighbor {
    if !refersToOrphan(place, state) { return (place, next) }
    let isLeaving = leavingRowPredicate(state)
    guard let start = insertionIndex(for: place, nextLocalID: next, excluding: moved, state),
      let landmark = neighbor(at: start, state, leaving: { moved.contains($0) || isLeaving($0) })
    else { return (place, next) }
    return landmark
  }
}
