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
  private(set) var sequence: [Seat]
  /// What tells which of two seats comes first in that order.
  private(set) var ranks: [Int64]
  private var seats: [Row.ID: Seat]
  private var emptySeats: [Seat] = []

  /// How far ranks are apart, so that many rows can be put between two before all are counted anew.
  private static var gap: Int64 { 1 << 20 }

  /// Takes rows in.
  ///
  /// Of rows with the same id the last counts, in the place of the first.
  init(_ given: some Collection<Row>) {
    rows = []
    seats = [:]
    rows.reserveCapacity(given.count)
    seats.reserveCapacity(given.count)
    for row in given {
      let seat = Seat(rows.count)
      if let known = seats.updateValue(seat, forKey: row.id) {
        seats[row.id] = known
        rows[Int(known)] = row
      } else {
        rows.append(row)
      }
    }
    sequence = Array(0..<Seat(rows.count))
    ranks = sequence.map { Int64($0) * Self.gap }
  }

  var count: Int { sequence.count }

  func seat(of id: Row.ID) -> Seat? { seats[id] }

  func row(at seat: Seat) -> Row { rows[Int(seat)] }

  subscript(_ id: Row.ID) -> Row? { seats[id].map(row(at:)) }

  /// Whether there is a row, for each seat.
  var areTaken: [Bool] {
    var areTaken = [Bool](repeating: true, count: rows.count)
    for seat in emptySeats { areTaken[Int(seat)] = false }
    return areTaken
  }

  /// Where a seat stands in the order of the rows.
  func place(of seat: Seat) -> Int { firstPlace { ranks[Int($0)] >= ranks[Int(seat)] } }

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
  /// Gives a row that is there other contents.
  mutating func replace(_ row: Row, at seat: Seat) { rows[Int(seat)] = row }

  /// Takes in a row that is not there yet, before another or last, and returns its seat.
  mutating func insert(_ row: Row, before id: Row.ID?) -> Seat {
    let seat: Seat
    if let empty = emptySeats.popLast() {
      seat = empty
      rows[Int(seat)] = row
    } else {
      seat = Seat(rows.count)
      rows.append(row)
      ranks.append(0)
    }
    seats[row.id] = seat
    enter(seat, at: id.flatMap { seats[$0] }.map(place(of:)) ?? sequence.count)
    return seat
  }

  /// Lets rows go.
  mutating func remove(_ seats: [Seat]) {
    takeOut(seats)
    for seat in seats { self.seats[row(at: seat).id] = nil }
    emptySeats += seats
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
    let before = place > 0 ? ranks[Int(sequence[place - 1])] : nil
    let after = place < sequence.count ? ranks[Int(sequence[place])] : nil
    sequence.insert(seat, at: place)
    switch (before, after) {
    case (nil, nil): ranks[Int(seat)] = 0
    case (let before?, nil): ranks[Int(seat)] = before + Self.gap
    case (nil, let after?): ranks[Int(seat)] = after - Self.gap
    case (let before?, let after?):
      if after - before > 1 { ranks[Int(seat)] = before + (after - before) / 2 } else { countAnew() }
    }
  }

  private mutating func countAnew() {
    for (place, seat) in sequence.enumerated() { ranks[Int(seat)] = Int64(place) * Self.gap }
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
