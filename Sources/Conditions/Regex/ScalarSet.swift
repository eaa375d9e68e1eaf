import Values

/// A set of scalars, or its complement.
struct ScalarSet: Hashable, Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var classes: [ScalarClass] = []
  var isInverted = false
  var ignoresCase = false

  /// All scalars, including line endings.
  static let all = ScalarSet(isInverted: true)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      rangesContain(scalar)
      || ignoresCase && (scalar.properties.lowercaseMapping.singleScalar.map(rangesContain) ?? false)
      || ignoresCase && (scalar.properties.uppercaseMapping.singleScalar.map(rangesContain) ?? false)
    return (isListed || classes.contains { $0.contains(scalar) }) != isInverted
  }

  private func rangesContain(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar) } }
}

/// A named class of scalars, or its complement.
struct ScalarClass: Hashable, Sendable {
  enum Name: Hashable, Sendable {
    case digit
    case wordCharacter
    case whitespace
    /// General categories with a common prefix of their names, such as `L` or `Nd`.
    case categories(Set<Unicode.GeneralCategory>)
  }

  var name: Name
  var isInverted = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isOfKind =
      switch name {
      case .digit: scalar.properties.generalCategory == .decimalNumber
      case .wordCharacter: scalar.isWordCharacter
      case .whitespace: scalar.properties.isWhitespace
      case .categories(let categories): categories.contains(scalar.properties.generalCategory)
      }
    return isOfKind != isInverted
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a mark, a digit, or a connector such as the underscore.
  var isWordCharacter: Bool {
    if value < 0x80 { return UInt8(value).isNameStart || UInt8(value).isDigit }
    if properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return self == "\u{200C}" || self == "\u{200D}"
    }
  }
}

extension Unicode.GeneralCategory {
  /// Returns the categories with a name of two letters, or those whose names begin with one letter.
  static func categories(named name: String) -> Set<Unicode.GeneralCategory> {
    name.isEmpty ? [] : Set(abbreviations.filter { $0.value.hasPrefix(name) }.keys)
  }

  private static let abbreviations: [Unicode.GeneralCategory: String] = [
    .uppercaseLetter: "Lu", .lowercaseLetter: "Ll", .titlecaseLetter: "Lt", .modifierLetter: "Lm", .otherLetter: "Lo",
    .nonspacingMark: "Mn", .spacingMark: "Mc", .enclosingMark: "Me", .decimalNumber: "Nd", .letterNumber: "Nl",
    .otherNumber: "No", .connectorPunctuation: "Pc", .dashPunctuation: "Pd", .openPunctuation: "Ps",
    .closePunctuation: "Pe", .initialPunctuation: "Pi", .finalPunctuation: "Pf", .otherPunctuation: "Po",
    .mathSymbol: "Sm", .currencySymbol: "Sc", .modifierSymbol: "Sk", .otherSymbol: "So", .spaceSeparator: "Zs",
    .lineSeparator: "Zl", .paragraphSeparator: "Zp", .control: "Cc", .format: "Cf", .surrogate: "Cs",
    .privateUse: "Co", .unassigned: "Cn",
  ]
}
