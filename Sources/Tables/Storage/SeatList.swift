/// Seats in an order, in blocks: one comes or goes without moving all that are behind it.
struct SeatList: Sendable {
  private var blocks: [[Seat]] = []
  /// The place of each block's first seat.
  private var starts: [Int] = []
  private(set) var count = 0

  /// How many seats a block has at first; with twice as many it becomes two.
  private static var blockSize: Int { 1024 }

  init(_ seats: [Seat]) {
    for start in stride(from: 0, to: seats.count, by: Self.blockSize) {
      blocks.append(Array(seats[start..<min(start + Self.blockSize, seats.count)]))
      starts.append(start)
    }
    count = seats.count
  }

  subscript(place: Int) -> Seat {
    let block = block(at: place)
    return blocks[block][place - starts[block]]
  }

  /// The seats at some places.
  func seats(at places: Range<Int>) -> [Seat] {
    var seats: [Seat] = []
    seats.reserveCapacity(places.count)
    var (block, place) = (block(at: places.lowerBound), places.lowerBound)
    while place < places.upperBound {
      let end = min(places.upperBound, starts[block] + blocks[block].count)
      seats += blocks[block][place - starts[block]..<end - starts[block]]
      (block, place) = (block + 1, end)
    }
    return seats
  }

  /// The block in which a place is, or the last for the end.
  private func block(at place: Int) -> Int {
    starts.indices.firstIndex(fromWhich: { starts[$0] > place }) - 1
  }

  /// Where a seat stands, or would: in which block, and where in that.
  struct Spot {
    fileprivate let block: Int
    fileprivate let offset: Int
  }

  /// The first spot from which on something holds.
  func firstSpot(where holds: (Seat) -> Bool) -> Spot {
    // Blocks are not empty: the last seat of each tells whether it is in this one.
    let number = blocks.indices.firstIndex(fromWhich: { holds(blocks[$0][blocks[$0].count - 1]) })
    if number == blocks.count { return Spot(block: max(0, number - 1), offset: blocks.last?.count ?? 0) }
    return Spot(block: number, offset: blocks[number].indices.firstIndex(fromWhich: { holds(blocks[number][$0]) }))
  }

  /// The spot that a place is.
  func spot(at place: Int) -> Spot {
    if blocks.isEmpty { return Spot(block: 0, offset: 0) }
    let block = block(at: place)
    return Spot(block: block, offset: place - starts[block])
  }

  /// The seat at a spot, or nil at the end.
  func seat(at spot: Spot) -> Seat? {
    spot.block < blocks.count && spot.offset < blocks[spot.block].count ? blocks[spot.block][spot.offset] : nil
  }

  /// The place that a spot is.
  func place(of spot: Spot) -> Int { blocks.isEmpty ? 0 : starts[spot.block] + spot.offset }

  /// All seats in their order.
  var all: [Seat] { blocks.flatMap(\.self) }

  /// Calls something with all seats, block by block.
  func forEachBlock(_ body: ([Seat]) -> Void) { for block in blocks { body(block) } }
}

extension SeatList {
  /// Puts a seat before the one at a spot, or last.
  mutating func insert(_ seat: Seat, at spot: Spot) {
    if blocks.isEmpty { return self = SeatList([seat]) }
    let block = spot.block
    blocks[block].insert(seat, at: spot.offset)
    moveStarts(behind: block, by: 1)
    if blocks[block].count == 2 * Self.blockSize { split(block) }
  }

  /// Lets the seat at a spot go.
  mutating func remove(at spot: Spot) {
    let block = spot.block
    blocks[block].remove(at: spot.offset)
    moveStarts(behind: block, by: -1)
    if blocks[block].isEmpty {
      blocks.remove(at: block)
      starts.remove(at: block)
    }
  }

  /// Lets many go at once, of so many seats that there are.
  mutating func removeAll(among seats: [Seat], of count: Int) {
    var all = all
    all.removeAll(among: seats, of: count)
    self = SeatList(all)
  }

  private mutating func moveStarts(behind block: Int, by step: Int) {
    count += step
    for place in block + 1..<starts.count { starts[place] += step }
  }

  private mutating func split(_ block: Int) {
    let last = Array(blocks[block][Self.blockSize...])
    blocks[block].removeLast(last.count)
    blocks.insert(last, at: block + 1)
    starts.insert(starts[block] + Self.blockSize, at: block + 1)
  }
}

extension Range<Int> {
  /// Returns the first index from which on a condition holds, or the upper bound if it never does (binary search).
  func firstIndex(fromWhich holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
