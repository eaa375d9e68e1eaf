package import Values

extension TableFeature {
  /// What an aggregate comes to; null where there is nothing to compute it of, or no such column.
  ///
  /// Of rows that are elsewhere, it is computed of those that are loaded.
  ///
  /// - Complexity: O(1) for those that the options name, and O(*n*) for others.
  package func value(of aggregate: Aggregate, in state: State) -> Value {
    let state = normalizedIfNeeded(state)
    return state.derived.aggregates.first { $0.aggregate == aggregate && !$0.isStale }?.value
      ?? computeAggregate(aggregate, state)
  }

  func aggregateText(of value: Value, _ aggregate: Aggregate) -> String {
    guard let column = column(named: aggregate.column), aggregate.function != .count else {
      return CellFormat.plain.text(of: value, kind: .integer)
    }
    return column.text(of: value)
  }

  /// Computes an aggregate of all its rows, in the order of their own.
  func computeAggregate(_ aggregate: Aggregate, _ state: State) -> Value {
    if aggregate.countsRows { return countRows(aggregate.scope, state) }
    guard let column = column(named: aggregate.column) else { return .null }
    return makeAccumulator(aggregate, column, state).value
  }

  fileprivate func countRows(_ scope: Aggregate.Scope, _ state: State) -> Value {
    switch scope {
    case .all: .integer(Int64(state.rows.count))
    case .filtered: .integer(Int64(state.visibleCount))
    case .selected: .integer(Int64((state.derived.tally ?? computeSelectionCounts(state)).selected))
    }
  }

  fileprivate func makeAccumulator(_ aggregate: Aggregate, _ column: Column<Row>, _ state: State)
    -> AggregateAccumulator
  {
    var tally = AggregateAccumulator(aggregate, of: column.kind, column.ordering)
    for seat in state.rows.sequence where isInScope(seat, aggregate.scope, state) {
      tally.add(column.read(state.rows.row(at: seat), state.beside))
    }
    return tally
  }

  func isInScope(_ seat: RowHandle, _ scope: Aggregate.Scope, _ state: State) -> Bool {
    switch scope {
    case .all: true
    case .filtered: state.derived.arrangement.isVisible(seat)
    case .selected: isSelected(seat, state)
    }
  }
}

// What the options name is kept up to date, so that to look at a table costs no more than what is in sight.
extension TableFeature {
  /// Computes what nothing is known of, or not any more.
  func recomputeStaleAggregates(_ state: inout State) {
    if state.derived.aggregates.isEmpty {
      state.derived.aggregates = (options.headerAggregates + options.aggregates).compactMap { aggregate in
        column(named: aggregate.column).map { makeAccumulator(aggregate, $0, state) }
      }
    }
    for (number, known) in state.derived.aggregates.enumerated() where known.isStale {
      guard let column = column(named: known.aggregate.column) else { continue }
      state.derived.aggregates[number] = makeAccumulator(known.aggregate, column, state)
    }
  }

  /// Takes in that a row has come, or that it will go.
  func updateAggregates(for seat: RowHandle, by times: Int, _ state: inout State) {
    for number in state.derived.aggregates.indices
    where isInScope(seat, state.derived.aggregates[number].aggregate.scope, state) {
      updateAggregate(for: seat, by: times, at: number, &state)
    }
  }

  /// Takes in that a row has come to those that are selected, or gone from them.
  func updateSelectedAggregates(for seat: RowHandle, by times: Int, _ state: inout State) {
    for number in state.derived.aggregates.indices where state.derived.aggregates[number].aggregate.scope == .selected {
      updateAggregate(for: seat, by: times, at: number, &state)
    }
  }

  private func updateAggregate(for seat: RowHandle, by times: Int, at number: Int, _ state: inout State) {
    let name = state.derived.aggregates[number].aggregate.column
    guard let column = column(named: name) else { return }
    state.derived.aggregates[number].update(column.read(state.rows.row(at: seat), state.beside), count: times)
  }

  /// Has what is computed of some rows computed anew, since others may be among them.
  func invalidateAggregates(of scope: Aggregate.Scope, _ state: inout State) {
    for number in state.derived.aggregates.indices where state.derived.aggregates[number].aggregate.scope == scope {
      state.derived.aggregates[number].invalidate()
    }
  }
}
