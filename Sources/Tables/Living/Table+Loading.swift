internal import Loop

extension Table {
  /// Asks for the window that is wanted, if it is neither here nor on its way, and was not asked for in vain.
  func window(_ state: inout State) -> Effects<Effect, Slot> {
    guard let remote = state.remote, let size = state.page.size else { return .none }
    let offset = state.page.number.multipliedReportingOverflow(by: size).partialValue
    let wanted = WindowRequest(state.query, offset: max(0, offset), limit: size)
    if remote.loaded == wanted && !remote.isOutdated {
      // What is here is what is wanted: nobody waits for another window.
      state.remote?.awaited = nil
      return .none
    }
    if remote.awaited == wanted || remote.failure?.request == wanted { return .none }
    state.remote?.awaited = wanted
    state.remote?.failure = nil
    if remote.loaded?.query.filter != wanted.query.filter { state.remote?.count = nil }
    return .ask(.load(wanted), in: .window, .latest)
  }

  /// The rows that are here may not be what is stored any more, and shall be read again.
  ///
  /// What they were the answer to is remembered: where everything was selected that passes a filter, they are selected still.
  func forgetWindow(_ state: inout State) {
    state.remote?.isOutdated = true
    state.remote?.awaited = nil
    state.remote?.failure = nil
  }

  func reload(_ state: inout State) { if state.remote != nil { forgetWindow(&state) } }

  func load(_ given: [Row], _ told: Int?, _ state: inout State) {
    let count = told.map { max(0, $0) }
    guard let request = state.remote?.awaited else { return }
    var store = RowStore(given)
    for row in store.sequence.map(store.row(at:)) {
      guard let draft = state.drafts[row.id] else { continue }
      state.drafts[row.id] = meet(row, draft)
      if state.drafts[row.id] != nil, let seat = store.seat(of: row.id) { store.replace(draft.edited, at: seat) }
    }
    state.rows = store
    // A window that is not full is the last; an empty one behind the first says only that it is not there.
    let isLast = given.count < request.limit && (!given.isEmpty || request.offset == 0)
    let known = state.remote?.count
    state.remote?.count = count ?? (isLast ? request.offset + given.count : given.isEmpty ? request.offset : known)
    state.remote?.loaded = request
    state.remote?.isOutdated = false
    state.remote?.awaited = nil
    state.remote?.failure = nil
    arrange(&state)
  }

  func failToLoad(_ reason: String, _ state: inout State) {
    guard let request = state.remote?.awaited else { return }
    state.remote?.awaited = nil
    state.remote?.failure = WindowFailure(request: request, reason: reason)
  }
}
