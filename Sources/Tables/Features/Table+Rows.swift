extension Table {
  /// Takes in all rows as they are now; where they are kept elsewhere, the window is read again.
  ///
  /// What is selected stays so as far as it is still there, and nothing else is. A row that was edited stays as it was
  /// edited, and tells if something else is stored now.
  func replace(_ given: [Row], _ state: inout State) {
    if state.isRemote { return forgetWindow(&state) }
    let selected = state.selection.matching.isEmpty ? [] : selectedRows(in: state).map(\.id)
    var store = RowStore(given)
    if let id = state.editing?.row, store.seat(of: id) == nil { keepTyped(&state) }
    for (id, draft) in state.drafts.sorted(by: {
      state.rows.position(of: $0.key) ?? .max < state.rows.position(of: $1.key) ?? .max
    }) {
      state.drafts[id] = meet(store[id], draft, state)
      if let kept = state.drafts[id] {
        if let seat = store.seat(of: id) {
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
      case .notDeleted: store.seat(of: id) != nil
      // The state holds the only copy of a row that could not be brought back.
      case .notRestored: store.seat(of: id) == nil
      }
    }
    state.page.number = 0
    arrange(&state)
    forgetMissing(&state)
    keepSelected(selected.compactMap(store.seat(of:)), &state)
  }

  /// Forgets what is said of rows that are not there.
  private func forgetMissing(_ state: inout State) {
    let rows = state.rows
    state.selection.forget { rows.seat(of: $0) == nil }
    forgetCarried(&state) { rows.seat(of: $0) == nil }
  }

  /// An edited row, after it was heard what is stored: nothing is left of it where a person sees no difference.
  ///
  /// One that is being saved waits for the answer all the same, which would else be taken for that of the next save.
  func meet(_ stored: Row?, _ draft: Draft, _ state: State) -> Draft? {
    var draft = draft
    if let stored, agrees(stored, draft.edited, state) {
      if !draft.stage.isAwaited { return nil }
      draft.stored = stored
      draft.stage = .saving
      return draft
    }
    if stored != draft.stored {
      draft.stored = stored
      draft.stage = draft.stage.isAwaited ? .overtaken : .conflict
    }
    return draft
  }

  /// Whether two versions of a row agree in all that a person can edit; what is kept beside it, as how often it was stored,
  /// does not count.
  func agrees(_ row: Row, _ other: Row, _ state: State) -> Bool {
    row == other
      || columns.allSatisfy { !$0.isEditable || $0.read(row, state.beside) == $0.read(other, state.beside) }
  }

  /// Takes in one row as somebody else stored it.
  func receive(_ row: Row, before other: Row.ID?, _ state: inout State) {
    if state.errands[row.id]?.isAwaited == false { state.errands[row.id] = nil }
    if let draft = state.drafts[row.id] {
      state.drafts[row.id] = meet(row, draft, state)
      if state.drafts[row.id] != nil { return }
    }
    guard state.isRemote else { return put(row, before: other, &state) }
    // Of rows that are elsewhere nobody here says where it belongs now, and whether it passes.
    if let known = state.rows[row.id], known != row { put(row, &state) }
    if state.rows[row.id] == nil || request(state).query != TableQuery() { forgetWindow(&state) }
  }

  /// Puts a row where it belongs.
  ///
  /// Whether it is selected does not change, even if it was selected for passing a filter; what is new is not selected.
  func put(_ row: Row, before other: Row.ID? = nil, _ state: inout State) {
    let known = state.rows.seat(of: row.id)
    let wasSelected = known.map { isSelected($0, state) } ?? false
    if let known { count(known, -1, &state) }
    let seat = arranger.put(row, at: known, before: other, state.beside, &state.rows, &state.derived.arrangement)
    if !state.selection.isEmpty, isSelected(seat, state) != wasSelected, canSelect(row) { state.selection.flip(row.id) }
    count(seat, 1, &state)
  }

  /// Takes in that a row is gone; one that was edited stays until it is known what shall become of it.
  func lose(_ id: Row.ID, _ state: inout State) {
    if state.editing?.row == id { keepTyped(&state) }
    if let draft = state.drafts[id] {
      state.drafts[id] = meet(nil, draft, state)
      return
    }
    drop([id], &state)
  }

  /// Lets rows go, and all that is said of them; the cursor goes on to the row behind.
  func drop(_ ids: [Row.ID], _ state: inout State) {
    let seats = ids.compactMap(state.rows.seat(of:))
    let gone = Set(ids)
    let next = rowBehindCursor(without: gone, state)
    if seats.count == 1 {
      count(seats[0], -1, &state)
    } else {
      state.derived.tally = nil
      state.derived.aggregates = []
    }
    for id in ids {
      state.selection.forget(id)
      state.drafts[id] = nil
      state.errands[id] = nil
    }
    forgetCarried(&state) { gone.contains($0) }
    if let id = state.editing?.row, gone.contains(id) { state.editing = nil }
    // Rows that are not loaded were counted, and others have moved up.
    if state.isRemote { forgetWindow(&state) }
    if seats.isEmpty { return }
    arranger.remove(seats, &state.rows, &state.derived.arrangement)
    if let next { state.cursor?.row = next }
  }

  /// Where the cursor goes if its row goes with others: to the next that stays, or back where none follows.
  private func rowBehindCursor(without gone: Set<Row.ID>, _ state: State) -> Row.ID? {
    guard let id = state.cursor?.row, gone.contains(id), let place = place(of: id, state) else { return nil }
    for place in place..<state.passingCount where !gone.contains(state.row(at: place).id) {
      return state.row(at: place).id
    }
    for place in (0..<place).reversed() where !gone.contains(state.row(at: place).id) { return state.row(at: place).id }
    return nil
  }

  /// Lets go of what is carried and gone; what is carried over a row that is gone is over none.
  private func forgetCarried(_ state: inout State, where isGone: (Row.ID) -> Bool) {
    guard var drag = state.drag else { return }
    drag.ids.removeAll(where: isGone)
    switch drag.target {
    case .before(let id)?, .after(let id)?: if isGone(id) { drag.target = nil }
    case .end?, nil: break
    }
    state.drag = drag.ids.isEmpty ? nil : drag
  }
}
