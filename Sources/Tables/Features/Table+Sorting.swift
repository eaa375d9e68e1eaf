extension Table {
  /// Sorts by a column whose title was pressed, or the other way round if rows are sorted by it already.
  func pressTitle(_ id: String, isAdding: Bool, _ state: inout State) throws(Refusal) {
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
    for key in sort where try !column(key.column).isSortable { throw .notSortable(key.column) }
    state.query.sort = allowedSort(sort)
    resort(&state)
  }

  func group(by id: String?, _ state: inout State) throws(Refusal) {
    if let id, try !column(id).isSortable { throw .notSortable(id) }
    state.grouping = id
    resort(&state)
  }

  /// The keys by which rows can be sorted, each column once, and no more than the options allow.
  func allowedSort(_ sort: [SortKey]) -> [SortKey] {
    var known: Set<String> = []
    let sortable = sort.filter { column(named: $0.column)?.isSortable == true && known.insert($0.column).inserted }
    return Array(sortable.prefix(max(1, options.sortLimit)))
  }

  /// What rows are sorted by, here or elsewhere: their group first, and then what a person asked for.
  func sortKeys(_ state: State) -> [SortKey] {
    guard let group = state.grouping else { return state.query.sort }
    let known = state.query.sort.first { $0.column == group }
    return [known ?? SortKey(group)] + state.query.sort.filter { $0.column != group }
  }

  /// Sorts anew, and goes back to the first page.
  private func resort(_ state: inout State) {
    arrangeOrder(&state)
    state.page.number = 0
  }

  /// Sorts the rows that are here; those that are elsewhere come as they were asked for.
  private func arrangeOrder(_ state: inout State) {
    arranger.sort(state.beside, state.rows, by: state.isRemote ? [] : sortKeys(state), &state.derived.arrangement)
  }

  var arranger: Arranger<Row> { Arranger(columns: columns, isShown: options.isShown) }

  /// Sorts and filters all rows anew.
  func arrange(_ state: inout State) {
    state.derived.arrangement = Arrangement()
    arrangeOrder(&state)
    arranger.filter(state.beside, state.rows, by: filterHere(state), &state.derived.arrangement)
    state.derived.isArranged = true
    state.derived.aggregates = []
    readySelection(&state)
  }
}
