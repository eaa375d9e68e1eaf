/// Where rows go, in the order of their own.
public enum RowPlace<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Before a row.
  case before(ID)
  /// Behind a row.
  case after(ID)
  /// Behind all.
  case end

  /// Before a row, or behind all.
  init(before id: ID?) { self = id.map { .before($0) } ?? .end }
}

extension RowPlace: Codable where ID: Codable {}

extension Table {
  /// The same place, named by a row that stays: the next one as far as it is here, and else the one in front.
  ///
  /// Nil where rows follow that are not loaded, and none stays that is.
  func place(_ place: RowPlace<Row.ID>, without moved: Set<Row.ID>, _ state: State) throws(Refusal) -> RowPlace<Row.ID>?
  {
    let start: Int
    switch place {
    case .end: return .end
    case .before(let id): start = try position(of: id, state)
    case .after(let id): start = try position(of: id, state) + 1
    }
    let ids = state.rows.sequence.lazy.map { state.rows.row(at: $0).id }
    if let next = ids[start...].first(where: { !moved.contains($0) }) { return .before(next) }
    if state.endsHere { return .end }
    return ids[..<start].last { !moved.contains($0) }.map { .after($0) }
  }

  private func position(of id: Row.ID, _ state: State) throws(Refusal) -> Int {
    guard let seat = state.rows.seat(of: id) else { throw .noSuchRow }
    return state.rows.place(of: seat)
  }

  /// The row that stands behind a place as far as it is here, but for those that go there.
  func next(behind place: RowPlace<Row.ID>, without moved: Set<Row.ID>, _ state: State) -> Row.ID? {
    switch place {
    case .end: return nil
    case .before(let id): return moved.contains(id) ? nil : id
    case .after(let id):
      guard let seat = state.rows.seat(of: id) else { return nil }
      return state.rows.sequence[(state.rows.place(of: seat) + 1)...].lazy.map { state.rows.row(at: $0).id }
        .first { !moved.contains($0) }
    }
  }

  /// Where a row stands now, to be put back there: before the next one, which is put back first if it goes as well.
  ///
  /// Nil where rows follow that are not loaded, and none of those in front stays.
  func standing(_ id: Row.ID, without gone: Set<Row.ID>, _ state: State) -> RowPlace<Row.ID>? {
    guard let seat = state.rows.seat(of: id) else { return nil }
    let start = state.rows.place(of: seat)
    let ids = state.rows.sequence.lazy.map { state.rows.row(at: $0).id }
    if start + 1 < state.rows.count { return .before(ids[start + 1]) }
    if state.endsHere { return .end }
    return ids[..<start].last { !gone.contains($0) }.map { .after($0) }
  }
}
