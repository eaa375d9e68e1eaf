import Testing
import Values

@testable import Tables

@Suite struct `A chunked list` {
  @Test(arguments: [0, 1, 1023, 1024, 5_000])
  func `holds the same handles as an array after random insertions and removals`(count: Int) {
    var chance = SplitMix64(seed: 7)
    var naive = (0..<RowHandle(count)).map(\.self)
    var list = ChunkedList(naive)
    // First mostly insertions, so that chunks are split, and then mostly removals, until the list is empty.
    for step in 0..<4 * count + 4_000 {
      if Int.random(in: 0..<100, using: &chance) < (step < count + 3_000 ? 90 : 20) || naive.isEmpty {
        let offset = step % 3 == 0 ? naive.count / 2 : Int.random(in: 0...naive.count, using: &chance)
        naive.insert(RowHandle(count + step), at: offset)
        list.insert(RowHandle(count + step), at: list.index(atOffset: offset))
      } else {
        let offset = Int.random(in: naive.indices, using: &chance)
        naive.remove(at: offset)
        list.remove(at: list.index(atOffset: offset))
      }
      if step % 500 == 0 { #expect(matchesArray(list, naive, &chance)) }
    }
    #expect(matchesArray(list, naive, &chance))
  }

  /// Returns whether the list has the same handles at the same offsets as the array, and finds them there.
  private func matchesArray(_ list: ChunkedList, _ naive: [RowHandle], _ chance: inout SplitMix64) -> Bool {
    let ends = [Int.random(in: 0...naive.count, using: &chance), Int.random(in: 0...naive.count, using: &chance)]
    let offsets = ends[0] < ends[1] ? ends[0]..<ends[1] : ends[1]..<ends[0]
    let known = Dictionary(uniqueKeysWithValues: naive.enumerated().map { ($1, $0) })
    func isFound(_ offset: Int) -> Bool { firstOffset(list) { known[$0].map { $0 >= offset } ?? false } == offset }
    return list.count == naive.count && allHandles(list) == naive && ends.allSatisfy(isFound)
      && naive.indices.allSatisfy { list[$0] == naive[$0] }
      && list.handles(in: offsets) == Array(naive[offsets]) && list.handles(in: naive.indices) == naive
  }

  @Test func `finds handles by binary search across the boundaries of chunks`() {
    let numbers = (0..<3_000).map { RowHandle($0 * 2) }
    var list = ChunkedList(numbers)
    for handle in -1...6_000 {
      #expect(firstOffset(list) { $0 >= RowHandle(handle) } == min(3_000, (handle + 1) / 2))
    }
    list.removeAll(in: numbers.filter { $0 % 4 == 0 }, handleCount: 6_000)
    #expect(allHandles(list) == numbers.filter { $0 % 4 != 0 })
    list.removeAll(in: numbers.filter { $0 % 4 != 0 }, handleCount: 6_000)
    #expect(list.count == 0 && firstOffset(list) { _ in true } == 0)
    #expect(list.handles(in: 0..<0).isEmpty && ChunkedList(numbers).handles(in: 3_000..<3_000).isEmpty)
  }

  private func firstOffset(_ list: ChunkedList, where holds: (RowHandle) -> Bool) -> Int {
    list.offset(of: list.partitioningIndex(where: holds))
  }

  private func allHandles(_ list: ChunkedList) -> [RowHandle] {
    var all: [RowHandle] = []
    list.forEachChunk { all += $0 }
    return all
  }
}

@Suite struct `A linked order` {
  @Test(arguments: 0..<UInt64(10)) func `has the same order as an array after random moves`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (order, numbers) = (LinkedOrder(count: Int(seed)), Array(0..<Int(seed)))
    for _ in 0..<50 {
      let moved = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in numbers.randomElement(using: &random) }
      let target = Int.random(in: 0...numbers.count, using: &random)
      order.move(moved, before: target)
      let kept = numbers.split(separator: target, maxSplits: 1, omittingEmptySubsequences: false)
      let before = kept[0].filter { !moved.contains($0) }
      let after = numbers[kept[0].endIndex...].filter { !moved.contains($0) }
      var unique: [Int] = []
      for number in moved where !unique.contains(number) { unique.append(number) }
      numbers = before + unique + after
      #expect(Array(order) == numbers, "\(moved) before \(target)")
      #expect(numbers.dropLast().map(order.element(after:)) == Array(numbers.dropFirst()))
    }
  }
}

@Suite struct `A row store` {
  /// A row whose id has the same hash as many others.
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

  @Test func `finds and removes the same rows as an array, even if hashes collide`() {
    var chance = SplitMix64(seed: 3)
    var naive: [HashCollidingRow] = []
    var store = RowStore(naive)
    for step in 0..<3_000 {
      let number = Int.random(in: 0..<40, using: &chance)
      let row = HashCollidingRow(number, "\(step)")
      switch (step % 4, store.handle(of: row.id)) {
      case (0, let handle?):
        store.remove([handle])
        naive.removeAll { $0.id == row.id }
      case (_, let handle?):
        store.replace(row, at: handle)
        naive = naive.map { $0.id == row.id ? row : $0 }
      case (_, nil):
        let other = HashCollidingRow(Int.random(in: 0..<40, using: &chance)).id
        _ = store.insert(row, before: other)
        naive.insert(row, at: naive.firstIndex { $0.id == other } ?? naive.count)
      }
      #expect(store.orderedHandles.map(store.row(at:)) == naive)
      for number in 0..<40 {
        let id = HashCollidingRow(number).id
        #expect(store[id] == naive.first { $0.id == id })
      }
      for (offset, handle) in store.orderedHandles.enumerated() {
        #expect(store.index(ofHandle: handle) == offset)
      }
    }
  }

  @Test func `keeps one row for each id: the last one, at the position of the first`() {
    let store = RowStore([
      HashCollidingRow(1, "a"), HashCollidingRow(4, "b"), HashCollidingRow(1, "c"), HashCollidingRow(7, "d"),
      HashCollidingRow(4, "e"),
    ])
    #expect(
      store.orderedHandles.map(store.row(at:)) == [
        HashCollidingRow(1, "c"), HashCollidingRow(4, "e"), HashCollidingRow(7, "d"),
      ])
    #expect(store[HashCollidingRow(4).id] == HashCollidingRow(4, "e") && store[HashCollidingRow(10).id] == nil)
  }

  @Test func `shares the array that it was created from until a row changes`() {
    let rows = (0..<1_000).map { HashCollidingRow($0) }
    let store = RowStore(rows)
    let isShared = rows.withUnsafeBufferPointer { rows in
      store.rowsByHandle.withUnsafeBufferPointer { rows.baseAddress == $0.baseAddress }
    }
    #expect(isShared)
  }
}
