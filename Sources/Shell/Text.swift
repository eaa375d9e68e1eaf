internal import LoopProof

extension String {
  /// The text in quotation marks.
  var quoted: String { Canonical.text(self).description }

  /// The text with whatever would reach the terminal instead of the reader written out, as `\n` and `\u{1b}`.
  var visible: String {
    unicodeScalars.map { scalar in
      // What the canonical text escapes beyond that belongs to its quotation marks, and there are none here.
      if scalar == "\"" || scalar == "\\" { return String(scalar) }
      return String(String.UnicodeScalarView(String(scalar).quoted.unicodeScalars.dropFirst().dropLast()))
    }.joined()
  }
}
