// Places are named by rows that stay where they are: so a place is the same whenever it is heard of, and whatever of several
// rows that go there has arrived.
extension Table {
  /// The same place, named by a row that is stored and does not go there: the next one, or the one in front where the next
  /// is stored nowhere or not loaded.
  ///
  /// Nil where no such row is loaded.
  func place(
    _ place: RowPlace<Row.ID>, without moved: Set<Row.ID>, _ state: State
  ) throws(Refusal) -> RowPlace<Row.ID>? {
    switch place {
    case .end: .end
    case .before(let id): self.place(from: try position(of: id, state), state, leaving: moved.contains)
    case .after(let id): self.place(from: try position(of: id, state) + 1, state, leaving: moved.contains)
    }
  }

  /// Whether an edit is all there is of a row, so that whoever keeps the rows does not know it.
  func isStoredNowhere(_ id: Row.ID, _ state: State) -> Bool { state.drafts[id].map { $0.stored == nil } ?? false }

  /// The place before which so many rows stand, named by none that is leaving, unless it is in front and will be back by then.
  private func place(
    from start: Int, _ state: State, leaving isLeaving: (Row.ID) -> Bool, back isBack: (Row.ID) -> Bool = { _ in false }
  ) -> RowPlace<Row.ID>? {
    func isNamed(_ id: Row.ID) -> Bool { !isLeaving(id) && !isStoredNowhere(id, state) }
    let behind = (start..<max(start, state.rows.count)).lazy.map { self.id(at: $0, state) }
    let inFront = (0..<start).reversed().lazy.map { self.id(at: $0, state) }
    if let next = behind.first(where: { !isLeaving($0) }) {
      // Behind the one in front is right for whoever knows the one between and for whoever does not.
      if isNamed(next) { return .before(next) }
      if let previous = inFront.first(where: { (isBack($0) && !isStoredNowhere($0, state)) || isNamed($0) }) {
        return .after(previous)
      }
      if let later = behind.first(where: isNamed) { return .before(later) }
    }
    return state.endsHere ? .end : inFront.first(where: isNamed).map { .after($0) }
  }

  private func id(at place: Int, _ state: State) -> Row.ID { state.rows.row(at: state.rows.sequence[place]).id }

  private func position(of id: Row.ID, _ state: State) throws(Refusal) -> Int {
    guard let position = state.rows.position(of: id) else { throw missing(state) }
    return position
  }

  /// Why a row cannot be found.
  func missing(_ state: State) -> Refusal { state.isRemote ? .notLoaded : .noSuchRow }

  /// The row that stands behind a place as far as it is here, but for those that go there.
  func next(behind place: RowPlace<Row.ID>, without moved: Set<Row.ID>, _ state: State) -> Row.ID? {
    switch place {
    case .end: return nil
    case .before(let id): return moved.contains(id) ? nil : id
    case .after(let id):
      guard let start = state.rows.position(of: id) else { return nil }
      return (start + 1..<state.rows.count).lazy.map { self.id(at: $0, state) }.first { !moved.contains($0) }
    }
  }

  /// Where rows stand that will go, to be put back there: those that stand together as one, from the first to the last.
  ///
  /// Rows that will go, or are about to, or are stored nowhere name no place. Nil where rows follow that are not loaded, and
  /// none is that stays. Where the next one is stored nowhere and none is in front, the rows come to stand behind it.
  func standings(of ids: Set<Row.ID>, _ state: State) -> [Move]? {
    let leaving = Set(state.moves.flatMap(\.ids))
    func isLeaving(_ id: Row.ID) -> Bool {
      ids.contains(id) || leaving.contains(id) || state.errands[id] == .deleting
    }
    var groups: [Move] = []
    // What stands between a row and the last one of the group was looked at for that one.
    var seen = -1
    for position in ids.compactMap(state.rows.position(of:)).sorted() {
      let id = id(at: position, state)
      if position < seen, let last = groups.indices.last {
        groups[last].ids.append(id)
        continue
      }
      // Those in front of it are put back before it.
      guard let place = place(from: position, state, leaving: isLeaving, back: ids.contains) else { return nil }
      groups.append(Move([id], place))
      seen = position + 1
      while seen < state.rows.count, isLeaving(self.id(at: seen, state)) { seen += 1 }
    }
    return groups
  }
}

extension RowStore {
  /// Where a row stands in the order of the rows.
  func position(of id: Row.ID) -> Int? { seat(of: id).map(place(of:)) }
}
