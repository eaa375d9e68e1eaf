import Loop

extension EditableTable {
  /// A move of rows to another position in the stored order.
  public struct Move: Hashable, Sendable {
    /// The rows, in the order they have after the move.
    public var ids: [Row.ID]
    /// The new position.
    public var position: RowPosition<Row.ID>

    /// Creates a move.
    public init(_ ids: [Row.ID], _ position: RowPosition<Row.ID>) {
      self.ids = ids
      self.position = position
    }

    /// Creates a move before another row, or to the end.
    public init(_ ids: [Row.ID], before id: Row.ID?) { self.init(ids, RowPosition(before: id)) }
  }
}

extension EditableTable.Move: Codable where Row.ID: Codable {}

/// A position in the stored order.
public enum RowPosition<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Before a row.
  case before(ID)
  /// After a row.
  case after(ID)
  /// After all rows.
  case end

  /// Creates a position before a row, or the end.
  init(before id: ID?) { self = id.map { .before($0) } ?? .end }

  /// The row that the position refers to.
  var neighborID: ID? {
    switch self {
    case .before(let id), .after(let id): id
    case .end: nil
    }
  }
}

extension RowPosition: Codable where ID: Codable {}

extension EditableTable {
  /// Rows that the user drags.
  package struct Drag: Hashable, Sendable {
    /// The rows, in visible order.
    package var ids: [Row.ID]
    /// The position at which the rows would be dropped.
    package var target: RowPosition<Row.ID>?
  }
}

extension EditableTable.Drag: Codable where Row.ID: Codable {}

extension EditableTable {
  /// The reason why no row can be moved, or `nil` if rows can be moved.
  package func moveRejection(in state: State) -> ActionRejection? {
    if !options.supportsMoves { return .movesDisabled }
    return state.view.query.sort.isEmpty && state.view.groupingColumn == nil ? nil : .sortedRowsNotMovable
  }

  /// Returns the move that an action requests, or `nil` if it changes nothing.
  ///
  /// Throws if the action is rejected.
  func moveToRequest(by action: Action, _ state: State) throws(ActionRejection) -> Move? {
    switch action {
    case .rowsMoved(let move): try requestableMove(move, state)
    case .rowsMovedFrom(let offsets, let target):
      try requestableMove(try makeMove(fromOffsets: offsets, toOffset: target, state), state)
    case .dropped:
      if let drag = state.drag, let target = drag.target {
        try requestableMove(Move(drag.ids, target), state)
      } else {
        nil
      }
    default: nil
    }
  }

  func requestMove(by action: Action, _ state: inout State) throws(ActionRejection) -> TableEffects {
    guard let move = try moveToRequest(by: action, state) else { return .none }
    return sendMoves([move], &state)
  }

  private func requestableMove(_ move: Move, _ state: State) throws(ActionRejection) -> Move? {
    if let rejection = moveRejection(in: state) { throw rejection }
    for id in move.ids {
      guard let row = state.view.rows[id] else { throw missingRowRejection(state) }
      try requireMovable(row, state)
    }
    let move = try referringToNextRow(move, state)
    // A move that repeats the last request, or changes nothing, is not requested.
    if state.pendingMoves.last == [move] || (state.pendingMoves.isEmpty && isAlreadyApplied(move, state)) { return nil }
    return move
  }

  /// Returns the same move, to a position that refers to the next row that does not move itself.
  ///
  /// So it means the same whenever it reaches the server, and however many of the rows have already moved. If the next
  /// remote row is not loaded, it refers to the previous row.
  private func referringToNextRow(_ move: Move, _ state: State) throws(ActionRejection) -> Move {
    let ids = removingDuplicates(move.ids)
    if move.position == .end { return Move(ids, .end) }
    guard let index = insertionIndex(for: move.position, state) else { throw missingRowRejection(state) }
    let moved = Set(ids)
    // When the server handles the move, a row that is being deleted may be gone or still be there.
    let position = position(at: index, state) { !moved.contains($0) && state.deletions[$0] != .deleting }
    guard let position else { throw .notLoaded }
    return Move(ids, position)
  }

  /// Returns whether the rows of a move are already at its position, as far as that is known.
  func isAlreadyApplied(_ move: Move, _ state: State) -> Bool {
    if !view.areLoadedRowsInStoredOrder(state.view) { return false }
    guard let id = move.ids.first else { return true }
    guard let start = state.view.rows.index(ofID: id), let target = insertionIndex(for: move.position, state),
      case let end = start + move.ids.count, end <= state.view.rows.count, (start...end).contains(target)
    else { return false }
    return zip(move.ids, state.view.rows.orderedHandles[start..<end]).allSatisfy {
      state.view.rows.row(at: $1).id == $0
    }
  }

  /// Makes moves and notifies the server, or requests the moves, depending on the change policy.
  ///
  /// In place of an orphaned row, the server receives a position at a stored row that is not moved itself.
  func sendMoves(_ moves: [Move], _ state: inout State) -> TableEffects {
    let moved = Set(moves.lazy.flatMap { $0.ids })
    let stored = moves.map { Move($0.ids, storedPosition($0.position, excluding: moved, state)) }
    switch changePolicy {
    case .immediate:
      applyMoves(moves, &state)
      return .fireAndForget(.move(stored), runsAgainAfterRestart: true)
    case .afterConfirmation:
      state.pendingMoves.append(moves)
      state.moveFailure = nil
      return write(.move(stored), in: .rowOrder) { .moveFailed(stored, $0) }
    }
  }

  /// Throws if a row cannot be moved.
  ///
  /// An orphaned row cannot: it has no position on the server.
  private func requireMovable(_ row: Row, _ state: State) throws(ActionRejection) {
    if !options.canMove(row) { throw .notMovable }
    if isOrphaned(row.id, state) { throw .orphanedRow }
  }

  func removingDuplicates(_ ids: [Row.ID]) -> [Row.ID] {
    var known: Set<Row.ID> = []
    return ids.filter { known.insert($0).inserted }
  }

  /// Moves the rows that are loaded.
  func applyMoves(_ moves: [Move], _ state: inout State) {
    if moves.contains(where: { $0.ids.contains { state.view.rows.handle(of: $0) != nil } }) {
      // If the rows are sorted, this changes the order of rows that compare equal.
      state.view.rows.apply(moves.lazy.map { ($0.ids, $0.position) })
      view.sortRows(&state.view)
      state.view.derived.aggregates = []
    }
    view.invalidateWindow(&state.view)
  }

  /// Finishes the oldest pending moves of these rows.
  func finishMoves(_ moves: [Move], failure: String?, _ state: inout State) {
    guard let index = state.pendingMoves.firstIndex(where: { $0.map(\.ids) == moves.map(\.ids) }) else { return }
    let requested = state.pendingMoves.remove(at: index)
    // A later success does not clear the failure of earlier moves.
    if let failure { return state.moveFailure = failure }
    // The response says where the rows are stored now, but the server does not know an orphaned row.
    let known = zip(requested, moves).map { refersToOrphan($0.position, state) ? $0 : $1 }
    applyMoves(known, &state)
  }

  /// Converts a move by offsets on the page into a move by ids.
  ///
  /// The target is counted before the rows are removed.
  func makeMove(fromOffsets offsets: [Int], toOffset target: Int, _ state: State) throws(ActionRejection) -> Move {
    let moved = try ids(atOffsets: offsets, state)
    let places = state.view.pageRange
    guard (0...places.count).contains(target) else { throw .offsetOutOfRange }
    let known = Set(moved)
    for index in places.lowerBound + target..<max(places.lowerBound + target, state.view.visibleCount) {
      let id = state.view.visibleRow(at: index).id
      if !known.contains(id) { return Move(moved, .before(id)) }
    }
    if state.view.includesLastRow { return Move(moved, .end) }
    guard let last = places.lazy.map({ state.view.visibleRow(at: $0).id }).last(where: { !known.contains($0) }) else {
      throw .notLoaded
    }
    return Move(moved, .after(last))
  }

  /// Returns the ids of the rows at these offsets on the page, in ascending order.
  func ids(atOffsets offsets: [Int], _ state: State) throws(ActionRejection) -> [Row.ID] {
    let places = state.view.pageRange
    var ids: [Row.ID] = []
    for offset in Set(offsets).sorted() {
      guard offset >= 0, offset < places.count else { throw .offsetOutOfRange }
      ids.append(state.view.visibleRow(at: places.lowerBound + offset).id)
    }
    return ids
  }

  func beginDrag(ofID id: Row.ID, _ state: inout State) throws(ActionRejection) {
    if let rejection = moveRejection(in: state) { throw rejection }
    guard let handle = state.view.rows.handle(of: id), state.view.derived.visibleRows.isVisible(handle) else {
      throw .noSuchRow
    }
    let dragged =
      view.isSelected(handle, state.view)
      ? state.view.visibleHandles(in: 0..<state.view.visibleCount).filter { view.isSelected($0, state.view) } : [handle]
    let rows = dragged.map(state.view.rows.row(at:))
    for row in rows { try requireMovable(row, state) }
    state.drag = Drag(ids: rows.map { $0.id })
  }

  /// Ends the drag, and moves the rows if they can be moved to the target.
  func dropDraggedRows(
    _ state: inout State, _ rejection: inout ActionRejection?
  ) throws(ActionRejection) -> TableEffects {
    if state.drag == nil { throw .nothingToDo }
    defer { state.drag = nil }
    do throws(ActionRejection) {
      return try requestMove(by: .dropped, &state)
    } catch {
      // The pointer was released, so the drag ends, even if the rows cannot be moved there.
      rejection = error
      return .none
    }
  }
}
