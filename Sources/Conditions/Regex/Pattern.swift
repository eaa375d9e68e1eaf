import Values

/// A regular expression for `MATCHES`, which must match the whole text.
///
/// It is run as a nondeterministic automaton (Thompson's algorithm), so matching takes time proportional to the length
/// of the text times the length of the pattern. Back references and look-around are not supported, because they cannot
/// be run that way.
///
/// | written | matches |
/// | --- | --- |
/// | `a`, `\.`, `\n`, `\t`, `\r`, `\u00e9` | one character |
/// | `\x41`, `\f`, `\v`, `\a`, `\e` | one character |
/// | `.` | any character but a line ending |
/// | `[a-z_]`, `[^0-9]` | a character in or not in a set |
/// | `\d`, `\w`, `\s`, `\D`, `\W`, `\S` | a digit, word character or white space of any script, or any other character |
/// | `\p{L}`, `\p{Nd}`, `\P{L}` | a character in or not in a general category of Unicode |
/// | `ab`, `a|b`, `(a)`, `(?:a)` | a sequence, an alternative, a group |
/// | `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}` | a repetition; a trailing `?` has no effect |
/// | `^`, `$`, `\A`, `\z`, `\Z` | the beginning, the end |
/// | `\b`, `\B` | a word boundary; no word boundary |
/// | `(?i)` at the beginning | ignores case |
package struct Pattern: Hashable, Sendable {
  enum Instruction: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case any
    case set(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case assertion(Assertion)
    case match
  }

  /// A condition on a position between two characters.
  enum Assertion: Hashable, Sendable {
    case start
    case end
    case wordBoundary
    case notWordBoundary
  }

  /// The maximum number of instructions, with repetitions written out.
  static let maxInstructionCount = 5000

  let instructions: [Instruction]
  package let compareOptions: StringCompareOptions

  init(_ text: String, _ folding: StringCompareOptions = .none) throws(PatternError) {
    // Accents are removed from the pattern as from the text. Case is folded scalar by scalar, because \D is not \d.
    let plain = StringCompareOptions(ignoresAccents: folding.ignoresAccents).folded(text)
    var parser = PatternParser(plain)
    let node = try parser.parsePattern()
    var folding = folding
    if parser.ignoresCase { folding.ignoresCase = true }
    try self.init(node, folding)
  }

  /// Compiles a syntax tree.
  init(_ node: PatternNode, _ folding: StringCompareOptions) throws(PatternError) {
    var assembler = PatternCompiler(ignoresCase: folding.ignoresCase)
    try assembler.add(node)
    instructions = assembler.instructions + [.match]
    self.compareOptions = folding
  }
}

/// An error in a regular expression, with the position of its scalar, counted from 1.
struct PatternError: Error, Hashable {
  let characterNumber: Int
  let found: String
  let expected: String
}

extension PatternError {
  /// Returns the error for the condition that contains the pattern.
  ///
  /// If the pattern is not a literal in the condition, the message shows the pattern and the expression that gives it.
  func conditionError(
    _ kind: ConditionError.Phase = .parsing, pattern: String? = nil, source: String? = nil,
    at position: TextPosition?
  ) -> ConditionError {
    let shown = pattern.map { " \($0.conditionQuoted.excerpt)" } ?? ""
    let origin = source.map { ", which is the value of \($0.excerpt)" } ?? ""
    return ConditionError(
      kind, at: position, found: found, expected: expected,
      hint: "at character \(characterNumber) of the pattern\(shown)\(origin)")
  }
}

extension String {
  var singleScalar: Unicode.Scalar? { unicodeScalars.count == 1 ? unicodeScalars.first : nil }
}

extension Unicode.Scalar {
  /// The lowercase mapping, if it is one scalar.
  var lowercasedScalar: Unicode.Scalar {
    if value < 0x80 { return (65...90).contains(value) ? Unicode.Scalar(UInt8(value | 0x20)) : self }
    return properties.lowercaseMapping.singleScalar ?? self
  }
}
