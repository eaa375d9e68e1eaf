internal import Loop

extension Table {
  /// Rows that go to another place in the order of their own.
  public struct Move: Hashable, Sendable {
    /// The rows, in the order in which they will stand.
    public var ids: [Row.ID]
    /// Where they will stand.
    public var place: RowPlace<Row.ID>
    /// The row right behind them, if that one is stored nowhere and so names no place for whoever keeps the rows.
    public var next: Row.ID?

    /// Makes one of its parts.
    public init(_ ids: [Row.ID], _ place: RowPlace<Row.ID>, next: Row.ID? = nil) {
      self.ids = ids
      self.place = place
      self.next = next
    }

    /// Rows that go before another, or behind all.
    public init(_ ids: [Row.ID], before id: Row.ID?) { self.init(ids, RowPlace(before: id)) }
  }
}

extension Table.Move: Codable where Row.ID: Codable {}

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

  /// The row that names it.
  var name: ID? {
    switch self {
    case .before(let id), .after(let id): id
    case .end: nil
    }
  }
}

extension RowPlace: Codable where ID: Codable {}

extension Table {
  /// Rows that a person carries.
  package struct Drag: Hashable, Sendable {
    /// The rows, in the order that is seen.
    package var ids: [Row.ID]
    /// Where they would fall.
    package var target: RowPlace<Row.ID>?
  }
}

extension Table.Drag: Codable where Row.ID: Codable {}

extension Table {
  /// Why rows cannot be moved at all, or nil.
  public func refusesMoves(in state: State) -> Refusal? {
    if !options.handlesMoves { return .movesNotHandled }
    return state.query.sort.isEmpty && state.grouping == nil ? nil : .movedUnderSort
  }

  func move(_ move: Move, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    let move = try allowed(move, state)
    // What was asked for last, or is so, need not be asked for again.
    if state.moves.last == move || (state.moves.isEmpty && isInPlace(move, state)) { return .none }
    return send(move, &state)
  }

  /// Moves rows and tells of it, or asks for it.
  func send(_ move: Move, _ state: inout State) -> Effects<Effect, Slot> {
    switch changes {
    case .atOnce:
      carryOut(move, &state)
      return .tell(.move(move))
    case .asked:
      state.moves.append(move)
      state.moveFailure = nil
      return .ask(.move(move), in: .order, .queue)
    }
  }

  private func allowed(_ move: Move, _ state: State) throws(Refusal) -> Move {
    if let refusal = refusesMoves(in: state) { throw refusal }
    for id in move.ids {
      guard let row = state.rows[id] else { throw missing(state) }
      try checkMoving(row, state)
    }
    guard let named = try named(move, state) else { throw .notLoaded }
    return named
  }

  /// A row that is stored nowhere has no place but the one where it stood.
  private func checkMoving(_ row: Row, _ state: State) throws(Refusal) {
    if !options.canMove(row) { throw .notMovable }
    if isStoredNowhere(row.id, state) { throw .storedNowhere }
  }

  func unique(_ ids: [Row.ID]) -> [Row.ID] {
    var known: Set<Row.ID> = []
    return ids.filter { known.insert($0).inserted }
  }

  /// Moves rows as far as they are there.
  func carryOut(_ move: Move, _ state: inout State) {
    let seats = unique(move.ids).compactMap(state.rows.seat(of:))
    let target = next(behind: move.place, next: move.next, without: Set(move.ids), state)
      .flatMap(state.rows.seat(of:))
    if !seats.isEmpty {
      arranger.move(seats, before: target, state.beside, &state.rows, &state.derived.arrangement)
      state.derived.aggregates = []
    }
    if state.isRemote { forgetWindow(&state) }
  }

  /// Ends a move, which whoever keeps the rows knows by its rows and their place.
  func end(_ move: Move, _ failure: String?, _ state: inout State) {
    guard let place = state.moves.firstIndex(where: { $0.ids == move.ids && $0.place == move.place }) else { return }
    let known = state.moves.remove(at: place)
    // What went well later does not take back that something else failed.
    if let failure { state.moveFailure = failure } else { carryOut(known, &state) }
  }

  /// Turns a move by offsets among the rows in sight, counted before anything is taken out, into one by ids.
  func move(_ offsets: [Int], to target: Int, _ state: State) throws(Refusal) -> Move {
    let moved = try ids(at: offsets, state)
    let places = state.placesOnPage
    guard (0...places.count).contains(target) else { throw .outOfSight }
    let known = Set(moved)
    for place in places.lowerBound + target..<max(places.lowerBound + target, state.passingCount) {
      let id = state.row(at: place).id
      if !known.contains(id) { return Move(moved, .before(id)) }
    }
    if state.endsHere { return Move(moved, .end) }
    guard let last = places.lazy.map({ state.row(at: $0).id }).last(where: { !known.contains($0) }) else {
      throw .notLoaded
    }
    return Move(moved, .after(last))
  }

  /// The rows at these offsets of those in sight, from the first to the last.
  func ids(at offsets: [Int], _ state: State) throws(Refusal) -> [Row.ID] {
    let places = state.placesOnPage
    var ids: [Row.ID] = []
    for offset in Set(offsets).sorted() {
      guard offset >= 0, offset < places.count else { throw .outOfSight }
      ids.append(state.row(at: places.lowerBound + offset).id)
    }
    return ids
  }

  func drag(_ id: Row.ID, _ state: inout State) throws(Refusal) {
    if let refusal = refusesMoves(in: state) { throw refusal }
    guard let seat = state.rows.seat(of: id), state.derived.arrangement.isSeen(seat) else { throw .noSuchRow }
    let ids = isSelected(seat, state) ? selectedSeen(state) : [id]
    for row in ids.compactMap({ state.rows[$0] }) { try checkMoving(row, state) }
    state.drag = Drag(ids: ids)
  }

  private func selectedSeen(_ state: State) -> [Row.ID] {
    (0..<state.passingCount).map { state.seat(at: $0) }.filter { isSelected($0, state) }
      .map { state.rows.row(at: $0).id }
  }

  func drop(_ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    guard let drag = state.drag.take() else { throw .nothingToDo }
    guard let target = drag.target else { return .none }
    return try move(Move(drag.ids, target), &state)
  }
}
