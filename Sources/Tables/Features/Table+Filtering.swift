internal import Conditions

extension TableFeature {
  /// What rows that are here are filtered by.
  func localFilter(_ state: State) -> RowFilter { state.isRemote ? RowFilter() : state.query.filter }

  func setFilter(ofColumn id: String, to filter: ColumnFilter?, _ state: inout State) throws(ActionRejection) {
    if try !requireColumn(id).isFilterable { throw .notFilterable(id) }
    updateFilter(&state) { $0.columns[id] = filter }
  }

  func setCondition(_ condition: Condition?, _ state: inout State) throws(ActionRejection) {
    if let condition { try validateCondition(condition, state) }
    updateFilter(&state) { $0.condition = condition }
  }

  func setSearchText(_ text: String, _ state: inout State) { updateFilter(&state) { $0.search = text } }

  /// Changes the filter; if it is another one then, filters anew, and goes back to the first page.
  private func updateFilter(_ state: inout State, _ change: (inout RowFilter) -> Void) {
    var filter = state.query.filter
    change(&filter)
    if filter == state.query.filter { return }
    state.query.filter = filter
    queryEngine.filterRows(
      contextValues: state.beside, store: state.rows, by: localFilter(state), visibleRows: &state.derived.arrangement)
    state.page.number = 0
    state.derived.tally = nil
    invalidateAggregates(of: .filtered, &state)
  }

  /// A condition reads columns that can be filtered, and what stands beside the rows.
  private func validateCondition(_ condition: Condition, _ state: State) throws(ActionRejection) {
    for read in condition.references {
      switch read.root {
      case .object:
        guard let name = read.keys.first else { throw .nothingToRead("\(read)") }
        guard let column = column(named: name) else { throw .nothingToRead(name) }
        if !column.isFilterable { throw .notFilterable(name) }
      case .variable(let name): if state.beside[name] == nil { throw .nothingToRead("$\(name)") }
      case .now, .random: throw .nothingToRead("\(read)")
      }
    }
  }

  /// Takes in what stands beside the rows, and looks again at what reads it.
  ///
  /// Where other rows are seen then, or in another order, the first page is. A row that is selected stays so, even if it
  /// was selected for passing a filter that it does not pass any more.
  func setContextValues(_ values: ContextValues, _ state: inout State) {
    let merged = state.beside.merging(values) { $1 }
    if merged == state.beside { return }
    let selected = state.selection.matching.isEmpty ? [] : state.rows.sequence.filter { isSelected($0, state) }
    let (seen, asked) = (state.derived.arrangement.visibleHandles?.allHandles, windowRequest(for: state))
    state.beside = merged
    if state.derived.aggregates.contains(where: { column(named: $0.aggregate.column)?.readsBeside == true }) {
      state.derived.aggregates = []
    }
    let sorts = state.derived.arrangement.codes.contains { columns[$0.column].readsBeside }
    if sorts {
      queryEngine.sortRows(
        contextValues: state.beside, store: state.rows, by: state.derived.arrangement.sort,
        visibleRows: &state.derived.arrangement, rereadsCells: true)
    }
    let matchers = [state.derived.arrangement.matcher].compactMap(\.self) + state.derived.selectionMatchers
    if matchers.contains(where: { $0.readsContextValues || $0.columns.contains { columns[$0].readsBeside } }) {
      queryEngine.filterRows(
        contextValues: state.beside, store: state.rows, by: localFilter(state), visibleRows: &state.derived.arrangement)
      invalidateAggregates(of: .filtered, &state)
      compileSelectionFilters(&state)
      setSelectedHandles(selected, &state)
    }
    if state.derived.arrangement.visibleHandles?.allHandles != seen
      || (state.isRemote && windowRequest(for: state) != asked)
    {
      state.page.number = 0
    }
  }
}
