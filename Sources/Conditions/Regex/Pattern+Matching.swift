internal import Values

extension Pattern {
  /// Returns whether the pattern matches the whole text.
  func matches(_ text: String) -> Bool {
    let scalars = StringCompareOptions(ignoresAccents: folding.ignoresAccents).folded(text).unicodeScalars
    var here = InstructionSet(count: instructions.count)
    var there = InstructionSet(count: instructions.count)
    var rest = scalars[...]
    followEmptyTransitions(from: 0, into: &here, between: AdjacentScalars(before: nil, after: rest.first))
    while let scalar = rest.popFirst(), !here.list.isEmpty {
      let compared = folding.ignoresCase ? scalar.lowercasedScalar : scalar
      let surroundings = AdjacentScalars(before: scalar, after: rest.first)
      there.removeAll()
      for place in here.list where instruction(at: place, accepts: scalar, folded: compared) {
        followEmptyTransitions(from: place + 1, into: &there, between: surroundings)
      }
      swap(&here, &there)
    }
    return rest.isEmpty && here.list.contains { instructions[$0] == .match }
  }

  /// The state of a match after some scalars.
  ///
  /// Equal states continue in the same way.
  struct MatchState: Hashable, Sendable {
    /// The active instructions in ascending order, before jumps and assertions are followed: assertions depend on the
    /// next scalar.
    fileprivate var places = [0]
    /// The last scalar, if the pattern has assertions.
    fileprivate var last: Unicode.Scalar?
  }

  /// Returns the state after one more scalar.
  func advance(_ run: MatchState, by scalar: Unicode.Scalar) -> MatchState {
    let compared = folding.ignoresCase ? scalar.lowercasedScalar : scalar
    let here = reachableInstructions(from: run, before: scalar)
    let next = here.list.filter { instruction(at: $0, accepts: scalar, folded: compared) }.map { $0 + 1 }
    return MatchState(places: next.sorted(), last: hasAssertions ? scalar : nil)
  }

  /// Returns whether the pattern matches the text that led to a state.
  func isAccepting(_ run: MatchState) -> Bool {
    reachableInstructions(from: run, before: nil).list.contains { instructions[$0] == .match }
  }

  private func reachableInstructions(from run: MatchState, before next: Unicode.Scalar?) -> InstructionSet {
    var places = InstructionSet(count: instructions.count)
    for place in run.places {
      followEmptyTransitions(from: place, into: &places, between: AdjacentScalars(before: run.last, after: next))
    }
    return places
  }

  private var hasAssertions: Bool {
    instructions.contains { if case .assertion = $0 { true } else { false } }
  }

  private func instruction(at place: Int, accepts scalar: Unicode.Scalar, folded compared: Unicode.Scalar) -> Bool {
    switch instructions[place] {
    case .scalar(let wanted): wanted == compared
    case .any: !scalar.isLineEnd
    case .set(let set): set.contains(scalar)
    case .split, .jump, .assertion, .match: false
    }
  }

  /// Adds the instructions that are reached from one without reading a scalar.
  private func followEmptyTransitions(
    from place: Int, into places: inout InstructionSet, between surroundings: AdjacentScalars
  ) {
    places.pending.append(place)
    while let place = places.pending.popLast() {
      guard places.insert(place) else { continue }
      switch instructions[place] {
      case .jump(let target): places.pending.append(target)
      case .split(let first, let second): places.pending += [second, first]
      case .assertion(let assertion): if surroundings.satisfies(assertion) { places.pending.append(place + 1) }
      case .scalar, .any, .set, .match: places.list.append(place)
      }
    }
  }

  /// The scalars before and after a position in the text.
  private struct AdjacentScalars {
    var before: Unicode.Scalar?
    var after: Unicode.Scalar?

    func satisfies(_ assertion: Assertion) -> Bool {
      switch assertion {
      case .start: before == nil
      case .end: after == nil
      case .boundary: isBoundary
      case .noBoundary: !isBoundary
      }
    }

    private var isBoundary: Bool { (before?.isWordCharacter ?? false) != (after?.isWordCharacter ?? false) }
  }

  /// A set of instructions, in the order of insertion.
  private struct InstructionSet {
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
