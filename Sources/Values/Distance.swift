/// The nearest of the words that are known, if it is near enough to have been meant.
package func nearest(to word: String, of known: [String]) -> String? {
  // A word without end is near to none, and far to look through.
  guard word.utf8.count < 100 else { return nil }
  let near = known.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
  return near.flatMap { $0.distance <= 2 && 2 * $0.distance < word.count ? $0.word : nil }
}

/// How many letters must be put in, left out, replaced or exchanged with the next to make one word another.
package func distance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
  var rows = [Array(0...right.count)]
  for (line, letter) in left.enumerated() {
    var row = [line + 1]
    for (column, other) in right.enumerated() {
      var least = min(rows[line][column] + (letter == other ? 0 : 1), rows[line][column + 1] + 1, row[column] + 1)
      if line > 0, column > 0, letter == right[column - 1], other == left[line - 1] {
        least = min(least, rows[line - 1][column - 1] + 1)
      }
      row.append(least)
    }
    rows.append(row)
  }
  return rows[left.count][right.count]
}
