internal import Values

extension Lexer {
  mutating func number() throws(ConditionFault) -> Token.Kind {
    let (start, position) = (source.place, source.position)
    if source.next == UInt8(ascii: "0"), let radix = source.byte(1).flatMap(Self.radix) {
      source.advance(by: 2)
      let digits = nameEnd()
      return .integer(try whole(digits, radix, start, position))
    }
    takeDigits()
    var isReal = false
    if source.next == UInt8(ascii: "."), source.byte(1)?.isDigit == true {
      isReal = true
      source.advance()
      takeDigits()
    }
    if let length = exponentMark {
      isReal = true
      source.advance(by: length)
      takeDigits()
    }
    let end = source.place
    _ = nameEnd()
    let text = source.text(start..<source.place)
    guard source.place == end else { throw Self.fault(text, "a number", position) }
    if !isReal { return .integer(try whole(text, 10, start, position)) }
    guard let real = Double(text), real.isFinite else { throw Self.fault(text, "a number below 1.8e308", position) }
    return .constant(.real(real))
  }

  private static func radix(_ letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  /// The length of an `e` and its sign, if an exponent follows.
  private var exponentMark: Int? {
    guard let mark = source.next, mark | 0x20 == UInt8(ascii: "e"), let first = source.byte(1) else { return nil }
    if first.isDigit { return 1 }
    guard first == UInt8(ascii: "+") || first == UInt8(ascii: "-") else { return nil }
    return source.byte(2)?.isDigit == true ? 2 : nil
  }

  private mutating func takeDigits() {
    while source.next?.isDigit == true { source.advance() }
  }

  /// Reads letters and digits.
  ///
  /// After a number they are an error.
  private mutating func nameEnd() -> String {
    let start = source.place
    while let byte = source.next, byte.isDigit || byte.isNameStart { source.advance() }
    return source.text(start..<source.place)
  }

  /// Parses an integer up to 2^63, because a minus before it may make it the least 64-bit integer.
  private func whole(
    _ digits: String, _ radix: Int, _ start: Int, _ position: TextPosition
  ) throws(ConditionFault) -> UInt64 {
    if let whole = UInt64(digits, radix: radix), whole <= 1 << 63 { return whole }
    let text = source.text(start..<source.place)
    let isNumber = !digits.isEmpty && digits.allSatisfy { $0.hexDigitValue.map { $0 < radix } ?? false }
    throw Self.fault(
      text, isNumber ? "a whole number of 64 bits" : "a number", position,
      hint: isNumber && radix == 10 ? "append .0 to make it a real" : nil)
  }

  private static func fault(
    _ found: String, _ expected: String, _ position: TextPosition, hint: String? = nil
  ) -> ConditionFault {
    ConditionFault(at: position, found: found.shortened, expected: expected, hint: hint)
  }
}

extension String {
  /// The text in an error message, shortened to 40 scalars.
  var shortened: String {
    let most = 40
    let scalars = unicodeScalars.prefix(most + 1)
    return scalars.count > most ? String(String.UnicodeScalarView(scalars.prefix(most))).printable + "…" : printable
  }
}
