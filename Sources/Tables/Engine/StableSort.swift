/// A row handle with its sort code.
struct SortEntry {
  var code: UInt64
  var handle: RowHandle
}

/// Stable sorting of row handles.
enum StableSort {
  /// The length of the blocks that merge sort first sorts with insertion sort.
  private static let insertionSortLimit = 24
  /// The smallest number of entries for which radix sort is faster than merge sort.
  static let radixSortThreshold = 1500

  /// Sorts by comparison, with a bottom-up merge sort of blocks that are sorted by insertion.
  static func mergeSort(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, scratch: UnsafeMutableBufferPointer<SortEntry>,
    by precedes: (SortEntry, SortEntry) -> Bool
  ) {
    let count = entries.count
    for start in stride(from: 0, to: count, by: insertionSortLimit) {
      insertionSort(entries, from: start, to: min(start + insertionSortLimit, count), by: precedes)
    }
    var (source, target, width, isInScratch) = (entries, scratch, insertionSortLimit, false)
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        merge(source, into: target, start: start, middle: middle, end: end, by: precedes)
      }
      swap(&source, &target)
      width *= 2
      isInScratch.toggle()
    }
    if isInScratch { for index in 0..<count { entries[index] = scratch[index] } }
  }

  private static func insertionSort(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, from start: Int, to end: Int,
    by precedes: (SortEntry, SortEntry) -> Bool
  ) {
    for next in start..<end {
      let entry = entries[next]
      var index = next
      while index > start, precedes(entry, entries[index - 1]) {
        entries[index] = entries[index - 1]
        index -= 1
      }
      entries[index] = entry
    }
  }

  private static func merge(
    _ source: UnsafeMutableBufferPointer<SortEntry>, into target: UnsafeMutableBufferPointer<SortEntry>,
    start: Int, middle: Int, end: Int, by precedes: (SortEntry, SortEntry) -> Bool
  ) {
    var (left, right) = (start, middle)
    for index in start..<end {
      // Of two equal entries the left one comes first, which makes the sort stable.
      if right >= end || (left < middle && !precedes(source[right], source[left])) {
        target[index] = source[left]
        left += 1
      } else {
        target[index] = source[right]
        right += 1
      }
    }
  }

  private static let digitBits: UInt64 = 11
  private static let digitCount = 6

  /// Sorts by code, with a radix sort that begins with the least significant digit.
  ///
  /// A digit that is the same in all entries is skipped.
  static func radixSort(
    _ entries: UnsafeMutableBufferPointer<SortEntry>, scratch: UnsafeMutableBufferPointer<SortEntry>
  ) {
    let base = 1 << digitBits
    var buckets = [Int](repeating: 0, count: base * digitCount)
    var (source, target, isInScratch) = (entries, scratch, false)
    buckets.withUnsafeMutableBufferPointer { buckets in
      for entry in entries {
        for digit in 0..<digitCount { buckets[digit * base + digitValue(of: entry, at: digit)] += 1 }
      }
      for digit in 0..<digitCount {
        let offset = digit * base
        if buckets[offset + digitValue(of: entries[0], at: digit)] == entries.count { continue }
        var start = 0
        for value in offset..<offset + base {
          let count = buckets[value]
          buckets[value] = start
          start += count
        }
        for entry in source {
          let value = offset + digitValue(of: entry, at: digit)
          target[buckets[value]] = entry
          buckets[value] += 1
        }
        swap(&source, &target)
        isInScratch.toggle()
      }
    }
    if isInScratch { _ = entries.update(fromContentsOf: scratch[0..<entries.count]) }
  }

  private static func digitValue(of entry: SortEntry, at digit: Int) -> Int {
    Int(truncatingIfNeeded: entry.code >> (UInt64(digit) * digitBits) & (1 << digitBits - 1))
  }
}
