internal import Values

extension Lexer {
  /// Reads a quoted text.
  mutating func quoted() throws(ConditionFault) -> String {
    let (mark, opening) = (source.next, source.position)
    source.advance()
    var text: [UInt8] = []
    var start = source.place
    while let byte = source.next {
      if byte == mark {
        // Fast path: most texts have no escapes.
        let whole =
          text.isEmpty
          ? source.text(start..<source.place)
          : String(decoding: text + source.bytes[start..<source.place], as: UTF8.self)
        source.advance()
        return whole
      }
      if source.isInsertion {
        throw ConditionFault(
          at: source.position, found: "an interpolated value in quotation marks", expected: "a text",
          hint: "remove the quotation marks")
      }
      if byte == UInt8(ascii: "\\") {
        text += source.bytes[start..<source.place]
        text += String(try escaped()).utf8
        start = source.place
      } else {
        source.advanceByScalar()
      }
    }
    throw ConditionFault(at: opening, found: "an unterminated text", expected: "a closing quotation mark")
  }

  private mutating func escaped() throws(ConditionFault) -> Unicode.Scalar {
    let position = source.position
    source.advance()
    guard let letter = source.scalar else {
      throw ConditionFault(at: position, found: "the end of the text", expected: "a character after the backslash")
    }
    source.advanceByScalar()
    switch letter {
    case "'", "\"", "\\", "/": return letter
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try source.next == UInt8(ascii: "{") ? scalarInBraces(position) : scalarOfFourDigits(position)
    default:
      throw ConditionFault(
        at: position, found: "\\\(String(letter).printable)", expected: "an escape such as \\' or \\n",
        hint: "a backslash itself is written \\\\")
    }
  }

  private mutating func scalarInBraces(_ position: TextPosition) throws(ConditionFault) -> Unicode.Scalar {
    source.advance()
    let digits = hexadecimals(atMost: 8)
    guard source.next == UInt8(ascii: "}"), let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
      throw Self.strangeScalar(position)
    }
    source.advance()
    return scalar
  }

  /// Scalars above U+FFFF are written as a surrogate pair.
  private mutating func scalarOfFourDigits(_ position: TextPosition) throws(ConditionFault) -> Unicode.Scalar {
    guard let first = UInt32(hexadecimals(exactly: 4), radix: 16) else { throw Self.strangeScalar(position) }
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800..<0xDC00).contains(first), source.follows("\\u") else { throw Self.strangeScalar(position) }
    source.advance(by: 2)
    guard let second = UInt32(hexadecimals(exactly: 4), radix: 16), (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Self.strangeScalar(position) }
    return scalar
  }

  private mutating func hexadecimals(exactly count: Int) -> String {
    let digits = hexadecimals(atMost: count)
    return digits.utf8.count == count ? digits : ""
  }

  private mutating func hexadecimals(atMost count: Int) -> String {
    let start = source.place
    while source.place < start + count, let byte = source.next, Character(Unicode.Scalar(byte)).isHexDigit {
      source.advance()
    }
    return source.text(start..<source.place)
  }

  private static func strangeScalar(_ position: TextPosition) -> ConditionFault {
    ConditionFault(at: position, found: "an invalid code", expected: "a character code as in \\u00e9 or \\u{1F600}")
  }
}
