/// Some scalars, or all but some.
struct ScalarSet: Hashable, Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var kinds: [ScalarKind] = []
  var isInverted = false
  var ignoresCase = false

  /// Each there is, the end of a line too.
  static let all = ScalarSet(isInverted: true)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      lists(scalar) || ignoresCase && (scalar.properties.lowercaseMapping.onlyScalar.map(lists) ?? false)
      || ignoresCase && (scalar.properties.uppercaseMapping.onlyScalar.map(lists) ?? false)
    return (isListed || kinds.contains { $0.contains(scalar) }) != isInverted
  }

  private func lists(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar) } }
}

/// A kind of scalars that has a name, or all that are not of it.
struct ScalarKind: Hashable, Sendable {
  enum Name: Hashable, Sendable {
    case digit
    case wordPart
    case space
    /// A general category by its one letter or two, such as `L` and `Nd`.
    case category(String)
  }

  var name: Name
  var isInverted = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isOfKind =
      switch name {
      case .digit: scalar.properties.generalCategory == .decimalNumber
      case .wordPart: scalar.isWordPart
      case .space: scalar.properties.isWhitespace
      case .category(let category): scalar.properties.generalCategory.abbreviation.hasPrefix(category)
      }
    return isOfKind != isInverted
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a mark, a digit, or what joins words, such as a low line.
  var isWordPart: Bool {
    if value < 0x80 {
      return UInt8(value).isNameStart || UInt8(value).isDigit
    }
    if properties.isAlphabetic { return true }
    switch properties.generalCategory {
    case .nonspacingMark, .decimalNumber, .connectorPunctuation: return true
    default: return self == "\u{200C}" || self == "\u{200D}"
    }
  }
}

extension Unicode.GeneralCategory {
  /// The two letters by which Unicode calls the category.
  fileprivate var abbreviation: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }

  /// What a category can be called: by the two letters, or by the first alone.
  static let names: Set<String> = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Cs", "Co", "Cn",
  ]
}
