import Values

/// Compares two rows by the sort keys of a query.
struct RowComparator<Row: Identifiable & Hashable & Sendable> where Row.ID: Sendable {
  /// The collation keys of the sorted columns, the most significant first.
  let collationKeys: [CollationKeys]
  /// The sort keys of the query, in the same order.
  let sortKeys: [SortKey]
  let columns: [Column<Row>]
  let rows: RowStore<Row>
  let contextValues: ContextValues

  /// Returns the codes of a key in its direction.
  private func codes(ofKey number: Int) -> DirectedCodes {
    collationKeys[number].directedCodes(sortKeys[number].direction)
  }

  /// Returns the cell of a row as it is compared.
  private func collationKey(_ handle: RowHandle, byKey number: Int) -> Value {
    let column = columns[collationKeys[number].columnIndex]
    return column.sortOptions.collationKey(for: column.cellValue(rows.row(at: handle), contextValues))
  }

  /// Returns the order of two rows by the sort keys from `first` on.
  func compare(_ left: RowHandle, _ right: RowHandle, fromKey first: Int = 0) -> ValueOrdering {
    for number in first..<collationKeys.count {
      let codes = codes(ofKey: number)
      if codes[left] != codes[right] { return codes[left] < codes[right] ? .less : .greater }
      if codes.isExact(left) { continue }
      let order = breakTie(left, right, byKey: number)
      if order != .equal { return order }
    }
    return .equal
  }

  /// Returns the order of two rows whose codes are equal, although their values may differ.
  private func breakTie(_ left: RowHandle, _ right: RowHandle, byKey number: Int) -> ValueOrdering {
    let column = columns[collationKeys[number].columnIndex]
    let order =
      column.compareRows.map { $0(rows.row(at: left), rows.row(at: right)) }
      ?? column.sortOptions.compareKeys(
        collationKey(left, byKey: number), collationKey(right, byKey: number))
    return sortKeys[number].direction.applied(to: order)
  }

  /// Returns whether one row comes before another by the sort keys from `first` on.
  ///
  /// Rows that compare equal keep their own order.
  func precedes(_ left: RowHandle, _ right: RowHandle, fromKey first: Int = 0) -> Bool {
    switch compare(left, right, fromKey: first) {
    case .less: true
    case .greater: false
    case .equal: rows.orderKeys[left] < rows.orderKeys[right]
    }
  }

  /// Returns the lower bound: the first index whose row does not sort before this one.
  func lowerBound(of handle: RowHandle, in handles: ChunkedList) -> ChunkedList.Index {
    if collationKeys.isEmpty { return handles.partitioningIndex { !precedes($0, handle) } }
    let codes = codes(ofKey: 0)
    let code = codes[handle]
    let nextKey = codes.isExact(handle) ? 1 : 0
    // In most cases the code of the most significant key decides.
    return handles.partitioningIndex { other in
      codes[other] == code ? !precedes(other, handle, fromKey: nextKey) : codes[other] > code
    }
  }
}

extension RowComparator {
  /// A row with its code of the key by which it is sorted.
  private typealias Entry = (code: UInt64, handle: RowHandle)

  /// Returns the handles in sort order.
  ///
  /// Rows that compare equal keep their own order.
  func sorted(_ handles: [RowHandle]) -> [RowHandle] {
    if collationKeys.isEmpty || handles.count < 2 { return handles }
    var entries: [Entry] = handles.map { (0, $0) }
    entries.withUnsafeMutableBufferPointer { sort($0, byKey: 0) }
    return entries.map(\.handle)
  }

  /// Sorts rows by the codes of one key, and then each run of equal codes by its cells and by the next key.
  ///
  /// The sort of the standard library is stable.
  private func sort(_ entries: UnsafeMutableBufferPointer<Entry>, byKey number: Int) {
    if number == collationKeys.count { return }
    var entries = entries
    let codes = codes(ofKey: number)
    for index in entries.indices { entries[index].code = codes[entries[index].handle] }
    entries.sort { $0.code < $1.code }
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count && entries[end].code == entries[start].code { end += 1 }
      if end - start > 1 {
        let run = UnsafeMutableBufferPointer(rebasing: entries[start..<end])
        if codes.isExact(run[0].handle) { sort(run, byKey: number + 1) } else { sortCells(of: run, byKey: number) }
      }
      start = end
    }
  }

  /// Sorts rows with equal codes by their cells, and those with equal cells by the next key.
  private func sortCells(of run: UnsafeMutableBufferPointer<Entry>, byKey number: Int) {
    var run = run
    let (column, direction) = (columns[collationKeys[number].columnIndex], sortKeys[number].direction)
    if column.compareRows != nil { return run.sort { compare($0.handle, $1.handle, fromKey: number) == .less } }
    // Each cell is read once.
    var cells = run.map { (key: collationKey($0.handle, byKey: number), handle: $0.handle) }
    cells.sort { left, right in
      switch direction.applied(to: column.sortOptions.compareKeys(left.key, right.key)) {
      case .less: true
      case .greater: false
      case .equal: compare(left.handle, right.handle, fromKey: number + 1) == .less
      }
    }
    for (index, cell) in cells.enumerated() { run[index].handle = cell.handle }
  }
}

extension ChunkedList {
  /// Inserts a handle at its sorted position.
  mutating func insert<Row>(_ handle: RowHandle, sortedBy order: RowComparator<Row>) {
    insert(handle, at: order.lowerBound(of: handle, in: self))
  }

  /// Removes a handle that is in the list.
  mutating func remove<Row>(_ handle: RowHandle, sortedBy order: RowComparator<Row>) {
    if let bound = index(of: handle, sortedBy: order) { remove(at: bound) }
  }

  /// Returns the index of a handle in the list, or `nil` if it is not there.
  func index<Row>(of handle: RowHandle, sortedBy order: RowComparator<Row>) -> Index? {
    let bound = order.lowerBound(of: handle, in: self)
    if self.handle(at: bound) == handle { return bound }
    // If a column's comparison is not a total order, binary search may miss the handle: search linearly.
    return allHandles.firstIndex(of: handle).map(self.index(atOffset:))
  }
}
