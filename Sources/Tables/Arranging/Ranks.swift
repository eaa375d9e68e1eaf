/// What tells which of two seats comes first in the order of the rows.
///
/// As long as they stand in it as they are numbered, nothing is kept.
struct Ranks: Sendable {
  private var ranks: [Int64] = []

  /// How far ranks are apart, so that many rows can be put between two before all are counted anew.
  static var gap: Int64 { 1 << 20 }

  subscript(seat: Seat) -> Int64 { ranks.isEmpty ? Int64(seat) * Self.gap : ranks[Int(seat)] }

  /// Gives a seat a rank, of so many seats that there are.
  mutating func set(_ rank: Int64, at seat: Seat, of count: Int) {
    if ranks.isEmpty && self[seat] == rank { return }
    if ranks.isEmpty { ranks.reserveCapacity(count) }
    for seat in ranks.count..<count { ranks.append(Int64(seat) * Self.gap) }
    ranks[Int(seat)] = rank
  }
}
