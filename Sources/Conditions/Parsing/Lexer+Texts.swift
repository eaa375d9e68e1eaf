import Values

extension Lexer {
  /// Reads a quoted text.
  mutating func lexQuotedText() throws(ConditionError) -> String {
    let (mark, opening) = (scanner.nextByte, scanner.position)
    scanner.advance()
    var text: [UInt8] = []
    var start = scanner.offset
    while let byte = scanner.nextByte {
      if byte == mark {
        // Fast path: most texts have no escapes.
        let whole =
          text.isEmpty
          ? scanner.text(in: start..<scanner.offset)
          : String(decoding: text + scanner.bytes[start..<scanner.offset], as: UTF8.self)
        scanner.advance()
        return whole
      }
      if scanner.isAtInsertion {
        throw ConditionError(
          at: scanner.position, found: "an interpolated value in quotation marks", expected: "a text",
          hint: "remove the quotation marks")
      }
      if byte == UInt8(ascii: "\\") {
        text += scanner.bytes[start..<scanner.offset]
        text += String(try lexEscape()).utf8
        start = scanner.offset
      } else {
        scanner.advanceByScalar()
      }
    }
    throw ConditionError(at: opening, found: "an unterminated text", expected: "a closing quotation mark")
  }

  private mutating func lexEscape() throws(ConditionError) -> Unicode.Scalar {
    let position = scanner.position
    scanner.advance()
    guard let letter = scanner.nextScalar else {
      throw ConditionError(at: position, found: "the end of the text", expected: "a character after the backslash")
    }
    scanner.advanceByScalar()
    switch letter {
    case "'", "\"", "\\", "/": return letter
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      return try scanner.nextByte == UInt8(ascii: "{")
        ? lexBracedScalar(at: position) : lexFourDigitScalar(at: position)
    default:
      throw ConditionError(
        at: position, found: "\\\(String(letter).escapedForTerminal)", expected: "an escape such as \\' or \\n",
        hint: "a backslash itself is written \\\\")
    }
  }

  private mutating func lexBracedScalar(at position: TextPosition) throws(ConditionError) -> Unicode.Scalar {
    scanner.advance()
    let digits = scanHexDigits(atMost: 8)
    guard scanner.nextByte == UInt8(ascii: "}"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
    else {
      throw Self.invalidScalarError(at: position)
    }
    scanner.advance()
    return scalar
  }

  /// Scalars above U+FFFF are written as a surrogate pair.
  private mutating func lexFourDigitScalar(at position: TextPosition) throws(ConditionError) -> Unicode.Scalar {
    guard let first = UInt32(scanHexDigits(exactly: 4), radix: 16) else { throw Self.invalidScalarError(at: position) }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), scanner.hasNext("\\u") else { throw Self.invalidScalarError(at: position) }
    scanner.advance(by: 2)
    guard let second = UInt32(scanHexDigits(exactly: 4), radix: 16), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Self.invalidScalarError(at: position) }
    return scalar
  }

  private mutating func scanHexDigits(exactly count: Int) -> String {
    let digits = scanHexDigits(atMost: count)
    return digits.utf8.count == count ? digits : ""
  }

  private mutating func scanHexDigits(atMost count: Int) -> String {
    let start = scanner.offset
    while scanner.offset < start + count, let byte = scanner.nextByte, Character(Unicode.Scalar(byte)).isHexDigit {
      scanner.advance()
    }
    return scanner.text(in: start..<scanner.offset)
  }

  private static func invalidScalarError(at position: TextPosition) -> ConditionError {
    ConditionError(at: position, found: "an invalid code", expected: "a character code as in \\u00e9 or \\u{1F600}")
  }
}
