import Values

/// A value of a column and the number of rows that contain it.
public struct Facet: Hashable, Codable, Sendable {
  /// The value.
  public let value: Value
  /// The number of rows.
  public let count: Int
}

/// A group of rows whose values in a column compare equal.
public struct RowGroup<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The value of the first row.
  public let value: Value
  /// The formatted value.
  public let text: String
  /// The ids of the rows, in visible order.
  public let ids: [ID]
  /// The values of the requested aggregates, in the order of the request.
  public let aggregates: [Value]
}

extension Column {
  /// Returns whether two rows belong to the same group, that is, whether they compare equal in this column.
  func haveSameGroup(_ row: Row, _ other: Row, _ contextValues: ContextValues) -> Bool {
    if let compareRows { return compareRows(row, other) == .equal }
    return resolvedSortOptions.compare(
      cellValue(row, contextValues), cellValue(other, contextValues), direction: .forward)
      == .equal
  }

  /// Returns a key that is equal exactly for the values of one group.
  fileprivate func groupKey(_ value: Value) -> Value {
    value.typeRank == 0 ? .null : resolvedSortOptions.collationKey(for: value).comparisonKey
  }
}

extension TableFeature {
  /// Returns the distinct values of a column with their numbers of rows, in the sort order of the column.
  ///
  /// Rows are counted if they match the filter without the filter of this column. Of remote rows, only loaded ones are
  /// counted.
  ///
  /// - Complexity: O(*n*).
  public func facets(of id: String, in state: State) -> [Facet] {
    guard let column = column(named: id) else { return [] }
    var filter = localFilter(state)
    filter.columns[id] = nil
    let matcher = CompiledFilter(filter, columns: columns, contextValues: state.contextValues)
    let matches = evaluateFilter(matcher, state).matches
    let values = column.batchReader.readValues(
      state.rows.rowsByHandle, 0..<state.rows.rowsByHandle.count, state.contextValues)
    var counts: [Value: (first: Value, count: Int)] = [:]
    for handle in state.rows.orderedHandles where matches[Int(handle)] {
      let value = values[Int(handle)]
      counts[value.comparisonKey, default: (value, 0)].count += 1
    }
    return counts.values.map { Facet(value: $0.first, count: $0.count) }.sorted { left, right in
      let order = column.resolvedSortOptions.compare(left.value, right.value, direction: .forward)
      if order != .equal { return order == .less }
      // Texts that compare equal are ordered by their bytes, so that the order is the same in every process.
      let texts = [left, right].map { CellFormat.plain.text(of: $0.value, kind: .text).utf8 }
      return texts[0].lexicographicallyPrecedes(texts[1])
    }
  }

  /// Returns the groups of the visible rows in visible order, each with the values of aggregates.
  ///
  /// An aggregate over other rows than the visible ones uses the rows whose cell belongs to the group. If the rows are
  /// not grouped, the result is empty.
  ///
  /// - Complexity: O(*n*).
  public func groups(of state: State, _ aggregates: [Aggregate] = []) -> [RowGroup<Row.ID>] {
    guard let column = column(named: state.groupingColumn) else { return [] }
    let state = normalizedIfDecoded(state)
    // The first row of each group represents the group.
    var rows: [Row] = []
    var ids: [[Row.ID]] = []
    var groups: [Int?] = Array(repeating: nil, count: state.rows.rowsByHandle.count)
    for index in 0..<state.visibleCount {
      let row = state.visibleRow(at: index)
      if let last = rows.last, column.haveSameGroup(last, row, state.contextValues) {
        ids[ids.count - 1].append(row.id)
      } else {
        rows.append(row)
        ids.append([row.id])
      }
      groups[Int(state.visibleHandle(at: index))] = rows.count - 1
    }
    if aggregates.contains(where: { $0.scope != .filtered }) {
      assignHiddenRows(to: &groups, firstRows: rows, column: column, state)
    }
    let computed = computeGroupAggregates(aggregates, groupCount: rows.count, state) { groups[Int($0)] }
    return rows.indices.map { group in
      let value = column.cellValue(rows[group], state.contextValues)
      return RowGroup(
        value: value, text: column.text(of: value), ids: ids[group],
        aggregates: computed[group])
    }
  }

  /// Assigns rows that are not visible to groups.
  private func assignHiddenRows(to groups: inout [Int?], firstRows: [Row], column: Column<Row>, _ state: State) {
    func key(_ row: Row) -> Value { column.groupKey(column.cellValue(row, state.contextValues)) }
    let numbers = Dictionary(zip(firstRows.map(key), 0...)) { first, _ in first }
    for handle in state.rows.orderedHandles where groups[Int(handle)] == nil {
      let row = state.rows.row(at: handle)
      // If a function compares the rows, no key represents a group.
      groups[Int(handle)] =
        column.compareRows == nil
        ? numbers[key(row)] : firstRows.firstIndex { column.haveSameGroup($0, row, state.contextValues) }
    }
  }

  /// Computes aggregates for each group, in stored order of the rows.
  private func computeGroupAggregates(
    _ aggregates: [Aggregate], groupCount: Int, _ state: State, group: (RowHandle) -> Int?
  ) -> [[Value]] {
    let read = aggregates.map { aggregate in column(named: aggregate.column) }
    let none = zip(aggregates, read).map { aggregate, column in
      AggregateAccumulator(aggregate, of: column?.kind ?? .integer, column?.resolvedSortOptions ?? SortOptions())
    }
    var accumulators = Array(repeating: none, count: groupCount)
    for handle in state.rows.orderedHandles {
      guard let group = group(handle) else { continue }
      let row = state.rows.row(at: handle)
      for (number, aggregate) in aggregates.enumerated() where isInScope(handle, aggregate.scope, state) {
        if let column = read[number] {
          accumulators[group][number].add(column.cellValue(row, state.contextValues))
        } else if aggregate.countsRows {
          // Every row counts, whatever its cells contain.
          accumulators[group][number].add(true)
        }
      }
    }
    return accumulators.map { accumulators in
      aggregates.indices.map { read[$0] == nil && !aggregates[$0].countsRows ? .null : accumulators[$0].value }
    }
  }
}
