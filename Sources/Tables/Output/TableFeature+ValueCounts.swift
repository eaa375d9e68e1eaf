import Values

extension TableFeature {
  /// Returns the different texts in the cells of a column, each with the number of visible rows that have it, the most
  /// frequent first.
  ///
  /// Each element of a list counts for itself. Of remote rows, only loaded ones are counted.
  ///
  /// - Complexity: O(*n*) for *n* visible rows.
  public func valueCounts(ofColumn id: String, in state: State) -> [(text: String, count: Int)] {
    guard let column = column(named: id) else { return [] }
    let state = normalizedIfDecoded(state)
    var counts: [String: Int] = [:]
    for index in 0..<state.visibleCount {
      let value = column.cellValue(state.visibleRow(at: index), state.contextValues)
      let values = if case .list(let elements) = value, !elements.isEmpty { elements } else { [value] }
      for text in Set(values.map(column.text)) { counts[text, default: 0] += 1 }
    }
    return counts.map { (text: $0.key, count: $0.value) }.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
  }
}
