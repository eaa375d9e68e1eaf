internal import Conditions
internal import Values

/// Sorts and filters rows: it holds the columns, and which rows are shown at all.
///
/// Context values are passed to each function and not stored, since to take them out of a state that is being changed
/// would copy it.
struct QueryEngine<Row: Identifiable & Hashable & Sendable> where Row.ID: Sendable {
  let columns: [Column<Row>]
  let isShown: (@Sendable (Row) -> Bool)?

  /// Sorts all rows anew.
  ///
  /// The codes of columns that rows are still sorted by are used again, so that to flip the direction reads no row.
  func sortRows(
    contextValues beside: ContextValues, store: RowStore<Row>, by sort: [SortKey],
    visibleRows arrangement: inout VisibleRows,
    rereadsCells rereads: Bool = false
  ) {
    let known = rereads ? [] : arrangement.codes
    arrangement.sort = sort.filter { columns.columnIndex(withID: $0.column) != nil }
    arrangement.codes = arrangement.sort.compactMap { key in
      columns.columnIndex(withID: key.column).map { number in
        known.first { $0.column == number }
          ?? CollationKeys(columnIndex: number, of: columns, rows: store.rows, contextValues: beside)
      }
    }
    arrangement.sorted =
      arrangement.codes.isEmpty
      ? nil : ChunkedList(makeComparator(store: store, visibleRows: arrangement).sorted(store.sequence))
    arrangement.updateMatchingHandles(among: store.sequence)
  }

  /// Finds the rows that pass, in the order in which they are sorted.
  func filterRows(
    contextValues beside: ContextValues, store: RowStore<Row>, by filter: RowFilter,
    visibleRows arrangement: inout VisibleRows
  ) {
    let matcher = CompiledFilter.compile(filter, columns: columns, contextValues: beside)
    if matcher.matchesEveryRow && isShown == nil {
      (arrangement.matcher, arrangement.passes, arrangement.faults) = (nil, [], [:])
    } else {
      arrangement.matcher = matcher
      (arrangement.passes, arrangement.faults) = evaluateFilter(beside, store, matcher)
    }
    arrangement.updateMatchingHandles(among: store.sequence)
  }

  /// So many rows are read at a time: few enough that what was read is still near when it is looked at.
  private static var batchSize: Int { 1024 }

  /// Whether each row passes, by its seat, and of which this cannot be said; nobody passes on an empty one.
  func evaluateFilter(_ beside: ContextValues, _ store: RowStore<Row>, _ matcher: CompiledFilter) -> (
    [Bool], [RowHandle: ConditionError]
  ) {
    var passes = store.occupancy
    var faults: [RowHandle: ConditionError] = [:]
    passes.withUnsafeMutableBufferPointer { passes in
      for start in stride(from: 0, to: passes.count, by: Self.batchSize) {
        let seats = start..<min(start + Self.batchSize, passes.count)
        let marks = CompiledFilter.MatchFlags(rebasing: passes[seats])
        var rows = RowBatch(rows: store.rows, handleRange: seats, columns: columns, contextValues: beside)
        if let isShown {
          for row in marks.indices where marks[row] { marks[row] = isShown(store.rows[seats.lowerBound + row]) }
        }
        for (place, fault) in matcher.clearNonmatching(marks, in: &rows) {
          faults[RowHandle(seats.lowerBound + place)] = fault
        }
      }
    }
    return (passes, faults)
  }

  /// Whether one row passes, if that can be said.
  func evaluateFilter(_ row: Row, _ matcher: CompiledFilter, _ beside: ContextValues) throws(ConditionError) -> Bool {
    if let isShown, !isShown(row) { return false }
    return try matcher.matches(row, columns: columns, contextValues: beside)
  }

  private func makeComparator(store: RowStore<Row>, visibleRows arrangement: VisibleRows) -> RowComparator {
    var compareRows: ((_ column: Int, RowHandle, RowHandle) -> ValueOrdering)?
    if arrangement.codes.contains(where: \.comparesRows) {
      compareRows = { [columns] column, left, right in
        columns[column].compare?(store.row(at: left), store.row(at: right)) ?? .equal
      }
    }
    return RowComparator(
      codes: arrangement.codes, sort: arrangement.sort, ranks: store.ranks, compareRows: compareRows)
  }
}

// A change of one row: it is removed from the lists by what was known of it, and inserted by what is known now.
extension QueryEngine {
  /// Puts a row in place of the one at its seat, or if it has none, before another, or last; returns its seat.
  ///
  /// - Complexity: O(log *n*) comparisons, and the move of as many seats as there are in a block.
  func upsertRow(
    _ row: Row, at known: RowHandle?, before id: Row.ID?, contextValues beside: ContextValues,
    store: inout RowStore<Row>,
    visibleRows arrangement: inout VisibleRows
  ) -> RowHandle {
    if let known {
      arrangement.remove(
        [known], sortedBy: makeComparator(store: store, visibleRows: arrangement), handleCount: store.rows.count)
      store.replace(row, at: known)
    }
    let seat = known ?? store.insert(row, before: id)
    arrangement.updateMatch(of: seat) { matcher throws(ConditionError) in try evaluateFilter(row, matcher, beside) }
    for number in arrangement.codes.indices {
      let value = columns[arrangement.codes[number].column].read(row, beside)
      if !arrangement.codes[number].setValue(value, for: seat) {
        // There is no code for it beside the others.
        sortRows(
          contextValues: beside, store: store, by: arrangement.sort, visibleRows: &arrangement, rereadsCells: true)
        return seat
      }
    }
    arrangement.insert(seat, sortedBy: makeComparator(store: store, visibleRows: arrangement))
    return seat
  }

  /// Lets rows go.
  func removeRows(_ seats: [RowHandle], store: inout RowStore<Row>, visibleRows arrangement: inout VisibleRows) {
    arrangement.remove(
      seats, sortedBy: makeComparator(store: store, visibleRows: arrangement), handleCount: store.rows.count)
    for seat in seats {
      if !arrangement.passes.isEmpty { arrangement.passes[Int(seat)] = false }
      arrangement.faults[seat] = nil
    }
    store.remove(seats)
  }

  /// Puts rows before another, or last, in the order of their own.
  ///
  /// Where they are sorted, those that are equal change places too.
  func moveRows(
    _ seats: [RowHandle], before target: RowHandle?, contextValues beside: ContextValues, store: inout RowStore<Row>,
    visibleRows arrangement: inout VisibleRows
  ) {
    store.move(seats, before: target)
    sortRows(contextValues: beside, store: store, by: arrangement.sort, visibleRows: &arrangement)
  }

  /// Where a row stands among those that are seen, on whatever page; nil where it is not seen.
  func visibleIndex(of seat: RowHandle, store: RowStore<Row>, visibleRows arrangement: VisibleRows) -> Int? {
    if !arrangement.isVisible(seat) { return nil }
    guard let seats = arrangement.visibleHandles else { return store.index(ofHandle: seat) }
    return seats.index(of: seat, sortedBy: makeComparator(store: store, visibleRows: arrangement)).map(seats.offset)
  }
}
