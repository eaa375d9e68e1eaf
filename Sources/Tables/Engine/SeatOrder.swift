internal import Values

/// Tells which of two rows comes first in the order they are sorted in, by what was taken out of them.
struct RowComparator {
  /// What they are sorted by, the weightiest first.
  let codes: [CollationKeys]
  /// In which direction each.
  let sort: [SortKey]
  /// What tells which of two rows comes first in the order of their own.
  let ranks: OrderKeys
  /// Compares two rows by the function of a column; nothing where no column has one.
  let compareRows: ((_ column: Int, RowHandle, RowHandle) -> ValueOrdering)?

  /// Which comes first, by what they are sorted by from one key on; neither where all are the same.
  func compare(_ left: RowHandle, _ right: RowHandle, fromKey first: Int = 0) -> ValueOrdering {
    for number in first..<codes.count {
      let order = compare(left, right, byKey: number)
      if order != .equal { return order }
    }
    return .equal
  }

  /// Which comes first by one key.
  func compare(_ left: RowHandle, _ right: RowHandle, byKey number: Int) -> ValueOrdering {
    let direction = sort[number].order
    let (code, other) = (
      codes[number].code(of: left, direction: direction), codes[number].code(of: right, direction: direction)
    )
    if code != other { return code < other ? .less : .greater }
    return breakTie(left, right, byKey: number)
  }

  /// Which comes first of two with the same number.
  func breakTie(_ left: RowHandle, _ right: RowHandle, byKey number: Int) -> ValueOrdering {
    let order =
      if codes[number].comparesRows {
        compareRows?(codes[number].column, left, right) ?? .equal
      } else {
        codes[number].compareFullKeys(left, right)
      }
    return sort[number].order.applied(to: order)
  }
}

extension RowComparator {
  /// Whether one row comes before another; those that are equal keep the order of their own.
  func precedes(_ left: RowHandle, _ right: RowHandle) -> Bool {
    switch compare(left, right) {
    case .less: true
    case .greater: false
    case .equal: ranks[left] < ranks[right]
    }
  }

  /// The first spot at which nothing stands that comes before a row.
  func lowerBound(of seat: RowHandle, in seats: ChunkedList) -> ChunkedList.Index {
    guard let first = codes.first else { return seats.partitioningIndex { !precedes($0, seat) } }
    let direction = sort[0].order
    let code = first.code(of: seat, direction: direction)
    // Most places are told by the weightiest number alone.
    return seats.partitioningIndex { other in
      let otherCode = first.code(of: other, direction: direction)
      return otherCode == code ? !precedes(other, seat) : otherCode > code
    }
  }
}

extension RowComparator {
  /// Sorts seats; those that are equal stay in the order in which they are given.
  func sorted(_ seats: [RowHandle]) -> [RowHandle] {
    if codes.isEmpty || seats.count < 2 { return seats }
    var entries = seats.map { SortEntry(code: 0, seat: $0) }
    var room = entries
    entries.withUnsafeMutableBufferPointer { entries in
      room.withUnsafeMutableBufferPointer { room in sort(entries, scratch: room, byKey: 0) }
    }
    return entries.map(\.seat)
  }

  private typealias EntryBuffer = UnsafeMutableBufferPointer<SortEntry>

  private func sort(_ entries: EntryBuffer, scratch room: EntryBuffer, byKey number: Int) {
    let (codes, order) = (codes[number], sort[number].order)
    for place in entries.indices { entries[place].code = codes.code(of: entries[place].seat, direction: order) }
    sortByCode(entries, scratch: room)
    forEachTie(entries, scratch: room) { run, room in
      if codes.encoding.isExact(code: codes.codes[Int(run[0].seat)]) {
        if number + 1 < self.codes.count { sort(run, scratch: room, byKey: number + 1) }
      } else {
        sortTies(run, scratch: room, byKey: number, fromByte: SortEncoding.textStep)
      }
    }
  }

  /// Texts longer than this are compared one with another: to look at ever further bytes of all would nest too deep.
  private static let longText = 200

  /// Sorts rows of which the numbers are the same and do not say all: texts by the bytes that follow, and else by comparing.
  private func sortTies(_ entries: EntryBuffer, scratch room: EntryBuffer, byKey number: Int, fromByte start: Int) {
    let (codes, order) = (codes[number], sort[number].order)
    if entries.count < StableSort.many || codes.encoding != .texts || start > Self.longText {
      return StableSort.mergeSort(entries, scratch: room) { left, right in
        let first = breakTie(left.seat, right.seat, byKey: number)
        return (first == .equal ? self.compare(left.seat, right.seat, fromKey: number + 1) : first) == .less
      }
    }
    for place in entries.indices {
      guard case .text(let text) = codes.forms[Int(entries[place].seat)] else { continue }
      let code = SortEncoding.textCode(text, fromByte: start)
      entries[place].code = order == .forward ? code : ~code
    }
    sortByCode(entries, scratch: room)
    forEachTie(entries, scratch: room) { run, room in
      let code = order == .forward ? run[0].code : ~run[0].code
      if !SortEncoding.texts.isExact(code: code) {
        sortTies(run, scratch: room, byKey: number, fromByte: start + SortEncoding.textStep)
      } else if number + 1 < self.codes.count {
        sort(run, scratch: room, byKey: number + 1)
      }
    }
  }

  private func sortByCode(_ entries: EntryBuffer, scratch room: EntryBuffer) {
    if entries.count < StableSort.many {
      StableSort.mergeSort(entries, scratch: room) { $0.code < $1.code }
    } else {
      StableSort.radixSort(entries, scratch: room)
    }
  }

  /// Calls something for each stretch of more than one with the same number.
  private func forEachTie(_ entries: EntryBuffer, scratch room: EntryBuffer, _ body: (EntryBuffer, EntryBuffer) -> Void)
  {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].code == entries[start].code { end += 1 }
      if end - start > 1 { body(EntryBuffer(rebasing: entries[start..<end]), EntryBuffer(rebasing: room[start..<end])) }
      start = end
    }
  }
}

extension ChunkedList {
  /// Inserts a seat where it belongs in an order.
  mutating func insert(_ seat: RowHandle, sortedBy order: RowComparator) {
    insert(seat, at: order.lowerBound(of: seat, in: self))
  }

  /// Removes a seat that is in the list.
  mutating func remove(_ seat: RowHandle, sortedBy order: RowComparator) {
    if let spot = index(of: seat, sortedBy: order) { remove(at: spot) }
  }

  /// Where a seat is in the list.
  func index(of seat: RowHandle, sortedBy order: RowComparator) -> Index? {
    let spot = order.lowerBound(of: seat, in: self)
    if self.handle(at: spot) == seat { return spot }
    // A column's comparison that is no total order may lead past it, and then all are asked.
    return allHandles.firstIndex(of: seat).map(self.index(atOffset:))
  }
}
