public import Values

/// How often a value stands in a column.
public struct Facet: Hashable, Codable, Sendable {
  /// The value.
  public let value: Value
  /// How often.
  public let count: Int
}

/// Rows of which a column holds the same.
public struct RowGroup<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What it holds.
  public let value: Value
  /// What is shown of that.
  public let text: String
  /// The rows, in the order that is seen.
  public let ids: [ID]
  /// What is computed of them, in the order in which it was asked for.
  public let aggregates: [Value]
}

extension Column {
  /// Whether rows that hold these are in one group.
  func groups(_ value: Value, _ other: Value) -> Bool { ordering.order(value, other, .forward) == .equal }
}

extension Table {
  /// How often each value stands in a column, in the order of the column: of the rows that pass everything but what is asked
  /// of this column itself; of rows that are elsewhere, those that are loaded are counted.
  ///
  /// - Complexity: O(*n*).
  public func facets(of id: String, in state: State) -> [Facet] {
    guard let column = columns.first(where: { $0.id == id }) else { return [] }
    var filter = filterHere(state)
    filter.columns[id] = nil
    let arranger = arranger(state)
    let matcher = Matcher(filter, columns, state.beside)
    let passes = matcher.isEmpty && options.isShown == nil ? nil : arranger.passes(state.rows, matcher).0
    let values = column.reader.values(state.rows.rows, 0..<state.rows.rows.count, state.beside)
    var counts: [Value: (first: Value, count: Int)] = [:]
    for seat in state.rows.sequence where passes?[Int(seat)] ?? true {
      let value = values[Int(seat)]
      counts[value.sameness, default: (value, 0)].count += 1
    }
    return counts.values.map { Facet(value: $0.first, count: $0.count) }.sorted { left, right in
      let order = column.ordering.order(left.value, right.value, .forward)
      if order != .equal { return order == .less }
      return CellFormat.plain.text(of: left.value, kind: .text) < CellFormat.plain.text(of: right.value, kind: .text)
    }
  }

  /// The groups of the rows that pass, in the order that is seen, each with what is computed of it.
  ///
  /// There are none where rows are not grouped.
  ///
  /// - Complexity: O(*n*).
  public func groups(of state: State, _ aggregates: [Aggregate] = []) -> [RowGroup<Row.ID>] {
    guard let column = columns.first(where: { $0.id == state.grouping }) else { return [] }
    let state = arranged(state)
    var groups: [RowGroup<Row.ID>] = []
    var rows: [Row] = []
    func close() {
      guard let first = rows.first else { return }
      let value = column.read(first, state.beside)
      groups.append(
        RowGroup(
          value: value, text: column.format.text(of: value, kind: column.kind), ids: rows.map(\.id),
          aggregates: aggregates.map { compute($0, rows, state) }))
      rows = []
    }
    for place in 0..<state.passingCount {
      let row = state.row(at: place)
      if let last = rows.last, !column.groups(column.read(last, state.beside), column.read(row, state.beside)) {
        close()
      }
      rows.append(row)
    }
    close()
    return groups
  }

  /// What an aggregate comes to; null where there is nothing to compute it of.
  ///
  /// Of rows that are elsewhere, it is computed of those that are loaded.
  ///
  /// - Complexity: O(*n*).
  public func value(of aggregate: Aggregate, in state: State) -> Value {
    let state = arranged(state)
    switch (aggregate.scope, aggregate.column) {
    case (.all, nil): return .integer(Int64(state.rows.count))
    case (.filtered, nil): return .integer(Int64(state.passingCount))
    case (.all, _?): return compute(aggregate, state.allRows, state)
    case (.filtered, _?): return compute(aggregate, passingRows(of: state), state)
    case (.selected, _): return compute(aggregate, selectedRows(in: state), state)
    }
  }

  func text(of value: Value, _ aggregate: Aggregate) -> String {
    guard let column = columns.first(where: { $0.id == aggregate.column }), aggregate.function != .count else {
      return CellFormat.plain.text(of: value, kind: .integer)
    }
    return column.format.text(of: value, kind: column.kind)
  }

  private func compute(_ aggregate: Aggregate, _ rows: [Row], _ state: State) -> Value {
    guard let column = columns.first(where: { $0.id == aggregate.column }) else { return .integer(Int64(rows.count)) }
    var sum = ExactSum(column.kind)
    var (count, least, most): (Int, Value?, Value?) = (0, nil, nil)
    for row in rows {
      let value = column.read(row, state.beside)
      if value.rank == 0 { continue }
      count += 1
      switch aggregate.function {
      case .count: break
      case .sum, .average: sum.add(value)
      case .min: if least.map({ column.ordering.order(value, $0, .forward) == .less }) ?? true { least = .some(value) }
      case .max: if most.map({ column.ordering.order(value, $0, .forward) == .greater }) ?? true { most = .some(value) }
      }
    }
    switch aggregate.function {
    case .count: return .integer(Int64(count))
    case .sum: return sum.value
    case .average: return count == 0 ? .null : sum.average(of: count)
    case .min: return least ?? .null
    case .max: return most ?? .null
    }
  }
}
