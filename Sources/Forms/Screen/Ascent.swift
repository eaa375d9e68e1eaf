extension [Int] {
  /// The places of as many elements as can be, each greater than the one before.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  var longestAscent: [Int] {
    // For each length the place at which the lowest ascent of that length ends, and for each place the one before it.
    var ends: [Int] = []
    var former: [Int?] = []
    for place in indices {
      let length = ends.partition { self[$0] < self[place] }
      former.append(length == 0 ? nil : ends[length - 1])
      if length == ends.count { ends.append(place) } else { ends[length] = place }
    }
    var ascent: [Int] = []
    var place = ends.last
    while let current = place {
      ascent.append(current)
      place = former[current]
    }
    return ascent.reversed()
  }

  /// How many at the beginning meet something that all before some place meet and none behind it.
  private func partition(_ isMet: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isMet(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
