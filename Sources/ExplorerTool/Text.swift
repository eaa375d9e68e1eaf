internal import LoopText

extension String {
  /// The text in quotation marks.
  package var quoted: String { CanonicalValue.text(self).description }

  /// The text with whatever would reach the terminal instead of the reader written out, as `\n` and `\u{1b}`.
  package var terminalSafe: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
    return unicodeScalars.map { scalar in
      // What the canonical text escapes of these belongs to its quotation marks, and there are none here.
      if (0x20...0x7E).contains(scalar.value) { return String(scalar) }
      return String(String.UnicodeScalarView(String(scalar).quoted.unicodeScalars.dropFirst().dropLast()))
    }.joined()
  }
}
