import Values

extension JSONNode {
  /// The maximum depth of nested arrays and objects.
  public static let maxDepth = 256

  /// Parses JSON as defined by RFC 8259, without extensions.
  ///
  /// Nothing is changed silently: a repeated key, an integer that does not fit 64 bits, a number that is too large for
  /// a real, and an unpaired surrogate are errors. A number with a decimal point is rounded to the nearest real.
  public init(parsing text: String) throws(DocumentError) { try self.init(parsing: Array(text.utf8)) }

  /// Parses JSON in UTF-8.
  ///
  /// A byte order mark at the beginning is ignored and does not count in positions.
  public init(parsing bytes: [UInt8]) throws(DocumentError) {
    try self.init(parsing: bytes, keepingNumberText: false)
  }

  /// Parses JSON in UTF-8 and keeps each number as it is written.
  ///
  /// Every number is accepted. ``JSONNode/numberText`` has the exact value of a number that fits neither 64 bits nor a
  /// real.
  package init(parsing bytes: [UInt8], keepingNumberText: Bool) throws(DocumentError) {
    var parser = JSONParser(bytes.withoutBOM, keepsNumberText: keepingNumberText)
    self = try parser.parseDocument()
  }
}

/// Parses JSON byte by byte.
struct JSONParser {
  let bytes: [UInt8]
  /// A Boolean value that indicates whether the digits of numbers are kept, so that no number is out of range.
  let keepsNumberText: Bool
  private(set) var index = 0
  private(set) var position = TextPosition()
  private var depth = 0

  init(_ bytes: [UInt8], keepsNumberText: Bool) {
    self.bytes = bytes
    self.keepsNumberText = keepsNumberText
  }

  var nextByte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Advances by one byte.
  mutating func advance() {
    let byte = bytes[index]
    index += 1
    position.advance(past: byte, next: nextByte)
  }

  func syntaxError(expected: String) -> DocumentError {
    DocumentError(at: position, found: foundText, expected: expected)
  }

  private var foundText: String {
    guard let byte = nextByte else { return "the end of the text" }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    return String(decoding: bytes[index..<min(index + length, bytes.count)], as: UTF8.self).escapedForTerminal
  }

  mutating func skipWhitespace() {
    while let byte = nextByte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { advance() }
  }

  mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard nextByte == UInt8(ascii: scalar) else { return false }
    advance()
    return true
  }

  mutating func parseDocument() throws(DocumentError) -> JSONNode {
    let node = try parseNode()
    if nextByte != nil { throw syntaxError(expected: "the end of the text") }
    return node
  }

  /// Reads a value and the white space on both sides of it.
  mutating func parseNode() throws(DocumentError) -> JSONNode {
    skipWhitespace()
    guard depth < JSONNode.maxDepth else {
      throw syntaxError(expected: "at most \(JSONNode.maxDepth) levels of nesting")
    }
    depth += 1
    defer { depth -= 1 }
    let (first, start) = (index, position)
    var node = JSONNode(try parseContent(), at: start)
    switch node.content {
    case .integer, .real: if keepsNumberText { node.numberText = String(decoding: bytes[first..<index], as: UTF8.self) }
    case .null, .boolean, .text, .list, .object: break
    }
    skipWhitespace()
    return node
  }

  private mutating func parseContent() throws(DocumentError) -> JSONNode.Content {
    switch nextByte {
    case UInt8(ascii: "{"): return try parseObject()
    case UInt8(ascii: "["): return try parseList()
    case UInt8(ascii: "\""): return .text(try parseText())
    case UInt8(ascii: "t"): return try parseLiteral("true", as: .boolean(true))
    case UInt8(ascii: "f"): return try parseLiteral("false", as: .boolean(false))
    case UInt8(ascii: "n"): return try parseLiteral("null", as: .null)
    case UInt8(ascii: "-"): return try parseNumber()
    case let byte? where byte.isDigit: return try parseNumber()
    default: throw syntaxError(expected: "a value")
    }
  }

  private mutating func parseLiteral(_ word: String, as content: JSONNode.Content) throws(DocumentError)
    -> JSONNode.Content
  {
    let start = position
    guard bytes[index...].starts(with: word.utf8) else {
      let letters = bytes[index...].prefix(20).prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
      throw DocumentError(
        at: start, found: String(decoding: letters, as: UTF8.self), expected: "\(word), or a text in quotation marks")
    }
    for _ in word.utf8 { advance() }
    return content
  }

  private mutating func parseList() throws(DocumentError) -> JSONNode.Content {
    advance()
    skipWhitespace()
    if accept("]") { return .list([]) }
    var nodes: [JSONNode] = []
    repeat { nodes.append(try parseNode()) } while accept(",")
    guard accept("]") else { throw syntaxError(expected: "a comma or ]") }
    return .list(nodes)
  }

  private mutating func parseObject() throws(DocumentError) -> JSONNode.Content {
    advance()
    skipWhitespace()
    if accept("}") { return .object([]) }
    var members: [JSONNode.Member] = []
    var keys: Set<String> = []
    repeat {
      skipWhitespace()
      let start = position
      guard nextByte == UInt8(ascii: "\"") else { throw syntaxError(expected: "a key in quotation marks") }
      let key = try parseText()
      guard keys.insert(key).inserted else {
        throw DocumentError(at: start, found: "\"\(key.escapedForTerminal)\" again", expected: "each key once")
      }
      skipWhitespace()
      guard accept(":") else { throw syntaxError(expected: "a colon") }
      members.append(JSONNode.Member(key: key, position: start, node: try parseNode()))
    } while accept(",")
    guard accept("}") else { throw syntaxError(expected: "a comma or }") }
    return .object(members)
  }
}
