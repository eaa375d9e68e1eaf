import Values

extension Pattern {
  /// Returns a few scalars of which one stands for each other scalar: the patterns treat both alike.
  package static func representativeScalars(for patterns: [Pattern]) -> [Unicode.Scalar] {
    var tests: Set<ScalarTest> = [.wordCharacter]
    for pattern in patterns {
      for instruction in pattern.instructions {
        if let test = ScalarTest(instruction, ignoresCase: pattern.compareOptions.ignoresCase) { tests.insert(test) }
      }
    }
    let orderedTests = Array(tests)
    var signatures: Set<[Bool]> = []
    return candidates(tests).filter { scalar in
      signatures.insert(orderedTests.map { $0.holds(scalar) }).inserted
    }
  }

  /// A test of one scalar.
  private enum ScalarTest: Hashable {
    case scalar(Unicode.Scalar, ignoresCase: Bool)
    case set(ScalarSet)
    case wordCharacter
    case notLineEnd

    init?(_ instruction: Pattern.Instruction, ignoresCase: Bool) {
      switch instruction {
      case .scalar(let scalar): self = .scalar(scalar, ignoresCase: ignoresCase)
      case .set(let set): self = .set(set)
      case .any: self = .notLineEnd
      case .split, .jump, .assertion, .match: return nil
      }
    }

    func holds(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .scalar(let wanted, let ignoresCase): wanted == (ignoresCase ? scalar.lowercasedScalar : scalar)
      case .set(let set): set.contains(scalar)
      case .wordCharacter: scalar.isWordCharacter
      case .notLineEnd: !(10...13).contains(scalar.value)
      }
    }

    /// The scalars at which the result of the test may change.
    var boundaryScalars: [Unicode.Scalar] {
      switch self {
      case .scalar(let scalar, _): [scalar]
      case .set(let set):
        set.ranges.flatMap { [$0.lowerBound, $0.upperBound] } + (set.classes.isEmpty ? [] : Self.latinScalars)
      case .wordCharacter, .notLineEnd: []
      }
    }

    /// These include scalars of most general categories.
    private static let latinScalars = (0xA0...0x17F).compactMap { Unicode.Scalar($0) }
  }

  /// Letters come first, so that the texts are readable, and unusual characters last.
  private static func candidates(_ tests: Set<ScalarTest>) -> [Unicode.Scalar] {
    let plain = ["x"] + Array("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.@:/+".unicodeScalars)
    let others = tests.flatMap(\.boundaryScalars).sorted() + (33...126).compactMap { Unicode.Scalar($0) } + ["\n"]
    return plain + others
  }
}
