import Values

/// Compares two rows by the sort keys of a query.
struct RowComparator {
  /// The collation keys of the sorted columns, the most significant first.
  let collationKeys: [CollationKeys]
  /// The sort keys of the query, in the same order.
  let sortKeys: [SortKey]
  /// The keys that decide between rows that compare equal: the order of the rows themselves.
  let orderKeys: StoredOrderKeys
  /// Compares two rows with the function of a column; `nil` if no column has one.
  let compareRows: ((_ column: Int, RowHandle, RowHandle) -> ValueOrdering)?

  /// Returns the order of two rows by the sort keys from `first` on.
  func compare(_ left: RowHandle, _ right: RowHandle, fromKey first: Int = 0) -> ValueOrdering {
    for number in first..<collationKeys.count {
      let codes = collationKeys[number].directedCodes(sortKeys[number].direction)
      if codes[left] != codes[right] { return codes[left] < codes[right] ? .less : .greater }
      if collationKeys[number].isExact(left) { continue }
      let order = breakTie(left, right, byKey: number)
      if order != .equal { return order }
    }
    return .equal
  }

  /// Returns the order of two rows whose codes are equal, although their values may differ.
  private func breakTie(_ left: RowHandle, _ right: RowHandle, byKey number: Int) -> ValueOrdering {
    let order =
      if collationKeys[number].usesRowComparison {
        compareRows?(collationKeys[number].columnIndex, left, right) ?? .equal
      } else {
        collationKeys[number].compareFullKeys(left, right)
      }
    return sortKeys[number].direction.applied(to: order)
  }

  /// Returns whether one row comes before another by the sort keys from `first` on.
  ///
  /// Rows that compare equal keep their own order.
  func precedes(_ left: RowHandle, _ right: RowHandle, fromKey first: Int = 0) -> Bool {
    switch compare(left, right, fromKey: first) {
    case .less: true
    case .greater: false
    case .equal: orderKeys[left] < orderKeys[right]
    }
  }

  /// Returns the lower bound: the first index whose row does not sort before this one.
  func lowerBound(of handle: RowHandle, in handles: ChunkedList) -> ChunkedList.Index {
    if collationKeys.isEmpty { return handles.partitioningIndex { !precedes($0, handle) } }
    let codes = collationKeys[0].directedCodes(sortKeys[0].direction)
    let code = codes[handle]
    let nextKey = collationKeys[0].isExact(handle) ? 1 : 0
    // In most cases the code of the most significant key decides.
    return handles.partitioningIndex { other in
      codes[other] == code ? !precedes(other, handle, fromKey: nextKey) : codes[other] > code
    }
  }
}

extension RowComparator {
  /// Returns the handles in sort order.
  ///
  /// Rows that compare equal keep their own order.
  func sorted(_ handles: [RowHandle]) -> [RowHandle] {
    if collationKeys.isEmpty || handles.count < 2 { return handles }
    let codes = collationKeys[0].directedCodes(sortKeys[0].direction)
    var entries = handles.map { (code: codes[$0], handle: $0) }
    entries.sort { left, right in
      // In most cases the code of the most significant key decides.
      left.code == right.code ? precedes(left.handle, right.handle) : left.code < right.code
    }
    return entries.map(\.handle)
  }
}

extension ChunkedList {
  /// Inserts a handle at its sorted position.
  mutating func insert(_ handle: RowHandle, sortedBy order: RowComparator) {
    insert(handle, at: order.lowerBound(of: handle, in: self))
  }

  /// Removes a handle that is in the list.
  mutating func remove(_ handle: RowHandle, sortedBy order: RowComparator) {
    if let bound = index(of: handle, sortedBy: order) { remove(at: bound) }
  }

  /// Returns the index of a handle in the list, or `nil` if it is not there.
  func index(of handle: RowHandle, sortedBy order: RowComparator) -> Index? {
    let bound = order.lowerBound(of: handle, in: self)
    if self.handle(at: bound) == handle { return bound }
    // If a column's comparison is not a total order, binary search may miss the handle: search linearly.
    return allHandles.firstIndex(of: handle).map(self.index(atOffset:))
  }
}
