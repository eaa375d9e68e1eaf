/// What is wrong with a text that was to be read as a value, and where.
public struct CanonicalFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the text, in Unicode scalars from 1.
  public let column: Int
  /// What was expected there, and what was found.
  public let message: String

  /// The place and the message.
  public var description: String { "column \(column): \(message)" }
}

extension Canonical {
  /// Reads a value from its canonical text.
  public init(parsing text: String) throws(CanonicalFault) {
    var parser = Parser(text)
    self = try parser.value()
    try parser.end()
  }

  /// Reads a value as a person types it: the name of a case, and its payload with or without parentheses.
  ///
  /// ```
  /// nameChanged "Tea"   reads as   nameChanged("Tea")
  /// ```
  package init(parsingCommand text: String) throws(CanonicalFault) {
    var parser = Parser(text)
    let first = try parser.value()
    if parser.isAtEnd {
      self = first
      return
    }
    guard case .word(let name) = first else { throw parser.fault("expected the end") }
    var arguments: [Argument] = []
    while !parser.isAtEnd {
      arguments.append(try parser.argument())
      parser.skip(",")
    }
    self = .variant(name, arguments)
  }
}

/// Reads canonical text, scalar by scalar.
struct Parser {
  /// No value of a real feature nests so deep; the limit keeps nonsense from exhausting the stack.
  static let deepest = 200

  private let scalars: [Unicode.Scalar]
  private var place = 0
  private var depth = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    skipSpace()
  }

  var isAtEnd: Bool { place == scalars.count }
  private var next: Unicode.Scalar? { isAtEnd ? nil : scalars[place] }

  func fault(_ expected: String) -> CanonicalFault {
    let found = next.map { "\($0.escaped(asASCII: true))" }.map { "found \($0)" } ?? "the text ends here"
    return CanonicalFault(column: place + 1, message: "\(expected), \(found)")
  }

  func end() throws(CanonicalFault) {
    if !isAtEnd { throw fault("expected the end") }
  }

  private mutating func skipSpace() {
    while let scalar = next, scalar == " " || scalar == "\t" { place += 1 }
  }

  @discardableResult
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    skipSpace()
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(CanonicalFault) {
    if !skip(scalar) { throw fault("expected \(scalar)") }
  }

  mutating func value() throws(CanonicalFault) -> Canonical {
    guard depth < Self.deepest else { throw fault("nested too deep") }
    depth += 1
    defer { depth -= 1 }
    switch next {
    case "\"": return .text(try quoted())
    case "[": return try collection()
    case "(": return .record(try fields())
    default: return try named()
    }
  }

  private mutating func named() throws(CanonicalFault) -> Canonical {
    let token = token()
    switch token {
    case "": throw fault("expected a value")
    case "...": return .elsewhere
    case "nil": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case _ where Canonical.isNumber(token): return .number(token)
    case _ where !Canonical.isName(token): throw fault("\(token) is neither a number nor a name")
    default: break
    }
    guard next == "(" else {
      skipSpace()
      return .word(token)
    }
    try expect("(")
    var arguments: [Canonical.Argument] = []
    while next != ")" {
      arguments.append(try argument())
      if !skip(",") { break }
    }
    try expect(")")
    return .variant(token, arguments)
  }

  mutating func argument() throws(CanonicalFault) -> Canonical.Argument {
    let label = label()
    return Canonical.Argument(label: label, value: try value())
  }

  /// A name before a colon, if that is what stands here.
  private mutating func label() -> String? {
    let start = place
    let name = token()
    if Canonical.isName(name), skip(":") { return name }
    place = start
    return nil
  }

  /// A run of what words and numbers are made of.
  ///
  /// The space behind it is left, for a parenthesis must follow at once.
  mutating func token() -> String {
    var token = String.UnicodeScalarView()
    while let scalar = next, Canonical.isNamePart(scalar) || scalar == "+" {
      token.append(scalar)
      place += 1
    }
    if next != "(" { skipSpace() }
    return String(token)
  }

  private mutating func fields() throws(CanonicalFault) -> [Canonical.Field] {
    try expect("(")
    var fields: [Canonical.Field] = []
    while next != ")" {
      guard let name = label() else { throw fault("expected a field's name and a colon") }
      fields.append(.init(name: name, value: try value()))
      if !skip(",") { break }
    }
    try expect(")")
    return fields
  }

  /// A list, or values by key.
  private mutating func collection() throws(CanonicalFault) -> Canonical {
    try expect("[")
    if skip(":") {
      try expect("]")
      return .map([])
    }
    var entries: [Canonical.Entry] = []
    var values: [Canonical] = []
    while next != "]" {
      let first = try value()
      if skip(":") { entries.append(.init(key: first, value: try value())) } else { values.append(first) }
      if !skip(",") { break }
    }
    if !entries.isEmpty && !values.isEmpty { throw fault("either each value has a key or none") }
    try expect("]")
    return entries.isEmpty ? .list(values) : .map(entries)
  }

  private mutating func quoted() throws(CanonicalFault) -> String {
    place += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      place += 1
      switch scalar {
      case "\"":
        skipSpace()
        return String(text)
      case "\\": text.append(try escaped())
      default: text.append(scalar)
      }
    }
    throw fault("expected a closing quotation mark")
  }

  private mutating func escaped() throws(CanonicalFault) -> Unicode.Scalar {
    guard let mark = next else { throw fault("expected what the backslash escapes") }
    place += 1
    switch mark {
    case "\"", "\\": return mark
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u":
      var digits = ""
      guard next == "{" else { throw fault("expected {") }
      place += 1
      while let digit = next, digit != "}", digits.utf8.count < 8 {
        digits.unicodeScalars.append(digit)
        place += 1
      }
      guard next == "}", let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
        throw fault("expected a character's number in hexadecimal digits and }")
      }
      place += 1
      return scalar
    default:
      place -= 1
      throw fault("nothing is escaped by this character")
    }
  }
}
