import Values

extension Lexer {
  mutating func lexNumber() throws(ConditionError) -> Token.Kind {
    let (start, position) = (scanner.offset, scanner.position)
    if scanner.nextByte == UInt8(ascii: "0"), let radix = scanner.byte(atDistance: 1).flatMap(Self.radix) {
      scanner.advance(by: 2)
      let digits = scanNameBytes()
      return .integer(try parseInteger(digits, radix: radix, start: start, position: position))
    }
    skipDigits()
    var isReal = false
    if scanner.nextByte == UInt8(ascii: "."), scanner.byte(atDistance: 1)?.isDigit == true {
      isReal = true
      scanner.advance()
      skipDigits()
    }
    if let length = exponentPrefixLength {
      isReal = true
      scanner.advance(by: length)
      skipDigits()
    }
    let end = scanner.offset
    _ = scanNameBytes()
    let text = scanner.text(in: start..<scanner.offset)
    guard scanner.offset == end else { throw Self.syntaxError(found: text, expected: "a number", at: position) }
    if !isReal { return .integer(try parseInteger(text, radix: 10, start: start, position: position)) }
    guard let real = Double(text), real.isFinite else {
      throw Self.syntaxError(found: text, expected: "a number below 1.8e308", at: position)
    }
    return .constant(.real(real))
  }

  private static func radix(forPrefix letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  /// The length of an `e` and its sign, if an exponent follows.
  private var exponentPrefixLength: Int? {
    guard let mark = scanner.nextByte, mark | 0x20 == UInt8(ascii: "e"), let first = scanner.byte(atDistance: 1) else {
      return nil
    }
    if first.isDigit { return 1 }
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return nil }
    return scanner.byte(atDistance: 2)?.isDigit == true ? 2 : nil
  }

  private mutating func skipDigits() {
    while scanner.nextByte?.isDigit == true { scanner.advance() }
  }

  /// Reads letters and digits.
  ///
  /// After a number they are an error.
  private mutating func scanNameBytes() -> String {
    let start = scanner.offset
    while let byte = scanner.nextByte, byte.isDigit || byte.isNameStart { scanner.advance() }
    return scanner.text(in: start..<scanner.offset)
  }

  /// Parses an integer up to 2^63, because a minus before it may make it the least 64-bit integer.
  private func parseInteger(
    _ digits: String, radix: Int, start: Int, position: TextPosition
  ) throws(ConditionError) -> UInt64 {
    if let whole = UInt64(digits, radix: radix), whole <= 1 << 63 { return whole }
    let text = scanner.text(in: start..<scanner.offset)
    let isNumber = !digits.isEmpty && digits.allSatisfy { $0.hexDigitValue.map { $0 < radix } ?? false }
    throw Self.syntaxError(
      found: text, expected: isNumber ? "a whole number of 64 bits" : "a number", at: position,
      hint: isNumber && radix == 10 ? "append .0 to make it a real" : nil)
  }

  private static func syntaxError(
    found: String, expected: String, at position: TextPosition, hint: String? = nil
  ) -> ConditionError {
    ConditionError(at: position, found: found.excerpt, expected: expected, hint: hint)
  }
}

extension String {
  /// The text in an error message, shortened to 40 scalars.
  var excerpt: String {
    let most = 40
    let scalars = unicodeScalars.prefix(most + 1)
    return scalars.count > most
      ? String(String.UnicodeScalarView(scalars.prefix(most))).escapedForTerminal + "…" : escapedForTerminal
  }
}
