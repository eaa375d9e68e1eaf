internal import Values

/// A regular expression for `MATCHES`, which the whole text must match.
///
/// It is run as the set of all places that it can be at, so its time is the length of the text times that of the pattern,
/// whatever both are: no pattern is slow. What cannot be run so is refused: back references and looking around.
///
/// | written | matches |
/// | --- | --- |
/// | `a`, `\.`, `\n`, `\t`, `\r`, `\u00e9` | one character |
/// | `.` | any but the end of a line |
/// | `[a-z_]`, `[^0-9]`, `\d`, `\w`, `\s`, `\D`, `\W`, `\S` | one of a kind |
/// | `ab`, `a|b`, `(a)`, `(?:a)` | one behind the other, either, a group |
/// | `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}` | several times; a `?` behind it changes nothing |
/// | `^`, `$` | the beginning, the end |
struct Pattern: Hashable, Sendable {
  enum Instruction: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case any
    case set(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case match
  }

  /// How long a pattern may be once its repetitions are written out.
  static let longest = 5000

  let instructions: [Instruction]
  let folding: Folding

  init(_ text: String, _ folding: Folding = .none) throws(PatternFault) {
    // Accents are taken off the pattern as off the text; capital letters are compared one by one, for \D is not \d.
    let plain = Folding(ignoresAccents: folding.ignoresAccents).folded(text)
    var parser = PatternParser(plain)
    let node = try parser.whole()
    var assembler = Assembler(ignoresCase: folding.ignoresCase)
    try assembler.add(node)
    instructions = assembler.instructions + [.match]
    self.folding = folding
  }
}

/// What is wrong with a pattern, at which of its characters from 1.
@usableFromInline struct PatternFault: Error, Hashable {
  let place: Int
  let found: String
  let expected: String
}

extension PatternFault {
  /// The fault of a condition that has such a pattern.
  func fault(_ kind: ConditionFault.Kind = .parse, at position: TextPosition?) -> ConditionFault {
    ConditionFault(
      kind, at: position, found: found, expected: expected, hint: "at character \(place) of the pattern")
  }
}

/// Some scalars, or all but some.
struct ScalarSet: Hashable, Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var isInverted = false
  var ignoresCase = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      lists(scalar) || ignoresCase && (scalar.properties.lowercaseMapping.onlyScalar.map(lists) ?? false)
      || ignoresCase && (scalar.properties.uppercaseMapping.onlyScalar.map(lists) ?? false)
    return isListed != isInverted
  }

  private func lists(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar) } }

  static let digits = ScalarSet(ranges: ["0"..."9"])
  static let word = ScalarSet(ranges: ["a"..."z", "A"..."Z", "0"..."9", "_"..."_"])
  static let space = ScalarSet(ranges: [
    "\t"..."\r", " "..." ", "\u{85}"..."\u{85}", "\u{A0}"..."\u{A0}", "\u{2000}"..."\u{200A}", "\u{2028}"..."\u{2029}",
  ])

  /// Everything that is not listed, as a list.
  var inverse: [ClosedRange<Unicode.Scalar>] {
    var inverse: [ClosedRange<Unicode.Scalar>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound.value > next { inverse += Self.scalars(next, range.lowerBound.value - 1) }
      next = max(next, range.upperBound.value + 1)
    }
    return inverse + Self.scalars(next, 0x10FFFF)
  }

  /// The scalars of a range of numbers, in which there are some that are none.
  private static func scalars(_ first: UInt32, _ last: UInt32) -> [ClosedRange<Unicode.Scalar>] {
    [(first, min(last, 0xD7FF)), (max(first, 0xE000), last)].compactMap { first, last in
      guard first <= last, let first = Unicode.Scalar(first), let last = Unicode.Scalar(last) else { return nil }
      return first...last
    }
  }
}

extension String {
  var onlyScalar: Unicode.Scalar? { unicodeScalars.count == 1 ? unicodeScalars.first : nil }
}

extension Unicode.Scalar {
  /// The small letter, if it is one scalar.
  var lowercased: Unicode.Scalar {
    if value < 0x80 { return (65...90).contains(value) ? Unicode.Scalar(UInt8(value | 0x20)) : self }
    return properties.lowercaseMapping.onlyScalar ?? self
  }
}
