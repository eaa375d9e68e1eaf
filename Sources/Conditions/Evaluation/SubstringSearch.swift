/// A text prepared for the search for it in other texts, with the Knuth-Morris-Pratt algorithm.
///
/// Preparing it takes time proportional to its length, so a condition prepares a constant once.
struct SubstringSearch: Sendable {
  private let part: [UInt8]
  /// For each prefix of the text, the length of its longest proper prefix that is also a suffix.
  private let borders: [Int]

  init(_ text: String) {
    let part = Array(text.utf8)
    var borders = [0]
    var length = 0
    for byte in part.dropFirst() {
      while length > 0, part[length] != byte { length = borders[length - 1] }
      if part[length] == byte { length += 1 }
      borders.append(length)
    }
    self.part = part
    self.borders = borders
  }

  /// Returns whether a text contains the prepared one, comparing Unicode scalars without normalization.
  ///
  /// - Complexity: O(*n*) for a text of length *n*.
  func matches(_ text: String) -> Bool {
    if part.isEmpty { return true }
    var matched = 0
    for byte in text.utf8 {
      while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
      if part[matched] == byte { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}
