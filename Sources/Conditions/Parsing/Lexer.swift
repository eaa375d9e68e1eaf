import Values

/// Splits a text into tokens.
struct Lexer {
  var scanner: SourceScanner

  mutating func nextToken() throws(ConditionError) -> Token {
    skipWhitespace()
    let (start, position) = (scanner.offset, scanner.position)
    let kind = try lexTokenKind()
    return Token(kind: kind, byteRange: start..<scanner.offset, position: position)
  }

  private mutating func skipWhitespace() {
    while let byte = scanner.nextByte {
      if byte == UInt8(ascii: " ") {
        scanner.advance()
      } else if byte <= 0x20 && (0x09...0x0D).contains(byte) || byte >= 0x80 && scanner.nextScalar?.isSpace == true {
        scanner.advanceByScalar()
      } else {
        return
      }
    }
  }

  private mutating func lexTokenKind() throws(ConditionError) -> Token.Kind {
    guard let byte = scanner.nextByte else { return .end }
    switch byte {
    case _ where byte.isNameStart: return lexWord()
    case _ where byte.isDigit: return try lexNumber()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .constant(.text(try lexQuotedText()))
    case UInt8(ascii: "$"): return try .variable(lexName(after: "$"))
    case UInt8(ascii: "#"): return try .name(lexName(after: "#"))
    case UInt8(ascii: "@"): return try .collectionOperator(lexName(after: "@"))
    case UInt8(ascii: "%"): return try lexArgument()
    case UInt8(ascii: "."): return try scanner.byte(atDistance: 1)?.isDigit == true ? lexNumber() : consuming(.dot)
    case 0x80...: return try lexNonASCIIScalar()
    default: return try lexPunctuation(byte)
    }
  }

  private mutating func consuming(_ kind: Token.Kind, byteCount count: Int = 1) -> Token.Kind {
    scanner.advance(by: count)
    return kind
  }

  private mutating func lexPunctuation(_ byte: UInt8) throws(ConditionError) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "("): return consuming(.open(.round))
    case UInt8(ascii: ")"): return consuming(.close(.round))
    case UInt8(ascii: "["): return consuming(.open(.square))
    case UInt8(ascii: "]"): return consuming(.close(.square))
    case UInt8(ascii: "{"): return consuming(.open(.curly))
    case UInt8(ascii: "}"): return consuming(.close(.curly))
    case UInt8(ascii: ","): return consuming(.comma)
    case UInt8(ascii: ":"): return consuming(.colon)
    case UInt8(ascii: "+"): return consuming(.arithmeticOperator(.plus))
    case UInt8(ascii: "-"): return consuming(.arithmeticOperator(.minus))
    case UInt8(ascii: "/"): return consuming(.arithmeticOperator(.dividedBy))
    case UInt8(ascii: "*"):
      return scanner.hasNext("**")
        ? consuming(.arithmeticOperator(.power), byteCount: 2) : consuming(.arithmeticOperator(.times))
    case UInt8(ascii: "&") where scanner.hasNext("&&"): return consuming(.and, byteCount: 2)
    case UInt8(ascii: "|") where scanner.hasNext("||"): return consuming(.or, byteCount: 2)
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"): return lexComparisonOperator(byte)
    case UInt8(ascii: "&"): throw unexpectedCharacterError(hint: "did you mean &&?")
    case UInt8(ascii: "|"): throw unexpectedCharacterError(hint: "did you mean ||?")
    default: throw unexpectedCharacterError()
    }
  }

  private mutating func lexComparisonOperator(_ byte: UInt8) -> Token.Kind {
    switch (byte, scanner.byte(atDistance: 1)) {
    case (UInt8(ascii: "!"), UInt8(ascii: "=")), (UInt8(ascii: "<"), UInt8(ascii: ">")):
      consuming(.comparisonOperator(.notEqual), byteCount: 2)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: "<")):
      consuming(.comparisonOperator(.lessOrEqual), byteCount: 2)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: ">")):
      consuming(.comparisonOperator(.greaterOrEqual), byteCount: 2)
    case (UInt8(ascii: "="), UInt8(ascii: "=")): consuming(.comparisonOperator(.equal), byteCount: 2)
    case (UInt8(ascii: "="), _): consuming(.comparisonOperator(.equal))
    case (UInt8(ascii: "<"), _): consuming(.comparisonOperator(.less))
    case (UInt8(ascii: ">"), _): consuming(.comparisonOperator(.greater))
    default: consuming(.not)
    }
  }

  private mutating func lexNonASCIIScalar() throws(ConditionError) -> Token.Kind {
    guard let scalar = scanner.nextScalar else { return .end }
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
    let found = scanner.nextScalar.map { String($0).escapedForTerminal } ?? ""
    return ConditionError(at: scanner.position, found: found, expected: "a word, a value or an operator", hint: hint)
  }
}

extension Lexer {
  /// Reads a name or a keyword.
  private mutating func lexWord() -> Token.Kind {
    let word = scanner.text(in: scanName())
    return Keyword(word: word).map(Token.Kind.keyword) ?? .name(word)
  }

  /// Reads the characters of a name and returns their byte range, which may be empty.
  private mutating func scanName() -> Range<Int> {
    let start = scanner.offset
    while let byte = scanner.nextByte {
      if byte.isNameStart || byte.isDigit {
        scanner.advance()
      } else if byte >= 0x80, scanner.nextScalar?.properties.isXIDContinue == true {
        scanner.advanceByScalar()
      } else {
        break
      }
    }
    return start..<scanner.offset
  }

  /// Reads the name or the quoted text after `$`, `#` or `@`.
  private mutating func lexName(after mark: String) throws(ConditionError) -> String {
    scanner.advance()
    if let byte = scanner.nextByte, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
      return try lexQuotedText()
    }
    let range = scanName()
    if range.isEmpty {
      throw ConditionError(
        at: scanner.position, found: foundText,
        expected: mark == "$" ? "a variable's name after $" : "a name after \(mark)",
        hint: mark == "$" && scanner.hasNext("%") ? "a variable is given as an argument without the $" : nil)
    }
    return scanner.text(in: range)
  }

  /// The next character as error messages show it.
  var foundText: String { scanner.nextScalar.map { String($0).escapedForTerminal } ?? "the end of the text" }
}

extension UInt8 {
  var isNameStart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { properties.isWhitespace || self == "\u{FEFF}" }
}
