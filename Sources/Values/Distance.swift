/// Returns the word most similar to a mistyped one, or `nil` if none is similar enough.
package func closestMatch(to word: String, among candidates: [String]) -> String? {
  // The distance takes quadratic time, and nothing is similar to an empty word.
  guard !word.isEmpty, word.utf8.count < 100 else { return nil }
  let scalars = Array(word.unicodeScalars)
  var limit = min(2, (scalars.count - 1) / 2)
  var nearest: String?
  for candidate in candidates where limit >= 0 {
    if let distance = editDistance(from: scalars, to: Array(candidate.unicodeScalars), atMost: limit) {
      nearest = candidate
      limit = distance - 1
    }
  }
  return nearest
}

/// Returns the number of scalars to insert, delete, replace or swap with the next to turn one word into the other, or
/// `nil` if it exceeds a limit.
///
/// - Complexity: O(*m* · *n*), where *m* and *n* are the lengths of the words; O(1) if they differ by more than the
///   limit.
func editDistance(from left: [Unicode.Scalar], to right: [Unicode.Scalar], atMost limit: Int) -> Int? {
  if abs(left.count - right.count) > limit { return nil }
  var (previous, current) = ([Int](), Array(0...right.count))
  for (line, scalar) in left.enumerated() {
    var next = [line + 1]
    for (column, other) in right.enumerated() {
      var least = min(current[column] + (scalar == other ? 0 : 1), current[column + 1] + 1, next[column] + 1)
      if line > 0, column > 0, scalar == right[column - 1], other == left[line - 1] {
        least = min(least, previous[column - 1] + 1)
      }
      next.append(least)
    }
    (previous, current) = (current, next)
  }
  return current[right.count] <= limit ? current[right.count] : nil
}
