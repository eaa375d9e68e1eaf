extension TableFeature {
  /// Sorts by a column whose title was pressed, or the other way round if rows are sorted by it already.
  func toggleSort(ofColumn id: String, isAdding: Bool, _ state: inout State) throws(ActionRejection) {
    if try !requireColumn(id).isSortable { throw .notSortable(id) }
    var sort = isAdding ? state.query.sort : state.query.sort.filter { $0.column == id }
    if let place = sort.firstIndex(where: { $0.column == id }) {
      switch (sort[place].order, options.thirdPress) {
      case (.reverse, .restores): sort.remove(at: place)
      case (.forward, _), (.reverse, .flips): sort[place].order = sort[place].order.opposite
      }
    } else {
      sort.append(SortKey(id))
    }
    state.query.sort = Array(sort.suffix(max(1, options.sortLimit)))
    sortAndShowFirstPage(&state)
  }

  func setSort(to sort: [SortKey], _ state: inout State) throws(ActionRejection) {
    for key in sort where try !requireColumn(key.column).isSortable { throw .notSortable(key.column) }
    state.query.sort = validSortKeys(sort)
    sortAndShowFirstPage(&state)
  }

  func setGrouping(to id: String?, _ state: inout State) throws(ActionRejection) {
    if let id, try !requireColumn(id).isSortable { throw .notSortable(id) }
    state.grouping = id
    sortAndShowFirstPage(&state)
  }

  /// The keys by which rows can be sorted, each column once, and no more than the options allow.
  func validSortKeys(_ sort: [SortKey]) -> [SortKey] {
    var known: Set<String> = []
    let sortable = sort.filter { column(named: $0.column)?.isSortable == true && known.insert($0.column).inserted }
    return Array(sortable.prefix(max(1, options.sortLimit)))
  }

  /// What rows are sorted by, here or elsewhere: their group first, and then what a person asked for.
  func effectiveSortKeys(_ state: State) -> [SortKey] {
    guard let group = state.grouping else { return state.query.sort }
    let known = state.query.sort.first { $0.column == group }
    return [known ?? SortKey(group)] + state.query.sort.filter { $0.column != group }
  }

  /// Sorts anew, and goes back to the first page.
  private func sortAndShowFirstPage(_ state: inout State) {
    sortLocalRows(&state)
    state.page.number = 0
  }

  /// Sorts the rows that are here; those that are elsewhere come as they were asked for.
  private func sortLocalRows(_ state: inout State) {
    queryEngine.sortRows(
      contextValues: state.beside, store: state.rows, by: state.isRemote ? [] : effectiveSortKeys(state),
      visibleRows: &state.derived.arrangement)
  }

  var queryEngine: QueryEngine<Row> { QueryEngine(columns: columns, isShown: options.isShown) }

  /// Sorts and filters all rows anew.
  func rebuildVisibleRows(_ state: inout State) {
    state.derived.arrangement = VisibleRows()
    sortLocalRows(&state)
    queryEngine.filterRows(
      contextValues: state.beside, store: state.rows, by: localFilter(state), visibleRows: &state.derived.arrangement)
    state.derived.isArranged = true
    state.derived.aggregates = []
    compileSelectionFilters(&state)
  }
}
