import Values

extension JSONParser {
  /// Reads a number.
  mutating func parseNumber() throws(DocumentError) -> JSONNode.Content {
    let (first, start) = (index, position)
    var isReal = false
    _ = accept("-")
    if !accept("0") { try skipDigits() }
    if accept(".") {
      isReal = true
      try skipDigits()
    }
    if accept("e") || accept("E") {
      isReal = true
      _ = accept("+") || accept("-")
      try skipDigits()
    }
    if let number = ShortNumber(in: bytes, at: first..<index) {
      return number.integer.map { .integer($0) } ?? .real(number.real)
    }
    let text = String(decoding: bytes[first..<index], as: UTF8.self)
    if !isReal, let integer = Int64(text) { return .integer(integer) }
    if isReal, let real = Double(text), real.isFinite { return .real(real) }
    if keepsNumberText { return .real(Double(text) ?? .nan) }
    let expected = isReal ? "a number below 1.8e308" : "a whole number of 64 bits, or one with a point"
    throw DocumentError(at: start, found: text.count > 40 ? text.prefix(40) + "…" : text, expected: expected)
  }

  private mutating func skipDigits() throws(DocumentError) {
    guard nextByte?.isDigit == true else { throw syntaxError(expected: "a digit") }
    while nextByte?.isDigit == true { index += 1 }
  }
}

extension JSONParser {
  /// Reads a quoted text.
  mutating func parseText() throws(DocumentError) -> String {
    let start = position
    index += 1
    // The bytes before the last escape, without escapes.
    var text: [UInt8] = []
    var rest = index
    while let byte = nextByte {
      switch byte {
      case UInt8(ascii: "\""):
        let end = index
        index += 1
        if !text.isEmpty { text += bytes[rest..<end] }
        guard let text = text.isEmpty ? String(utf8: bytes.span.extracting(rest..<end)) : String(utf8: text.span) else {
          throw DocumentError(at: start, found: "invalid bytes", expected: "a text in UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        text += bytes[rest..<index]
        text += String(try parseEscape()).utf8
        rest = index
      case ..<0x20: throw syntaxError(expected: "an escape such as \\n instead of a control character")
      default:
        index += 1
        if byte & 0xC0 == 0x80 { lineStart += 1 }
      }
    }
    throw DocumentError(at: start, found: "an unterminated text", expected: "a closing quotation mark")
  }

  private mutating func parseEscape() throws(DocumentError) -> Unicode.Scalar {
    let start = position
    index += 1
    guard let letter = nextByte else { throw syntaxError(expected: "a character after the backslash") }
    guard letter != UInt8(ascii: "u") else { return try parseUnicodeEscape(at: start) }
    guard let scalar = Self.escapes[letter] else { throw syntaxError(expected: "an escape such as \\n") }
    index += 1
    return scalar
  }

  private static let escapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/", UInt8(ascii: "b"): "\u{8}",
    UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  /// Reads a scalar in hexadecimal.
  ///
  /// Scalars above U+FFFF are written as a surrogate pair.
  private mutating func parseUnicodeEscape(at start: TextPosition) throws(DocumentError) -> Unicode.Scalar {
    var units = [try parseUTF16Unit()]
    if UTF16.isLeadSurrogate(units[0]), accept("\\"), nextByte == UInt8(ascii: "u") {
      units.append(try parseUTF16Unit())
    }
    guard let scalar = String(validating: units, as: UTF16.self)?.unicodeScalars.first else {
      throw DocumentError(at: start, found: "an unpaired surrogate", expected: "a surrogate pair")
    }
    return scalar
  }

  /// Reads the four digits after a `u`.
  private mutating func parseUTF16Unit() throws(DocumentError) -> UInt16 {
    index += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = nextByte.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw syntaxError(expected: "four hexadecimal digits")
      }
      unit = unit << 4 + UInt16(digit)
      index += 1
    }
    return unit
  }
}

extension String {
  /// Creates a text, or returns `nil` if the bytes are not UTF-8.
  fileprivate init?(utf8 bytes: Span<UInt8>) {
    // The initializer of the standard library that validates bytes takes four times as long for a short text.
    guard let text = try? UTF8Span(validating: bytes) else { return nil }
    self.init(copying: text)
  }
}
