internal import Conditions

extension TableFeature {
  /// Takes in what a person does to the selection.
  func applySelectionAction(_ action: RowSelection<Row.ID>.Action, _ state: inout State) throws(ActionRejection) {
    if options.selection == .none && !action.isCleared { throw .nothingSelectable }
    switch action {
    case .pressed(let id): try selectOnly(id, &state)
    case .toggled(let id): try toggleSelection(ofID: id, &state)
    case .extended(let id): try extendSelection(to: id, &state)
    case .allPressed:
      if options.selection == .one { throw .onlyOneSelected }
      replaceSelection(RowSelection(anchor: state.selection.anchor, toggledFilters: [state.query.filter]), &state)
    case .inverted:
      if options.selection == .one { throw .onlyOneSelected }
      state.selection.toggleFilter(state.query.filter)
      compileSelectionFilters(&state)
    case .cleared: replaceSelection(RowSelection(), &state)
    case .written(let ids): try setValidatedSelection(RowSelection(ids, anchor: state.selection.anchor), &state)
    case .restored(let selection): try setValidatedSelection(selection, &state)
    case .restoredOne(let id, let isWanted, let anchor):
      let seat = try requireSelectable(id, state.rows)
      if isSelected(seat, state) != isWanted { try toggleSelection(ofID: id, &state) }
      state.selection.anchor = anchor.flatMap { state.rows.handle(of: $0) == nil ? nil : $0 }
    }
  }

  func selectOnly(_ id: Row.ID, _ state: inout State) throws(ActionRejection) {
    let seat = try requireSelectable(id, state.rows)
    let isAlone = state.selection.ids.count == 1 && state.selection.matching.isEmpty && isSelected(seat, state)
    let isCleared = options.selection == .one && options.secondPress == .clears && isAlone
    replaceSelection(RowSelection(isCleared ? [] : [id], anchor: id), &state)
    setCursor(to: seat, &state)
  }

  func toggleSelection(ofID id: Row.ID, _ state: inout State) throws(ActionRejection) {
    let seat = try requireSelectable(id, state.rows)
    if options.selection == .one {
      replaceSelection(RowSelection(isSelected(seat, state) ? [] : [id], anchor: id), &state)
    } else {
      toggleSelection(ofHandle: seat, &state)
      state.selection.anchor = id
    }
    setCursor(to: seat, &state)
  }

  /// Selects a row that was not selected, or the other way round, and counts it.
  private func toggleSelection(ofHandle seat: RowHandle, _ state: inout State) {
    let isNamed = state.selection.toggle(state.rows.rows[Int(seat)].id)
    let change = (state.selection.matching.isEmpty ? isNamed : isSelected(seat, state)) ? 1 : -1
    if !state.derived.aggregates.isEmpty { updateSelectedAggregates(for: seat, by: change, &state) }
    state.derived.tally?.selected += change
    if state.derived.arrangement.isVisible(seat) { state.derived.tally?.selectedSeen += change }
  }

  func extendSelection(to id: Row.ID, _ state: inout State) throws(ActionRejection) {
    let seat = try requireSelectable(id, state.rows)
    guard options.selection == .several, let start = try anchorIndex(state), let end = visibleIndex(of: id, state)
    else {
      return try selectOnly(id, &state)
    }
    selectRange(from: start, to: end, &state)
    setCursor(to: seat, &state)
  }

  /// Where a range begins, if that is seen; over windows it may be a row that is not loaded.
  func anchorIndex(_ state: State) throws(ActionRejection) -> Int? {
    guard let anchor = state.selection.anchor else { return nil }
    if state.isRemote && state.rows.handle(of: anchor) == nil { throw .notLoaded }
    return visibleIndex(of: anchor, state)
  }

  /// Selects what can be selected between two places, and makes the first the anchor.
  ///
  /// Where a range with the same start is all that is selected, only that is looked at in which they differ.
  func selectRange(from start: Int, to end: Int, _ state: inout State) {
    let (first, last) = (min(start, end), max(start, end))
    if let known = state.derived.selectedRange, known.start == start {
      let (knownFirst, knownLast) = (min(start, known.end), max(start, known.end))
      for places in [
        min(first, knownFirst)..<max(first, knownFirst), min(last, knownLast) + 1..<max(last, knownLast) + 1,
      ] {
        for seat in state.visibleHandles(in: places) where canSelect(seat, state.rows) {
          toggleSelection(ofHandle: seat, &state)
        }
      }
    } else {
      let rows = state.visibleHandles(in: first..<last + 1).map(state.rows.row(at:)).filter(canSelect)
      let selectableSeen = state.derived.tally?.selectableSeen
      replaceSelection(RowSelection(Set(rows.map(\.id)), anchor: state.visibleRow(at: start).id), &state)
      // All of them are seen: none need be searched to be counted.
      if let selectableSeen {
        state.derived.tally = SelectionCounts(
          selected: rows.count, selectedSeen: rows.count, selectableSeen: selectableSeen)
      }
    }
    state.derived.selectedRange = (start, end)
  }

  /// Takes in what somebody else says is selected; rows that are not there are dropped, as far as that is known.
  private func setValidatedSelection(_ selection: RowSelection<Row.ID>, _ state: inout State) throws(ActionRejection) {
    var selection = selection
    selection.removeAll { id in state.rows[id].map { !canSelect($0) } ?? !state.isRemote }
    if options.selection == .one && (selection.ids.count > 1 || !selection.matching.isEmpty) { throw .onlyOneSelected }
    replaceSelection(selection, &state)
  }

  private func requireSelectable(_ id: Row.ID, _ rows: RowStore<Row>) throws(ActionRejection) -> RowHandle {
    guard let seat = rows.handle(of: id) else { throw .noSuchRow }
    if !canSelect(seat, rows) { throw .notSelectable }
    return seat
  }

  func canSelect(_ row: Row) -> Bool { options.canSelect?(row) ?? true }

  /// Whether the row at a seat can be selected; where all can be, it need not be fetched.
  func canSelect(_ seat: RowHandle, _ rows: RowStore<Row>) -> Bool {
    options.canSelect.map { $0(rows.row(at: seat)) } ?? true
  }
}

extension TableFeature {
  func replaceSelection(_ selection: RowSelection<Row.ID>, _ state: inout State) {
    state.selection = selection
    compileSelectionFilters(&state)
  }

  /// Gets the filters of the selection ready, and has what is selected counted.
  func compileSelectionFilters(_ state: inout State) {
    state.derived.selectionMatchers.removeAll(keepingCapacity: true)
    for filter in state.selection.matching {
      state.derived.selectionMatchers.append(
        CompiledFilter.compile(filter, columns: columns, contextValues: state.beside))
    }
    state.derived.tally = nil
    invalidateAggregates(of: .selected, &state)
  }

  /// The rows that are selected, in the order of their own; of rows that are elsewhere, those that are loaded.
  public func selectedRows(in state: State) -> [Row] {
    if options.selection == .none { return [] }
    let state = normalizedIfNeeded(state)
    if !state.selection.matching.isEmpty {
      return state.rows.sequence.filter { isSelected($0, state) }.map(state.rows.row(at:))
    }
    let seats = state.selection.ids.compactMap(state.rows.handle(of:)).filter { isSelected($0, state) }
    return seats.sorted { state.rows.ranks[$0] < state.rows.ranks[$1] }.map(state.rows.row(at:))
  }

  /// Whether the row at this seat is selected.
  func isSelected(_ seat: RowHandle, _ state: State) -> Bool {
    state.selection.isEmpty ? false : isSelected(state.rows.row(at: seat), state)
  }

  func isSelected(_ row: Row, _ state: State) -> Bool {
    if options.selection == .none { return false }
    var isSelected = state.selection.ids.contains(row.id)
    for (matcher, filter) in zip(state.derived.selectionMatchers, state.selection.matching)
    where matches(row, matcher, filter, state) {
      isSelected.toggle()
    }
    return isSelected && canSelect(row)
  }

  /// Of rows that are elsewhere, those that came for a filter pass it, whoever says how.
  private func matches(_ row: Row, _ matcher: CompiledFilter, _ filter: RowFilter, _ state: State) -> Bool {
    if let loaded = state.remote?.loaded, loaded.query.filter == filter { return options.isShown?(row) ?? true }
    do throws(ConditionError) {
      return try queryEngine.evaluateFilter(row, matcher, state.beside)
    } catch {
      // What cannot be said of a row does not hold, as where rows are filtered.
      return false
    }
  }

  /// Makes these rows selected and no others, by naming the exceptions.
  func setSelectedHandles(_ seats: [RowHandle], _ state: inout State) {
    if state.selection.matching.isEmpty { return }
    let kept = Set(seats)
    for seat in state.rows.sequence where isSelected(seat, state) != kept.contains(seat) {
      state.selection.toggle(state.rows.row(at: seat).id)
    }
    state.derived.tally = nil
    invalidateAggregates(of: .selected, &state)
  }
}

extension RowSelection.Action {
  fileprivate var isCleared: Bool { if case .cleared = self { true } else { false } }
}
