extension String {
  /// Returns whether the text contains another text, comparing Unicode scalars without normalization.
  ///
  /// - Complexity: O(*n* + *m*) for texts of length *n* and *m*, with the Knuth-Morris-Pratt algorithm.
  func hasSubstring(_ part: String) -> Bool {
    let part = Array(part.utf8)
    if part.isEmpty { return true }
    // The failure function: for each prefix of `part`, the length of its longest proper prefix that is also a suffix.
    var borders = [0]
    var length = 0
    for byte in part.dropFirst() {
      while length > 0, part[length] != byte { length = borders[length - 1] }
      if part[length] == byte { length += 1 }
      borders.append(length)
    }
    var matched = 0
    for byte in utf8 {
      while matched > 0, part[matched] != byte { matched = borders[matched - 1] }
      if part[matched] == byte { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}
