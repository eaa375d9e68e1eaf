import Values

/// Compares two rows by the sort keys of a query.
struct RowComparator<Row: Identifiable & Hashable & Sendable> where Row.ID: Sendable {
  /// The codes of the sorted columns, the most significant first.
  let sortCodes: [SortCodes]
  /// The sort keys of the query, in the same order.
  let sortKeys: [SortKey]
  let columns: [Column<Row>]
  let rows: RowStore<Row>
  let contextValues: ContextValues

  /// Returns the codes of a key in its direction.
  private func codes(ofKey number: Int) -> DirectedCodes {
    sortCodes[number].directedCodes(sortKeys[number].direction)
  }

  /// Returns the cell of a row as it is compared.
  private func collationKey(_ handle: RowHandle, byKey number: Int) -> Value {
    let column = columns[sortCodes[number].columnIndex]
    return sortCodes[number].sortOptions.collationKey(for: column.cellValue(rows.row(at: handle), contextValues))
  }

  /// Returns the order of two cells, given as they are compared.
  private func compareCells(_ left: Value, _ right: Value, byKey number: Int) -> ValueOrdering {
    sortKeys[number].direction.applied(to: sortCodes[number].sortOptions.compareKeys(left, right))
  }

  /// Returns the order of two rows by the function of a column, or `nil` if it has none.
  private func compareRows(_ left: RowHandle, _ right: RowHandle, byKey number: Int) -> ValueOrdering? {
    columns[sortCodes[number].columnIndex].compareRows.map { compare in
      sortKeys[number].direction.applied(to: compare(rows.row(at: left), rows.row(at: right)))
    }
  }

  /// Returns the order of two rows by the sort keys from `first` on.
  func compare(_ left: RowHandle, _ right: RowHandle, fromKey first: Int = 0) -> ValueOrdering {
    for number in first..<sortCodes.count {
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
    compareRows(left, right, byKey: number)
      ?? compareCells(collationKey(left, byKey: number), collationKey(right, byKey: number), byKey: number)
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
    if sortCodes.isEmpty { return handles.partitioningIndex { !precedes($0, handle) } }
    let codes = codes(ofKey: 0)
    let code = codes[handle]
    if codes.isExact(handle) || sortCodes[0].usesRowComparison {
      let nextKey = codes.isExact(handle) ? 1 : 0
      // In most cases the code of the most significant key decides.
      return handles.partitioningIndex { other in
        codes[other] == code ? !precedes(other, handle, fromKey: nextKey) : codes[other] > code
      }
    }
    let key = collationKey(handle, byKey: 0)
    return handles.partitioningIndex { other in
      if codes[other] != code { return codes[other] > code }
      let order = compareCells(collationKey(other, byKey: 0), key, byKey: 0)
      return order == .equal ? !precedes(other, handle, fromKey: 1) : order == .greater
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
    if sortCodes.isEmpty || handles.count < 2 { return handles }
    let codes = codes(ofKey: 0)
    var entries = handles.map { (code: codes[$0], handle: $0) }
    entries.withUnsafeMutableBufferPointer { sort($0, byKey: 0, codes) }
    return entries.map(\.handle)
  }

  /// Sorts rows by their codes of one key, and then each run of equal codes by its cells and by the next key.
  private func sort(_ entries: UnsafeMutableBufferPointer<Entry>, byKey number: Int, _ codes: DirectedCodes) {
    Self.sortByCode(entries)
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count && entries[end].code == entries[start].code { end += 1 }
      if end - start > 1 {
        let run = UnsafeMutableBufferPointer(rebasing: entries[start..<end])
        if codes.isExact(run[0].handle) { sort(run, byKeysAfter: number) } else { sortCells(of: run, byKey: number) }
      }
      start = end
    }
  }

  /// Sorts rows by their codes, and keeps the order of rows with equal codes.
  ///
  /// Many rows are first distributed among ranges of codes, most of which then contain a few rows. The sort of the
  /// standard library is stable.
  private static func sortByCode(_ entries: UnsafeMutableBufferPointer<Entry>) {
    var entries = entries
    var (least, greatest) = (UInt64.max, UInt64.min)
    for entry in entries { (least, greatest) = (min(least, entry.code), max(greatest, entry.code)) }
    if entries.count < 256 || least >= greatest { return entries.sort { $0.code < $1.code } }
    let width = UInt64.bitWidth - (greatest - least).leadingZeroBitCount
    let shift = max(0, width - (Int.bitWidth - entries.count.leadingZeroBitCount - 2))
    func range(of entry: Entry) -> Int { Int((entry.code - least) >> shift) }

    var starts = Array(repeating: 0, count: Int((greatest - least) >> shift) + 2)
    for entry in entries { starts[range(of: entry) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var ends = starts
    for entry in Array(entries) {
      entries[ends[range(of: entry)]] = entry
      ends[range(of: entry)] += 1
    }
    for (start, end) in zip(starts, ends) where end - start > 1 {
      var range = UnsafeMutableBufferPointer(rebasing: entries[start..<end])
      range.sort { $0.code < $1.code }
    }
  }

  /// Sorts rows that are equal by one key by the next ones.
  private func sort(_ run: UnsafeMutableBufferPointer<Entry>, byKeysAfter number: Int) {
    if number + 1 == sortCodes.count { return }
    let codes = codes(ofKey: number + 1)
    for index in run.indices { run[index].code = codes[run[index].handle] }
    sort(run, byKey: number + 1, codes)
  }

  /// Sorts rows with equal codes by their cells, and those with equal cells by the next key.
  private func sortCells(of run: UnsafeMutableBufferPointer<Entry>, byKey number: Int) {
    // Each cell is read once.
    var cells = run.map { (key: collationKey($0.handle, byKey: number), handle: $0.handle) }
    func order(_ left: (key: Value, handle: RowHandle), _ right: (key: Value, handle: RowHandle)) -> ValueOrdering {
      compareRows(left.handle, right.handle, byKey: number) ?? compareCells(left.key, right.key, byKey: number)
    }
    cells.sort { order($0, $1) == .less }
    for (index, cell) in cells.enumerated() { run[index].handle = cell.handle }
    if number + 1 == sortCodes.count { return }
    var start = 0
    while start < cells.count {
      var end = start + 1
      while end < cells.count && order(cells[start], cells[end]) == .equal { end += 1 }
      if end - start > 1 { sort(UnsafeMutableBufferPointer(rebasing: run[start..<end]), byKeysAfter: number) }
      start = end
    }
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
