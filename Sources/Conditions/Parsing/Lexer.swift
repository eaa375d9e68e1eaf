import Values

/// Splits a text into tokens.
struct Lexer {
  let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var offset = 0
  private(set) var position = TextPosition()
  var arguments: ArraySlice<ConditionArgument>
  let argumentCount: Int
  /// The byte offsets at which arguments were interpolated, or `nil` if the caller wrote the placeholders in the text.
  ///
  /// An interpolated argument also appears in the text as a placeholder such as `%@`.
  let insertionOffsets: Set<Int>?

  init(_ text: String, arguments: [ConditionArgument], insertedAt insertionOffsets: Set<Int>? = nil) {
    bytes = Array(text.utf8)
    self.arguments = arguments[...]
    argumentCount = arguments.count
    self.insertionOffsets = insertionOffsets
  }

  mutating func nextToken() throws(ConditionError) -> Token {
    skipWhitespace()
    let (start, position) = (offset, position)
    return Token(kind: try lexTokenKind(), byteRange: start..<offset, position: position)
  }

  private mutating func skipWhitespace() {
    while let byte = nextByte {
      if byte == UInt8(ascii: " ") {
        advance()
      } else if byte <= 0x20 && (0x09...0x0D).contains(byte) || byte >= 0x80 && nextScalar?.isSpace == true {
        advanceByScalar()
      } else {
        return
      }
    }
  }

  private mutating func lexTokenKind() throws(ConditionError) -> Token.Kind {
    guard let byte = nextByte else { return .end }
    switch byte {
    case _ where byte.isNameStart: return lexWord()
    case _ where byte.isDigit: return try lexNumber()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .constant(.text(try lexQuotedText()))
    case UInt8(ascii: "$"): return try .variable(lexName(after: "$"))
    case UInt8(ascii: "#"): return try .name(lexName(after: "#"))
    case UInt8(ascii: "@"): return try .collectionOperator(lexName(after: "@"))
    case UInt8(ascii: "%"): return try lexArgument()
    case UInt8(ascii: "."): return try self.byte(atDistance: 1)?.isDigit == true ? lexNumber() : consumeToken(.dot)
    case 0x80...: return try lexNonASCIIScalar()
    default: return try lexPunctuation(byte)
    }
  }

  private mutating func consumeToken(_ kind: Token.Kind, byteCount count: Int = 1) -> Token.Kind {
    advance(by: count)
    return kind
  }

  private mutating func lexPunctuation(_ byte: UInt8) throws(ConditionError) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "("): return consumeToken(.open(.round))
    case UInt8(ascii: ")"): return consumeToken(.close(.round))
    case UInt8(ascii: "["): return consumeToken(.open(.square))
    case UInt8(ascii: "]"): return consumeToken(.close(.square))
    case UInt8(ascii: "{"): return consumeToken(.open(.curly))
    case UInt8(ascii: "}"): return consumeToken(.close(.curly))
    case UInt8(ascii: ","): return consumeToken(.comma)
    case UInt8(ascii: ":"): return consumeToken(.colon)
    case UInt8(ascii: "+"): return consumeToken(.arithmeticOperator(.plus))
    case UInt8(ascii: "-"): return consumeToken(.arithmeticOperator(.minus))
    case UInt8(ascii: "/"): return consumeToken(.arithmeticOperator(.dividedBy))
    case UInt8(ascii: "*"):
      return hasNext("**")
        ? consumeToken(.arithmeticOperator(.power), byteCount: 2) : consumeToken(.arithmeticOperator(.times))
    case UInt8(ascii: "&") where hasNext("&&"): return consumeToken(.and, byteCount: 2)
    case UInt8(ascii: "|") where hasNext("||"): return consumeToken(.or, byteCount: 2)
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"): return lexComparisonOperator(byte)
    case UInt8(ascii: "&"): throw unexpectedCharacterError(hint: "did you mean &&?")
    case UInt8(ascii: "|"): throw unexpectedCharacterError(hint: "did you mean ||?")
    default: throw unexpectedCharacterError()
    }
  }

  private mutating func lexComparisonOperator(_ byte: UInt8) -> Token.Kind {
    switch (byte, self.byte(atDistance: 1)) {
    case (UInt8(ascii: "!"), UInt8(ascii: "=")), (UInt8(ascii: "<"), UInt8(ascii: ">")):
      consumeToken(.comparisonOperator(.notEqual), byteCount: 2)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: "<")):
      consumeToken(.comparisonOperator(.lessOrEqual), byteCount: 2)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: ">")):
      consumeToken(.comparisonOperator(.greaterOrEqual), byteCount: 2)
    case (UInt8(ascii: "="), UInt8(ascii: "=")): consumeToken(.comparisonOperator(.equal), byteCount: 2)
    case (UInt8(ascii: "="), _): consumeToken(.comparisonOperator(.equal))
    case (UInt8(ascii: "<"), _): consumeToken(.comparisonOperator(.less))
    case (UInt8(ascii: ">"), _): consumeToken(.comparisonOperator(.greater))
    default: consumeToken(.not)
    }
  }

  private mutating func lexNonASCIIScalar() throws(ConditionError) -> Token.Kind {
    guard let scalar = nextScalar else { return .end }
    if scalar.properties.isXIDStart { return lexWord() }
    switch scalar {
    case "‘", "’", "“", "”", "«", "»": throw unexpectedCharacterError(hint: "quotation marks are ' or \"")
    case "≠": throw unexpectedCharacterError(hint: "did you mean !=?")
    case "≤": throw unexpectedCharacterError(hint: "did you mean <=?")
    case "≥": throw unexpectedCharacterError(hint: "did you mean >=?")
    case "−", "–": throw unexpectedCharacterError(hint: "did you mean -?")
    default: throw unexpectedCharacterError()
    }
  }

  private func unexpectedCharacterError(hint: String? = nil) -> ConditionError {
    ConditionError(at: position, found: foundText, expected: "a word, a value or an operator", hint: hint)
  }
}

extension Lexer {
  /// Reads a name or a keyword.
  private mutating func lexWord() -> Token.Kind {
    let word = text(in: scanName())
    return Token.Kind.keyword(word) ?? .name(word)
  }

  /// Reads the characters of a name and returns their byte range, which may be empty.
  private mutating func scanName() -> Range<Int> {
    let start = offset
    while let byte = nextByte {
      if byte.isNameStart || byte.isDigit {
        advance()
      } else if byte >= 0x80, nextScalar?.properties.isXIDContinue == true {
        advanceByScalar()
      } else {
        break
      }
    }
    return start..<offset
  }

  /// Reads the name or the quoted text after `$`, `#` or `@`.
  private mutating func lexName(after mark: String) throws(ConditionError) -> String {
    advance()
    if let byte = nextByte, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
      return try lexQuotedText()
    }
    let range = scanName()
    if range.isEmpty {
      throw ConditionError(
        at: position, found: foundText,
        expected: mark == "$" ? "a variable's name after $" : "a name after \(mark)",
        hint: mark == "$" && hasNext("%") ? "write the placeholder without the $" : nil)
    }
    return text(in: range)
  }

  /// The next character, as error messages show it.
  var foundText: String { nextScalar.map { String($0).escapedForTerminal } ?? "the end of the text" }
}

extension UInt8 {
  var isNameStart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { properties.isWhitespace || self == "\u{FEFF}" }
}

extension Lexer {
  var nextByte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func byte(atDistance distance: Int) -> UInt8? { offset + distance < bytes.count ? bytes[offset + distance] : nil }

  func hasNext(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

  /// Advances past ASCII characters, none of which is a line break.
  mutating func advance(by count: Int = 1) {
    offset += count
    position.column += count
  }

  /// Advances by one scalar.
  mutating func advanceByScalar() {
    let byte = bytes[offset]
    offset += 1
    while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    position.advance(past: byte, next: nextByte)
  }

  /// The next scalar.
  var nextScalar: Unicode.Scalar? {
    guard let byte = nextByte else { return nil }
    if byte < 0x80 { return Unicode.Scalar(byte) }
    return String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
  }

  func text(in range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A Boolean value that indicates whether the next byte begins an interpolated argument.
  var isAtInsertion: Bool { insertionOffsets?.contains(offset) ?? false }
}
