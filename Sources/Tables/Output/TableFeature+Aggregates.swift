import Values

extension TableFeature {
  /// Returns the value of an aggregate, or null if there are no cells or no such column.
  ///
  /// Of remote rows, only loaded ones are used.
  ///
  /// - Complexity: O(1) for the aggregates in the options, O(*n*) for others.
  package func value(of aggregate: Aggregate, in state: State) -> Value {
    let state = normalizedIfDecoded(state)
    return state.derived.aggregates.first { $0.aggregate == aggregate && !$0.isStale }?.value
      ?? computeAggregate(aggregate, state)
  }

  func aggregateText(of value: Value, _ aggregate: Aggregate) -> String {
    guard let column = column(named: aggregate.column), aggregate.function != .count else {
      return CellFormat.plain.text(of: value, kind: .integer)
    }
    return column.text(of: value)
  }

  /// Computes an aggregate from all its rows, in stored order.
  func computeAggregate(_ aggregate: Aggregate, _ state: State) -> Value {
    if let column = column(named: aggregate.column) { return accumulate(aggregate, of: column, state).value }
    if !aggregate.countsRows { return .null }
    let count =
      switch aggregate.scope {
      case .all: state.rows.count
      case .filtered: state.visibleCount
      case .selected: (state.derived.selectionCounts ?? computeSelectionCounts(state)).selected
      }
    return .integer(Int64(count))
  }

  private func accumulate(_ aggregate: Aggregate, of column: Column<Row>, _ state: State) -> AggregateAccumulator {
    var accumulator = AggregateAccumulator(aggregate, of: column.kind, column.resolvedSortOptions)
    for handle in state.rows.orderedHandles where isInScope(handle, aggregate.scope, state) {
      accumulator.add(column.cellValue(state.rows.row(at: handle), state.contextValues))
    }
    return accumulator
  }

  func isInScope(_ handle: RowHandle, _ scope: Aggregate.Scope, _ state: State) -> Bool {
    switch scope {
    case .all: true
    case .filtered: state.derived.visibleRows.isVisible(handle)
    case .selected: isSelected(handle, state)
    }
  }
}

// The aggregates in the options are updated incrementally, so that the screen costs no more than the visible rows.
extension TableFeature {
  /// Computes the aggregates that are missing or stale.
  func recomputeStaleAggregates(_ state: inout State) {
    if state.derived.aggregates.isEmpty {
      state.derived.aggregates = (options.headerAggregates + options.aggregates).compactMap { aggregate in
        column(named: aggregate.column).map { accumulate(aggregate, of: $0, state) }
      }
    }
    for (number, known) in state.derived.aggregates.enumerated() where known.isStale {
      guard let column = column(named: known.aggregate.column) else { continue }
      state.derived.aggregates[number] = accumulate(known.aggregate, of: column, state)
    }
  }

  /// Updates the aggregates for a row that was added (1) or will be removed (-1).
  func updateAggregates(for handle: RowHandle, by times: Int, _ state: inout State) {
    for number in state.derived.aggregates.indices
    where isInScope(handle, state.derived.aggregates[number].aggregate.scope, state) {
      updateAggregate(for: handle, by: times, at: number, &state)
    }
  }

  /// Updates the aggregates of selected rows for a row that was selected (1) or deselected (-1).
  func updateSelectedAggregates(for handle: RowHandle, by times: Int, _ state: inout State) {
    for number in state.derived.aggregates.indices where state.derived.aggregates[number].aggregate.scope == .selected {
      updateAggregate(for: handle, by: times, at: number, &state)
    }
  }

  private func updateAggregate(for handle: RowHandle, by times: Int, at number: Int, _ state: inout State) {
    guard let column = column(named: state.derived.aggregates[number].aggregate.column) else { return }
    state.derived.aggregates[number].update(
      column.cellValue(state.rows.row(at: handle), state.contextValues), count: times)
  }

  /// Marks the aggregates of a scope as stale, because other rows may now belong to it.
  func invalidateAggregates(of scope: Aggregate.Scope, _ state: inout State) {
    for number in state.derived.aggregates.indices where state.derived.aggregates[number].aggregate.scope == scope {
      state.derived.aggregates[number].isStale = true
    }
  }
}
