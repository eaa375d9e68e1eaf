import Values

extension Pattern {
  /// Returns whether the pattern matches the whole text.
  func matches(_ text: String) -> Bool {
    let scalars = StringCompareOptions(ignoresAccents: compareOptions.ignoresAccents).folded(text).unicodeScalars
    var here = ReachableInstructions(count: instructions.count)
    var there = ReachableInstructions(count: instructions.count)
    var rest = scalars[...]
    followEmptyTransitions(from: 0, into: &here, between: AdjacentScalars(before: nil, after: rest.first))
    while let scalar = rest.popFirst(), !here.members.isEmpty {
      let compared = compareOptions.ignoresCase ? scalar.lowercasedScalar : scalar
      let surroundings = AdjacentScalars(before: scalar, after: rest.first)
      there.removeAll()
      for index in here.members where instruction(at: index, accepts: scalar, folded: compared) {
        followEmptyTransitions(from: index + 1, into: &there, between: surroundings)
      }
      swap(&here, &there)
    }
    return rest.isEmpty && here.members.contains { instructions[$0] == .match }
  }

  /// The state of a match after a prefix of the text.
  ///
  /// If two states are equal, the same remaining text leads to the same result.
  package struct MatchState: Hashable, Sendable {
    /// The active instructions in ascending order.
    ///
    /// Jumps and assertions have not been followed yet, because assertions depend on the next scalar.
    fileprivate var instructionIndices = [0]
    /// The last scalar that was read, or `nil` at the start and in a pattern without assertions.
    fileprivate var previousScalar: Unicode.Scalar?

    fileprivate init(instructionIndices: [Int], previousScalar: Unicode.Scalar?) {
      (self.instructionIndices, self.previousScalar) = (instructionIndices, previousScalar)
    }

    /// Creates the state before the first scalar.
    package init() {}
  }

  /// Returns the state after one more scalar.
  package func matchState(from run: MatchState, after scalar: Unicode.Scalar) -> MatchState {
    let compared = compareOptions.ignoresCase ? scalar.lowercasedScalar : scalar
    let here = reachableInstructions(from: run, before: scalar)
    let next = here.members.filter { instruction(at: $0, accepts: scalar, folded: compared) }.map { $0 + 1 }
    return MatchState(instructionIndices: next.sorted(), previousScalar: hasAssertions ? scalar : nil)
  }

  /// Returns whether the pattern matches the text that led to a state.
  package func isAccepting(_ run: MatchState) -> Bool {
    reachableInstructions(from: run, before: nil).members.contains { instructions[$0] == .match }
  }

  private func reachableInstructions(from run: MatchState, before next: Unicode.Scalar?) -> ReachableInstructions {
    var places = ReachableInstructions(count: instructions.count)
    for index in run.instructionIndices {
      followEmptyTransitions(
        from: index, into: &places, between: AdjacentScalars(before: run.previousScalar, after: next))
    }
    return places
  }

  private var hasAssertions: Bool {
    instructions.contains { if case .assertion = $0 { true } else { false } }
  }

  private func instruction(at index: Int, accepts scalar: Unicode.Scalar, folded compared: Unicode.Scalar) -> Bool {
    switch instructions[index] {
    case .scalar(let wanted): wanted == compared
    case .any: !scalar.isLineEnd
    case .set(let set): set.contains(scalar)
    case .split, .jump, .assertion, .match: false
    }
  }

  /// Adds the instructions that can be reached from the given one without reading a scalar.
  private func followEmptyTransitions(
    from index: Int, into places: inout ReachableInstructions, between surroundings: AdjacentScalars
  ) {
    places.pendingStack.append(index)
    while let index = places.pendingStack.popLast() {
      guard places.markVisited(index) else { continue }
      switch instructions[index] {
      case .jump(let target): places.pendingStack.append(target)
      case .split(let first, let second): places.pendingStack += [second, first]
      case .assertion(let assertion): if surroundings.satisfies(assertion) { places.pendingStack.append(index + 1) }
      case .scalar, .any, .set, .match: places.members.append(index)
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
      case .wordBoundary: isBoundary
      case .notWordBoundary: !isBoundary
      }
    }

    private var isBoundary: Bool { (before?.isWordCharacter ?? false) != (after?.isWordCharacter ?? false) }
  }

  /// A set of instructions, in the order of insertion.
  private struct ReachableInstructions {
    var members: [Int] = []
    var pendingStack: [Int] = []
    /// The round in which each instruction was last inserted.
    ///
    /// A new round empties the set in constant time.
    private var insertionRounds: [Int]
    private var round = 1

    init(count: Int) { insertionRounds = Array(repeating: 0, count: count) }

    mutating func markVisited(_ index: Int) -> Bool {
      if insertionRounds[index] == round { return false }
      insertionRounds[index] = round
      return true
    }

    mutating func removeAll() {
      members.removeAll(keepingCapacity: true)
      round += 1
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isLineEnd: Bool {
    (0x0A...0x0D).contains(value) || value == 0x85 || (0x2028...0x2029).contains(value)
  }
}
