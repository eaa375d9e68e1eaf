import Conditions
import Values

/// The result of a query: the sorted rows, and which of them match the filter.
///
/// It is derived from the rows and the query, and is therefore neither compared nor saved. It is updated incrementally:
/// a changed row is moved by binary search.
struct VisibleRows: Sendable {
  /// The collation keys of the sorted columns.
  var sortCodes: [SortCodes] = []
  /// The column and the direction of each collation key.
  var sortKeys: [SortKey] = []
  /// All rows in sort order, or `nil` if they are not sorted.
  var sortedHandles: ChunkedList?
  /// The rows that match the filter, in order, or `nil` if every row matches.
  var matchingHandles: ChunkedList?
  /// The compiled filter, or `nil` if every row matches.
  var compiledFilter: CompiledFilter?
  /// Whether each row matches, by handle; empty if every row matches.
  var matches: [Bool] = []
  /// The errors of the rows for which the filter cannot be evaluated, by handle.
  var errors: [RowHandle: ConditionError] = [:]

  /// Returns whether a row matches, on whichever page it is.
  func isVisible(_ handle: RowHandle) -> Bool { matches.isEmpty || matches[Int(handle)] }

  /// The visible rows, or `nil` if all rows are visible in their own order.
  var visibleHandles: ChunkedList? { matchingHandles ?? sortedHandles }

  /// Collects the rows that match, in sort order.
  mutating func updateMatchingHandles(among storedOrder: [RowHandle]) {
    if compiledFilter == nil { return matchingHandles = nil }
    // Every handle is written, and overwritten by the next one if its row does not match: an unpredictable branch is
    // slower.
    // Without capacity, the initializer writes the count of the empty array that all threads share.
    let handles = [RowHandle](unsafeUninitializedCapacity: max(1, storedOrder.count)) { handles, count in
      matches.withUnsafeBufferPointer { isMatch in
        func collectMatches(among some: [RowHandle]) {
          for handle in some {
            handles[count] = handle
            count += isMatch[Int(handle)] ? 1 : 0
          }
        }
        if let sortedHandles { sortedHandles.forEachChunk(collectMatches) } else { collectMatches(among: storedOrder) }
      }
    }
    matchingHandles = ChunkedList(handles)
  }
}
