import Conditions
import Values

/// Sorts and filters rows.
///
/// It holds the columns and the base filter. Context values are passed to each function and not stored, because storing
/// them would copy them out of a state that is being changed.
struct QueryEngine<Row: Identifiable & Hashable & Sendable> where Row.ID: Sendable {
  let columns: [Column<Row>]
  let baseFilter: (@Sendable (Row) -> Bool)?

  /// Sorts all rows.
  ///
  /// The sort codes of columns that stay in the sort order are reused, so that reversing the direction reads no rows.
  func sortRows(
    contextValues: ContextValues, store: RowStore<Row>, by sort: [SortKey],
    visibleRows: inout VisibleRows,
    rereadsCells rereads: Bool = false
  ) {
    let known = rereads ? [] : visibleRows.collationKeys
    visibleRows.sortKeys = sort.filter { columns.columnIndex(withID: $0.column) != nil }
    visibleRows.collationKeys = visibleRows.sortKeys.compactMap { key in
      columns.columnIndex(withID: key.column).map { number in
        known.first { $0.columnIndex == number }
          ?? CollationKeys(columnIndex: number, of: columns, rows: store.rowsByHandle, contextValues: contextValues)
      }
    }
    visibleRows.sortedHandles =
      visibleRows.collationKeys.isEmpty
      ? nil : ChunkedList(makeComparator(store: store, visibleRows: visibleRows).sorted(store.orderedHandles))
    visibleRows.updateMatchingHandles(among: store.orderedHandles)
  }

  /// Finds the rows that match, in sort order.
  func filterRows(
    contextValues: ContextValues, store: RowStore<Row>, by filter: RowFilter,
    visibleRows: inout VisibleRows
  ) {
    let matcher = CompiledFilter.compile(filter, columns: columns, contextValues: contextValues)
    if matcher.matchesEveryRow && baseFilter == nil {
      (visibleRows.compiledFilter, visibleRows.matches, visibleRows.errors) = (nil, [], [:])
    } else {
      visibleRows.compiledFilter = matcher
      (visibleRows.matches, visibleRows.errors) = evaluateFilter(contextValues, store, matcher)
    }
    visibleRows.updateMatchingHandles(among: store.orderedHandles)
  }

  /// The number of rows that are filtered together, so that the values that were read are still in the processor's
  /// cache.
  private static var batchSize: Int { 1024 }

  /// Returns whether each row matches, by handle, and the errors of the rows for which the condition cannot be
  /// evaluated.
  ///
  /// A free handle does not match.
  func evaluateFilter(_ contextValues: ContextValues, _ store: RowStore<Row>, _ matcher: CompiledFilter) -> (
    [Bool], [RowHandle: ConditionError]
  ) {
    var matches = store.occupancy
    var errors: [RowHandle: ConditionError] = [:]
    matches.withUnsafeMutableBufferPointer { matches in
      for start in stride(from: 0, to: matches.count, by: Self.batchSize) {
        let handles = start..<min(start + Self.batchSize, matches.count)
        let flags = CompiledFilter.MatchFlags(rebasing: matches[handles])
        var rows = RowBatch(
          rows: store.rowsByHandle, handleRange: handles, columns: columns, contextValues: contextValues)
        if let baseFilter {
          for row in flags.indices where flags[row] {
            flags[row] = baseFilter(store.rowsByHandle[handles.lowerBound + row])
          }
        }
        for (offset, error) in matcher.clearNonmatching(flags, in: &rows) {
          errors[RowHandle(handles.lowerBound + offset)] = error
        }
      }
    }
    return (matches, errors)
  }

  /// Returns whether one row matches, or throws if the condition cannot be evaluated.
  func evaluateFilter(_ row: Row, _ matcher: CompiledFilter, _ contextValues: ContextValues) throws(ConditionError)
    -> Bool
  {
    if let baseFilter, !baseFilter(row) { return false }
    return try matcher.matches(row, columns: columns, contextValues: contextValues)
  }

  private func makeComparator(store: RowStore<Row>, visibleRows: VisibleRows) -> RowComparator {
    var compareRows: ((_ column: Int, RowHandle, RowHandle) -> ValueOrdering)?
    if visibleRows.collationKeys.contains(where: \.usesRowComparison) {
      compareRows = { [columns] column, left, right in
        columns[column].compareRows?(store.row(at: left), store.row(at: right)) ?? .equal
      }
    }
    return RowComparator(
      collationKeys: visibleRows.collationKeys, sortKeys: visibleRows.sortKeys, orderKeys: store.orderKeys,
      compareRows: compareRows)
  }
}

// One row changes: it is removed from the lists by its previous sort keys, and inserted by its new ones.
extension QueryEngine {
  /// Replaces the row at a handle.
  ///
  /// Without a handle, inserts the row before another row or at the end. Returns the handle.
  ///
  /// - Complexity: O(log *n*) comparisons, and moving the handles of one chunk.
  func upsertRow(
    _ row: Row, at known: RowHandle?, before id: Row.ID?, contextValues: ContextValues,
    store: inout RowStore<Row>,
    visibleRows: inout VisibleRows
  ) -> RowHandle {
    if let known {
      visibleRows.remove(
        [known], sortedBy: makeComparator(store: store, visibleRows: visibleRows), handleCount: store.rowsByHandle.count
      )
      store.replace(row, at: known)
    }
    let handle = known ?? store.insert(row, before: id)
    visibleRows.updateMatch(of: handle) { matcher throws(ConditionError) in
      try evaluateFilter(row, matcher, contextValues)
    }
    for number in visibleRows.collationKeys.indices {
      let value = columns[visibleRows.collationKeys[number].columnIndex].cellValue(row, contextValues)
      if !visibleRows.collationKeys[number].setValue(value, for: handle) {
        // The encoding has no code for the value: encode the column again and sort all rows.
        sortRows(
          contextValues: contextValues, store: store, by: visibleRows.sortKeys, visibleRows: &visibleRows,
          rereadsCells: true)
        return handle
      }
    }
    visibleRows.insert(handle, sortedBy: makeComparator(store: store, visibleRows: visibleRows))
    return handle
  }

  /// Removes rows.
  func removeRows(_ handles: [RowHandle], store: inout RowStore<Row>, visibleRows: inout VisibleRows) {
    visibleRows.remove(
      handles, sortedBy: makeComparator(store: store, visibleRows: visibleRows), handleCount: store.rowsByHandle.count)
    for handle in handles {
      if !visibleRows.matches.isEmpty { visibleRows.matches[Int(handle)] = false }
      visibleRows.errors[handle] = nil
    }
    store.remove(handles)
  }

  /// Moves rows before another row, or to the end, in their own order.
  ///
  /// If the rows are sorted, this changes the order of rows that compare equal.
  func moveRows(
    _ handles: [RowHandle], before target: RowHandle?, contextValues: ContextValues, store: inout RowStore<Row>,
    visibleRows: inout VisibleRows
  ) {
    store.move(handles, before: target)
    sortRows(contextValues: contextValues, store: store, by: visibleRows.sortKeys, visibleRows: &visibleRows)
  }

  /// Returns the position of a row among the visible rows of all pages, or `nil` if the row is not visible.
  func visibleIndex(of handle: RowHandle, store: RowStore<Row>, visibleRows: VisibleRows) -> Int? {
    if !visibleRows.isVisible(handle) { return nil }
    guard let handles = visibleRows.visibleHandles else { return store.index(ofHandle: handle) }
    return handles.index(of: handle, sortedBy: makeComparator(store: store, visibleRows: visibleRows)).map(
      handles.offset)
  }
}
