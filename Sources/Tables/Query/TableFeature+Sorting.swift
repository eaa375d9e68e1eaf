extension TableFeature {
  /// Sorts by the column of a clicked header, or changes the direction if it is already a sort key.
  func toggleSort(ofColumn id: String, isAdding: Bool, _ state: inout State) throws(ActionRejection) {
    try requireSortableColumn(id)
    var sort = isAdding ? state.query.sort : state.query.sort.filter { $0.column == id }
    if let index = sort.firstIndex(where: { $0.column == id }) {
      switch (sort[index].direction, options.thirdHeaderClick) {
      case (.reverse, .removesSort): sort.remove(at: index)
      case (.reverse, .togglesDirection): sort[index].direction = .forward
      case (.forward, _): sort[index].direction = .reverse
      }
    } else {
      sort = sortKeys(adding: SortKey(id), to: sort)
    }
    state.query.sort = sort
    sortRows(&state)
    state.page.number = 0
  }

  func setSort(to sort: [SortKey], _ state: inout State) throws(ActionRejection) {
    for key in sort { try requireSortableColumn(key.column) }
    state.query.sort = validSortKeys(sort)
    sortRows(&state)
    state.page.number = 0
  }

  func setGrouping(to id: String?, _ state: inout State) throws(ActionRejection) {
    if let id { try requireSortableColumn(id) }
    state.groupingColumn = id
    sortRows(&state)
    state.page.number = 0
  }

  func requireSortableColumn(_ id: String) throws(ActionRejection) {
    if try !requireColumn(id).isSortable { throw .notSortable(id) }
  }

  /// Returns the sort keys whose columns can be sorted, without duplicates, up to the limit in the options.
  func validSortKeys(_ sort: [SortKey]) -> [SortKey] {
    var known: Set<String> = []
    let sortable = sort.filter { column(named: $0.column)?.isSortable == true && known.insert($0.column).inserted }
    return Array(sortable.prefix(sortLimit))
  }

  /// Returns the sort keys with one more, which at the limit replaces the least significant one.
  package func sortKeys(adding key: SortKey, to sort: [SortKey]) -> [SortKey] { sort.prefix(sortLimit - 1) + [key] }

  private var sortLimit: Int { max(1, options.sortLimit) }

  /// Returns the keys by which local or remote rows are sorted: the grouping column first, then the user's sort keys.
  func effectiveSortKeys(_ state: State) -> [SortKey] {
    guard let group = state.groupingColumn else { return state.query.sort }
    let known = state.query.sort.first { $0.column == group }
    return [known ?? SortKey(group)] + state.query.sort.filter { $0.column != group }
  }
}
