/// A seat with the number it is sorted by.
struct SortEntry {
  var code: UInt64
  var seat: Seat
}

/// Sorting that leaves what is equal in its order.
enum StableSort {
  /// Fewer than these are put in place one by one.
  private static let few = 24
  /// From so many on, counting digits is quicker than comparing.
  static let many = 1500

  /// Sorts by comparing: runs that are put in place one by one are merged, each with its neighbour.
  static func merge(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, _ room: UnsafeMutableBufferPointer<SortEntry>,
    _ precedes: (SortEntry, SortEntry) -> Bool
  ) {
    let count = entries.count
    for start in stride(from: 0, to: count, by: few) { insert(entries, start, min(start + few, count), precedes) }
    var (source, target, width, isInRoom) = (entries, room, few, false)
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        merge(source, target, start, middle, end, precedes)
      }
      swap(&source, &target)
      width *= 2
      isInRoom.toggle()
    }
    if isInRoom { for place in 0..<count { entries[place] = room[place] } }
  }

  private static func insert(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, _ start: Int, _ end: Int,
    _ precedes: (SortEntry, SortEntry) -> Bool
  ) {
    for next in start..<end {
      let entry = entries[next]
      var place = next
      while place > start, precedes(entry, entries[place - 1]) {
        entries[place] = entries[place - 1]
        place -= 1
      }
      entries[place] = entry
    }
  }

  private static func merge(
    _ source: UnsafeMutableBufferPointer<SortEntry>, _ target: UnsafeMutableBufferPointer<SortEntry>,
    _ start: Int, _ middle: Int, _ end: Int, _ precedes: (SortEntry, SortEntry) -> Bool
  ) {
    var (left, right) = (start, middle)
    for place in start..<end {
      // Of two that are equal the left one comes first.
      if right >= end || (left < middle && !precedes(source[right], source[left])) {
        target[place] = source[left]
        left += 1
      } else {
        target[place] = source[right]
        right += 1
      }
    }
  }

  private static let digitBits: UInt64 = 11
  private static let digitCount = 6

  /// Sorts by the numbers, digit by digit from the lightest; a digit in which all agree is passed over.
  static func countDigits(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, _ room: UnsafeMutableBufferPointer<SortEntry>
  ) {
    let base = 1 << digitBits
    var places = [Int](repeating: 0, count: base * digitCount)
    var (source, target, isInRoom) = (entries, room, false)
    places.withUnsafeMutableBufferPointer { places in
      for entry in entries {
        for digit in 0..<digitCount { places[digit * base + value(of: entry, digit)] += 1 }
      }
      for digit in 0..<digitCount {
        let offset = digit * base
        if places[offset + value(of: entries[0], digit)] == entries.count { continue }
        var start = 0
        for value in offset..<offset + base {
          let count = places[value]
          places[value] = start
          start += count
        }
        for entry in source {
          let value = offset + value(of: entry, digit)
          target[places[value]] = entry
          places[value] += 1
        }
        swap(&source, &target)
        isInRoom.toggle()
      }
    }
    if isInRoom { _ = entries.update(fromContentsOf: room[0..<entries.count]) }
  }

  private static func value(of entry: SortEntry, _ digit: Int) -> Int {
    Int(truncatingIfNeeded: entry.code >> (UInt64(digit) * digitBits) & (1 << digitBits - 1))
  }
}
