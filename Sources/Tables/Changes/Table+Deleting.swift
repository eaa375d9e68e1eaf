internal import Loop

extension TableFeature {
  /// What is under way with a row.
  public enum PendingOperation: Hashable, Sendable {
    /// It is being deleted.
    case deleting
    /// It could not be deleted, and why.
    case notDeleted(String)
    /// It was deleted, and is being brought back.
    case restoring(PositionedRow)
    /// It was deleted and could not be brought back, and why.
    case notRestored(PositionedRow, String)

    /// Whether an answer is awaited.
    public var isPending: Bool {
      switch self {
      case .deleting, .restoring: true
      case .notDeleted, .notRestored: false
      }
    }
  }
}

extension TableFeature.PendingOperation: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  /// A row that was deleted, and where it stood.
  public struct PositionedRow: Hashable, Sendable {
    /// The row as it was stored.
    public var row: Row
    /// Where it stood; behind all, too, if it went with everything that was loaded and nobody knows.
    ///
    /// Of rows that are kept elsewhere and come sorted or filtered nobody here knows more than beside which it was seen: put
    /// there, it is seen where it was, unless rows that are sorted alike are on a page that is not loaded; but not for certain
    /// where it stood among those that are not seen, or in another order.
    public var place: RowPosition<Row.ID>
    /// The row right behind it, if that one is stored nowhere and so names no place for whoever keeps the rows.
    public var next: Row.ID?
    /// The row as it was edited, if that was not saved.
    public var edited: Row?
    /// Whether it was selected.
    public var isSelected: Bool

    /// Makes one of its parts.
    public init(
      _ row: Row, _ place: RowPosition<Row.ID>, nextLocalID next: Row.ID? = nil, editedRow edited: Row? = nil,
      isSelected: Bool = false
    ) {
      self.row = row
      self.place = place
      self.next = next
      self.edited = edited
      self.isSelected = isSelected
    }
  }
}

extension TableFeature.PositionedRow: Codable where Row: Codable, Row.ID: Codable {}

extension TableFeature {
  /// Why rows cannot be deleted at all, or nil.
  public var deletionRejection: ActionRejection? { options.handlesDeletions ? nil : .deletionsNotHandled }

  func deleteSelected(_ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if !isSelectionLoaded(state) { throw .notLoaded }
    let ids = selectedRows(in: state).map(\.id)
    return try deleteRows(ids.isEmpty ? [state.cursor?.row].compactMap(\.self) : ids, &state)
  }

  func deleteRows(_ named: [Row.ID], _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if let refusal = deletionRejection { throw refusal }
    var rows: [Row] = []
    for id in named {
      guard let row = state.rows[id] else { throw missingRowRejection(state) }
      rows.append(row)
    }
    return try deleteRows(rows, &state)
  }

  /// A row that is named twice is deleted once; one that is stored nowhere is given up, and nobody is told.
  func deleteRows(_ rows: [Row], _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if let refusal = deletionRejection { throw refusal }
    if rows.isEmpty { throw .nothingToDo }
    for row in rows {
      if !options.canDelete(row) { throw .notDeletable }
      if isBusy(row.id, state) { throw .busy }
    }
    let ids = removingDuplicates(rows.map(\.id))
    let stored = ids.filter { !isOrphaned($0, state) }
    switch changePolicy {
    case .atOnce:
      removeRows(ids, &state)
      return stored.isEmpty ? .none : .fireAndForget(.delete(stored))
    case .asked:
      if stored.count < ids.count { removeRows(ids.filter { isOrphaned($0, state) }, &state) }
      for id in stored { state.errands[id] = .deleting }
      return stored.isEmpty ? .none : .run(.delete(stored), in: .order, .queue)
    }
  }

  /// Whether something is under way with a row, so that it takes no changes.
  func isBusy(_ id: Row.ID, _ state: State) -> Bool {
    state.errands[id]?.isPending == true || state.drafts[id]?.stage.isPending == true
  }

  /// A row that shall be brought back since it was asked to be deleted is gone until that is answered too.
  func finishDeletion(of ids: [Row.ID], _ state: inout State) {
    let answered = removingDuplicates(ids).filter { state.errands[$0]?.isPending == true }
    let errands = answered.map { state.errands[$0] }
    removeRows(answered, &state)
    for (id, errand) in zip(answered, errands) where errand != .deleting { state.errands[id] = errand }
  }

  func applyDeleteFailure(_ ids: [Row.ID], _ reason: String, _ state: inout State) {
    for id in ids where state.errands[id] == .deleting { state.errands[id] = .notDeleted(reason) }
  }
}

extension TableFeature {
  /// Brings rows back, each to where it stood, from the first to the last.
  func restoreRows(_ placed: [PositionedRow], _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    if placed.isEmpty { throw .nothingToDo }
    let placed = resolvingNeighbors(placed, state)
    switch changePolicy {
    case .atOnce:
      for placed in placed { insertRestoredRow(placed, &state) }
      return .fireAndForget(.restore(placed))
    case .asked:
      for placed in placed { state.errands[placed.row.id] = .restoring(placed) }
      return .run(.restore(placed), in: .order, .queue)
    }
  }

  /// Brings back what could not be: a row that names the place of another before it, and in place of one that does not come
  /// back with it, where that one stood.
  func retryRestore(_ id: Row.ID?, _ state: inout State) throws(ActionRejection) -> Effects<Effect, Slot> {
    var lost: [Row.ID: PositionedRow] = [:]
    for case (let known, .notRestored(let placed, _)) in state.errands { lost[known] = placed }
    var waiting = lost.filter { id == nil || id == $0.key }
    var placed: [PositionedRow] = []
    func bring(_ id: Row.ID) {
      guard let next = waiting.removeValue(forKey: id) else { return }
      lost[id] = nil
      if let name = next.place.neighborID { bring(name) }
      placed.append(next)
    }
    for id in waiting.keys.sorted(by: { "\($0)" < "\($1)" }) { bring(id) }
    for number in placed.indices {
      while let other = placed[number].place.neighborID.flatMap({ lost.removeValue(forKey: $0) }) {
        placed[number].place = other.place
      }
    }
    return try restoreRows(placed, &state)
  }

  func finishRestoring(_ stored: [PositionedRow], _ state: inout State) {
    for placed in stored {
      guard case .restoring(let known) = state.errands[placed.row.id] else { continue }
      state.errands[placed.row.id] = nil
      var back = known
      back.row = placed.row
      insertRestoredRow(back, &state)
    }
    if state.isRemote { invalidateWindow(&state) }
  }

  func applyRestoreFailure(_ placed: [PositionedRow], _ reason: String, _ state: inout State) {
    for placed in placed {
      guard case .restoring(let known) = state.errands[placed.row.id] else { continue }
      state.errands[placed.row.id] = .notRestored(known, reason)
    }
  }

  /// Puts a row back as it was: edited where it was, and selected.
  func insertRestoredRow(_ placed: PositionedRow, _ state: inout State) {
    let id = placed.row.id
    if let edited = placed.edited, edited.id == id {
      state.drafts[id] = Draft(edited: edited, stored: placed.row, stage: .changed)
    }
    if !state.isRemote {
      let next = nextRowID(after: placed.place, nextLocalID: placed.next, state)
      upsertRow(state.drafts[id]?.edited ?? placed.row, before: next, &state)
    }
    if placed.isSelected { restoreSelection(of: placed.row, &state) }
  }

  func restoreSelection(of row: Row, _ state: inout State) {
    if !canSelect(row) { return }
    switch options.selection {
    case .none: break
    case .one: if state.selection.isEmpty { replaceSelection(RowSelection([row.id], anchor: row.id), &state) }
    case .several: selectIfNeeded(row.id, &state)
    }
  }

  private func selectIfNeeded(_ id: Row.ID, _ state: inout State) {
    guard let seat = state.rows.handle(of: id) else {
      // It is not loaded yet, and stands for itself beside what was selected for passing a filter.
      if state.selection.matching.isEmpty && !state.selection.ids.contains(id) { state.selection.toggle(id) }
      return
    }
    if isSelected(seat, state) { return }
    updateCounts(for: seat, by: -1, &state)
    state.selection.toggle(id)
    updateCounts(for: seat, by: 1, &state)
  }
}
