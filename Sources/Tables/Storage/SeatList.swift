/// Seats in an order, in blocks: one comes or goes without moving all that are behind it.
struct ChunkedList: Sendable {
  private var blocks: [[RowHandle]] = []
  /// The place of each block's first seat.
  private var starts: [Int] = []
  private(set) var count = 0

  /// How many seats a block has at first; with twice as many it becomes two.
  private static var initialChunkSize: Int { 1024 }

  init(_ seats: [RowHandle]) {
    for start in stride(from: 0, to: seats.count, by: Self.initialChunkSize) {
      blocks.append(Array(seats[start..<min(start + Self.initialChunkSize, seats.count)]))
      starts.append(start)
    }
    count = seats.count
  }

  subscript(place: Int) -> RowHandle {
    let block = chunkIndex(containing: place)
    return blocks[block][place - starts[block]]
  }

  /// The seats at some places.
  func handles(in places: Range<Int>) -> [RowHandle] {
    var seats: [RowHandle] = []
    seats.reserveCapacity(places.count)
    var (block, place) = (chunkIndex(containing: places.lowerBound), places.lowerBound)
    while place < places.upperBound {
      let end = min(places.upperBound, starts[block] + blocks[block].count)
      seats += blocks[block][place - starts[block]..<end - starts[block]]
      (block, place) = (block + 1, end)
    }
    return seats
  }

  /// The block in which a place is, or the last for the end.
  private func chunkIndex(containing place: Int) -> Int {
    starts.indices.partitioningIndex(where: { starts[$0] > place }) - 1
  }

  /// Where a seat stands, or would: in which block, and where in that.
  struct Index {
    fileprivate let block: Int
    fileprivate let offset: Int
  }

  /// The first spot from which on something holds.
  func partitioningIndex(where holds: (RowHandle) -> Bool) -> Index {
    // Blocks are not empty: the last seat of each tells whether it is in this one.
    let number = blocks.indices.partitioningIndex(where: { holds(blocks[$0][blocks[$0].count - 1]) })
    if number == blocks.count { return Index(block: max(0, number - 1), offset: blocks.last?.count ?? 0) }
    return Index(block: number, offset: blocks[number].indices.partitioningIndex(where: { holds(blocks[number][$0]) }))
  }

  /// The spot that a place is.
  func index(atOffset place: Int) -> Index {
    if blocks.isEmpty { return Index(block: 0, offset: 0) }
    let block = chunkIndex(containing: place)
    return Index(block: block, offset: place - starts[block])
  }

  /// The seat at a spot, or nil at the end.
  func handle(at spot: Index) -> RowHandle? {
    spot.block < blocks.count && spot.offset < blocks[spot.block].count ? blocks[spot.block][spot.offset] : nil
  }

  /// The place that a spot is.
  func offset(of spot: Index) -> Int { blocks.isEmpty ? 0 : starts[spot.block] + spot.offset }

  /// All seats in their order.
  var allHandles: [RowHandle] { blocks.flatMap(\.self) }

  /// Calls something with all seats, block by block.
  func forEachChunk(_ body: ([RowHandle]) -> Void) { for block in blocks { body(block) } }
}

extension ChunkedList {
  /// Puts a seat before the one at a spot, or last.
  mutating func insert(_ seat: RowHandle, at spot: Index) {
    if blocks.isEmpty { return self = ChunkedList([seat]) }
    let block = spot.block
    blocks[block].insert(seat, at: spot.offset)
    shiftOffsets(afterChunk: block, by: 1)
    if blocks[block].count == 2 * Self.initialChunkSize { splitChunk(at: block) }
  }

  /// Lets the seat at a spot go.
  mutating func remove(at spot: Index) {
    let block = spot.block
    blocks[block].remove(at: spot.offset)
    shiftOffsets(afterChunk: block, by: -1)
    if blocks[block].isEmpty {
      blocks.remove(at: block)
      starts.remove(at: block)
    }
  }

  /// Lets many go at once, of so many seats that there are.
  mutating func removeAll(in seats: [RowHandle], handleCount count: Int) {
    var all = allHandles
    all.removeAll(in: seats, handleCount: count)
    self = ChunkedList(all)
  }

  private mutating func shiftOffsets(afterChunk block: Int, by step: Int) {
    count += step
    for place in block + 1..<starts.count { starts[place] += step }
  }

  private mutating func splitChunk(at block: Int) {
    let last = Array(blocks[block][Self.initialChunkSize...])
    blocks[block].removeLast(last.count)
    blocks.insert(last, at: block + 1)
    starts.insert(starts[block] + Self.initialChunkSize, at: block + 1)
  }
}

extension Range<Int> {
  /// Returns the first index from which on a condition holds, or the upper bound if it never does (binary search).
  func partitioningIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
