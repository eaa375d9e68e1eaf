extension String {
  /// How many columns of a terminal the text takes, if all of it is visible.
  package var terminalWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + Self.width(of: $1) }
  }

  /// A picture is wide however many scalars it is made of; letters add up.
  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    if scalars.contains(pictureMark) || scalars.dropFirst().contains(where: \.properties.isEmojiModifier) { return 2 }
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  /// Makes a picture of the sign before it.
  private static let pictureMark: Unicode.Scalar = "\u{FE0F}"

  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if innerJamo.contains(scalar) { return 0 }
    if flagLetters.contains(scalar) { return 1 }
    return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar) } ? 2 : 1
  }

  /// The vowels and ends of a Korean syllable whose beginning is wide already.
  private static let innerJamo: ClosedRange<Unicode.Scalar> = "\u{1160}"..."\u{11FF}"

  /// Two of them are one flag.
  private static let flagLetters: ClosedRange<Unicode.Scalar> = "\u{1F1E6}"..."\u{1F1FF}"

  /// What Unicode's East Asian Width calls wide or fullwidth, in whole blocks.
  private static let wide: [ClosedRange<Unicode.Scalar>] = [
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
