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
package struct JSONParser: Sendable {
  private(set) var bytes: [UInt8]
  /// A Boolean value that indicates whether the digits of numbers are kept, so that no number is out of range.
  let keepsNumberText: Bool
  /// The index of the next byte.
  var index = 0
  private var line = 1
  /// The index at which the line would begin if each of its characters had one byte.
  var lineStart = 0
  private var depth = 0

  init(_ bytes: [UInt8], keepsNumberText: Bool) {
    self.bytes = bytes
    self.keepsNumberText = keepsNumberText
  }

  var nextByte: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The number of bytes of the next character.
  private var nextLength: Int {
    guard let byte = nextByte else { return 1 }
    return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
  }

  /// A Boolean value that indicates whether the bytes end before or within the next character.
  var isAtEnd: Bool { index + nextLength > bytes.count }

  /// The position of the next byte.
  package var position: TextPosition { TextPosition(line: line, column: index - lineStart + 1) }

  /// Appends bytes, and removes the bytes before the current position.
  ///
  /// The last one is kept, because a line feed after a carriage return does not begin another line.
  mutating func append(_ next: some Sequence<UInt8>) {
    let readCount = max(0, index - 1)
    bytes.removeFirst(readCount)
    bytes.append(contentsOf: next)
    index -= readCount
    lineStart -= readCount
  }

  /// Returns the error for an unexpected character.
  func syntaxError(expected: String) -> DocumentError {
    let character = bytes[index..<min(index + nextLength, bytes.count)]
    let found = character.isEmpty ? "the end of the text" : String(decoding: character, as: UTF8.self)
    return DocumentError(at: position, found: found.escapedForTerminal, expected: expected)
  }

  /// Skips white space, the only place where a line can end.
  mutating func skipWhitespace() {
    while let byte = nextByte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      let isSecond = byte == 0x0A && index > 1 && bytes[index - 2] == 0x0D
      if !isSecond { line += 1 }
      lineStart = index
    }
  }

  mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard nextByte == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  mutating func parseDocument() throws(DocumentError) -> JSONNode {
    let node = try parseNode()
    if nextByte != nil { throw syntaxError(expected: "the end of the text") }
    return node
  }

  /// Reads a value and the white space on both sides of it.
  package mutating func parseNode() throws(DocumentError) -> JSONNode {
    skipWhitespace()
    guard depth < JSONNode.maxDepth else {
      throw syntaxError(expected: "at most \(JSONNode.maxDepth) levels of nesting")
    }
    depth += 1
    defer { depth -= 1 }
    let start = index
    let position = position
    let isNumber = nextByte.map { $0 == UInt8(ascii: "-") || $0.isDigit } ?? false
    var node = JSONNode(isNumber ? try parseNumber() : try parseContent(), at: position)
    if isNumber, keepsNumberText { node.numberText = String(decoding: bytes[start..<index], as: UTF8.self) }
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
    default: throw syntaxError(expected: "a value")
    }
  }

  private mutating func parseLiteral(_ word: String, as content: JSONNode.Content) throws(DocumentError)
    -> JSONNode.Content
  {
    let (first, start) = (index, position)
    for letter in word.utf8 where !accept(Unicode.Scalar(letter)) {
      while let byte = nextByte, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20), index < first + 20 {
        index += 1
      }
      throw DocumentError(
        at: start, found: String(decoding: bytes[first..<index], as: UTF8.self),
        expected: "\(word), or a text in quotation marks")
    }
    return content
  }

  private mutating func parseList() throws(DocumentError) -> JSONNode.Content {
    index += 1
    skipWhitespace()
    if accept("]") { return .list([]) }
    var nodes: [JSONNode] = []
    repeat { nodes.append(try parseNode()) } while accept(",")
    guard accept("]") else { throw syntaxError(expected: "a comma or ]") }
    return .list(nodes)
  }

  private mutating func parseObject() throws(DocumentError) -> JSONNode.Content {
    var members: [JSONNode.Member] = []
    try parseMembers(expecting: "a value") { parser, key, position throws(DocumentError) in
      members.append(JSONNode.Member(key: key, position: position, node: try parser.parseNode()))
    }
    return .object(members)
  }

  /// Reads an object, given a closure that reads the value of a key.
  package mutating func parseMembers(
    expecting object: String,
    parseValue: (inout JSONParser, _ key: String, _ keyPosition: TextPosition) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    guard accept("{") else { throw syntaxError(expected: object) }
    skipWhitespace()
    if accept("}") { return }
    var keys = JSONKeys()
    repeat {
      skipWhitespace()
      let start = position
      guard nextByte == UInt8(ascii: "\"") else { throw syntaxError(expected: "a key in quotation marks") }
      let key = try parseText()
      guard keys.insert(key) else {
        throw DocumentError(at: start, found: "\"\(key.escapedForTerminal)\" again", expected: "each key once")
      }
      skipWhitespace()
      guard accept(":") else { throw syntaxError(expected: "a colon") }
      try parseValue(&self, key, start)
    } while accept(",")
    guard accept("}") else { throw syntaxError(expected: "a comma or }") }
  }
}

/// The keys of an object.
///
/// Comparing a few keys is faster than hashing them.
private struct JSONKeys {
  private static let maxListCount = 8
  private var list: [String] = []
  private var set: Set<String> = []

  init() { list.reserveCapacity(Self.maxListCount) }

  /// Inserts a key, and returns whether it is new.
  mutating func insert(_ key: String) -> Bool {
    if list.count == Self.maxListCount {
      if set.isEmpty { set = Set(list) }
      return set.insert(key).inserted
    }
    if list.contains(key) { return false }
    list.append(key)
    return true
  }
}
