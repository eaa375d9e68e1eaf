internal import Values

/// Tells which of two rows comes first in the order they are sorted in, by what was taken out of them.
struct SeatOrder {
  /// What they are sorted by, the weightiest first.
  let codes: [SortCodes]
  /// In which direction each.
  let sort: [SortKey]
  /// What tells which of two rows comes first in the order of their own.
  let ranks: Ranks
  /// Compares two rows by the function of a column; nothing where no column has one.
  let compareRows: ((_ column: Int, Seat, Seat) -> Order)?

  /// Which comes first, by what they are sorted by from one key on; neither where all are the same.
  func order(_ left: Seat, _ right: Seat, from first: Int = 0) -> Order {
    for number in first..<codes.count {
      let order = order(left, right, by: number)
      if order != .equal { return order }
    }
    return .equal
  }

  /// Which comes first by one key.
  func order(_ left: Seat, _ right: Seat, by number: Int) -> Order {
    let direction = sort[number].order
    let (code, other) = (codes[number].code(at: left, direction), codes[number].code(at: right, direction))
    if code != other { return code < other ? .less : .greater }
    return orderOfSame(left, right, by: number)
  }

  /// Which comes first of two with the same number.
  func orderOfSame(_ left: Seat, _ right: Seat, by number: Int) -> Order {
    let order =
      if codes[number].comparesRows {
        compareRows?(codes[number].column, left, right) ?? .equal
      } else {
        codes[number].orderOfForms(left, right)
      }
    return sort[number].order.directed(order)
  }
}

extension SeatOrder {
  /// Whether one row comes before another; those that are equal keep the order of their own.
  func precedes(_ left: Seat, _ right: Seat) -> Bool {
    switch order(left, right) {
    case .less: true
    case .greater: false
    case .equal: ranks[left] < ranks[right]
    }
  }

  /// The first spot at which nothing stands that comes before a row.
  func spot(of seat: Seat, in seats: SeatList) -> SeatList.Spot {
    guard let first = codes.first else { return seats.firstSpot { !precedes($0, seat) } }
    let direction = sort[0].order
    let code = first.code(at: seat, direction)
    // Most places are told by the weightiest number alone.
    return seats.firstSpot { other in
      let otherCode = first.code(at: other, direction)
      return otherCode == code ? !precedes(other, seat) : otherCode > code
    }
  }
}

extension SeatOrder {
  /// Sorts seats; those that are equal stay in the order in which they are given.
  func sorted(_ seats: [Seat]) -> [Seat] {
    if codes.isEmpty || seats.count < 2 { return seats }
    var entries = seats.map { SortEntry(code: 0, seat: $0) }
    var room = entries
    entries.withUnsafeMutableBufferPointer { entries in
      room.withUnsafeMutableBufferPointer { room in sort(entries, room, by: 0) }
    }
    return entries.map(\.seat)
  }

  private typealias Entries = UnsafeMutableBufferPointer<SortEntry>

  private func sort(_ entries: Entries, _ room: Entries, by number: Int) {
    let (codes, order) = (codes[number], sort[number].order)
    for place in entries.indices { entries[place].code = codes.code(at: entries[place].seat, order) }
    sortCodes(entries, room)
    forEachRun(entries, room) { run, room in
      if codes.encoding.isDecided(by: codes.codes[Int(run[0].seat)]) {
        if number + 1 < self.codes.count { sort(run, room, by: number + 1) }
      } else {
        refine(run, room, by: number, from: SortEncoding.textStep)
      }
    }
  }

  /// Texts longer than this are compared one with another: to look at ever further bytes of all would nest too deep.
  private static let longText = 200

  /// Sorts rows of which the numbers are the same and do not say all: texts by the bytes that follow, and else by comparing.
  private func refine(_ entries: Entries, _ room: Entries, by number: Int, from start: Int) {
    let (codes, order) = (codes[number], sort[number].order)
    if entries.count < StableSort.many || codes.encoding != .texts || start > Self.longText {
      return StableSort.merge(entries, room) { left, right in
        let first = orderOfSame(left.seat, right.seat, by: number)
        return (first == .equal ? self.order(left.seat, right.seat, from: number + 1) : first) == .less
      }
    }
    for place in entries.indices {
      guard case .text(let text) = codes.forms[Int(entries[place].seat)] else { continue }
      let code = SortEncoding.code(text, from: start)
      entries[place].code = order == .forward ? code : ~code
    }
    sortCodes(entries, room)
    forEachRun(entries, room) { run, room in
      let code = order == .forward ? run[0].code : ~run[0].code
      if !SortEncoding.texts.isDecided(by: code) {
        refine(run, room, by: number, from: start + SortEncoding.textStep)
      } else if number + 1 < self.codes.count {
        sort(run, room, by: number + 1)
      }
    }
  }

  private func sortCodes(_ entries: Entries, _ room: Entries) {
    if entries.count < StableSort.many {
      StableSort.merge(entries, room) { $0.code < $1.code }
    } else {
      StableSort.countDigits(entries, room)
    }
  }

  /// Calls something for each stretch of more than one with the same number.
  private func forEachRun(_ entries: Entries, _ room: Entries, _ body: (Entries, Entries) -> Void) {
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].code == entries[start].code { end += 1 }
      if end - start > 1 { body(Entries(rebasing: entries[start..<end]), Entries(rebasing: room[start..<end])) }
      start = end
    }
  }
}

extension SeatList {
  /// Inserts a seat where it belongs in an order.
  mutating func insert(_ seat: Seat, by order: SeatOrder) { insert(seat, at: order.spot(of: seat, in: self)) }

  /// Removes a seat that is in the list.
  mutating func remove(_ seat: Seat, by order: SeatOrder) {
    if let spot = spot(of: seat, by: order) { remove(at: spot) }
  }

  /// Where a seat is in the list.
  func spot(of seat: Seat, by order: SeatOrder) -> Spot? {
    let spot = order.spot(of: seat, in: self)
    if self.seat(at: spot) == seat { return spot }
    // A column's comparison that is no total order may lead past it, and then all are asked.
    return all.firstIndex(of: seat).map(self.spot(at:))
  }
}
