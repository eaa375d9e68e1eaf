/// Finds the seats of rows by their ids: a list of seats, in which an id is looked for from where its hash points on.
///
/// It keeps no ids, which the rows have already, and so takes less than half of what a dictionary would. Of each hash it keeps
/// seven bits, so that hardly any row is fetched but the one that is meant. Invariants:
/// - each seat of a row stands in it once, with none but taken places between where its hash points and where it is;
/// - a fourth of the places, at the least, was never taken.
struct SeatIndex: Sendable {
  /// What is known of each place: that it is free, that it was left, or what stands for the hash of who is there.
  private var marks: [UInt8]
  private var places: [Seat]
  /// How many places are taken, or were.
  private var used = 0

  private static var free: UInt8 { 0 }
  /// What was taken, and is passed over by who looks for another.
  private static var left: UInt8 { 1 }
  /// What stands for a hash: its highest bits, since by the lowest a place is found.
  private static func mark(of hash: Int) -> UInt8 { 0x80 | UInt8(UInt(bitPattern: hash) >> (UInt.bitWidth - 7)) }

  /// Makes room for so many rows.
  init(capacity: Int) {
    var size = 8
    while size * 3 / 4 < capacity { size *= 2 }
    marks = Array(repeating: Self.free, count: size)
    places = Array(repeating: 0, count: size)
  }

  /// The seat of an id that has this hash.
  func seat<Row: Identifiable>(of id: Row.ID, hash: Int, _ rows: [Row]) -> Seat? {
    let place = place(of: id, hash: hash, rows)
    return marks[place] == Self.free ? nil : places[place]
  }

  /// Where an id stands, or would.
  private func place<Row: Identifiable>(of id: Row.ID, hash: Int, _ rows: [Row]) -> Int {
    let (last, mark) = (places.count - 1, Self.mark(of: hash))
    var place = hash & last
    while marks[place] != Self.free, marks[place] != mark || rows[Int(places[place])].id != id {
      place = (place + 1) & last
    }
    return place
  }

  /// Takes a seat in, unless there is one with the id of its row, which has this hash.
  mutating func insert<Row: Identifiable>(_ seat: Seat, hash: Int, _ rows: [Row]) -> Bool {
    if self.seat(of: rows[Int(seat)].id, hash: hash, rows) != nil { return false }
    add(seat, hash: hash, rows)
    return true
  }

  /// Takes in a seat of whose row the id is not there, and has this hash.
  mutating func add<Row: Identifiable>(_ seat: Seat, hash: Int, _ rows: [Row]) {
    if (used + 1) * 4 > places.count * 3 { grow(rows) }
    let last = places.count - 1
    var place = hash & last
    while marks[place] > Self.left { place = (place + 1) & last }
    if marks[place] == Self.free { used += 1 }
    marks[place] = Self.mark(of: hash)
    places[place] = seat
  }

  /// Lets a seat go, of which the row is still there.
  mutating func remove<Row: Identifiable>(_ seat: Seat, _ rows: [Row]) {
    let id = rows[Int(seat)].id
    let place = place(of: id, hash: id.hashValue, rows)
    if marks[place] != Self.free && places[place] == seat { marks[place] = Self.left }
  }

  /// Makes room for twice as many as there are.
  private mutating func grow<Row: Identifiable>(_ rows: [Row]) {
    let seats = places.indices.filter { marks[$0] > Self.left }.map { places[$0] }
    self = SeatIndex(capacity: 2 * seats.count + 1)
    for seat in seats { add(seat, hash: rows[Int(seat)].id.hashValue, rows) }
  }
}
