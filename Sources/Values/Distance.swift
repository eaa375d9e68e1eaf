/// The nearest of the words that are known, if it is near enough to have been meant.
package func nearest(to word: String, of known: [String]) -> String? {
  // A word without end is near to none, and far to look through.
  guard word.utf8.count < 100 else { return nil }
  let near = known.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
  return near.flatMap { $0.distance <= 2 && 2 * $0.distance < word.count ? $0.word : nil }
}

/// How many letters must be put in, left out or replaced to make one word another.
package func distance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (line, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for column in right.indices {
      let replaced = diagonal + (letter == right[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
    }
  }
  return row[right.count]
}
