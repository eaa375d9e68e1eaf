import Foundation

extension StringProtocol {
  /// The text without the white space around it.
  package var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}

extension [String] {
  /// The words as an enumeration, such as `a, b and c`.
  package var joinedWithAnd: String { joined(beforeLast: "and") }

  /// The words as an enumeration, such as `a, b or c`.
  package var joinedWithOr: String { joined(beforeLast: "or") }

  private func joined(beforeLast word: String) -> String {
    count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) \(word) \(self[count - 1])"
  }
}

extension String {
  /// The text in Unicode's composed form, in which texts that are equal have equal scalars.
  package var canonicallyComposed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping
  }

  /// The text without the white space around it.
  package var trimmed: String {
    // A character with one of these bytes is not white space. This is the case for almost every cell of a file.
    let visible: ClosedRange<UInt8> = UInt8(ascii: "!")...UInt8(ascii: "~")
    if let first = utf8.first, let last = utf8.last, visible.contains(first), visible.contains(last) { return self }
    return self[...].trimmed
  }

  /// A Boolean value that indicates whether the text consists of visible ASCII characters and spaces, as most texts do.
  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// The text on one line, with a space for each tab and escapes for invisible characters.
  package var escapedForTerminal: String {
    if isPrintableASCII { return self }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar == "\t" {
        shown += " "
      } else if scalar.isVisible {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return shown
  }

  /// Returns the text in quotation marks, with escapes for the marks, backslashes, line endings and tabs.
  ///
  /// The closure returns the escapes for other scalars.
  package func quoted(by mark: Unicode.Scalar, escape: (Unicode.Scalar) -> String?) -> String {
    var quoted = String(mark)
    for scalar in unicodeScalars {
      switch scalar {
      case mark, "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: if let escaped = escape(scalar) { quoted += escaped } else { quoted.unicodeScalars.append(scalar) }
      }
    }
    return quoted + String(mark)
  }

  /// The text in quotation marks, with escapes for invisible characters.
  package var quoted: String {
    quoted(by: "\"") { $0.isVisible ? nil : "\\u{\(String($0.value, radix: 16))}" }
  }

  /// The text with escapes for the characters that could control the terminal, such as `\n` and `\u{1b}`.
  package var terminalSafe: String {
    if isPrintableASCII { return self }
    return unicodeScalars.map { scalar in
      // Printable ASCII is not escaped: quotation marks and backslashes are only escaped in quoted text.
      if (0x20...0x7E).contains(scalar.value) { return String(scalar) }
      return String(String.UnicodeScalarView(String(scalar).quoted.unicodeScalars.dropFirst().dropLast()))
    }.joined()
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the scalar is visible, or joins visible ones: not a control, format or
  /// unassigned character.
  package var isVisible: Bool {
    switch properties.generalCategory {
    case .format: isPartOfText
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  /// A Boolean value that indicates whether a format character is part of a written word or an emoji.
  ///
  /// These are joiners, the tags of flags, and Arabic signs before numbers. Other format characters, such as those that
  /// change the direction of text, could hide what a text contains.
  private var isPartOfText: Bool {
    switch value {
    case 0x200C, 0x200D, 0xE0020...0xE007F, 0x0600...0x0605, 0x06DD, 0x070F: true
    default: false
    }
  }
}

extension String {
  /// The text with escapes for the characters that a terminal could interpret, except line feeds and tabs.
  package var withoutTerminalControls: String {
    guard unicodeScalars.contains(where: \.isTerminalControl) else { return self }
    var shown = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\r" && rest.first == "\n" || !scalar.isTerminalControl {
        shown.append(scalar)
      } else {
        shown += "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars
      }
    }
    return String(shown)
  }
}

extension Unicode.Scalar {
  fileprivate var isTerminalControl: Bool {
    if self == "\n" || self == "\t" { return false }
    return properties.generalCategory == .control || (properties.generalCategory == .format && !isVisible)
  }
}

extension Int {
  /// Returns the number with a noun, such as `1 row` or `2 rows`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension UInt8 {
  /// A Boolean value that indicates whether the byte is an ASCII digit.
  @inlinable package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension [UInt8] {
  /// The bytes of UTF-8 without the byte order mark at the beginning, if there is one.
  package var withoutBOM: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}

/// Decodes a value that is stored as its text.
///
/// The error says what text is expected, for example "an amount such as 19.99".
func decodeFromText<Value: LosslessStringConvertible>(from decoder: any Decoder, expected: String) throws -> Value {
  let text = try String(from: decoder)
  if let value = Value(text) { return value }
  throw DecodingError.dataCorrupted(
    DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\"\(text)\" is not \(expected)"))
}
