import Analytics
import Values

/// The numbers of events of each group of users, for each flag and kind of action.
///
/// A group consists of the users whose IDs begin with the same byte.
struct GroupCounts: Equatable {
  /// The numbers, of which those of a group follow one another.
  private var counts = [UInt32](repeating: 0, count: 256 * Self.kindCount)

  private static let actions = EventFilterSQL.allActions
  /// The number of combinations of a flag and a kind of action.
  private static let kindCount = 2 * actions.count

  private static func kind(_ flag: Bool, _ action: UserEvent.Action) -> Int {
    (flag ? actions.count : 0) + (actions.firstIndex(of: action) ?? 0)
  }

  /// Adds one event.
  mutating func add(group: UInt8, flag: Bool, action: UserEvent.Action) {
    counts[Int(group) * Self.kindCount + Self.kind(flag, action)] += 1
  }

  /// Returns the number of events of each group that have one of some flags and one of some kinds of action.
  func totals(flags: [Bool], actions: [UserEvent.Action]) -> [Int] {
    let kinds = flags.flatMap { flag in actions.map { Self.kind(flag, $0) } }
    return (0..<256).map { group in
      kinds.reduce(0) { $0 + Int(counts[group * Self.kindCount + $1]) }
    }
  }

  /// The stored form: for each number that is not 0, the number of zeros before it, and the number itself.
  ///
  /// Each of them takes seven bits of a byte, the lowest first. The highest bit of a byte is set if another byte follows.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: UInt32) {
      var rest = number
      while rest > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    var zeroCount: UInt32 = 0
    for count in counts {
      if count == 0 {
        zeroCount += 1
        continue
      }
      append(zeroCount)
      append(count)
      zeroCount = 0
    }
    return bytes
  }

  /// Adds the numbers in their stored form, and returns `false` if the bytes are not such a form.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var (position, cell) = (0, 0)
    func next() -> Int? {
      var (number, shift) = (0, 0)
      while position < bytes.count, shift < 35 {
        let byte = unsafe bytes[position]
        position += 1
        number |= Int(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
      return nil
    }
    while position < bytes.count {
      guard let zeroCount = next(), let count = next(), zeroCount < counts.count - cell else { return false }
      cell += zeroCount
      guard let added = UInt32(exactly: Int(counts[cell]) + count) else { return false }
      counts[cell] = added
      cell += 1
    }
    return true
  }
}
