extension Array where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  package var distinct: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
