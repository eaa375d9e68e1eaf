internal import Values

extension Pattern {
  /// Returns whether the pattern matches the whole text.
  func matches(_ text: String) -> Bool {
    let scalars = Folding(ignoresAccents: folding.ignoresAccents).folded(text).unicodeScalars
    var here = Places(count: instructions.count)
    var there = Places(count: instructions.count)
    var rest = scalars[...]
    follow(0, into: &here, Surroundings(before: nil, after: rest.first))
    while let scalar = rest.popFirst(), !here.list.isEmpty {
      let compared = folding.ignoresCase ? scalar.lowercased : scalar
      let surroundings = Surroundings(before: scalar, after: rest.first)
      there.removeAll()
      for place in here.list where accepts(place, scalar, compared) {
        follow(place + 1, into: &there, surroundings)
      }
      swap(&here, &there)
    }
    return rest.isEmpty && here.list.contains { instructions[$0] == .match }
  }

  /// The state of a match after some scalars.
  ///
  /// Equal states continue in the same way.
  struct Run: Hashable, Sendable {
    /// The active instructions in ascending order, before jumps and assertions are followed: assertions depend on the
    /// next scalar.
    fileprivate var places = [0]
    /// The last scalar, if the pattern has assertions.
    fileprivate var last: Unicode.Scalar?
  }

  /// Returns the state after one more scalar.
  func run(_ run: Run, by scalar: Unicode.Scalar) -> Run {
    let compared = folding.ignoresCase ? scalar.lowercased : scalar
    let here = places(of: run, before: scalar)
    let next = here.list.filter { accepts($0, scalar, compared) }.map { $0 + 1 }
    return Run(places: next.sorted(), last: asksAround ? scalar : nil)
  }

  /// Returns whether the pattern matches the text that led to a state.
  func accepts(_ run: Run) -> Bool { places(of: run, before: nil).list.contains { instructions[$0] == .match } }

  private func places(of run: Run, before next: Unicode.Scalar?) -> Places {
    var places = Places(count: instructions.count)
    for place in run.places { follow(place, into: &places, Surroundings(before: run.last, after: next)) }
    return places
  }

  private var asksAround: Bool {
    instructions.contains { if case .assertion = $0 { true } else { false } }
  }

  private func accepts(_ place: Int, _ scalar: Unicode.Scalar, _ compared: Unicode.Scalar) -> Bool {
    switch instructions[place] {
    case .scalar(let wanted): wanted == compared
    case .any: !scalar.isLineEnd
    case .set(let set): set.contains(scalar)
    case .split, .jump, .assertion, .match: false
    }
  }

  /// Adds the instructions that are reached from one without reading a scalar.
  private func follow(_ place: Int, into places: inout Places, _ surroundings: Surroundings) {
    places.pending.append(place)
    while let place = places.pending.popLast() {
      guard places.insert(place) else { continue }
      switch instructions[place] {
      case .jump(let target): places.pending.append(target)
      case .split(let first, let second): places.pending += [second, first]
      case .assertion(let assertion): if surroundings.meet(assertion) { places.pending.append(place + 1) }
      case .scalar, .any, .set, .match: places.list.append(place)
      }
    }
  }

  /// The scalars before and after a position in the text.
  private struct Surroundings {
    var before: Unicode.Scalar?
    var after: Unicode.Scalar?

    func meet(_ assertion: Assertion) -> Bool {
      switch assertion {
      case .start: before == nil
      case .end: after == nil
      case .boundary: isBoundary
      case .noBoundary: !isBoundary
      }
    }

    private var isBoundary: Bool { (before?.isWordPart ?? false) != (after?.isWordPart ?? false) }
  }

  /// A set of instructions, in the order of insertion.
  private struct Places {
    var list: [Int] = []
    var pending: [Int] = []
    /// The round in which each instruction was last inserted.
    ///
    /// A new round empties the set in constant time.
    private var rounds: [Int]
    private var round = 1

    init(count: Int) { rounds = Array(repeating: 0, count: count) }

    mutating func insert(_ place: Int) -> Bool {
      if rounds[place] == round { return false }
      rounds[place] = round
      return true
    }

    mutating func removeAll() {
      list.removeAll(keepingCapacity: true)
      round += 1
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool {
    (0x0A...0x0D).contains(value) || value == 0x85 || (0x2028...0x2029).contains(value)
  }
}
