public import Values

/// How often a value stands in a column.
public struct Facet: Hashable, Codable, Sendable {
  /// The value.
  public let value: Value
  /// How often.
  public let count: Int
}

/// Rows of which a column holds what its order cannot tell apart.
public struct RowGroup<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What the first of them holds.
  public let value: Value
  /// What is shown of that.
  public let text: String
  /// The rows, in the order that is seen.
  public let ids: [ID]
  /// What is computed of them, in the order in which it was asked for.
  public let aggregates: [Value]
}

extension Column {
  /// Whether two rows are in one group: sorted by this column, neither would come first.
  func haveSameGroup(_ row: Row, _ other: Row, _ beside: ContextValues) -> Bool {
    if let compare { return compare(row, other) == .equal }
    return ordering.compare(read(row, beside), read(other, beside), direction: .forward) == .equal
  }

  /// What is equal for values of one group and no others.
  fileprivate func groupKey(_ value: Value) -> Value {
    value.typeRank == 0 ? .null : ordering.collationKey(for: value).comparisonKey
  }
}

extension TableFeature {
  /// How often each value stands in a column, in the order of the column: of the rows that pass everything but what is asked
  /// of this column itself; of rows that are elsewhere, those that are loaded are counted.
  ///
  /// - Complexity: O(*n*).
  public func facets(of id: String, in state: State) -> [Facet] {
    guard let column = column(named: id) else { return [] }
    var filter = localFilter(state)
    filter.columns[id] = nil
    let matcher = CompiledFilter.compile(filter, columns: columns, contextValues: state.beside)
    let passes =
      matcher.matchesEveryRow && options.isShown == nil
      ? nil : queryEngine.evaluateFilter(state.beside, state.rows, matcher).0
    let values = column.reader.values(state.rows.rows, 0..<state.rows.rows.count, state.beside)
    var counts: [Value: (first: Value, count: Int)] = [:]
    for seat in state.rows.sequence where passes?[Int(seat)] ?? true {
      let value = values[Int(seat)]
      counts[value.comparisonKey, default: (value, 0)].count += 1
    }
    return counts.values.map { Facet(value: $0.first, count: $0.count) }.sorted { left, right in
      let order = column.ordering.compare(left.value, right.value, direction: .forward)
      if order != .equal { return order == .less }
      // What looks alike is told apart by its bytes, so that this is one order in every process.
      let texts = [left, right].map { CellFormat.plain.text(of: $0.value, kind: .text).utf8 }
      return texts[0].lexicographicallyPrecedes(texts[1])
    }
  }

  /// The groups of the rows that pass, in the order that is seen, each with what is computed of it.
  ///
  /// What is computed of other rows than those that pass is computed of those whose cell belongs to the group. There are no
  /// groups where rows are not grouped.
  ///
  /// - Complexity: O(*n*).
  public func groups(of state: State, _ aggregates: [Aggregate] = []) -> [RowGroup<Row.ID>] {
    guard let column = column(named: state.grouping) else { return [] }
    let state = normalizedIfNeeded(state)
    // The first row of each group stands for all of them.
    var rows: [Row] = []
    var ids: [[Row.ID]] = []
    var groups: [Int?] = Array(repeating: nil, count: state.rows.rows.count)
    for place in 0..<state.visibleCount {
      let row = state.visibleRow(at: place)
      if let last = rows.last, column.haveSameGroup(last, row, state.beside) {
        ids[ids.count - 1].append(row.id)
      } else {
        rows.append(row)
        ids.append([row.id])
      }
      groups[Int(state.visibleHandle(at: place))] = rows.count - 1
    }
    if aggregates.contains(where: { $0.scope != .filtered }) {
      assignHiddenRows(to: &groups, firstRows: rows, column: column, state)
    }
    let computed = computeGroupAggregates(aggregates, groupCount: rows.count, state) { groups[Int($0)] }
    return rows.indices.map { group in
      let value = column.read(rows[group], state.beside)
      return RowGroup(
        value: value, text: column.text(of: value), ids: ids[group],
        aggregates: computed[group])
    }
  }

  /// Finds the groups of rows that do not pass.
  private func assignHiddenRows(to groups: inout [Int?], firstRows firsts: [Row], column: Column<Row>, _ state: State) {
    func key(_ row: Row) -> Value { column.groupKey(column.read(row, state.beside)) }
    let numbers = Dictionary(zip(firsts.map(key), 0...)) { first, _ in first }
    for seat in state.rows.sequence where groups[Int(seat)] == nil {
      let row = state.rows.row(at: seat)
      // Where rows are compared by a function of the column, no value says which are equal.
      groups[Int(seat)] =
        column.compare == nil ? numbers[key(row)] : firsts.firstIndex { column.haveSameGroup($0, row, state.beside) }
    }
  }

  /// What aggregates come to in each of so many groups, in the order of the rows' own.
  private func computeGroupAggregates(
    _ aggregates: [Aggregate], groupCount count: Int, _ state: State, group: (RowHandle) -> Int?
  ) -> [[Value]] {
    let read = aggregates.map { aggregate in column(named: aggregate.column) }
    let none = zip(aggregates, read).map { aggregate, column in
      AggregateAccumulator(aggregate, of: column?.kind ?? .integer, column?.ordering ?? SortOptions())
    }
    var tallies = Array(repeating: none, count: count)
    for seat in state.rows.sequence {
      guard let group = group(seat) else { continue }
      let row = state.rows.row(at: seat)
      for (number, aggregate) in aggregates.enumerated() where isInScope(seat, aggregate.scope, state) {
        if let column = read[number] {
          tallies[group][number].add(column.read(row, state.beside))
        } else if aggregate.countsRows {
          // Whatever they hold.
          tallies[group][number].add(true)
        }
      }
    }
    return tallies.map { tallies in
      aggregates.indices.map { read[$0] == nil && !aggregates[$0].countsRows ? .null : tallies[$0].value }
    }
  }
}
