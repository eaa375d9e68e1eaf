internal import Conditions
internal import Loop

/// How far the rows of the page are loaded, where they are kept elsewhere.
package struct RemoteWindow: Hashable, Codable, Sendable {
  /// How many rows pass, if that is known.
  package internal(set) var count: Int?
  /// What is being loaded.
  package internal(set) var awaited: WindowRequest?
  /// What could not be loaded, and why.
  package internal(set) var failure: WindowFailure?
  /// What the rows that are here were the answer to; they are stale where that is not what is wanted.
  package internal(set) var loaded: WindowRequest?
  /// Whether something has been changed since, so that they are to be read again.
  package internal(set) var isOutdated = false
  /// Where on the page the cursor shall be, once that is loaded.
  package internal(set) var cursorPlace: Int?

  /// Begins with nothing loaded.
  package init() {}
}

/// Rows that are wanted from elsewhere: so many from an offset on, of those that pass, in this order.
public struct WindowRequest: Hashable, Codable, Sendable {
  /// Which rows, and in which order.
  public var query: TableQuery
  /// What stands beside the rows, as far as the query reads it.
  public var beside: ContextValues
  /// How many are passed over.
  public var offset: Int
  /// How many are wanted.
  public var limit: Int

  /// Makes one of its parts.
  public init(_ query: TableQuery, contextValues beside: ContextValues = [:], offset: Int, limit: Int) {
    self.query = query
    self.beside = beside
    self.offset = offset
    self.limit = limit
  }
}

/// A window of rows that could not be loaded.
package struct WindowFailure: Hashable, Codable, Sendable {
  /// What was asked for.
  package var request: WindowRequest
  /// Why it was not answered.
  package var reason: String
}

extension TableFeature {
  /// Asks for the window that is wanted, if it is neither here nor on its way, and was not asked for in vain.
  func requestWindowIfNeeded(_ state: inout State) -> Effects<Effect, Slot> {
    guard let remote = state.remote, let size = state.page.size else { return .none }
    let offset = state.page.number.multipliedReportingOverflow(by: size).partialValue
    let wanted = windowRequest(for: state, offset: max(0, offset), limit: size)
    if remote.loaded == wanted && !remote.isOutdated {
      // What is here is what is wanted: nobody waits for another window.
      state.remote?.awaited = nil
      state.remote?.failure = nil
      return .none
    }
    if remote.awaited == wanted || remote.failure?.request == wanted { return .none }
    state.remote?.awaited = wanted
    state.remote?.failure = nil
    if remote.loaded?.query.filter != wanted.query.filter { state.remote?.count = nil }
    return .run(.load(wanted), in: .window, .latest)
  }

  /// What is asked for: rows in groups are sorted by these first, and what a condition or a column reads beside the rows is
  /// told with it.
  func windowRequest(for state: State, offset: Int = 0, limit: Int = 0) -> WindowRequest {
    let filter = state.query.filter
    let query = TableQuery(sort: effectiveSortKeys(state), filter: filter)
    var (beside, names) = (ContextValues(), Set(query.sort.map(\.column)).union(filter.columns.keys))
    for read in filter.condition?.references ?? [] {
      switch read.root {
      case .object: names.formUnion(read.keys.prefix(1))
      case .variable(let name): beside[name] = state.beside[name]
      case .now, .random: break
      }
    }
    let readsBeside = columns.contains { column in
      column.readsBeside && (names.contains(column.id) || (column.isSearchable && !filter.search.isEmpty))
    }
    return WindowRequest(query, contextValues: readsBeside ? state.beside : beside, offset: offset, limit: limit)
  }

  /// The rows that are here may not be what is stored any more, and shall be read again.
  ///
  /// What they were the answer to is remembered: where everything was selected that passes a filter, they are selected still.
  func invalidateWindow(_ state: inout State) {
    state.remote?.isOutdated = true
    state.remote?.awaited = nil
    state.remote?.failure = nil
  }

  func reload(_ state: inout State) { if state.isRemote { invalidateWindow(&state) } }

  func applyLoadedWindow(_ given: [Row], totalCount told: Int?, _ state: inout State) {
    let count = told.map { max(0, $0) }
    guard let request = state.remote?.awaited else { return }
    var store = RowStore(given)
    for row in store.sequence.map(store.row(at:)) {
      guard let draft = state.drafts[row.id] else { continue }
      state.drafts[row.id] = rebaseDraft(onto: row, draft, state)
      if state.drafts[row.id] != nil, let seat = store.handle(of: row.id) { store.replace(draft.edited, at: seat) }
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
    rebuildVisibleRows(&state)
    if let place = state.remote?.cursorPlace.take(), !state.pageRange.isEmpty {
      setCursor(to: state.visibleHandle(at: min(place, state.pageRange.count - 1)), &state)
    }
  }

  func applyLoadFailure(_ reason: String, _ state: inout State) {
    guard let request = state.remote?.awaited else { return }
    state.remote?.awaited = nil
    state.remote?.cursorPlace = nil
    state.remote?.failure = WindowFailure(request: request, reason: reason)
  }
}
