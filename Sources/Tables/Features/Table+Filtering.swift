internal import Conditions

extension Table {
  func filter(_ condition: Condition?, _ state: inout State) throws(Refusal) {
    if let condition { try check(condition, state) }
    if state.query.filter.condition == condition { return }
    state.query.filter.condition = condition
    refilter(&state)
  }

  /// A condition reads columns that can be filtered, and what stands beside the rows.
  private func check(_ condition: Condition, _ state: State) throws(Refusal) {
    for read in condition.reads {
      switch read.root {
      case .object:
        guard let name = read.keys.first else { throw .nothingToRead("\(read)") }
        guard let column = columns.first(where: { $0.id == name }) else { throw .nothingToRead(name) }
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
    let (seen, asked) = (seenHere(state), request(state))
    state.beside = merged
    if state.aggregates.contains(where: { known in
      columns.contains { $0.id == known.aggregate.column && $0.readsBeside }
    }) {
      state.aggregates = []
    }
    state.arrangement.beginnings = nil
    if let column = state.arrangement.initials?.column, columns[column].readsBeside { state.arrangement.initials = nil }
    let sorts = state.arrangement.codes.contains { columns[$0.column].readsBeside }
    if sorts { arranger.sort(state.beside, state.rows, by: state.arrangement.sort, &state.arrangement, rereads: true) }
    let matchers = [state.arrangement.matcher].compactMap(\.self) + state.selectionMatchers
    if matchers.contains(where: { $0.readsBeside || $0.columns.contains { columns[$0].readsBeside } }) {
      arranger.filter(state.beside, state.rows, by: filterHere(state), &state.arrangement)
      forgetAggregates(of: .filtered, &state)
      readySelection(&state)
      keepSelected(selected, &state)
    }
    if seenHere(state) != seen || (state.isRemote && request(state) != asked) { state.page.number = 0 }
  }

  private func seenHere(_ state: State) -> [Seat]? { state.arrangement.seen?.all }
}
