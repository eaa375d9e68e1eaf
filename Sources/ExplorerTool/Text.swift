import LoopText

extension String {
  /// The text in quotation marks, with special characters escaped.
  package var quoted: String { CanonicalValue.text(self).description }

  /// The text with characters that could control the terminal escaped, as `\n` and `\u{1b}`.
  package var terminalSafe: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return unicodeScalars.map { scalar in
      // Printable ASCII is not escaped: canonical text escapes some of it only because it is quoted.
      if (0x20...0x7E).contains(scalar.value) { return String(scalar) }
      return String(String.UnicodeScalarView(String(scalar).quoted.unicodeScalars.dropFirst().dropLast()))
    }.joined()
  }
}
