extension TableFeature {
  /// Takes in all rows as they are now; where they are kept elsewhere, the window is read again.
  ///
  /// What is selected stays so as far as it is still there, and nothing else is. A row that was edited stays as it was
  /// edited, and tells if something else is stored now.
  func replaceAllRows(_ given: [Row], _ state: inout State) {
    if state.isRemote { return invalidateWindow(&state) }
    let selected = state.selection.matching.isEmpty ? [] : selectedRows(in: state).map(\.id)
    var store = RowStore(given)
    if let id = state.editing?.row, store.handle(of: id) == nil { keepDeletedRowBeingEdited(&state) }
    for (id, draft) in state.drafts.sorted(by: {
      state.rows.index(ofID: $0.key) ?? .max < state.rows.index(ofID: $1.key) ?? .max
    }) {
      state.drafts[id] = rebaseDraft(onto: store[id], draft, state)
      if let kept = state.drafts[id] {
        if let seat = store.handle(of: id) {
          store.replace(kept.edited, at: seat)
        } else {
          _ = store.insert(kept.edited, before: nil)
        }
      }
    }
    state.rows = store
    state.errands = state.errands.filter { id, errand in
      switch errand {
      case .deleting, .restoring: true
      case .notDeleted: store.handle(of: id) != nil
      // The state holds the only copy of a row that could not be brought back.
      case .notRestored: store.handle(of: id) == nil
      }
    }
    state.page.number = 0
    rebuildVisibleRows(&state)
    forgetMissingRows(&state)
    setSelectedHandles(selected.compactMap(store.handle(of:)), &state)
  }

  /// Forgets what is said of rows that are not there.
  private func forgetMissingRows(_ state: inout State) {
    let rows = state.rows
    state.selection.removeAll { rows.handle(of: $0) == nil }
    removeDraggedRows(&state) { rows.handle(of: $0) == nil }
  }

  /// An edited row, after it was heard what is stored: nothing is left of it where a person sees no difference.
  ///
  /// One that is being saved waits for the answer all the same, which would else be taken for that of the next save.
  func rebaseDraft(onto stored: Row?, _ draft: Draft, _ state: State) -> Draft? {
    var draft = draft
    if let stored, haveEqualEditableCells(stored, draft.edited, state) {
      if !draft.stage.isPending { return nil }
      draft.stored = stored
      draft.stage = .saving
      return draft
    }
    if stored != draft.stored {
      draft.stored = stored
      draft.stage = draft.stage.isPending ? .overtaken : .conflict
    }
    return draft
  }

  /// Whether two versions of a row agree in all that a person can edit; what is kept beside it, as how often it was stored,
  /// does not count.
  func haveEqualEditableCells(_ row: Row, _ other: Row, _ state: State) -> Bool {
    row == other
      || columns.allSatisfy { !$0.isEditable || $0.read(row, state.beside) == $0.read(other, state.beside) }
  }

  /// Takes in one row as somebody else stored it.
  func applyRemoteUpsert(_ row: Row, before other: Row.ID?, _ state: inout State) {
    if state.errands[row.id]?.isPending == false { state.errands[row.id] = nil }
    if let draft = state.drafts[row.id] {
      state.drafts[row.id] = rebaseDraft(onto: row, draft, state)
      if state.drafts[row.id] != nil { return }
    }
    guard state.isRemote else { return upsertRow(row, before: other, &state) }
    // Of rows that are elsewhere nobody here says where it belongs now, and whether it passes.
    if let known = state.rows[row.id], known != row { upsertRow(row, &state) }
    if state.rows[row.id] == nil || windowRequest(for: state).query != TableQuery() { invalidateWindow(&state) }
  }

  /// Puts a row where it belongs.
  ///
  /// Whether it is selected does not change, even if it was selected for passing a filter; what is new is not selected.
  func upsertRow(_ row: Row, before other: Row.ID? = nil, _ state: inout State) {
    let known = state.rows.handle(of: row.id)
    let wasSelected = known.map { isSelected($0, state) } ?? false
    if let known { updateCounts(for: known, by: -1, &state) }
    let seat = queryEngine.upsertRow(
      row, at: known, before: other, contextValues: state.beside, store: &state.rows,
      visibleRows: &state.derived.arrangement)
    if !state.selection.isEmpty, isSelected(seat, state) != wasSelected, canSelect(row) {
      state.selection.toggle(row.id)
    }
    updateCounts(for: seat, by: 1, &state)
  }

  /// Takes in that a row is gone; one that was edited stays until it is known what shall become of it.
  func applyRemoteRemoval(ofID id: Row.ID, _ state: inout State) {
    if state.editing?.row == id { keepDeletedRowBeingEdited(&state) }
    if let draft = state.drafts[id] {
      state.drafts[id] = rebaseDraft(onto: nil, draft, state)
      return
    }
    removeRows([id], &state)
  }

  /// Lets rows go, and all that is said of them; the cursor goes on to the row behind.
  func removeRows(_ ids: [Row.ID], _ state: inout State) {
    let seats = ids.compactMap(state.rows.handle(of:))
    let gone = Set(ids)
    let next = cursorRowAfterRemoval(of: gone, state)
    if seats.count == 1 {
      updateCounts(for: seats[0], by: -1, &state)
    } else {
      state.derived.tally = nil
      state.derived.aggregates = []
    }
    for id in ids {
      state.selection.remove(id)
      state.drafts[id] = nil
      state.errands[id] = nil
    }
    removeDraggedRows(&state) { gone.contains($0) }
    if let id = state.editing?.row, gone.contains(id) { state.editing = nil }
    // Rows that are not loaded were counted, and others have moved up.
    if state.isRemote { invalidateWindow(&state) }
    if seats.isEmpty { return }
    queryEngine.removeRows(seats, store: &state.rows, visibleRows: &state.derived.arrangement)
    if let next { state.cursor?.row = next }
  }

  /// Where the cursor goes if its row goes with others: to the next that stays, or back where none follows.
  private func cursorRowAfterRemoval(of gone: Set<Row.ID>, _ state: State) -> Row.ID? {
    guard let id = state.cursor?.row, gone.contains(id), let place = visibleIndex(of: id, state) else { return nil }
    for place in place..<state.visibleCount where !gone.contains(state.visibleRow(at: place).id) {
      return state.visibleRow(at: place).id
    }
    for place in (0..<place).reversed() where !gone.contains(state.visibleRow(at: place).id) {
      return state.visibleRow(at: place).id
    }
    return nil
  }

  /// Lets go of what is carried and gone; what is carried over a row that is gone is over none.
  private func removeDraggedRows(_ state: inout State, where isGone: (Row.ID) -> Bool) {
    guard var drag = state.drag else { return }
    drag.ids.removeAll(where: isGone)
    switch drag.target {
    case .before(let id)?, .after(let id)?: if isGone(id) { drag.target = nil }
    case .end?, nil: break
    }
    state.drag = drag.ids.isEmpty ? nil : drag
  }
}
