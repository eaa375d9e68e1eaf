/// A seat with the number it is sorted by.
struct SortEntry {
  var code: UInt64
  var seat: RowHandle
}

/// Sorting that leaves what is equal in its order.
enum StableSort {
  /// Fewer than these are put in place one by one.
  private static let few = 24
  /// From so many on, counting digits is quicker than comparing.
  static let many = 1500

  /// Sorts by comparing: runs that are put in place one by one are merged, each with its neighbour.
  static func mergeSort(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, scratch room: UnsafeMutableBufferPointer<SortEntry>,
    by precedes: (SortEntry, SortEntry) -> Bool
  ) {
    let count = entries.count
    for start in stride(from: 0, to: count, by: few) {
      insertionSort(entries, from: start, to: min(start + few, count), by: precedes)
    }
    var (source, target, width, isInRoom) = (entries, room, few, false)
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        merge(source, into: target, start: start, middle: middle, end: end, by: precedes)
      }
      swap(&source, &target)
      width *= 2
      isInRoom.toggle()
    }
    if isInRoom { for place in 0..<count { entries[place] = room[place] } }
  }

  private static func insertionSort(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, from start: Int, to end: Int,
    by precedes: (SortEntry, SortEntry) -> Bool
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
    _ source: UnsafeMutableBufferPointer<SortEntry>, into target: UnsafeMutableBufferPointer<SortEntry>,
    start: Int, middle: Int, end: Int, by precedes: (SortEntry, SortEntry) -> Bool
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
  static func radixSort(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, scratch room: UnsafeMutableBufferPointer<SortEntry>
  ) {
    let base = 1 << digitBits
    var places = [Int](repeating: 0, count: base * digitCount)
    var (source, target, isInRoom) = (entries, room, false)
    places.withUnsafeMutableBufferPointer { places in
      for entry in entries {
        for digit in 0..<digitCount { places[digit * base + digitValue(of: entry, at: digit)] += 1 }
      }
      for digit in 0..<digitCount {
        let offset = digit * base
        if places[offset + digitValue(of: entries[0], at: digit)] == entries.count { continue }
        var start = 0
        for value in offset..<offset + base {
          let count = places[value]
          places[value] = start
          start += count
        }
        for entry in source {
          let value = offset + digitValue(of: entry, at: digit)
          target[places[value]] = entry
          places[value] += 1
        }
        swap(&source, &target)
        isInRoom.toggle()
      }
    }
    if isInRoom { _ = entries.update(fromContentsOf: room[0..<entries.count]) }
  }

  private static func digitValue(of entry: SortEntry, at digit: Int) -> Int {
    Int(truncatingIfNeeded: entry.code >> (UInt64(digit) * digitBits) & (1 << digitBits - 1))
  }
}
