internal import Loop
internal import Values

extension Table {
  /// Where the keys act.
  package struct Cursor: Hashable, Sendable {
    /// The row.
    package var row: Row.ID
    /// The column, where the keys go through cells.
    package var column: String?
  }
}

extension Table.Cursor: Codable where Row.ID: Codable {}

extension Table {
  /// Takes a key in; one that means nothing here does nothing.
  ///
  /// While a cell is edited all keys belong to it, but those that end the edit or go on to the next cell.
  func press(_ key: TableKey, _ state: inout State) throws(Refusal) -> Effects<Effect, Slot> {
    if state.editing != nil && !key.code.isMeantWhileEditing { throw .cellIsEdited }
    switch key.code {
    case .up: try go(to: (cursorPlace(state) ?? state.placesOnPage.upperBound) - 1, key, &state)
    case .down: try go(to: (cursorPlace(state) ?? state.placesOnPage.lowerBound - 1) + 1, key, &state)
    case .pageUp: try goPage(-1, key, &state)
    case .pageDown: try goPage(1, key, &state)
    case .home:
      if goesThroughRows(key) { try go(to: state.placesOnPage.lowerBound, key, &state) }
      if options.navigation == .cells { goSideways(to: 0, &state) }
    case .end:
      if goesThroughRows(key) { try go(to: state.placesOnPage.upperBound - 1, key, &state) }
      if options.navigation == .cells { goSideways(to: .max, &state) }
    case .left: goSideways(by: -1, &state)
    case .right: goSideways(by: 1, &state)
    case .space: if let id = state.cursor?.row { try selectAtCursor(id, key, &state) }
    case .letters("a") where key.isControlled: try select(.allPressed, &state)
    case .letters(let text): if !key.isControlled { goToText(text, &state) }
    case .escape: if state.editing != nil { cancel(&state) } else { state.drag = nil }
    case .delete: return try deleteSelected(&state)
    case .enter, .f2: return try pressEnter(&state)
    case .tab: return try pressTab(isBackwards: key.isShifted, &state)
    }
    return .none
  }

  private func goesThroughRows(_ key: TableKey) -> Bool { options.navigation == .rows || key.isControlled }

  private func selectAtCursor(_ id: Row.ID, _ key: TableKey, _ state: inout State) throws(Refusal) {
    switch options.selection {
    case .several where !key.isShifted: try toggle(id, &state)
    case .none, .one, .several: try select(.pressed(id), &state)
    }
  }

  /// Where the cursor stands; when a page was turned just now, that is still on the one before.
  func cursorPlace(_ state: State) -> Int? {
    state.cursor.flatMap { place(of: $0.row, state) }
  }

  /// Goes to a place on the page, or the nearest there is; with the key for ranges held what lies between is selected.
  private func go(to place: Int, _ key: TableKey, _ state: inout State) throws(Refusal) {
    let places = state.placesOnPage
    if places.isEmpty { return }
    let target = min(max(place, places.lowerBound), places.upperBound - 1)
    if key.isShifted && options.selection == .several {
      let start = try anchorPlace(state) ?? cursorPlace(state) ?? target
      selectRange(from: start, to: target, &state)
    }
    putCursor(on: state.seat(at: target), &state)
  }

  /// Goes a page on or back, or as many rows as are in sight where all are on one page.
  private func goPage(_ step: Int, _ key: TableKey, _ state: inout State) throws(Refusal) {
    let places = state.placesOnPage
    guard state.page.size != nil else {
      let from = cursorPlace(state) ?? (step > 0 ? places.lowerBound : places.upperBound - 1)
      return try go(to: from + step * (state.height ?? 10), key, &state)
    }
    let number = TablePage.bounded(state.page.number + step)
    if let count = state.passingEverywhere, number >= state.page.pageCount(of: count) {
      return try go(to: places.upperBound - 1, key, &state)
    }
    if number == state.page.number { return try go(to: places.lowerBound, key, &state) }
    let offset = (cursorPlace(state) ?? places.lowerBound) - places.lowerBound
    state.page.number = number
    if state.isRemote {
      state.remote?.cursorPlace = offset
    } else {
      try go(to: state.placesOnPage.lowerBound + offset, key, &state)
    }
  }

  func putCursor(on seat: Seat, _ state: inout State) {
    let column = state.cursor?.column ?? (options.navigation == .cells ? state.layout.visible.first : nil)
    state.cursor = Cursor(row: state.rows.rows[Int(seat)].id, column: column)
  }

  private func goSideways(by step: Int, _ state: inout State) {
    guard options.navigation == .cells, let cursor = state.cursor else { return }
    let place = cursor.column.flatMap(state.layout.visible.firstIndex)
    goSideways(to: place.map { $0 + step } ?? 0, &state)
  }

  private func goSideways(to place: Int, _ state: inout State) {
    let visible = state.layout.visible
    if visible.isEmpty { return }
    state.cursor?.column = visible[min(max(place, 0), visible.count - 1)]
  }
}
