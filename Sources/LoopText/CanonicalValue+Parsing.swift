/// An error in the text of a canonical value.
public struct CanonicalTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position in the text, in Unicode scalars from 1.
  public let column: Int
  /// A message that says what was expected and what was found.
  public let message: String

  /// The position and the message.
  public var description: String { "column \(column): \(message)" }
}

extension CanonicalValue {
  /// Parses the canonical text of a value.
  public init(parsing text: String) throws(CanonicalTextError) {
    var parser = CanonicalTextParser(text)
    self = try parser.parseValue()
    try parser.expectEnd()
  }

  /// Parses a value as typed by a user: the name of a case, and its payload with or without parentheses.
  ///
  /// ```
  /// nameChanged "Tea"   reads as   nameChanged("Tea")
  /// ```
  package init(parsingCommand text: String) throws(CanonicalTextError) {
    var parser = CanonicalTextParser(text)
    let first = try parser.parseValue()
    if parser.isAtEnd {
      self = first
      return
    }
    guard case .identifier(let name) = first else { throw parser.parseError("expected the end") }
    var arguments: [Argument] = []
    while !parser.isAtEnd {
      arguments.append(try parser.parseArgument())
      parser.skip(",")
    }
    self = .variant(name, arguments)
  }
}

/// A parser of canonical text.
struct CanonicalTextParser {
  /// The maximum nesting depth.
  ///
  /// A deeper value is not encoded either. Without a limit, malformed input could overflow the stack.
  static let maxDepth = 500

  /// The text in UTF-8.
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    skipSpace()
  }

  var isAtEnd: Bool { position == bytes.count }

  var nextScalar: Unicode.Scalar? {
    if isAtEnd { return nil }
    let first = bytes[position]
    if first < 0x80 { return Unicode.Scalar(first) }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    let rest = bytes[position + 1..<position + count]
    return Unicode.Scalar(rest.reduce(UInt32(first) & (0x7F >> UInt32(count))) { $0 << 6 | UInt32($1 & 0x3F) })
  }

  private mutating func advance(past scalar: Unicode.Scalar) { position += UTF8.width(scalar) }

  func parseError(_ expected: String) -> CanonicalTextError {
    let found = nextScalar.map { "\($0.escaped(asASCII: true))" }.map { "found \($0)" } ?? "the text ends here"
    let column = bytes[..<position].count { $0 & 0xC0 != 0x80 } + 1
    return CanonicalTextError(column: column, message: "\(expected), \(found)")
  }

  func expectEnd() throws(CanonicalTextError) {
    if !isAtEnd { throw parseError("expected the end") }
  }

  private mutating func skipSpace() {
    while let scalar = nextScalar, scalar == " " || scalar == "\t" { position += 1 }
  }

  @discardableResult
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard nextScalar == scalar else { return false }
    position += 1
    skipSpace()
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(CanonicalTextError) {
    if !skip(scalar) { throw parseError("expected \(scalar)") }
  }

  mutating func parseValue() throws(CanonicalTextError) -> CanonicalValue {
    guard depth < Self.maxDepth else { throw parseError("nested deeper than \(Self.maxDepth) levels") }
    depth += 1
    defer { depth -= 1 }
    switch nextScalar {
    case "\"": return .text(try parseQuotedText())
    case "`": return try parsePayload(of: try parseQuotedText())
    case "[": return try parseCollection()
    case "(": return .record(try parseFields())
    default: return try parseUnquotedValue()
    }
  }

  private mutating func parseUnquotedValue() throws(CanonicalTextError) -> CanonicalValue {
    let token = readToken()
    switch token {
    case "": throw parseError("expected a value")
    case "nil": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case _ where CanonicalValue.isNumber(token): return .number(token)
    case _ where !CanonicalValue.isName(token): throw parseError("\(token) is neither a number nor a name")
    default: break
    }
    return try parsePayload(of: token)
  }

  /// Parses the payload that follows the name of a case, if there is one.
  private mutating func parsePayload(of name: String) throws(CanonicalTextError) -> CanonicalValue {
    guard nextScalar == "(" else {
      skipSpace()
      return .identifier(name)
    }
    try expect("(")
    var arguments: [CanonicalValue.Argument] = []
    while nextScalar != ")" {
      arguments.append(try parseArgument())
      if !skip(",") { break }
    }
    try expect(")")
    return .variant(name, arguments)
  }

  mutating func parseArgument() throws(CanonicalTextError) -> CanonicalValue.Argument {
    let label = try parseLabel()
    return CanonicalValue.Argument(label: label, value: try parseValue())
  }

  /// Parses a name and a colon, or returns `nil` and consumes nothing.
  mutating func parseLabel() throws(CanonicalTextError) -> String? {
    let start = position
    let isQuoted = nextScalar == "`"
    let name = isQuoted ? try parseQuotedText() : readToken()
    if isQuoted || CanonicalValue.isName(name) {
      skipSpace()
      if skip(":") { return name }
    }
    position = start
    return nil
  }

  /// Reads the longest sequence of characters that names and numbers consist of.
  ///
  /// Space after it is skipped unless a parenthesis follows: the parenthesis of a payload must follow its name
  /// directly.
  mutating func readToken() -> String {
    let start = position
    while let scalar = nextScalar, CanonicalValue.isNameScalar(scalar) || scalar == "+" { advance(past: scalar) }
    let token = String(decoding: bytes[start..<position], as: UTF8.self)
    if nextScalar != "(" { skipSpace() }
    return token
  }

  private mutating func parseFields() throws(CanonicalTextError) -> [CanonicalValue.Field] {
    try expect("(")
    var fields: [CanonicalValue.Field] = []
    while nextScalar != ")" {
      guard let name = try parseLabel() else { throw parseError("expected a field's name and a colon") }
      fields.append(.init(name: name, value: try parseValue()))
      if !skip(",") { break }
    }
    try expect(")")
    return fields
  }

  /// Parses a list or a dictionary.
  private mutating func parseCollection() throws(CanonicalTextError) -> CanonicalValue {
    try expect("[")
    if skip(":") {
      try expect("]")
      return .map([])
    }
    var entries: [CanonicalValue.Entry] = []
    var values: [CanonicalValue] = []
    while nextScalar != "]" {
      let first = try parseValue()
      if skip(":") { entries.append(.init(key: first, value: try parseValue())) } else { values.append(first) }
      if !skip(",") { break }
    }
    if !entries.isEmpty && !values.isEmpty { throw parseError("either all values have a key or none") }
    try expect("]")
    return entries.isEmpty ? .list(values) : .map(entries)
  }

  /// Parses a text in quotation marks, or a name in backticks.
  ///
  /// Space after it is skipped unless a parenthesis follows, as after a name.
  mutating func parseQuotedText() throws(CanonicalTextError) -> String {
    let mark = bytes[position]
    position += 1
    var start = position
    var text = ""
    while !isAtEnd {
      let byte = bytes[position]
      position += 1
      guard byte == mark || byte == UInt8(ascii: "\\") else { continue }
      text += String(decoding: bytes[start..<position - 1], as: UTF8.self)
      if byte == mark {
        if mark == UInt8(ascii: "\"") { skipSpace() }
        return text
      }
      text.unicodeScalars.append(try parseEscape())
      start = position
    }
    throw parseError(mark == UInt8(ascii: "`") ? "expected a closing backtick" : "expected a closing quotation mark")
  }

  private mutating func parseEscape() throws(CanonicalTextError) -> Unicode.Scalar {
    guard let mark = nextScalar else { throw parseError("expected a character after the backslash") }
    let start = position
    advance(past: mark)
    switch mark {
    case "\"", "`", "\\": return mark
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "u":
      var digits = ""
      guard nextScalar == "{" else { throw parseError("expected {") }
      position += 1
      while let digit = nextScalar, digit != "}", digits.utf8.count < 8 {
        digits.unicodeScalars.append(digit)
        advance(past: digit)
      }
      guard nextScalar == "}", let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
        throw parseError("expected a Unicode scalar value in hexadecimal digits and }")
      }
      position += 1
      return scalar
    default:
      position = start
      throw parseError("unknown escape character")
    }
  }
}
