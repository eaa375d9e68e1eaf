import Values

extension Lexer {
  /// Reads a quoted text.
  mutating func lexQuotedText() throws(ConditionError) -> String {
    let (mark, opening) = (nextByte, position)
    advance()
    var text: [UInt8] = []
    var start = offset
    while let byte = nextByte {
      if byte == mark {
        text += bytes[start..<offset]
        advance()
        return String(decoding: text, as: UTF8.self)
      }
      if isAtInsertion {
        throw ConditionError(
          at: position, found: "an interpolated value in quotation marks", expected: "a text",
          hint: "remove the quotation marks")
      }
      if byte == UInt8(ascii: "\\") {
        text += bytes[start..<offset]
        text += String(try lexEscape()).utf8
        start = offset
      } else {
        advanceByScalar()
      }
    }
    throw ConditionError(at: opening, found: "an unterminated text", expected: "a closing quotation mark")
  }

  private mutating func lexEscape() throws(ConditionError) -> Unicode.Scalar {
    let position = position
    advance()
    guard let letter = nextScalar else {
      throw ConditionError(at: position, found: "the end of the text", expected: "a character after the backslash")
    }
    advanceByScalar()
    switch letter {
    case "'", "\"", "\\", "/": return letter
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      return try nextByte == UInt8(ascii: "{")
        ? lexBracedScalar(at: position) : lexUTF16Scalar(at: position)
    default:
      throw ConditionError(
        at: position, found: "\\\(String(letter).escapedForTerminal)", expected: "an escape such as \\' or \\n",
        hint: "a backslash itself is written \\\\")
    }
  }

  private mutating func lexBracedScalar(at position: TextPosition) throws(ConditionError) -> Unicode.Scalar {
    advance()
    let digits = scanHexDigits(atMost: 8)
    guard nextByte == UInt8(ascii: "}"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw Self.invalidScalarError(at: position)
    }
    advance()
    return scalar
  }

  /// Reads the digits of a `\u` escape.
  ///
  /// A scalar above U+FFFF is written as two escapes, a surrogate pair.
  private mutating func lexUTF16Scalar(at position: TextPosition) throws(ConditionError) -> Unicode.Scalar {
    var units = [try lexUTF16Unit(at: position)]
    if UTF16.isLeadSurrogate(units[0]), hasNext("\\u") {
      advance(by: 2)
      units.append(try lexUTF16Unit(at: position))
    }
    guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else {
      throw Self.invalidScalarError(at: position)
    }
    return scalar
  }

  private mutating func lexUTF16Unit(at position: TextPosition) throws(ConditionError) -> UInt16 {
    let digits = scanHexDigits(atMost: 4)
    guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
      throw Self.invalidScalarError(at: position)
    }
    return unit
  }

  private mutating func scanHexDigits(atMost count: Int) -> String {
    let start = offset
    while offset < start + count, let byte = nextByte, Character(Unicode.Scalar(byte)).isHexDigit {
      advance()
    }
    return text(in: start..<offset)
  }

  private static func invalidScalarError(at position: TextPosition) -> ConditionError {
    ConditionError(
      at: position, found: "an invalid Unicode escape", expected: "a Unicode escape such as \\u00e9 or \\u{1F600}")
  }
}
