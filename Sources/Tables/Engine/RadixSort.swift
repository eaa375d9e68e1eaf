/// A row handle with its sort code.
struct SortEntry {
  var code: UInt64
  var handle: RowHandle
}

typealias SortEntryBuffer = UnsafeMutableBufferPointer<SortEntry>

extension SortEntryBuffer {
  /// The smallest number of entries for which radix sort is faster than the sort of the standard library.
  static var radixSortThreshold: Int { 1500 }
  private static var digitBits: UInt64 { 11 }
  private static var digitCount: Int { 6 }

  /// Sorts by code, and keeps the order of entries with equal codes.
  func sortByCode(scratch: SortEntryBuffer) {
    if count < Self.radixSortThreshold {
      var entries = self
      entries.sort { $0.code < $1.code }
    } else {
      radixSort(scratch: scratch)
    }
  }

  /// Sorts by code, beginning with the least significant digit.
  ///
  /// A digit that is the same in all entries is skipped.
  private func radixSort(scratch: SortEntryBuffer) {
    let base = 1 << Self.digitBits
    var buckets = [Int](repeating: 0, count: base * Self.digitCount)
    var (source, target, isInScratch) = (self, scratch, false)
    buckets.withUnsafeMutableBufferPointer { buckets in
      for entry in self {
        for digit in 0..<Self.digitCount { buckets[digit * base + Self.digitValue(of: entry, at: digit)] += 1 }
      }
      for digit in 0..<Self.digitCount {
        let offset = digit * base
        if buckets[offset + Self.digitValue(of: self[0], at: digit)] == count { continue }
        var start = 0
        for value in offset..<offset + base {
          let count = buckets[value]
          buckets[value] = start
          start += count
        }
        for entry in source {
          let value = offset + Self.digitValue(of: entry, at: digit)
          target[buckets[value]] = entry
          buckets[value] += 1
        }
        swap(&source, &target)
        isInScratch.toggle()
      }
    }
    if isInScratch { _ = update(fromContentsOf: scratch[0..<count]) }
  }

  private static func digitValue(of entry: SortEntry, at digit: Int) -> Int {
    Int(truncatingIfNeeded: entry.code >> (UInt64(digit) * digitBits) & (1 << digitBits - 1))
  }
}
