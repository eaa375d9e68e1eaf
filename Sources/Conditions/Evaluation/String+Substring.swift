extension String {
  /// Returns whether the text contains another one, scalar by scalar.
  ///
  /// The Knuth-Morris-Pratt algorithm takes linear time for all texts.
  func hasSubstring(_ part: String) -> Bool {
    let part = Array(part.utf8)
    if part.isEmpty { return true }
    // For each prefix of the part, the length of its longest proper prefix that is also its suffix.
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
