import Values

/// Parses a regular expression.
struct PatternParser {
  private static let maxDepth = 50

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  /// A Boolean value that indicates whether the pattern begins with `(?i)`.
  private(set) var ignoresCase = false

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var nextScalar: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard nextScalar == scalar else { return false }
    index += 1
    return true
  }

  /// Creates an error that shows a number of scalars at a position.
  private func syntaxError(expected: String, at place: Int? = nil, showing count: Int = 1) -> PatternError {
    let place = place ?? self.index
    let shown = scalars[min(place, scalars.count)...].prefix(count)
    let found = shown.isEmpty ? "the end of the pattern" : String(String.UnicodeScalarView(shown)).excerpt
    return PatternError(characterNumber: place + 1, found: found, expected: expected)
  }

  mutating func parsePattern() throws(PatternError) -> PatternNode {
    if scalars.starts(with: "(?i)".unicodeScalars) {
      ignoresCase = true
      index += 4
    }
    let node = try parseAlternation()
    if nextScalar != nil { throw syntaxError(expected: "a ( before the )") }
    return node
  }

  private mutating func parseAlternation() throws(PatternError) -> PatternNode {
    guard depth < Self.maxDepth else { throw syntaxError(expected: "at most \(Self.maxDepth) nested groups") }
    depth += 1
    defer { depth -= 1 }
    var choices = [try parseSequence()]
    while accept("|") { choices.append(try parseSequence()) }
    return choices.count == 1 ? choices[0] : .alternation(choices)
  }

  private mutating func parseSequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = nextScalar, scalar != "|", scalar != ")" { nodes.append(try parseRepetition(of: parseAtom())) }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  /// Parses the quantifier after an atom.
  private mutating func parseRepetition(of node: PatternNode) throws(PatternError) -> PatternNode {
    let counted: PatternNode
    switch nextScalar {
    case "*": counted = .repetition(node, least: 0, most: nil)
    case "+": counted = .repetition(node, least: 1, most: nil)
    case "?": counted = .repetition(node, least: 0, most: 1)
    case "{":
      index += 1
      let (least, most) = try parseRepetitionBounds()
      counted = .repetition(node, least: least, most: most)
    default: return node
    }
    index += 1
    // Greedy and lazy quantifiers match the same whole texts.
    _ = accept("?")
    if let nextScalar, "*+?{".unicodeScalars.contains(nextScalar) {
      throw syntaxError(expected: "one quantifier; only a group can be quantified again")
    }
    return counted
  }

  /// Parses the bounds of a quantifier, up to the closing brace.
  private mutating func parseRepetitionBounds() throws(PatternError) -> (Int, Int?) {
    let least = try parseRepetitionCount()
    var most: Int? = least
    if accept(",") {
      let start = index
      most = nextScalar == "}" ? nil : try parseRepetitionCount()
      if let most, most < least {
        throw syntaxError(
          expected: "\(least) or more, because the maximum is below the minimum", at: start, showing: index - start)
      }
    }
    guard nextScalar == "}" else { throw syntaxError(expected: "} after the bounds") }
    return (least, most)
  }

  /// Parses the bound of a quantifier, which is limited to the length of a pattern.
  private mutating func parseRepetitionCount() throws(PatternError) -> Int {
    let digits = scalars[index...].prefix { ("0"..."9").contains($0) }
    if digits.isEmpty { throw syntaxError(expected: "a repetition count") }
    guard let number = Int(String(String.UnicodeScalarView(digits))), number <= Pattern.maxInstructionCount else {
      throw syntaxError(expected: "at most \(Pattern.maxInstructionCount) times", showing: digits.count)
    }
    index += digits.count
    return number
  }
}

extension PatternParser {
  private mutating func parseAtom() throws(PatternError) -> PatternNode {
    let start = index
    guard let scalar = nextScalar else { return .empty }
    index += 1
    switch scalar {
    case ".": return .any
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "[": return .set(try parseSet())
    case "(": return try parseGroup(startingAt: start)
    case "\\": return try parseEscape(startingAt: start)
    case "*", "+", "?", "{": throw syntaxError(expected: "something to repeat", at: start)
    default: return .scalar(scalar)
    }
  }

  private mutating func parseGroup(startingAt start: Int) throws(PatternError) -> PatternNode {
    if accept("?"), !accept(":") { throw unsupportedGroupError(at: start) }
    let node = try parseAlternation()
    guard accept(")") else { throw syntaxError(expected: "a ) for the ( at character \(start + 1)") }
    return node
  }

  /// Returns the error for an unsupported group, which begins with a question mark and not with `(?:`.
  private func unsupportedGroupError(at start: Int) -> PatternError {
    let opening = String(String.UnicodeScalarView(scalars[start...].prefix(4)))
    for mark in ["(?=", "(?!", "(?<=", "(?<!"] where opening.hasPrefix(mark) {
      return syntaxError(
        expected: "a pattern without look-around, which cannot be matched in linear time", at: start,
        showing: mark.unicodeScalars.count)
    }
    for mark in ["(?<", "(?P<", "(?'"] where opening.hasPrefix(mark) {
      return syntaxError(
        expected: "( or (?:, because groups cannot have names", at: start, showing: mark.unicodeScalars.count)
    }
    return syntaxError(expected: "( or (?:, or (?i) at the beginning of the pattern", at: start, showing: 3)
  }

  private mutating func parseEscape(startingAt start: Int) throws(PatternError) -> PatternNode {
    if let kind = try parseClassEscape() { return .set(ScalarSet(classes: [kind])) }
    guard let assertion = nextScalar.flatMap({ Self.assertionEscapes[$0] }) else {
      return .scalar(try parseEscapedScalar(startingAt: start))
    }
    index += 1
    return .assertion(assertion)
  }

  private static let assertionEscapes: [Unicode.Scalar: Pattern.Assertion] = [
    "b": .wordBoundary, "B": .notWordBoundary, "A": .start, "z": .end, "Z": .end,
  ]

  private static let classEscapes: [Unicode.Scalar: ScalarClass] = [
    "d": ScalarClass(name: .digit), "w": ScalarClass(name: .wordCharacter), "s": ScalarClass(name: .whitespace),
    "D": ScalarClass(name: .digit, isInverted: true), "W": ScalarClass(name: .wordCharacter, isInverted: true),
    "S": ScalarClass(name: .whitespace, isInverted: true),
  ]

  /// Parses a character class, if one is next.
  private mutating func parseClassEscape() throws(PatternError) -> ScalarClass? {
    guard let letter = nextScalar else { return nil }
    if let kind = Self.classEscapes[letter] {
      index += 1
      return kind
    }
    guard letter == "p" || letter == "P" else { return nil }
    index += 1
    let start = index
    let isOpen = accept("{")
    let name = String(String.UnicodeScalarView(scalars[index...].prefix(2).prefix { $0 != "}" }))
    index += name.unicodeScalars.count
    let categories = Unicode.GeneralCategory.categories(named: name)
    guard isOpen, accept("}"), !categories.isEmpty else {
      throw syntaxError(expected: "a general category of Unicode, such as {L} or {Nd}", at: start)
    }
    return ScalarClass(name: .categories(categories), isInverted: letter == "P")
  }

  private mutating func parseEscapedScalar(startingAt start: Int) throws(PatternError) -> Unicode.Scalar {
    guard let scalar = nextScalar else { throw syntaxError(expected: "a character after the backslash") }
    index += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{C}"
    case "v": return "\u{B}"
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "u": return try parseHexScalar(digitCount: 4, startingAt: start)
    case "x": return try parseHexScalar(digitCount: 2, startingAt: start)
    case "0"..."9", "k":
      throw syntaxError(
        expected: "a pattern without back references, which cannot be matched in linear time", at: start, showing: 2)
    case _ where scalar.properties.isAlphabetic:
      throw syntaxError(expected: "an escape such as \\d or \\.", at: start, showing: 2)
    default: return scalar
    }
  }

  /// Parses the hexadecimal number of a scalar.
  private mutating func parseHexScalar(digitCount: Int, startingAt start: Int) throws(PatternError)
    -> Unicode.Scalar
  {
    let digits = scalars[index...].prefix(digitCount)
    guard digits.count == digitCount, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let scalar = UInt32(digits.map(String.init).joined(), radix: 16).flatMap(Unicode.Scalar.init)
    else {
      throw syntaxError(
        expected: "a character code of \(digitCount == 2 ? "two" : "four") hexadecimal digits", at: start)
    }
    index += digitCount
    return scalar
  }

  private mutating func parseSet() throws(PatternError) -> ScalarSet {
    let start = index - 1
    var set = ScalarSet(isInverted: accept("^"))
    var isFirst = true
    while let scalar = nextScalar, scalar != "]" || isFirst {
      if scalar == "[" || scalar == "&" && scalars[index...].starts(with: "&&".unicodeScalars) {
        throw syntaxError(expected: "a backslash before \(scalar), because sets cannot be nested")
      }
      isFirst = false
      index += 1
      if scalar == "\\", let kind = try parseClassEscape() {
        set.classes.append(kind)
        continue
      }
      let first = scalar == "\\" ? try parseEscapedScalar(startingAt: index - 1) : scalar
      set.ranges.append(first...(try parseRangeEnd(from: first)))
    }
    guard accept("]") else { throw syntaxError(expected: "a ] for the [ at character \(start + 1)") }
    return set
  }

  /// Parses the end of a range, and returns the start if there is none: a minus before the bracket is an ordinary
  /// character.
  private mutating func parseRangeEnd(from first: Unicode.Scalar) throws(PatternError) -> Unicode.Scalar {
    guard nextScalar == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else { return first }
    let start = index
    index += 2
    let last = scalars[index - 1] == "\\" ? try parseEscapedScalar(startingAt: index - 1) : scalars[index - 1]
    guard first <= last else { throw syntaxError(expected: "a range in ascending order", at: start) }
    return last
  }
}
