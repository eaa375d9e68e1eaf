extension String {
  /// The number of terminal columns that the text occupies if all of it is visible.
  package var terminalWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.terminalWidth }
  }

  /// Returns the text if it fits into a number of terminal columns, or else its beginning and an ellipsis.
  ///
  /// No character is divided, even if it consists of several scalars. The result is empty if there is no column.
  package func shortened(toTerminalWidth columns: Int) -> String {
    if terminalWidth <= columns { return self }
    if columns < 1 { return "" }
    var width = 0
    for index in indices {
      width += self[index].terminalWidth
      if width >= columns { return self[..<index] + "…" }
    }
    return self
  }
}

extension Character {
  /// The number of terminal columns that the character occupies.
  ///
  /// The widths of its scalars add up, except that an emoji is as wide as its widest part. This is what terminals do
  /// that draw a sequence such as a family as one emoji.
  package var terminalWidth: Int {
    if utf8.count == 1 { return 1 }
    let widths = unicodeScalars.lazy.map(Self.width)
    guard let first = unicodeScalars.first, first.properties.isEmoji, !first.properties.isEmojiModifier,
      !Self.regionalIndicators.contains(first)
    else { return widths.reduce(0, +) }
    return unicodeScalars.contains(Self.emojiVariationSelector) ? 2 : widths.max() ?? 0
  }

  /// Variation selector 16, which shows the preceding character as an emoji.
  private static let emojiVariationSelector: Unicode.Scalar = "\u{FE0F}"

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if zeroWidthRanges.contains(where: { $0.contains(scalar) }) { return 0 }
    if regionalIndicators.contains(scalar) { return 1 }
    return scalar.properties.isEmojiPresentation || wideRanges.contains { $0.contains(scalar) } ? 2 : 1
  }

  /// Characters that are part of the preceding one but are not marks.
  private static let zeroWidthRanges: [ClosedRange<Unicode.Scalar>] = [
    // The vowels and final consonants of a Korean syllable, whose initial consonant is already wide.
    "\u{1160}"..."\u{11FF}", "\u{D7B0}"..."\u{D7FB}",
    "\u{200C}"..."\u{200D}",  // Joiners of words and emoji
    "\u{E0020}"..."\u{E007F}",  // The letters of a flag such as that of Scotland
  ]

  /// Regional indicators: two of them form one flag.
  private static let regionalIndicators: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"

  /// The blocks that Unicode's East Asian Width classifies as wide or fullwidth.
  private static let wideRanges: [ClosedRange<Unicode.Scalar>] = [
    "\u{1100}"..."\u{115F}",  // Beginnings of Korean syllables
    "\u{2329}"..."\u{232A}",  // Angle brackets
    "\u{2E80}"..."\u{303E}",  // Radicals, punctuation
    "\u{3041}"..."\u{A4CF}",  // Kana, ideographs, Yi
    "\u{A960}"..."\u{A97C}",  // More beginnings of Korean syllables
    "\u{AC00}"..."\u{D7A3}",  // Korean syllables
    "\u{F900}"..."\u{FAFF}",  // Compatibility ideographs
    "\u{FE10}"..."\u{FE19}", "\u{FE30}"..."\u{FE6B}",  // Vertical and small forms
    "\u{FF01}"..."\u{FF60}", "\u{FFE0}"..."\u{FFE6}",  // Fullwidth forms
    "\u{16FE0}"..."\u{1B2FF}",  // Tangut, historic kana
    "\u{1F200}"..."\u{1F265}",  // Enclosed ideographs
    "\u{20000}"..."\u{3FFFD}",  // Further ideographs
  ]
}
