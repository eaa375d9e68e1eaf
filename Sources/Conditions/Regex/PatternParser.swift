internal import Values

/// Parses a regular expression.
struct PatternParser {
  private static let deepest = 50

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0
  /// A Boolean value that indicates whether the pattern begins with `(?i)`.
  private(set) var ignoresCase = false

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  /// Creates an error that shows a number of scalars at a position.
  private func fault(_ expected: String, at place: Int? = nil, showing count: Int = 1) -> PatternFault {
    let place = place ?? self.place
    let shown = scalars[min(place, scalars.count)...].prefix(count)
    let found = shown.isEmpty ? "the end of the pattern" : String(String.UnicodeScalarView(shown)).shortened
    return PatternFault(place: place + 1, found: found, expected: expected)
  }

  mutating func whole() throws(PatternFault) -> PatternNode {
    if scalars.starts(with: "(?i)".unicodeScalars) {
      ignoresCase = true
      place += 4
    }
    let node = try choice()
    if next != nil { throw fault("a ( before the )") }
    return node
  }

  private mutating func choice() throws(PatternFault) -> PatternNode {
    guard depth < Self.deepest else { throw fault("at most \(Self.deepest) nested groups") }
    depth += 1
    defer { depth -= 1 }
    var choices = [try sequence()]
    while accept("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func sequence() throws(PatternFault) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repeated(atom())) }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  /// Parses the quantifier after an atom.
  private mutating func repeated(_ node: PatternNode) throws(PatternFault) -> PatternNode {
    let counted: PatternNode
    switch next {
    case "*": counted = .repeated(node, least: 0, most: nil)
    case "+": counted = .repeated(node, least: 1, most: nil)
    case "?": counted = .repeated(node, least: 0, most: 1)
    case "{":
      place += 1
      let (least, most) = try bounds()
      counted = .repeated(node, least: least, most: most)
    default: return node
    }
    place += 1
    // Greedy and lazy quantifiers match the same whole texts.
    _ = accept("?")
    if let next, "*+?{".unicodeScalars.contains(next) {
      throw fault("one quantifier; only a group can be quantified again")
    }
    return counted
  }

  /// Parses the bounds of a quantifier, up to the closing brace.
  private mutating func bounds() throws(PatternFault) -> (Int, Int?) {
    let least = try number()
    var most: Int? = least
    if accept(",") {
      let start = place
      most = next == "}" ? nil : try number()
      if let most, most < least {
        throw fault("\(least) or more, because the maximum is below the minimum", at: start, showing: place - start)
      }
    }
    guard next == "}" else { throw fault("} after the bounds") }
    return (least, most)
  }

  /// Parses the bound of a quantifier, which is limited to the length of a pattern.
  private mutating func number() throws(PatternFault) -> Int {
    let digits = scalars[place...].prefix { ("0"..."9").contains($0) }
    if digits.isEmpty { throw fault("a number of times") }
    guard let number = Int(String(String.UnicodeScalarView(digits))), number <= Pattern.longest else {
      throw fault("at most \(Pattern.longest) times", showing: digits.count)
    }
    place += digits.count
    return number
  }
}

extension PatternParser {
  private mutating func atom() throws(PatternFault) -> PatternNode {
    let start = place
    guard let scalar = next else { return .empty }
    place += 1
    switch scalar {
    case ".": return .any
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "[": return .set(try set())
    case "(": return try group(start)
    case "\\": return try escaped(start)
    case "*", "+", "?", "{": throw fault("something to repeat", at: start)
    default: return .scalar(scalar)
    }
  }

  private mutating func group(_ start: Int) throws(PatternFault) -> PatternNode {
    if accept("?"), !accept(":") { throw unknownGroup(start) }
    let node = try choice()
    guard accept(")") else { throw fault("a ) for the ( at character \(start + 1)") }
    return node
  }

  /// Returns the error for an unsupported group, which begins with a question mark and not with `(?:`.
  private func unknownGroup(_ start: Int) -> PatternFault {
    let opening = String(String.UnicodeScalarView(scalars[start...].prefix(4)))
    for mark in ["(?=", "(?!", "(?<=", "(?<!"] where opening.hasPrefix(mark) {
      return fault(
        "a pattern without look-around, which cannot be matched in linear time", at: start,
        showing: mark.unicodeScalars.count)
    }
    for mark in ["(?<", "(?P<", "(?'"] where opening.hasPrefix(mark) {
      return fault("( or (?:, because groups cannot have names", at: start, showing: mark.unicodeScalars.count)
    }
    return fault("( or (?:, or (?i) at the beginning of the pattern", at: start, showing: 3)
  }

  private mutating func escaped(_ start: Int) throws(PatternFault) -> PatternNode {
    if let kind = try kind() { return .set(ScalarSet(kinds: [kind])) }
    guard let assertion = next.flatMap({ Self.assertions[$0] }) else { return .scalar(try escapedScalar(start)) }
    place += 1
    return .assertion(assertion)
  }

  private static let assertions: [Unicode.Scalar: Pattern.Assertion] = [
    "b": .boundary, "B": .noBoundary, "A": .start, "z": .end, "Z": .end,
  ]

  private static let kinds: [Unicode.Scalar: ScalarKind] = [
    "d": ScalarKind(name: .digit), "w": ScalarKind(name: .wordPart), "s": ScalarKind(name: .space),
    "D": ScalarKind(name: .digit, isInverted: true), "W": ScalarKind(name: .wordPart, isInverted: true),
    "S": ScalarKind(name: .space, isInverted: true),
  ]

  /// Parses a character class, if one is next.
  private mutating func kind() throws(PatternFault) -> ScalarKind? {
    guard let letter = next else { return nil }
    if let kind = Self.kinds[letter] {
      place += 1
      return kind
    }
    guard letter == "p" || letter == "P" else { return nil }
    place += 1
    let start = place
    let isOpen = accept("{")
    let name = String(String.UnicodeScalarView(scalars[place...].prefix(2).prefix { $0 != "}" }))
    place += name.unicodeScalars.count
    let categories = Unicode.GeneralCategory.named(name)
    guard isOpen, accept("}"), !categories.isEmpty else {
      throw fault("a general category of Unicode, such as {L} or {Nd}", at: start)
    }
    return ScalarKind(name: .categories(categories), isInverted: letter == "P")
  }

  private mutating func escapedScalar(_ start: Int) throws(PatternFault) -> Unicode.Scalar {
    guard let scalar = next else { throw fault("a character after the backslash") }
    place += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "f": return "\u{C}"
    case "v": return "\u{B}"
    case "a": return "\u{7}"
    case "e": return "\u{1B}"
    case "u": return try numbered(4, start)
    case "x": return try numbered(2, start)
    case "0"..."9", "k":
      throw fault("a pattern without back references, which cannot be matched in linear time", at: start, showing: 2)
    case _ where scalar.properties.isAlphabetic: throw fault("an escape such as \\d or \\.", at: start, showing: 2)
    default: return scalar
    }
  }

  /// Parses the hexadecimal number of a scalar.
  private mutating func numbered(_ count: Int, _ start: Int) throws(PatternFault) -> Unicode.Scalar {
    let digits = scalars[place...].prefix(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let scalar = UInt32(digits.map(String.init).joined(), radix: 16).flatMap(Unicode.Scalar.init)
    else { throw fault("a character code of \(count == 2 ? "two" : "four") hexadecimal digits", at: start) }
    place += count
    return scalar
  }

  private mutating func set() throws(PatternFault) -> ScalarSet {
    let start = place - 1
    var set = ScalarSet(isInverted: accept("^"))
    var isFirst = true
    while let scalar = next, scalar != "]" || isFirst {
      if scalar == "[" || scalar == "&" && scalars[place...].starts(with: "&&".unicodeScalars) {
        throw fault("a backslash before \(scalar), because sets cannot be nested")
      }
      isFirst = false
      place += 1
      if scalar == "\\", let kind = try kind() {
        set.kinds.append(kind)
        continue
      }
      let first = scalar == "\\" ? try escapedScalar(place - 1) : scalar
      set.ranges.append(first...(try rangeEnd(from: first)))
    }
    guard accept("]") else { throw fault("a ] for the [ at character \(start + 1)") }
    return set
  }

  /// Parses the end of a range, and returns the start if there is none: a minus before the bracket is an ordinary
  /// character.
  private mutating func rangeEnd(from first: Unicode.Scalar) throws(PatternFault) -> Unicode.Scalar {
    guard next == "-", place + 1 < scalars.count, scalars[place + 1] != "]" else { return first }
    let start = place
    place += 2
    let last = scalars[place - 1] == "\\" ? try escapedScalar(place - 1) : scalars[place - 1]
    guard first <= last else { throw fault("a range in ascending order", at: start) }
    return last
  }
}
