/// The moments that were seen, as numbers from 0 in the order in which they were found.
///
/// Of each only 64 bits are kept. Two moments with the same 64 bits would be taken for one; among a million, the odds of
/// that are one in thirty million.
struct Fingerprints {
  /// Open addressing: the number of a fingerprint, or `free`.
  ///
  /// At most half of it is taken.
  private var table: [UInt32] = Array(repeating: free, count: 1024)
  private var prints: [UInt64] = []
  private static let free = UInt32.max

  var count: Int { prints.count }

  /// Finds the number of a fingerprint, or gives it one.
  mutating func insert(_ print: UInt64) -> (number: Int, isNew: Bool) {
    if prints.count * 2 >= table.count { grow() }
    var place = Int(truncatingIfNeeded: print) & (table.count - 1)
    while table[place] != Self.free {
      let number = Int(table[place])
      if prints[number] == print { return (number, false) }
      place = (place + 1) & (table.count - 1)
    }
    table[place] = UInt32(prints.count)
    prints.append(print)
    return (prints.count - 1, true)
  }

  private mutating func grow() {
    table = Array(repeating: Self.free, count: table.count * 2)
    for (number, print) in prints.enumerated() {
      var place = Int(truncatingIfNeeded: print) & (table.count - 1)
      while table[place] != Self.free { place = (place + 1) & (table.count - 1) }
      table[place] = UInt32(number)
    }
  }
}

/// The moments that were seen.
struct Seen<Played: Exploration>
where
  Played.Feature.State: Hashable, Played.Feature.Action: Hashable, Played.Feature.Effect: Hashable
{
  private var prints = Fingerprints()
  private var moments: [Moment<Played>: Int]?

  init(isExact: Bool) { moments = isExact ? [:] : nil }

  mutating func insert(_ moment: Moment<Played>) -> (number: Int, isNew: Bool) {
    guard moments == nil else { return insertWhole(moment) }
    var hasher = Hasher()
    moment.hash(into: &hasher)
    return prints.insert(UInt64(bitPattern: Int64(hasher.finalize())))
  }

  private mutating func insertWhole(_ moment: Moment<Played>) -> (number: Int, isNew: Bool) {
    let number = moments?.count ?? 0
    if let known = moments?[moment] { return (known, false) }
    moments?[moment] = number
    return (number, true)
  }
}
