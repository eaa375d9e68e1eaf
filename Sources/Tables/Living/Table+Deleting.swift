internal import Loop

extension Table {
  /// Why rows cannot be deleted at all, or nil.
  public var refusesDeletions: Refusal? { options.handlesDeletions ? nil : .deletionsNotHandled }

  func deleteSelected(_ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if !isSelectionLoaded(state) { throw .notLoaded }
    let ids = selectedRows(in: state).map(\.id)
    return try delete(ids.isEmpty ? [state.cursor?.row].compactMap(\.self) : ids, &state)
  }

  func delete(_ named: [Row.ID], _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if let refusal = refusesDeletions { throw refusal }
    var rows: [Row] = []
    for id in named {
      guard let row = state.rows[id] else { throw .noSuchRow }
      rows.append(row)
    }
    return try delete(rows, &state)
  }

  /// A row that is named twice is deleted once.
  func delete(_ rows: [Row], _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if let refusal = refusesDeletions { throw refusal }
    if rows.isEmpty { throw .nothingToDo }
    for row in rows {
      if !options.canDelete(row) { throw .notDeletable }
      if isBusy(row.id, state) { throw .busy }
    }
    let ids = unique(rows.map(\.id))
    switch options.changes {
    case .atOnce: drop(ids, &state)
    case .asked: for id in ids { state.errands[id] = .deleting }
    }
    return Effects(
      ids.map { id in
        switch options.changes {
        case .atOnce: .tell(.delete(id))
        case .asked: .ask(.delete(id), in: .row(id), .queue, after: nil)
        }
      })
  }

  /// Whether something is under way with a row, so that it takes no changes.
  func isBusy(_ id: Row.ID, _ state: State) -> Bool {
    state.errands[id]?.isAwaited == true || state.drafts[id]?.stage == .saving
  }

  func endDeletion(of id: Row.ID, _ state: inout State) {
    let isRestoring = state.errands[id] == .restoring
    drop([id], &state)
    if isRestoring { state.errands[id] = .restoring }
  }

  /// Brings rows back, from the last to the first, each to where it stood.
  func restore(_ placed: [PlacedRow], _ state: inout State) -> Effects<Effect, Slot> {
    var effects = Effects<Effect, Slot>.none
    for placed in placed.reversed() {
      let id = placed.row.id
      switch options.changes {
      case .atOnce:
        put(placed, &state)
        effects += .tell(.restore(placed))
      case .asked:
        state.errands[id] = .restoring
        effects += .ask(.restore(placed), in: .row(id), .queue)
      }
    }
    return effects
  }

  private func put(_ placed: PlacedRow, _ state: inout State) {
    put(placed.row, before: next(behind: placed.place, without: [], state), &state)
  }

  func endRestoring(_ placed: PlacedRow, _ state: inout State) {
    if state.errands[placed.row.id] == .restoring { state.errands[placed.row.id] = nil }
    if state.remote == nil { put(placed, &state) } else { forgetWindow(&state) }
  }
}
