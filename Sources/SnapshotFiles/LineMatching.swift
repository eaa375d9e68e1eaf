/// Which lines of one text are gone in another, and which are new there.
///
/// What is neither removed nor inserted stands in both texts in the same order. The fewest changes are found while the
/// parts that differ are small. `CollectionDifference` takes time by the square of the changes (20,000 took three
/// seconds), so a big part is first cut at its *anchors*, the lines that occur once on each side, and one without any is
/// replaced as a whole.
struct LineMatching {
  private(set) var isRemoved: [Bool]
  private(set) var isInserted: [Bool]

  private typealias Part = (old: ArraySlice<Int>, new: ArraySlice<Int>)
  private typealias Anchor = (old: Int, new: Int)

  /// How many lines, both sides together, are compared without anchors; at worst they take 50 milliseconds.
  private static let thoroughLinesAtMost = 2_000

  init<Line: Hashable>(_ old: [Line], _ new: [Line]) {
    isRemoved = Array(repeating: false, count: old.count)
    isInserted = Array(repeating: false, count: new.count)
    // A line is hashed once; from here on equal lines are equal numbers.
    var numbers: [Line: Int] = [:]
    func number(_ line: Line) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    // A list of parts instead of recursion: no text is deep enough to exhaust the stack.
    var parts: [Part] = [(old.map(number)[...], new.map(number)[...])]
    while let part = parts.popLast() { parts += compare(part) }
  }

  /// Marks what differs, or returns the smaller parts that are still to be compared.
  private mutating func compare(_ whole: Part) -> [Part] {
    let part = Self.trim(whole)
    if part.old.isEmpty || part.new.isEmpty {
      replace(part)
      return []
    }
    if part.old.count + part.new.count <= Self.thoroughLinesAtMost {
      compareThoroughly(part)
      return []
    }
    let anchors = Self.anchors(of: part)
    if anchors.isEmpty {
      replace(part)
      return []
    }
    return Self.parts(of: part, between: anchors)
  }

  private mutating func replace(_ part: Part) {
    for place in part.old.indices { isRemoved[place] = true }
    for place in part.new.indices { isInserted[place] = true }
  }

  private mutating func compareThoroughly(_ part: Part) {
    for change in part.new.difference(from: part.old) {
      switch change {
      case .remove(let offset, _, _): isRemoved[part.old.startIndex + offset] = true
      case .insert(let offset, _, _): isInserted[part.new.startIndex + offset] = true
      }
    }
  }

  /// Leaves out what both sides begin with and what both end with.
  private static func trim(_ part: Part) -> Part {
    var (old, new) = part
    while let line = old.first, line == new.first {
      old = old.dropFirst()
      new = new.dropFirst()
    }
    while let line = old.last, line == new.last {
      old = old.dropLast()
      new = new.dropLast()
    }
    return (old, new)
  }

  private static func parts(of part: Part, between anchors: [Anchor]) -> [Part] {
    var parts: [Part] = []
    var (old, new) = part
    for anchor in anchors {
      parts.append((old[..<anchor.old], new[..<anchor.new]))
      old = old[(anchor.old + 1)...]
      new = new[(anchor.new + 1)...]
    }
    return parts + [(old, new)]
  }

  /// The most lines that occur once on each side and stand in the same order on both.
  ///
  /// This is the longest rising sequence: of all sequences of one length, the one that ends lowest is remembered, and
  /// every line knows the one before it in its sequence.
  private static func anchors(of part: Part) -> [Anchor] {
    let newPlaces = singles(in: part.new)
    let common = singles(in: part.old).compactMap { line, place in newPlaces[line].map { (old: place, new: $0) } }
      .sorted { $0.old < $1.old }
    var lowest: [Int] = []
    var previous: [Int?] = []
    for place in common.indices {
      let length = count(of: lowest) { common[$0].new < common[place].new }
      previous.append(length == 0 ? nil : lowest[length - 1])
      if length == lowest.count { lowest.append(place) } else { lowest[length] = place }
    }
    let chain = sequence(state: lowest.last) { place in
      defer { place = place.flatMap { previous[$0] } }
      return place
    }
    return chain.map { common[$0] }.reversed()
  }

  /// The lines that occur once, and where.
  private static func singles(in lines: ArraySlice<Int>) -> [Int: Int] {
    var places: [Int: Int] = [:]
    var repeated: Set<Int> = []
    for place in lines.indices where places.updateValue(place, forKey: lines[place]) != nil {
      repeated.insert(lines[place])
    }
    for line in repeated { places[line] = nil }
    return places
  }

  /// How many elements pass, where those that do stand before those that do not.
  private static func count(of elements: [Int], where passes: (Int) -> Bool) -> Int {
    var (low, high) = (0, elements.count)
    while low < high {
      let middle = (low + high) / 2
      if passes(elements[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
