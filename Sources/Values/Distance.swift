/// The nearest of the words that are known, if it is near enough to have been meant.
///
/// - Complexity: O(*n*) for *n* words: one is put aside as soon as it is seen to be farther than the nearest so far.
package func nearest(to word: String, of known: [String]) -> String? {
  // A word without end is near to none, and far to look through.
  guard !word.isEmpty, word.utf8.count < 100 else { return nil }
  let letters = Letters(word)
  var near: (word: String, distance: Int)?
  for other in known {
    let most = near.map { $0.distance - 1 } ?? min(2, (word.count - 1) / 2)
    if most < 0 { break }
    if let distance = letters.distance(to: Letters(other), atMost: most) { near = (other, distance) }
  }
  return near?.word
}

/// How many letters must be put in, left out, replaced or exchanged with the next to make one word another.
package func distance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Letters(left), Letters(right))
  let most = max(left.count, right.count)
  return left.distance(to: right, atMost: most) ?? most
}

/// A word, letter by letter.
private enum Letters {
  /// Most words are of these alone, and quicker to compare.
  case plain([UInt8])
  case any([Character])

  init(_ word: String) {
    let bytes = Array(word.utf8)
    self = bytes.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\r") } ? .plain(bytes) : .any(Array(word))
  }

  var count: Int {
    switch self {
    case .plain(let bytes): bytes.count
    case .any(let letters): letters.count
    }
  }

  private var characters: [Character] {
    switch self {
    case .plain(let bytes): bytes.map { Character(Unicode.Scalar($0)) }
    case .any(let letters): letters
    }
  }

  /// How far it is to another word; nil, if that is farther than asked for.
  func distance(to other: Letters, atMost most: Int) -> Int? {
    if abs(count - other.count) > most { return nil }
    if case .plain(let left) = self, case .plain(let right) = other { return Self.distance(left, right, atMost: most) }
    return Self.distance(characters, other.characters, atMost: most)
  }

  /// Row by row, of which the last two are kept; it ends where both are farther already.
  private static func distance<Letter: Equatable>(_ left: [Letter], _ right: [Letter], atMost most: Int) -> Int? {
    var (above, row) = ([Int](), Array(0...right.count))
    for (line, letter) in left.enumerated() {
      var next = [line + 1]
      next.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var least = min(row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
        if line > 0, column > 0, letter == right[column - 1], other == left[line - 1] {
          least = min(least, above[column - 1] + 1)
        }
        next.append(least)
      }
      (above, row) = (row, next)
      if !row.contains(where: { $0 <= most }) && !above.contains(where: { $0 <= most }) { return nil }
    }
    return row[right.count] <= most ? row[right.count] : nil
  }
}
