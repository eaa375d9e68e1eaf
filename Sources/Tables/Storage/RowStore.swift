/// Where a row is kept, for as long as it is there.
typealias RowHandle = Int32

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
  private(set) var sequence: [RowHandle] = []
  /// What tells which of two seats comes first in that order.
  private(set) var ranks = OrderKeys()
  private var index: [Row.ID: RowHandle] = [:]
  private var emptySeats: [RowHandle] = []

  /// Takes rows in.
  ///
  /// Of rows with the same id the last counts, in the place of the first.
  init(_ given: some Collection<Row>) {
    // What is given is kept as it is, and not copied, unless an id comes twice.
    rows = Array(given)
    index = Dictionary(minimumCapacity: rows.count)
    for seat in rows.indices { index[rows[seat].id] = RowHandle(seat) }
    if index.count < rows.count { removeDuplicates() }
    sequence = Array(0..<RowHandle(rows.count))
  }

  private mutating func removeDuplicates() {
    let given = rows
    (rows, index) = ([], [:])
    for row in given {
      if let seat = index[row.id] {
        rows[Int(seat)] = row
      } else {
        index[row.id] = RowHandle(rows.count)
        rows.append(row)
      }
    }
  }

  var count: Int { sequence.count }

  func handle(of id: Row.ID) -> RowHandle? { index[id] }

  func row(at seat: RowHandle) -> Row { rows[Int(seat)] }

  subscript(_ id: Row.ID) -> Row? { handle(of: id).map(row(at:)) }

  /// Whether there is a row, for each seat.
  var occupancy: [Bool] {
    var areTaken = [Bool](repeating: true, count: rows.count)
    for seat in emptySeats { areTaken[Int(seat)] = false }
    return areTaken
  }

  /// Where a seat stands in the order of the rows.
  func index(ofHandle seat: RowHandle) -> Int {
    sequence.indices.partitioningIndex(where: { ranks[sequence[$0]] >= ranks[seat] })
  }

  /// Where a row stands in the order of the rows.
  func index(ofID id: Row.ID) -> Int? { handle(of: id).map(index(ofHandle:)) }
}

extension RowStore {
  /// Gives a row that is there other contents.
  mutating func replace(_ row: Row, at seat: RowHandle) { rows[Int(seat)] = row }

  /// Takes in a row that is not there yet, before another or last, and returns its seat.
  mutating func insert(_ row: Row, before id: Row.ID?) -> RowHandle {
    let seat = emptySeats.popLast() ?? RowHandle(rows.count)
    if Int(seat) == rows.count { rows.append(row) } else { rows[Int(seat)] = row }
    let place = id.flatMap(index(ofID:)) ?? sequence.count
    index[row.id] = seat
    insertIntoOrder(seat, at: place)
    return seat
  }

  /// Lets rows go.
  mutating func remove(_ seats: [RowHandle]) {
    removeFromOrder(seats)
    for seat in seats { index[rows[Int(seat)].id] = nil }
    emptySeats += seats
  }

  /// Puts rows before another, or last, in this order.
  mutating func move(_ moved: [RowHandle], before target: RowHandle?) {
    removeFromOrder(moved)
    sequence.insert(contentsOf: moved, at: target.map(index(ofHandle:)) ?? sequence.count)
    renumberOrderKeys()
  }

  private mutating func removeFromOrder(_ seats: [RowHandle]) {
    if seats.count == 1 {
      sequence.remove(at: index(ofHandle: seats[0]))
    } else {
      sequence.removeAll(in: seats, handleCount: rows.count)
    }
  }

  /// Puts a seat into the sequence, with a rank between those beside it.
  private mutating func insertIntoOrder(_ seat: RowHandle, at place: Int) {
    let before = place > 0 ? ranks[sequence[place - 1]] : nil
    let after = place < sequence.count ? ranks[sequence[place]] : nil
    sequence.insert(seat, at: place)
    switch (before, after) {
    case (nil, nil): setOrderKey(of: seat, to: Int64(seat) * OrderKeys.spacing)
    case (let before?, nil):
      setOrderKey(of: seat, to: max(before, Int64(seat - 1) * OrderKeys.spacing) + OrderKeys.spacing)
    case (nil, let after?): setOrderKey(of: seat, to: after - OrderKeys.spacing)
    case (let before?, let after?):
      if after - before > 1 { setOrderKey(of: seat, to: before + (after - before) / 2) } else { renumberOrderKeys() }
    }
  }

  private mutating func setOrderKey(of seat: RowHandle, to rank: Int64) {
    ranks.setKey(rank, for: seat, handleCount: rows.count)
  }

  private mutating func renumberOrderKeys() {
    for (place, seat) in sequence.enumerated() { setOrderKey(of: seat, to: Int64(place) * OrderKeys.spacing) }
  }
}

extension [RowHandle] {
  /// Takes many out at once, of so many seats that there are.
  mutating func removeAll(in seats: [RowHandle], handleCount count: Int) {
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

/// What tells which of two seats comes first in the order of the rows.
///
/// As long as they stand in it as they are numbered, nothing is kept.
struct OrderKeys: Sendable {
  private var ranks: [Int64] = []

  /// How far ranks are apart, so that many rows can be put between two before all are counted anew.
  static var spacing: Int64 { 1 << 20 }

  subscript(seat: RowHandle) -> Int64 { ranks.isEmpty ? Int64(seat) * Self.spacing : ranks[Int(seat)] }

  /// Gives a seat a rank, of so many seats that there are.
  mutating func setKey(_ rank: Int64, for seat: RowHandle, handleCount count: Int) {
    if ranks.isEmpty && self[seat] == rank { return }
    if ranks.isEmpty { ranks.reserveCapacity(count) }
    for seat in ranks.count..<count { ranks.append(Int64(seat) * Self.spacing) }
    ranks[Int(seat)] = rank
  }
}
