extension Table {
  /// Changes how many rows a page holds, and keeps the first of those in sight in sight.
  ///
  /// Of rows that are elsewhere the windows are pages, and no longer than a window can be.
  func resizePage(_ size: Int?, _ state: inout State) {
    let top = state.height == nil ? state.top.flatMap { placeOnPage(of: $0, state) } : placesInSight(state).lowerBound
    let first = (state.page.size ?? 0) * state.page.number + (top.map { $0 - state.placesOnPage.lowerBound } ?? 0)
    switch options.source {
    case .here: state.page.size = size.map(TablePage.bounded)
    case .windows(let most): state.page.size = TablePage.bounded(min(size ?? most, most))
    }
    state.page.number = state.page.size.map { min(first / $0, TablePage.most) } ?? 0
  }
}
