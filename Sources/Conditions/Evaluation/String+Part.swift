extension String {
  /// Whether another text's scalars stand in it, one behind the other.
  func hasPart(_ part: String) -> Bool {
    // What is short is found soonest by trying everywhere; of what is long that could take for ever.
    part.utf8.count <= 32 ? hasShortPart(part.utf8[...]) : hasLongPart(Array(part.utf8))
  }

  private func hasShortPart(_ part: Substring.UTF8View) -> Bool {
    guard let first = part.first else { return true }
    let rest = part.dropFirst()
    var whole = utf8[...]
    while let start = whole.firstIndex(of: first) {
      whole = whole[whole.index(after: start)...]
      if whole.starts(with: rest) { return true }
    }
    return false
  }

  /// Never goes back in the text: where a byte does not fit, the part is moved on by what is known of it.
  ///
  /// This is the search of Knuth, Morris and Pratt.
  private func hasLongPart(_ part: [UInt8]) -> Bool {
    var borders = [0]
    var length = 0
    for byte in part.dropFirst() {
      while length > 0, part[length] != byte { length = borders[length - 1] }
      if part[length] == byte { length += 1 }
      borders.append(length)
    }
    var fitting = 0
    for byte in utf8 {
      while fitting > 0, part[fitting] != byte { fitting = borders[fitting - 1] }
      if part[fitting] == byte { fitting += 1 }
      if fitting == part.count { return true }
    }
    return false
  }
}
