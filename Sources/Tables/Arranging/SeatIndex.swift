/// Finds the seats of rows by their ids: a list of seats, in which an id is looked for from where its hash points on.
///
/// It keeps no ids, which the rows have already, and so takes a third of what a dictionary would. Invariants:
/// - each seat of a row stands in it once, with none but taken places between where its hash points and where it is;
/// - a fourth of the places, at the least, was never taken.
struct SeatIndex: Sendable {
  private var places: [Seat]
  /// How many places are taken, or were.
  private var used = 0

  private static var free: Seat { -1 }
  /// What was taken, and is passed over by who looks for another.
  private static var left: Seat { -2 }

  /// Makes room for so many rows.
  init(capacity: Int) {
    var size = 8
    while size * 3 / 4 < capacity { size *= 2 }
    places = Array(repeating: Self.free, count: size)
  }

  /// The seat of an id.
  func seat<Row: Identifiable>(of id: Row.ID, _ rows: [Row]) -> Seat? {
    let place = place(of: id, rows)
    return places[place] == Self.free ? nil : places[place]
  }

  /// Where an id stands, or would.
  private func place<Row: Identifiable>(of id: Row.ID, _ rows: [Row]) -> Int {
    rows.withUnsafeBufferPointer { rows in
      var place = start(of: id)
      while places[place] != Self.free, places[place] == Self.left || rows[Int(places[place])].id != id {
        place = (place + 1) & (places.count - 1)
      }
      return place
    }
  }

  private func start(of id: some Hashable) -> Int { id.hashValue & (places.count - 1) }

  /// Takes a seat in, unless there is one with the id of its row.
  mutating func insert<Row: Identifiable>(_ seat: Seat, _ rows: [Row]) -> Bool {
    if (used + 1) * 4 > places.count * 3 { grow(rows) }
    let place = place(of: rows[Int(seat)].id, rows)
    if places[place] != Self.free { return false }
    places[place] = seat
    used += 1
    return true
  }

  /// Lets a seat go, of which the row is still there.
  mutating func remove<Row: Identifiable>(_ seat: Seat, _ rows: [Row]) {
    let place = place(of: rows[Int(seat)].id, rows)
    if places[place] == seat { places[place] = Self.left }
  }

  /// Makes room for twice as many as there are.
  private mutating func grow<Row: Identifiable>(_ rows: [Row]) {
    let seats = places.filter { $0 >= 0 }
    self = SeatIndex(capacity: 2 * seats.count + 1)
    for seat in seats { _ = insert(seat, rows) }
  }
}
