internal import Loop

extension TableFeature {
  /// Rows that go to another place in the order of their own.
  public struct Move: Hashable, Sendable {
    /// The rows, in the order in which they will stand.
    public var ids: [Row.ID]
    /// Where they will stand.
    public var place: RowPosition<Row.ID>
    /// The row right behind them, if that one is stored nowhere and so names no place for whoever keeps the rows.
    public var next: Row.ID?

    /// Makes one of its parts.
    public init(_ ids: [Row.ID], _ place: RowPosition<Row.ID>, nextLocalID next: Row.ID? = nil) {
      self.ids = ids
      self.place = place
      self.next = next
    }

    /// Rows that go before another, or behind all.
    public init(_ ids: [Row.ID], before id: Row.ID?) { self.init(ids, RowPosition(before: id)) }
  }
}

extension TableFeature.Move: Codable where Row.ID: Codable {}

/// Where rows go, in the order of their own.
public enum RowPosition<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Before a row.
  case before(ID)
  /// Behind a row.
  case after(ID)
  /// Behind all.
  case end

  /// Before a row, or behind all.
  init(before id: ID?) { self = id.map { .before($0) } ?? .end }

  /// The row that names it.
  var neighborID: ID? {
    switch self {
    case .before(let id), .after(let id): id
    case .end: nil
    }
  }
}

extension RowPosition: Codable where ID: Codable {}

extension TableFeature {
  /// Rows that a person carries.
  package struct Drag: Hashable, Sendable {
    /// The rows, in the order that is seen.
    package var ids: [Row.ID]
    /// Where they would fall.
    package var target: RowPosition<Row.ID>?
  }
}

extension TableFeature.Drag: Codable where Row.ID: Codable {}

extension TableFeature {
  /// Why rows cannot be moved at all, or nil.
  public func moveRejection(in state: State) -> ActionRejection? {
    if !options.handlesMoves { return .movesNotHandled }
    return state.query.sort.isEmpty && state.grouping == nil ? nil : .movedUnderSort
  }

  func requestMove(_ move: Move, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    let move = try validatedMove(move, state)
    // What was asked for last, or is so, need not be asked for again.
    if state.moves.last == move || (state.moves.isEmpty && isAlreadyApplied(move, state)) { return .none }
    return sendMove(move, &state)
  }

  /// Moves rows and tells of it, or asks for it.
  func sendMove(_ move: Move, _ state: inout State) -> Effects<Effect, Slot> {
    switch changePolicy {
    case .atOnce:
      applyMove(move, &state)
      return .fireAndForget(.move(move))
    case .asked:
      state.moves.append(move)
      state.moveFailure = nil
      return .run(.move(move), in: .order, .queue)
    }
  }

  private func validatedMove(_ move: Move, _ state: State) throws(ActionRejection) -> Move {
    if let refusal = moveRejection(in: state) { throw refusal }
    for id in move.ids {
      guard let row = state.rows[id] else { throw missingRowRejection(state) }
      try requireMovable(row, state)
    }
    guard let named = try resolvingNeighbors(move, state) else { throw .notLoaded }
    return named
  }

  /// A row that is stored nowhere has no place but the one where it stood.
  private func requireMovable(_ row: Row, _ state: State) throws(ActionRejection) {
    if !options.canMove(row) { throw .notMovable }
    if isOrphaned(row.id, state) { throw .storedNowhere }
  }

  func removingDuplicates(_ ids: [Row.ID]) -> [Row.ID] {
    var known: Set<Row.ID> = []
    return ids.filter { known.insert($0).inserted }
  }

  /// Moves rows as far as they are there.
  func applyMove(_ move: Move, _ state: inout State) {
    let seats = removingDuplicates(move.ids).compactMap(state.rows.handle(of:))
    let target = nextRowID(after: move.place, nextLocalID: move.next, excluding: Set(move.ids), state)
      .flatMap(state.rows.handle(of:))
    if !seats.isEmpty {
      queryEngine.moveRows(
        seats, before: target, contextValues: state.beside, store: &state.rows, visibleRows: &state.derived.arrangement)
      state.derived.aggregates = []
    }
    if state.isRemote { invalidateWindow(&state) }
  }

  /// Ends a move, which whoever keeps the rows knows by its rows and their place.
  func finishMove(_ move: Move, failure: String?, _ state: inout State) {
    guard let place = state.moves.firstIndex(where: { $0.ids == move.ids && $0.place == move.place }) else { return }
    let known = state.moves.remove(at: place)
    // What went well later does not take back that something else failed.
    if let failure { state.moveFailure = failure } else { applyMove(known, &state) }
  }

  /// Turns a move by offsets among the rows in sight, counted before anything is taken out, into one by ids.
  func makeMove(fromOffsets offsets: [Int], toOffset target: Int, _ state: State) throws(ActionRejection) -> Move {
    let moved = try ids(atOffsets: offsets, state)
    let places = state.pageRange
    guard (0...places.count).contains(target) else { throw .outOfSight }
    let known = Set(moved)
    for place in places.lowerBound + target..<max(places.lowerBound + target, state.visibleCount) {
      let id = state.visibleRow(at: place).id
      if !known.contains(id) { return Move(moved, .before(id)) }
    }
    if state.includesLastRow { return Move(moved, .end) }
    guard let last = places.lazy.map({ state.visibleRow(at: $0).id }).last(where: { !known.contains($0) }) else {
      throw .notLoaded
    }
    return Move(moved, .after(last))
  }

  /// The rows at these offsets of those in sight, from the first to the last.
  func ids(atOffsets offsets: [Int], _ state: State) throws(ActionRejection) -> [Row.ID] {
    let places = state.pageRange
    var ids: [Row.ID] = []
    for offset in Set(offsets).sorted() {
      guard offset >= 0, offset < places.count else { throw .outOfSight }
      ids.append(state.visibleRow(at: places.lowerBound + offset).id)
    }
    return ids
  }

  func beginDrag(ofID id: Row.ID, _ state: inout State) throws(ActionRejection) {
    if let refusal = moveRejection(in: state) { throw refusal }
    guard let seat = state.rows.handle(of: id), state.derived.arrangement.isVisible(seat) else { throw .noSuchRow }
    let ids = isSelected(seat, state) ? selectedVisibleIDs(state) : [id]
    for row in ids.compactMap({ state.rows[$0] }) { try requireMovable(row, state) }
    state.drag = Drag(ids: ids)
  }

  private func selectedVisibleIDs(_ state: State) -> [Row.ID] {
    (0..<state.visibleCount).map { state.visibleHandle(at: $0) }.filter { isSelected($0, state) }
      .map { state.rows.row(at: $0).id }
  }

  func dropDraggedRows(_ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    guard let drag = state.drag.take() else { throw .nothingToDo }
    guard let target = drag.target else { return .none }
    return try requestMove(Move(drag.ids, target), &state)
  }
}
