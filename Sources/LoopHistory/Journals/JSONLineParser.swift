/// Reads a line of JSON, scalar by scalar: nothing is returned of what is none.
///
/// A decoder for any JSON would not say that a name is given twice.
struct JSONLineParser {
  private let scalars: [Unicode.Scalar]
  private var place = 0

  init(_ line: Substring) { scalars = Array(line.unicodeScalars) }

  private var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  /// Reads the whole line.
  mutating func line() -> [(name: String, value: JSONLine.Member)]? {
    guard let members = list(from: "{", to: "}", { $0.member() }), next == nil else { return nil }
    return members
  }

  private mutating func member() -> (name: String, value: JSONLine.Member)? {
    guard let name = text(), skip(":"), let value = value() else { return nil }
    return (name, value)
  }

  private mutating func value() -> JSONLine.Member? {
    switch next {
    case "\"": text().map { .text($0) }
    case "[": list(from: "[", to: "]") { $0.text() }.map { .texts($0) }
    default: number().map { .number($0) }
    }
  }

  /// Reads what stands between two brackets, with a comma before each but the first.
  private mutating func list<Part>(
    from opening: Unicode.Scalar, to closing: Unicode.Scalar, _ part: (inout Self) -> Part?
  ) -> [Part]? {
    skipSpace()
    guard skip(opening) else { return nil }
    var parts: [Part] = []
    if skip(closing) { return parts }
    repeat {
      guard let part = part(&self) else { return nil }
      parts.append(part)
    } while skip(",")
    return skip(closing) ? parts : nil
  }

  private mutating func number() -> Int? {
    let start = place
    if next == "-" { place += 1 }
    let digits = place
    while let digit = next, ("0"..."9").contains(digit) { place += 1 }
    // A number has no needless zero at its head.
    guard place == digits + 1 || place > digits && scalars[digits] != "0" else { return nil }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<place])
    skipSpace()
    return Int(String(text))
  }

  private mutating func text() -> String? {
    guard next == "\"" else { return nil }
    place += 1
    var text = String.UnicodeScalarView()
    while let scalar = next {
      place += 1
      switch scalar {
      case "\"":
        skipSpace()
        return String(text)
      case "\\":
        guard let escaped = escaped() else { return nil }
        text.append(escaped)
      case _ where scalar.value < 0x20: return nil
      default: text.append(scalar)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    defer { place += 1 }
    switch next {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "b": return "\u{8}"
    case "f": return "\u{c}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return numbered()
    default: return nil
    }
  }

  /// What a number of sixteen bits stands for, or two of them for what lies beyond; ends at the last digit.
  private mutating func numbered() -> Unicode.Scalar? {
    guard let first = sixteenBits() else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard place + 2 < scalars.count, scalars[place + 1] == "\\", scalars[place + 2] == "u" else { return nil }
    place += 2
    guard let second = sixteenBits(), UTF16.isTrailSurrogate(second) else { return nil }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func sixteenBits() -> UInt16? {
    guard place + 4 < scalars.count else { return nil }
    var number: UInt16 = 0
    for scalar in scalars[place + 1...place + 4] {
      guard scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
      number = number << 4 | UInt16(digit)
    }
    place += 4
    return number
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while let scalar = next, scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n" { place += 1 }
  }
}
