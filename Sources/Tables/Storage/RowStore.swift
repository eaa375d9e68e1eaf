/// Where a row is kept, for as long as it is there.
typealias Seat = Int32

/// Rows in an order of their own, found by their ids.
///
/// Each row has a seat that it keeps, so that what is known of seats, such as what rows are sorted by, stays true whatever
/// comes, goes and moves. Invariants:
/// - every id has one seat, and every seat that is taken stands in the sequence once;
/// - along the sequence the ranks rise, so that a row's place in it is found by halving.
struct RowStore<Row: Identifiable & Hashable & Sendable>: Sendable where Row.ID: Sendable {
  /// The rows by their seats.
  ///
  /// In an empty seat the row stays that sat there last, until another takes it.
  private(set) var rows: [Row]
  /// The seats in the order of the rows.
  private(set) var sequence: [Seat] = []
  /// What tells which of two seats comes first in that order.
  private(set) var ranks = Ranks()
  private var index: SeatIndex
  private(set) var emptySeats: [Seat] = []
  /// The seat that is likely to be asked for next, which is taken: looked at before the index is searched.
  private var expected: Seat?

  /// Takes rows in.
  ///
  /// Of rows with the same id the last counts, in the place of the first.
  init(_ given: some Collection<Row>) {
    // What is given is kept as it is, and not copied, unless an id comes twice.
    rows = Array(given)
    index = SeatIndex(capacity: rows.count)
    if !indexAll() {
      rows = Self.unique(rows)
      index = SeatIndex(capacity: rows.count)
      _ = indexAll()
    }
    sequence = Array(0..<Seat(rows.count))
  }

  /// Takes all rows into the index, up to one whose id is there already.
  private mutating func indexAll() -> Bool {
    for seat in rows.indices where !index.insert(Seat(seat), hash: rows[seat].id.hashValue, rows) { return false }
    return true
  }

  private static func unique(_ given: [Row]) -> [Row] {
    var rows: [Row] = []
    var places: [Row.ID: Int] = [:]
    for row in given {
      if let place = places[row.id] {
        rows[place] = row
      } else {
        places[row.id] = rows.count
        rows.append(row)
      }
    }
    return rows
  }

  var count: Int { sequence.count }

  func seat(of id: Row.ID) -> Seat? {
    if let expected, rows[Int(expected)].id == id { return expected }
    return index.seat(of: id, hash: id.hashValue, rows)
  }

  /// The seat of an id whose hash is known already.
  func seat(of id: Row.ID, hash: Int) -> Seat? { index.seat(of: id, hash: hash, rows) }

  func row(at seat: Seat) -> Row { rows[Int(seat)] }

  subscript(_ id: Row.ID) -> Row? { seat(of: id).map(row(at:)) }

  /// Whether there is a row at a seat.
  func isTaken(_ seat: Seat) -> Bool { self.seat(of: rows[Int(seat)].id) == seat }

  /// Whether there is a row, for each seat.
  var areTaken: [Bool] {
    var areTaken = [Bool](repeating: true, count: rows.count)
    for seat in emptySeats { areTaken[Int(seat)] = false }
    return areTaken
  }

  /// Where a seat stands in the order of the rows.
  func place(of seat: Seat) -> Int { firstPlace { ranks[$0] >= ranks[seat] } }

  private func firstPlace(where isReached: (Seat) -> Bool) -> Int {
    var (low, high) = (0, sequence.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isReached(sequence[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RowStore {
  /// Expects a seat that is taken to be asked for next.
  mutating func expect(_ seat: Seat) { expected = seat }

  /// Gives a row that is there other contents.
  mutating func replace(_ row: Row, at seat: Seat) { rows[Int(seat)] = row }

  /// Takes in a row that is not there yet, before another or last, and returns its seat.
  mutating func insert(_ row: Row, before id: Row.ID?) -> Seat { insert(row, hash: row.id.hashValue, before: id) }

  /// The same of a row of whose id the hash is known already.
  mutating func insert(_ row: Row, hash: Int, before id: Row.ID?) -> Seat {
    let seat: Seat
    if let empty = emptySeats.popLast() {
      seat = empty
      rows[Int(seat)] = row
    } else {
      seat = Seat(rows.count)
      rows.append(row)
    }
    let place = id.flatMap { self.seat(of: $0) }.map(place(of:)) ?? sequence.count
    index.add(seat, hash: hash, rows)
    enter(seat, at: place)
    return seat
  }

  /// Lets rows go.
  mutating func remove(_ seats: [Seat]) {
    takeOut(seats)
    for seat in seats { index.remove(seat, rows) }
    emptySeats += seats
    expected = nil
  }

  /// Puts rows before another, or last, in this order.
  mutating func move(_ moved: [Seat], before target: Seat?) {
    takeOut(moved)
    let start = target.map(place(of:)) ?? sequence.count
    if moved.count < Self.few {
      for (number, seat) in moved.enumerated() { enter(seat, at: start + number) }
    } else {
      sequence.insert(contentsOf: moved, at: start)
      countAnew()
    }
  }

  /// So few are taken one by one, and more in one go over all.
  private static var few: Int { 8 }

  private mutating func takeOut(_ seats: [Seat]) {
    if seats.count < Self.few {
      for seat in seats { sequence.remove(at: place(of: seat)) }
    } else {
      sequence.removeAll(among: seats, of: rows.count)
    }
  }

  /// Puts a seat into the sequence, with a rank between those beside it.
  private mutating func enter(_ seat: Seat, at place: Int) {
    let before = place > 0 ? ranks[sequence[place - 1]] : nil
    let after = place < sequence.count ? ranks[sequence[place]] : nil
    if after == nil { sequence.append(seat) } else { sequence.insert(seat, at: place) }
    switch (before, after) {
    case (nil, nil): rank(seat, Int64(seat) * Ranks.gap)
    case (let before?, nil): rank(seat, max(before, Int64(seat - 1) * Ranks.gap) + Ranks.gap)
    case (nil, let after?): rank(seat, after - Ranks.gap)
    case (let before?, let after?):
      if after - before > 1 { rank(seat, before + (after - before) / 2) } else { countAnew() }
    }
  }

  private mutating func rank(_ seat: Seat, _ rank: Int64) { ranks.set(rank, at: seat, of: rows.count) }

  private mutating func countAnew() {
    for (place, seat) in sequence.enumerated() { rank(seat, Int64(place) * Ranks.gap) }
  }
}

extension [Seat] {
  /// Takes many out at once, of so many seats that there are.
  mutating func removeAll(among seats: [Seat], of count: Int) {
    var isGone = [Bool](repeating: false, count: count)
    for seat in seats { isGone[Int(seat)] = true }
    removeAll { isGone[Int($0)] }
  }
}

extension RowStore: Hashable {
  /// Whether both hold the same rows in the same order, wherever these sit.
  static func == (left: Self, right: Self) -> Bool {
    left.count == right.count && zip(left.sequence, right.sequence).allSatisfy { left.row(at: $0) == right.row(at: $1) }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for seat in sequence { hasher.combine(row(at: seat)) }
  }
}

extension RowStore: Codable where Row: Codable {
  init(from decoder: any Decoder) throws { self.init(try [Row](from: decoder)) }

  func encode(to encoder: any Encoder) throws { try sequence.map(row(at:)).encode(to: encoder) }
}
