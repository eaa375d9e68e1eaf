internal import Conditions

extension Table {
  /// What rows that are here are filtered by.
  func filterHere(_ state: State) -> RowFilter { state.isRemote ? RowFilter() : state.query.filter }

  func filter(_ id: String, _ filter: ColumnFilter?, _ state: inout State) throws(Refusal) {
    if try !column(id).isFilterable { throw .notFilterable(id) }
    refilter(&state) { $0.columns[id] = filter }
  }

  func filter(_ condition: Condition?, _ state: inout State) throws(Refusal) {
    if let condition { try check(condition, state) }
    refilter(&state) { $0.condition = condition }
  }

  func search(_ text: String, _ state: inout State) { refilter(&state) { $0.search = text } }

  /// Changes the filter; if it is another one then, filters anew, and goes back to the first page.
  private func refilter(_ state: inout State, _ change: (inout RowFilter) -> Void) {
    var filter = state.query.filter
    change(&filter)
    if filter == state.query.filter { return }
    state.query.filter = filter
    arranger.filter(state.beside, state.rows, by: filterHere(state), &state.derived.arrangement)
    state.page.number = 0
    state.derived.tally = nil
    forgetAggregates(of: .filtered, &state)
  }

  /// A condition reads columns that can be filtered, and what stands beside the rows.
  private func check(_ condition: Condition, _ state: State) throws(Refusal) {
    for read in condition.reads {
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
  func setBeside(_ values: Beside, _ state: inout State) {
    let merged = state.beside.merging(values) { $1 }
    if merged == state.beside { return }
    let selected = state.selection.matching.isEmpty ? [] : state.rows.sequence.filter { isSelected($0, state) }
    let (seen, asked) = (state.derived.arrangement.seen?.all, request(state))
    state.beside = merged
    if state.derived.aggregates.contains(where: { column(named: $0.aggregate.column)?.readsBeside == true }) {
      state.derived.aggregates = []
    }
    let sorts = state.derived.arrangement.codes.contains { columns[$0.column].readsBeside }
    if sorts {
      arranger.sort(
        state.beside, state.rows, by: state.derived.arrangement.sort, &state.derived.arrangement, rereads: true)
    }
    let matchers = [state.derived.arrangement.matcher].compactMap(\.self) + state.derived.selectionMatchers
    if matchers.contains(where: { $0.readsBeside || $0.columns.contains { columns[$0].readsBeside } }) {
      arranger.filter(state.beside, state.rows, by: filterHere(state), &state.derived.arrangement)
      forgetAggregates(of: .filtered, &state)
      readySelection(&state)
      keepSelected(selected, &state)
    }
    if state.derived.arrangement.seen?.all != seen || (state.isRemote && request(state) != asked) {
      state.page.number = 0
    }
  }
}
