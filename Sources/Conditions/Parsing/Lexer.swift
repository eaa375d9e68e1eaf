internal import Values

/// Splits a text into tokens.
struct Lexer {
  var source: Source

  mutating func token() throws(ConditionFault) -> Token {
    skipSpace()
    let (start, position) = (source.place, source.position)
    let kind = try kind()
    return Token(kind: kind, range: start..<source.place, position: position)
  }

  private mutating func skipSpace() {
    while let byte = source.next {
      if byte == UInt8(ascii: " ") {
        source.advance()
      } else if byte <= 0x20 && (0x09...0x0D).contains(byte) || byte >= 0x80 && source.scalar?.isSpace == true {
        source.advanceByScalar()
      } else {
        return
      }
    }
  }

  private mutating func kind() throws(ConditionFault) -> Token.Kind {
    guard let byte = source.next else { return .end }
    switch byte {
    case _ where byte.isNameStart: return word()
    case _ where byte.isDigit: return try number()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return .constant(.text(try quoted()))
    case UInt8(ascii: "$"): return try .variable(name(behind: "$"))
    case UInt8(ascii: "#"): return try .name(name(behind: "#"))
    case UInt8(ascii: "@"): return try .gathering(name(behind: "@"))
    case UInt8(ascii: "%"): return try argument()
    case UInt8(ascii: "."): return try source.byte(1)?.isDigit == true ? number() : taken(.dot)
    case 0x80...: return try otherScalar()
    default: return try mark(byte)
    }
  }

  private mutating func taken(_ kind: Token.Kind, _ count: Int = 1) -> Token.Kind {
    source.advance(by: count)
    return kind
  }

  private mutating func mark(_ byte: UInt8) throws(ConditionFault) -> Token.Kind {
    switch byte {
    case UInt8(ascii: "("): return taken(.open(.round))
    case UInt8(ascii: ")"): return taken(.close(.round))
    case UInt8(ascii: "["): return taken(.open(.square))
    case UInt8(ascii: "]"): return taken(.close(.square))
    case UInt8(ascii: "{"): return taken(.open(.curly))
    case UInt8(ascii: "}"): return taken(.close(.curly))
    case UInt8(ascii: ","): return taken(.comma)
    case UInt8(ascii: ":"): return taken(.colon)
    case UInt8(ascii: "+"): return taken(.computation(.plus))
    case UInt8(ascii: "-"): return taken(.computation(.minus))
    case UInt8(ascii: "/"): return taken(.computation(.divided))
    case UInt8(ascii: "*"): return source.follows("**") ? taken(.computation(.power), 2) : taken(.computation(.times))
    case UInt8(ascii: "&") where source.follows("&&"): return taken(.and, 2)
    case UInt8(ascii: "|") where source.follows("||"): return taken(.or, 2)
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"): return relation(byte)
    case UInt8(ascii: "&"): throw strange(hint: "did you mean &&?")
    case UInt8(ascii: "|"): throw strange(hint: "did you mean ||?")
    default: throw strange()
    }
  }

  private mutating func relation(_ byte: UInt8) -> Token.Kind {
    switch (byte, source.byte(1)) {
    case (UInt8(ascii: "!"), UInt8(ascii: "=")), (UInt8(ascii: "<"), UInt8(ascii: ">")): taken(.relation(.unequal), 2)
    case (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: "<")):
      taken(.relation(.lessOrEqual), 2)
    case (UInt8(ascii: ">"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: ">")):
      taken(.relation(.greaterOrEqual), 2)
    case (UInt8(ascii: "="), UInt8(ascii: "=")): taken(.relation(.equal), 2)
    case (UInt8(ascii: "="), _): taken(.relation(.equal))
    case (UInt8(ascii: "<"), _): taken(.relation(.less))
    case (UInt8(ascii: ">"), _): taken(.relation(.greater))
    default: taken(.not)
    }
  }

  private mutating func otherScalar() throws(ConditionFault) -> Token.Kind {
    guard let scalar = source.scalar else { return .end }
    if scalar.properties.isXIDStart { return word() }
    switch scalar {
    case "‘", "’", "“", "”", "«", "»": throw strange(hint: "quotation marks are ' or \"")
    case "≠": throw strange(hint: "did you mean !=?")
    case "≤": throw strange(hint: "did you mean <=?")
    case "≥": throw strange(hint: "did you mean >=?")
    case "−", "–": throw strange(hint: "did you mean -?")
    default: throw strange()
    }
  }

  private func strange(hint: String? = nil) -> ConditionFault {
    let found = source.scalar.map { String($0).printable } ?? ""
    return ConditionFault(at: source.position, found: found, expected: "a word, a value or an operator", hint: hint)
  }
}

extension Lexer {
  /// Reads a name or a keyword.
  private mutating func word() -> Token.Kind {
    let word = source.text(nameRange())
    return Keyword(word: word).map(Token.Kind.keyword) ?? .name(word)
  }

  /// Reads the characters of a name.
  ///
  /// The range may be empty.
  private mutating func nameRange() -> Range<Int> {
    let start = source.place
    while let byte = source.next {
      if byte.isNameStart || byte.isDigit {
        source.advance()
      } else if byte >= 0x80, source.scalar?.properties.isXIDContinue == true {
        source.advanceByScalar()
      } else {
        break
      }
    }
    return start..<source.place
  }

  /// Reads a name or a quoted text after a mark.
  private mutating func name(behind mark: String) throws(ConditionFault) -> String {
    source.advance()
    if let byte = source.next, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { return try quoted() }
    let range = nameRange()
    if range.isEmpty {
      throw ConditionFault(
        at: source.position, found: found,
        expected: mark == "$" ? "a variable's name after $" : "a name after \(mark)",
        hint: mark == "$" && source.follows("%") ? "a variable is given as an argument without the $" : nil)
    }
    return source.text(range)
  }

  /// The next character in an error message.
  var found: String { source.scalar.map { String($0).printable } ?? "the end of the text" }
}

extension UInt8 {
  var isNameStart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { properties.isWhitespace || self == "\u{FEFF}" }
}
