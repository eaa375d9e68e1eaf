import Values

extension Lexer {
  mutating func lexNumber() throws(ConditionError) -> Token.Kind {
    let (start, position) = (offset, position)
    if nextByte == UInt8(ascii: "0"), let radix = byte(atDistance: 1).flatMap(Self.radix) {
      advance(by: 2)
      let digits = scanLettersAndDigits()
      return .integer(try parseInteger(digits, radix: radix, literal: text(in: start..<offset), at: position))
    }
    skipDigits()
    var isReal = false
    if nextByte == UInt8(ascii: "."), byte(atDistance: 1)?.isDigit == true {
      isReal = true
      advance()
      skipDigits()
    }
    if let letter = nextByte, letter | 0x20 == UInt8(ascii: "e") {
      let hasSign = byte(atDistance: 1) == UInt8(ascii: "+") || byte(atDistance: 1) == UInt8(ascii: "-")
      if byte(atDistance: hasSign ? 2 : 1)?.isDigit == true {
        isReal = true
        advance(by: hasSign ? 2 : 1)
        skipDigits()
      }
    }
    let rest = scanLettersAndDigits()
    let literal = text(in: start..<offset)
    guard rest.isEmpty else { throw ConditionError(at: position, found: literal.excerpt, expected: "a number") }
    if !isReal { return .integer(try parseInteger(literal, radix: 10, literal: literal, at: position)) }
    guard let real = Double(literal), real.isFinite else {
      throw ConditionError(at: position, found: literal.excerpt, expected: "a number below 1.8e308")
    }
    // An amount with more digits than a real is exact.
    if let money = Money(literal).map(Value.money), !money.isEquivalent(to: .real(real)) { return .constant(money) }
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

  private mutating func skipDigits() {
    while nextByte?.isDigit == true { advance() }
  }

  private mutating func scanLettersAndDigits() -> String {
    let start = offset
    while let byte = nextByte, byte.isDigit || byte.isNameStart { advance() }
    return text(in: start..<offset)
  }

  /// Parses an integer up to 2^63, because a minus before it may make it the least 64-bit integer.
  private func parseInteger(_ digits: String, radix: Int, literal: String, at position: TextPosition)
    throws(ConditionError) -> UInt64
  {
    if let integer = UInt64(digits, radix: radix), integer <= 1 << 63 { return integer }
    let isNumber = !digits.isEmpty && digits.allSatisfy { $0.hexDigitValue.map { $0 < radix } ?? false }
    throw ConditionError(
      at: position, found: literal.excerpt, expected: isNumber ? "a whole number of 64 bits" : "a number",
      hint: isNumber && radix == 10 ? "append .0 to make it a real" : nil)
  }
}

extension String {
  /// The text in an error message, shortened to 40 scalars.
  var excerpt: String {
    unicodeScalars.count > 40 ? String(unicodeScalars.prefix(40)).escapedForTerminal + "…" : escapedForTerminal
  }
}
