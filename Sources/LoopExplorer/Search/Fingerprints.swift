/// The moments that were seen, numbered from 0 in the order in which they were found.
///
/// Of each only 64 bits are kept. Two moments with the same 64 bits would be taken for one; among a million, the odds of
/// that are one in thirty million.
struct Fingerprints {
  /// Open addressing: the bits, or 0 where there is room.
  ///
  /// At most three of four places are taken.
  var prints: [UInt64] = Array(repeating: 0, count: 1024)
  var numbers: [UInt32] = Array(repeating: 0, count: 1024)
  var count = 0

  init() {}

  /// Finds the number of a fingerprint, or gives it one.
  mutating func insert(_ print: UInt64) -> (number: Int, isNew: Bool) {
    if (count + 1) * 4 > prints.count * 3 { grow() }
    // Zero means that there is room.
    let print = max(print, 1)
    let place = place(of: print)
    if prints[place] == print { return (Int(numbers[place]), false) }
    prints[place] = print
    numbers[place] = UInt32(count)
    count += 1
    return (count - 1, true)
  }

  func place(of print: UInt64) -> Int {
    let mask = prints.count - 1
    var place = Int(truncatingIfNeeded: print) & mask
    while prints[place] != 0 && prints[place] != print { place = (place + 1) & mask }
    return place
  }

  mutating func grow() {
    let (old, oldNumbers) = (prints, numbers)
    prints = Array(repeating: 0, count: old.count * 2)
    numbers = Array(repeating: 0, count: old.count * 2)
    for (print, number) in zip(old, oldNumbers) where print != 0 {
      let place = place(of: print)
      prints[place] = print
      numbers[place] = number
    }
  }
}

/// The moments that were seen, by 64 bits of each, or whole.
struct Seen<Played: Exploration> {
  var prints = Fingerprints()
  var moments: [Moment<Played>: Int]?

  init(isExact: Bool) { moments = isExact ? [:] : nil }

  mutating func insert(
    _ moment: borrowing Moment<Played>
  ) -> (number: Int, isNew: Bool) {
    guard moments == nil else { return insertWhole(copy moment) }
    var hasher = Hasher()
    moment.hash(into: &hasher)
    return prints.insert(UInt64(bitPattern: Int64(hasher.finalize())))
  }

  mutating func insertWhole(_ moment: Moment<Played>) -> (number: Int, isNew: Bool) {
    let number = moments?.count ?? 0
    if let known = moments?[moment] { return (known, false) }
    moments?[moment] = number
    return (number, true)
  }
}
