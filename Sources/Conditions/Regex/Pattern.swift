internal import Values

/// A regular expression for `MATCHES`, which the whole text must match.
///
/// It is run as the set of all places that it can be at, so its time is the length of the text times that of the pattern,
/// whatever both are: no pattern is slow. What cannot be run so is refused: back references and looking around.
///
/// | written | matches |
/// | --- | --- |
/// | `a`, `\.`, `\n`, `\t`, `\r`, `\u00e9` | one character |
/// | `\x41`, `\f`, `\v`, `\a`, `\e` | one character |
/// | `.` | any but the end of a line |
/// | `[a-z_]`, `[^0-9]` | one of these, none of these |
/// | `\d`, `\w`, `\s`, `\D`, `\W`, `\S` | a digit, a part of a word, white space, in any script; none of them |
/// | `\p{L}`, `\p{Nd}`, `\P{L}` | one of a general category of Unicode, or none |
/// | `ab`, `a|b`, `(a)`, `(?:a)` | one behind the other, either, a group |
/// | `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}` | several times; a `?` behind it changes nothing |
/// | `^`, `$`, `\A`, `\z`, `\Z` | the beginning, the end |
/// | `\b`, `\B` | between a part of a word and what is none; anywhere else |
/// | `(?i)` at the beginning | letters may be capital or small |
struct Pattern: Hashable, Sendable {
  enum Instruction: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case any
    case set(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case assertion(Assertion)
    case match
  }

  /// What holds between two characters, or does not.
  enum Assertion: Hashable, Sendable {
    case start
    case end
    case boundary
    case noBoundary
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
    var folding = folding
    if parser.ignoresCase { folding.ignoresCase = true }
    try self.init(node, folding)
  }

  /// Makes one of a tree.
  init(_ node: PatternNode, _ folding: Folding) throws(PatternFault) {
    var assembler = Assembler(ignoresCase: folding.ignoresCase)
    try assembler.add(node)
    instructions = assembler.instructions + [.match]
    self.folding = folding
  }
}

/// What is wrong with a pattern, at which of its characters from 1.
struct PatternFault: Error, Hashable {
  let place: Int
  let found: String
  let expected: String
}

extension PatternFault {
  /// The fault of a condition that has such a pattern.
  ///
  /// One that does not stand in the text of the condition is shown, and what it was read from.
  func fault(
    _ kind: ConditionFault.Kind = .parse, of pattern: String? = nil, from source: String? = nil,
    at position: TextPosition?
  ) -> ConditionFault {
    let shown = pattern.map { " \($0.inQuotationMarks.shortened)" } ?? ""
    let origin = source.map { ", which is the value of \($0.shortened)" } ?? ""
    return ConditionFault(
      kind, at: position, found: found, expected: expected,
      hint: "at character \(place) of the pattern\(shown)\(origin)")
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
