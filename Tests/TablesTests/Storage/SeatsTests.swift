import LoopExplorer
import Testing

@testable import Tables

@Suite struct `ChunkedListTests` {
  @Test(arguments: [0, 1, 1023, 1024, 5_000]) func `in blocks stand as they would in one`(count: Int) {
    var chance = SplitMix64(seed: 7)
    var naive = (0..<RowHandle(count)).map(\.self)
    var seats = ChunkedList(naive)
    // More and more at first, so that blocks become two, and then fewer and fewer, until none is left.
    for step in 0..<4 * count + 4_000 {
      if Int.random(in: 0..<100, using: &chance) < (step < count + 3_000 ? 90 : 20) || naive.isEmpty {
        let place = step % 3 == 0 ? naive.count / 2 : Int.random(in: 0...naive.count, using: &chance)
        naive.insert(RowHandle(count + step), at: place)
        seats.insert(RowHandle(count + step), at: seats.index(atOffset: place))
      } else {
        let place = Int.random(in: naive.indices, using: &chance)
        naive.remove(at: place)
        seats.remove(at: seats.index(atOffset: place))
      }
      if step % 500 == 0 { #expect(matchesArray(seats, naive, &chance)) }
    }
    #expect(matchesArray(seats, naive, &chance))
  }

  /// Whether all stand where they do in a list that knows no blocks, one by one and stretch by stretch, and are found there.
  private func matchesArray(_ seats: ChunkedList, _ naive: [RowHandle], _ chance: inout SplitMix64) -> Bool {
    let ends = [Int.random(in: 0...naive.count, using: &chance), Int.random(in: 0...naive.count, using: &chance)]
    let places = ends[0] < ends[1] ? ends[0]..<ends[1] : ends[1]..<ends[0]
    let known = Dictionary(uniqueKeysWithValues: naive.enumerated().map { ($1, $0) })
    func isFound(_ place: Int) -> Bool { firstOffset(seats) { known[$0].map { $0 >= place } ?? false } == place }
    return seats.count == naive.count && allHandles(seats) == naive && ends.allSatisfy(isFound)
      && naive.indices.allSatisfy { seats[$0] == naive[$0] }
      && seats.handles(in: places) == Array(naive[places]) && seats.handles(in: naive.indices) == naive
  }

  @Test func `in order are found by halving, wherever blocks end`() {
    let numbers = (0..<3_000).map { RowHandle($0 * 2) }
    var seats = ChunkedList(numbers)
    for seat in -1...6_000 {
      #expect(firstOffset(seats) { $0 >= RowHandle(seat) } == min(3_000, (seat + 1) / 2))
    }
    seats.removeAll(in: numbers.filter { $0 % 4 == 0 }, handleCount: 6_000)
    #expect(allHandles(seats) == numbers.filter { $0 % 4 != 0 })
    seats.removeAll(in: numbers.filter { $0 % 4 != 0 }, handleCount: 6_000)
    #expect(seats.count == 0 && firstOffset(seats) { _ in true } == 0)
    #expect(seats.handles(in: 0..<0).isEmpty && ChunkedList(numbers).handles(in: 3_000..<3_000).isEmpty)
  }

  private func firstOffset(_ seats: ChunkedList, where holds: (RowHandle) -> Bool) -> Int {
    seats.offset(of: seats.partitioningIndex(where: holds))
  }

  private func allHandles(_ seats: ChunkedList) -> [RowHandle] {
    var all: [RowHandle] = []
    seats.forEachChunk { all += $0 }
    return all
  }
}

@Suite struct `Rows that are kept by their ids` {
  /// An id of which many have the same hash.
  private struct HashCollidingRow: Identifiable, Hashable, Sendable {
    struct ID: Hashable, Sendable {
      let number: Int
      func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
    }
    var id: ID
    var text = ""

    init(_ number: Int, _ text: String = "") {
      id = ID(number: number)
      self.text = text
    }
  }

  @Test func `are found and lost as in a list, where many hashes are the same`() {
    var chance = SplitMix64(seed: 3)
    var naive: [HashCollidingRow] = []
    var store = RowStore(naive)
    for step in 0..<3_000 {
      let number = Int.random(in: 0..<40, using: &chance)
      let row = HashCollidingRow(number, "\(step)")
      switch (step % 4, store.handle(of: row.id)) {
      case (0, let seat?):
        store.remove([seat])
        naive.removeAll { $0.id == row.id }
      case (_, let seat?):
        store.replace(row, at: seat)
        naive = naive.map { $0.id == row.id ? row : $0 }
      case (_, nil):
        let other = HashCollidingRow(Int.random(in: 0..<40, using: &chance)).id
        _ = store.insert(row, before: other)
        naive.insert(row, at: naive.firstIndex { $0.id == other } ?? naive.count)
      }
      #expect(store.sequence.map(store.row(at:)) == naive)
      for number in 0..<40 {
        let id = HashCollidingRow(number).id
        #expect(store[id] == naive.first { $0.id == id })
      }
      for (place, seat) in store.sequence.enumerated() { #expect(store.index(ofHandle: seat) == place) }
    }
  }

  @Test func `come once for each id, the last in the place of the first`() {
    let store = RowStore([
      HashCollidingRow(1, "a"), HashCollidingRow(4, "b"), HashCollidingRow(1, "c"), HashCollidingRow(7, "d"),
      HashCollidingRow(4, "e"),
    ])
    #expect(
      store.sequence.map(store.row(at:)) == [
        HashCollidingRow(1, "c"), HashCollidingRow(4, "e"), HashCollidingRow(7, "d"),
      ])
    #expect(store[HashCollidingRow(4).id] == HashCollidingRow(4, "e") && store[HashCollidingRow(10).id] == nil)
  }

  @Test func `share what they were given, until something changes`() {
    let given = (0..<1_000).map { HashCollidingRow($0) }
    let store = RowStore(given)
    let isShared = given.withUnsafeBufferPointer { given in
      store.rows.withUnsafeBufferPointer { given.baseAddress == $0.baseAddress }
    }
    #expect(isShared)
  }
}
