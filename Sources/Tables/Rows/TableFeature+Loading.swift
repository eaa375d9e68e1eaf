import Conditions
import Loop

/// The loading status of the rows of the page, if the rows are remote.
package struct RemoteWindowState: Hashable, Codable, Sendable {
  /// The number of rows that match the filter, or `nil` if it is unknown.
  package internal(set) var totalCount: Int?
  /// The request that is pending, or `nil`.
  package internal(set) var pendingRequest: WindowRequest?
  /// The request that failed and the reason, or `nil`.
  package internal(set) var failure: WindowFailure?
  /// The request that returned the loaded rows, or `nil`.
  ///
  /// The rows are stale if it differs from the current request.
  package internal(set) var loadedRequest: WindowRequest?
  /// Whether rows have changed since they were loaded, so that the window must be loaded again.
  package internal(set) var isOutdated = false
  /// Whether another user has changed rows since the pending request, so that its rows may be outdated on arrival.
  package internal(set) var isPendingOutdated = false
  /// The offset on the page at which the cursor is placed when the page is loaded.
  package internal(set) var pendingCursorOffset: Int?

  /// Creates a window without loaded rows.
  package init() {}

  /// The window, or one without loaded rows if numbers in it are out of range.
  var normalized: RemoteWindowState {
    let requests = [pendingRequest, loadedRequest, failure?.request].compactMap(\.self)
    if requests.contains(where: { !$0.isInRange }) || totalCount.map({ $0 < 0 }) == true { return RemoteWindowState() }
    var window = self
    window.pendingCursorOffset = pendingCursorOffset.map { max(0, $0) }
    return window
  }
}

/// A request for a range of the matching rows, in the order of the query.
public struct WindowRequest: Hashable, Codable, Sendable {
  /// The filter and the sort keys.
  public var query: TableQuery
  /// The context values that the query reads.
  public var contextValues: ContextValues
  /// The number of rows to skip.
  public var offset: Int
  /// The maximum number of rows to return.
  public var limit: Int

  /// Creates a request.
  public init(_ query: TableQuery, contextValues: ContextValues = [:], offset: Int, limit: Int) {
    self.query = query
    self.contextValues = contextValues
    self.offset = offset
    self.limit = limit
  }

  /// A Boolean value that indicates whether adding the number of loaded rows to the offset cannot overflow.
  fileprivate var isInRange: Bool {
    (0...PageSize.maximum * PageSize.maximum).contains(offset) && PageSize(rawValue: limit) != nil
  }
}

/// A window of rows that could not be loaded.
package struct WindowFailure: Hashable, Codable, Sendable {
  /// The request that failed.
  package var request: WindowRequest
  /// The reason for the failure.
  package var reason: String
}

extension TableFeature {
  /// Requests the current window, unless it is loaded, is being loaded or has failed to load.
  ///
  /// The request waits for the delay. If the user types on, a later request replaces it before it is sent.
  func requestWindowIfNeeded(_ state: inout State, after delay: Duration? = nil) -> TableEffects {
    guard let remote = state.remoteWindow, let size = state.page.size else { return .none }
    let offset = state.page.number.multipliedReportingOverflow(by: size).partialValue
    let wanted = windowRequest(for: state, offset: max(0, offset), limit: size)
    if remote.loadedRequest == wanted && !remote.isOutdated {
      // The loaded window is the current one: a request for another window is obsolete.
      endPendingRequest(&state)
      state.remoteWindow?.failure = nil
      return .none
    }
    if remote.pendingRequest == wanted || remote.failure?.request == wanted { return .none }
    state.remoteWindow?.pendingRequest = wanted
    state.remoteWindow?.isPendingOutdated = false
    state.remoteWindow?.failure = nil
    if remote.loadedRequest?.query.filter != wanted.query.filter { state.remoteWindow?.totalCount = nil }
    return .run(
      .load(wanted), in: .window, .latest, after: delay,
      ifLost: .windowLoadFailed(Self.reasonForLostResponse), afterRestart: .runAgain)
  }

  /// Returns the request for a window.
  ///
  /// Grouped rows are sorted by their group first. The request contains the context values that its condition and its
  /// columns read.
  func windowRequest(for state: State, offset: Int = 0, limit: Int = 0) -> WindowRequest {
    let filter = state.query.filter
    let query = TableQuery(sort: effectiveSortKeys(state), filter: filter)
    var (usedValues, names) = (ContextValues(), Set(query.sort.map { $0.column }).union(filter.columns.keys))
    for read in filter.condition?.references ?? [] {
      switch read.root {
      case .object: names.formUnion(read.keys.prefix(1))
      case .variable(let name): usedValues[name] = state.contextValues[name]
      case .now, .random: break
      }
    }
    let columnsReadContext = columns.contains { column in
      column.readsContextValues && (names.contains(column.id) || (column.isSearchable && !filter.search.isEmpty))
    }
    return WindowRequest(
      query, contextValues: columnsReadContext ? state.contextValues : usedValues, offset: offset, limit: limit)
  }

  /// Returns whether the loaded rows are in the order in which they are stored, without gaps.
  ///
  /// Local rows are, even if they are shown in another order. Remote rows that are sorted or filtered are not.
  func areLoadedRowsInStoredOrder(_ state: State) -> Bool {
    !state.isRemote || windowRequest(for: state).query == TableQuery()
  }

  /// Marks the loaded rows, if the rows are remote, as outdated, so that they are loaded again.
  ///
  /// `loadedRequest` is kept: if all rows that match its filter were selected, the loaded rows stay selected.
  func invalidateWindow(_ state: inout State) {
    state.remoteWindow?.isOutdated = true
    endPendingRequest(&state)
    state.remoteWindow?.failure = nil
  }

  /// Drops the loaded rows, if the rows are remote, and returns to the first page.
  ///
  /// Selected rows stay selected: they may be in the other source, too.
  func dropLoadedRows(_ state: inout State) {
    if !state.isRemote { return }
    state.rows = RowStore([])
    state.remoteWindow = RemoteWindowState()
    state.page.number = 0
    rebuildVisibleRows(&state)
  }

  private func endPendingRequest(_ state: inout State) {
    state.remoteWindow?.pendingRequest = nil
    state.remoteWindow?.isPendingOutdated = false
  }

  /// Marks the loaded rows as outdated by a change of another user.
  ///
  /// A pending request continues, and the window is loaded again after its response. If each change replaced the
  /// request, changes that arrive faster than responses would prevent that anything is loaded.
  func markWindowOutdated(_ state: inout State) {
    if state.remoteWindow?.pendingRequest == nil { return invalidateWindow(&state) }
    state.remoteWindow?.isOutdated = true
    state.remoteWindow?.isPendingOutdated = true
  }

  func applyLoadedWindow(_ given: [Row], totalCount reportedCount: Int?, _ state: inout State) {
    let count = reportedCount.map { max(0, $0) }
    guard let request = state.remoteWindow?.pendingRequest else { return }
    let isOutdated = state.remoteWindow?.isPendingOutdated ?? false
    state.rows = RowStore(given)
    // A window that is not full is the last one. An empty window after the first page only shows that this page does
    // not exist.
    let isLast = given.count < request.limit && (!given.isEmpty || request.offset == 0)
    let known = state.remoteWindow?.totalCount
    state.remoteWindow?.totalCount =
      count ?? (isLast ? request.offset + given.count : given.isEmpty ? request.offset : known)
    state.remoteWindow?.loadedRequest = request
    state.remoteWindow?.isOutdated = isOutdated
    endPendingRequest(&state)
    state.remoteWindow?.failure = nil
    rebuildVisibleRows(&state)
    if let index = state.remoteWindow?.pendingCursorOffset.take(), !state.pageRange.isEmpty {
      setCursor(to: state.visibleHandle(at: min(index, state.pageRange.count - 1)), &state)
    }
  }

  func applyLoadFailure(_ reason: String, _ state: inout State) {
    guard let request = state.remoteWindow?.pendingRequest else { return }
    endPendingRequest(&state)
    state.remoteWindow?.pendingCursorOffset = nil
    state.remoteWindow?.failure = WindowFailure(request: request, reason: reason)
  }
}
