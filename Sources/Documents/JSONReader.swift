internal import Values

extension JSONNode {
  /// The maximum depth of nested arrays and objects.
  public static let deepest = 256

  /// Parses JSON as defined by RFC 8259, without extensions.
  ///
  /// Nothing is changed silently: a repeated key, an integer that does not fit 64 bits, a number that is too large for
  /// a real, and an unpaired surrogate are errors. A number with a decimal point is rounded to the nearest real.
  public init(parsing text: String) throws(DocumentFault) { try self.init(parsing: Array(text.utf8)) }

  /// Parses JSON in UTF-8.
  public init(parsing bytes: [UInt8]) throws(DocumentFault) {
    try self.init(parsing: bytes, keepingDigits: false)
  }

  /// Parses JSON in UTF-8 and keeps each number as it is written.
  ///
  /// No number is refused; ``digits`` has its exact value if it fits neither 64 bits nor a real.
  package init(parsing bytes: [UInt8], keepingDigits: Bool) throws(DocumentFault) {
    var reader = JSONReader(bytes, keepsDigits: keepingDigits)
    self = try reader.whole()
  }
}

/// Parses JSON byte by byte.
struct JSONReader {
  let bytes: [UInt8]
  /// A Boolean value that indicates whether the digits of numbers are kept, so that no number is out of range.
  let keepsDigits: Bool
  private(set) var place = 0
  private(set) var position = TextPosition()
  private var depth = 0

  init(_ bytes: [UInt8], keepsDigits: Bool) {
    self.bytes = bytes
    self.keepsDigits = keepsDigits
  }

  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// Advances by one byte.
  mutating func advance() {
    let byte = bytes[place]
    place += 1
    position.advance(past: byte, next: next)
  }

  func fault(_ expected: String) -> DocumentFault { DocumentFault(at: position, found: found, expected: expected) }

  private var found: String {
    guard let byte = next else { return "the end of the text" }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
    return String(decoding: bytes[place..<min(place + length, bytes.count)], as: UTF8.self).printable
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { advance() }
  }

  mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: scalar) else { return false }
    advance()
    return true
  }

  mutating func whole() throws(DocumentFault) -> JSONNode {
    let node = try node()
    if next != nil { throw fault("the end of the text") }
    return node
  }

  /// Reads a value and the white space on both sides of it.
  private mutating func node() throws(DocumentFault) -> JSONNode {
    skipSpace()
    guard depth < JSONNode.deepest else { throw fault("at most \(JSONNode.deepest) levels of nesting") }
    depth += 1
    defer { depth -= 1 }
    let (first, start) = (place, position)
    var node = JSONNode(try content(), at: start)
    if keepsDigits, node.isNumber { node.digits = String(decoding: bytes[first..<place], as: UTF8.self) }
    skipSpace()
    return node
  }

  private mutating func content() throws(DocumentFault) -> JSONNode.Content {
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"): return try number()
    case let byte? where byte.isDigit: return try number()
    default: throw fault("a value")
    }
  }

  private mutating func word(_ word: String, _ content: JSONNode.Content) throws(DocumentFault) -> JSONNode.Content {
    let start = position
    guard bytes[place...].starts(with: word.utf8) else {
      let letters = bytes[place...].prefix(20).prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) }
      throw DocumentFault(
        at: start, found: String(decoding: letters, as: UTF8.self), expected: "\(word), or a text in quotation marks")
    }
    for _ in word.utf8 { advance() }
    return content
  }

  private mutating func list() throws(DocumentFault) -> JSONNode.Content {
    advance()
    skipSpace()
    if accept("]") { return .list([]) }
    var nodes: [JSONNode] = []
    repeat { nodes.append(try node()) } while accept(",")
    guard accept("]") else { throw fault("a comma or ]") }
    return .list(nodes)
  }

  private mutating func object() throws(DocumentFault) -> JSONNode.Content {
    advance()
    skipSpace()
    if accept("}") { return .object([]) }
    var members: [JSONNode.Member] = []
    var keys: Set<String> = []
    repeat {
      skipSpace()
      let start = position
      guard next == UInt8(ascii: "\"") else { throw fault("a key in quotation marks") }
      let key = try text()
      guard keys.insert(key).inserted else {
        throw DocumentFault(at: start, found: "\"\(key.printable)\" again", expected: "each key once")
      }
      skipSpace()
      guard accept(":") else { throw fault("a colon") }
      members.append(JSONNode.Member(key: key, position: start, node: try node()))
    } while accept(",")
    guard accept("}") else { throw fault("a comma or }") }
    return .object(members)
  }
}
