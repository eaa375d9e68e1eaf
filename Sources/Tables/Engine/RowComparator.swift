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
  /// Rows that compare equal keep their order (stable sort).
  func sorted(_ handles: [RowHandle]) -> [RowHandle] {
    if collationKeys.isEmpty || handles.count < 2 { return handles }
    var entries = handles.map { SortEntry(code: 0, handle: $0) }
    var scratch = entries
    entries.withUnsafeMutableBufferPointer { entries in
      scratch.withUnsafeMutableBufferPointer { scratch in sort(entries, scratch: scratch, byKey: 0) }
    }
    return entries.map { $0.handle }
  }

  private func sort(_ entries: SortEntryBuffer, scratch: SortEntryBuffer, byKey number: Int) {
    let keys = collationKeys[number]
    let codes = keys.directedCodes(sortKeys[number].direction)
    for index in entries.indices { entries[index].code = codes[entries[index].handle] }
    entries.sortByCode(scratch: scratch)
    forEachTie(entries, scratch: scratch) { tie, scratch in
      if keys.isExact(tie[0].handle) {
        if number + 1 < self.collationKeys.count { sort(tie, scratch: scratch, byKey: number + 1) }
      } else {
        sortTies(tie, scratch: scratch, byKey: number, fromByte: SortEncoding.textBytesPerCode)
      }
    }
  }

  /// Longer common prefixes of texts are compared directly, because each further code would add a level of recursion.
  private static let maxEncodedTextLength = 200

  /// Sorts rows whose codes are equal but whose values may differ: texts by the bytes that follow, other values by
  /// comparing them.
  private func sortTies(_ entries: SortEntryBuffer, scratch: SortEntryBuffer, byKey number: Int, fromByte start: Int) {
    let (codes, order) = (collationKeys[number], sortKeys[number].direction)
    if codes.encoding != .texts || start > Self.maxEncodedTextLength {
      var entries = entries
      return entries.sort { left, right in
        let first = breakTie(left.handle, right.handle, byKey: number)
        return (first == .equal ? self.compare(left.handle, right.handle, fromKey: number + 1) : first) == .less
      }
    }
    for index in entries.indices {
      let code = codes.textCode(of: entries[index].handle, fromByte: start)
      entries[index].code = order == .forward ? code : ~code
    }
    entries.sortByCode(scratch: scratch)
    forEachTie(entries, scratch: scratch) { tie, scratch in
      let code = order == .forward ? tie[0].code : ~tie[0].code
      if !SortEncoding.texts.isExact(code: code) {
        sortTies(tie, scratch: scratch, byKey: number, fromByte: start + SortEncoding.textBytesPerCode)
      } else if number + 1 < self.collationKeys.count {
        sort(tie, scratch: scratch, byKey: number + 1)
      }
    }
  }

  /// Calls a closure for each range of two or more entries with the same code.
  private func forEachTie(
    _ entries: SortEntryBuffer, scratch: SortEntryBuffer, _ body: (SortEntryBuffer, SortEntryBuffer) -> Void
  ) {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].code == entries[start].code { end += 1 }
      if end - start > 1 {
        body(SortEntryBuffer(rebasing: entries[start..<end]), SortEntryBuffer(rebasing: scratch[start..<end]))
      }
      start = end
    }
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
