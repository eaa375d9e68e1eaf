/// The places between two, and these.
struct PlaceRange: Sendable {
  let start: Int
  let end: Int

  var first: Int { min(start, end) }
  var last: Int { max(start, end) }

  /// The places that are in one of two ranges with the same start, and not in both.
  func difference(from other: PlaceRange) -> [Range<Int>] {
    [min(first, other.first)..<max(first, other.first), min(last, other.last) + 1..<max(last, other.last) + 1]
  }
}
