/// The moments that were seen, numbered from 0 in the order in which they were found.
///
/// Of each only 64 bits are kept, unless whole moments are compared. Two moments with the same 64 bits would be taken for
/// one; among a million, the odds of that are one in thirty million.
struct SeenMoments<Played: Exploration> {
  private var numbers: [Int: UInt32] = [:]
  private var exactNumbers: [ScenarioState<Played>: UInt32]?

  init(isExact: Bool) { exactNumbers = isExact ? [:] : nil }

  /// Finds the number of a moment, or gives it one.
  mutating func insert(_ moment: borrowing ScenarioState<Played>) -> (number: Int, isNew: Bool) {
    guard exactNumbers == nil else { return insertExactly(copy moment) }
    var hasher = Hasher()
    moment.hash(into: &hasher)
    let bits = hasher.finalize()
    if let known = numbers[bits] { return (Int(known), false) }
    numbers[bits] = UInt32(numbers.count)
    return (numbers.count - 1, true)
  }

  private mutating func insertExactly(_ moment: ScenarioState<Played>) -> (number: Int, isNew: Bool) {
    let next = exactNumbers?.count ?? 0
    if let known = exactNumbers?[moment] { return (Int(known), false) }
    exactNumbers?[moment] = UInt32(next)
    return (next, true)
  }
}
