extension Table {
  var arranger: Arranger<Row> { Arranger(columns: columns, isShown: options.isShown) }

  /// What rows that are here are sorted by: their group first, and then what a person asked for.
  ///
  /// Rows that are elsewhere come as they were asked for.
  private func sortHere(_ state: State) -> [SortKey] { state.isRemote ? [] : sortKeys(state) }

  /// What rows are sorted by, here or elsewhere.
  func sortKeys(_ state: State) -> [SortKey] {
    guard let group = state.grouping else { return state.query.sort }
    let known = state.query.sort.first { $0.column == group }
    return [known ?? SortKey(group)] + state.query.sort.filter { $0.column != group }
  }

  func filterHere(_ state: State) -> RowFilter { state.isRemote ? RowFilter() : state.query.filter }

  /// Arranges all rows anew.
  func arrange(_ state: inout State) {
    let query = TableQuery(sort: sortHere(state), filter: filterHere(state))
    state.arrangement = arranger.arrange(state.beside, state.rows, by: query)
    readInitials(&state)
    state.isArranged = true
    state.aggregates = []
    readySelection(&state)
  }

  /// Sorts anew, and goes back to the first page.
  func resort(_ state: inout State) {
    arranger.sort(state.beside, state.rows, by: sortHere(state), &state.arrangement)
    state.page.number = 0
  }

  /// Filters anew, and goes back to the first page.
  func refilter(_ state: inout State) {
    arranger.filter(state.beside, state.rows, by: filterHere(state), &state.arrangement)
    state.page.number = 0
    state.tally = nil
    forgetAggregates(of: .filtered, &state)
  }
}

extension Table {
  func press(_ id: String, _ isAdding: Bool, _ state: inout State) throws(Refusal) {
    if try !column(id).isSortable { throw .notSortable(id) }
    var sort = isAdding ? state.query.sort : state.query.sort.filter { $0.column == id }
    if let place = sort.firstIndex(where: { $0.column == id }) {
      switch (sort[place].order, options.thirdPress) {
      case (.reverse, .restores): sort.remove(at: place)
      case (.forward, _), (.reverse, .flips): sort[place].order = sort[place].order.flipped
      }
    } else {
      sort.append(SortKey(id))
    }
    state.query.sort = Array(sort.suffix(max(1, options.sortLimit)))
    resort(&state)
  }

  func sort(by sort: [SortKey], _ state: inout State) throws(Refusal) {
    var known: Set<String> = []
    for key in sort where try !column(key.column).isSortable { throw .notSortable(key.column) }
    state.query.sort = Array(sort.filter { known.insert($0.column).inserted }.prefix(max(1, options.sortLimit)))
    resort(&state)
  }

  func group(by id: String?, _ state: inout State) throws(Refusal) {
    if let id, try !column(id).isSortable { throw .notSortable(id) }
    state.grouping = id
    resort(&state)
  }

  func filter(_ id: String, _ filter: ColumnFilter?, _ state: inout State) throws(Refusal) {
    if try !column(id).isFilterable { throw .notFilterable(id) }
    if state.query.filter.columns[id] == filter { return }
    state.query.filter.columns[id] = filter
    refilter(&state)
  }

  func search(_ text: String, _ state: inout State) {
    if state.query.filter.search == text { return }
    state.query.filter.search = text
    refilter(&state)
  }
}
