extension String {
  /// The number of terminal columns that the text occupies if all of it is visible.
  package var terminalWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + Self.width(of: $1) }
  }

  /// An emoji is two columns wide, however many scalars it consists of.
  ///
  /// The widths of other scalars add up.
  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    let isEmoji = scalars.first?.properties.isEmoji == true && scalars.dropFirst().contains(where: isPartOfEmoji)
    if isEmoji || scalars.contains(emojiVariationSelector) { return 2 }
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns whether a scalar after the first one continues an emoji: a skin tone, a joiner or a tag of a flag.
  private static func isPartOfEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmojiModifier || joinersAndTags.contains { $0.contains(scalar) }
  }

  /// Joiners, which are part of emoji and of words, and the tags of flags.
  private static let joinersAndTags: [ClosedRange<Unicode.Scalar>] = [
    "\u{200C}"..."\u{200D}", "\u{E0020}"..."\u{E007F}",
  ]

  /// Variation selector 16, which shows the preceding character as an emoji.
  private static let emojiVariationSelector: Unicode.Scalar = "\u{FE0F}"

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if medialAndFinalJamo.contains(scalar) || joinersAndTags.contains(where: { $0.contains(scalar) }) { return 0 }
    if regionalIndicators.contains(scalar) { return 1 }
    return scalar.properties.isEmojiPresentation || wideRanges.contains { $0.contains(scalar) } ? 2 : 1
  }

  /// The medial vowels and final consonants of a Korean syllable, whose initial consonant is already wide.
  private static let medialAndFinalJamo: ClosedRange<Unicode.Scalar> = "\u{1160}"..."\u{11FF}"

  /// Regional indicators: two of them form one flag.
  private static let regionalIndicators: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"

  /// The blocks that Unicode's East Asian Width classifies as wide or fullwidth.
  private static let wideRanges: [ClosedRange<Unicode.Scalar>] = [
    "\u{1100}"..."\u{115F}",  // Beginnings of Korean syllables
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
