/// A number as a person writes it: `-3.50`, `3,50`, `.5`, `+5`, `1,299.00`, `1.299,00`, `1 299`, `€5` or `5 €`.
///
/// - The decimal separator is a point or a comma.
/// - Groups of three digits are separated by commas, by spaces, or by points if decimals follow a comma.
/// - A single comma between one to three digits, the first of which is not zero, and three digits is ambiguous: `1,299`
///   is 1299 or 1.299. It has a meaning only if the decimal separator is known.
/// - A currency sign is written before or after the number. Only an amount of money has one.
///
/// An exponent is not part of this notation, and neither is white space around the number.
package struct WrittenNumber: Hashable, Sendable {
  /// The character before the decimals.
  package enum DecimalSeparator: Hashable, Sendable {
    /// A decimal point.
    case point
    /// A decimal comma.
    case comma
  }

  /// The number as programs write it: an optional minus, digits, and optionally a point with decimals.
  package let plainText: String
  /// The currency sign, or `nil`.
  package let currencySign: Unicode.Scalar?
  /// The decimal separator that the number itself proves, or `nil` if it does not.
  package let provenSeparator: DecimalSeparator?

  /// Parses a number, or returns `nil` if the text is not written like a number.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - separator: The decimal separator, if it is known from other numbers.
  /// - Throws: An error if the meaning of the only comma is unknown.
  package init?(_ text: String, decimalSeparator separator: DecimalSeparator? = nil) throws(AmbiguousCommaError) {
    var scalars = text.unicodeScalars[...]
    var (sign, currencySign): (Unicode.Scalar?, Unicode.Scalar?)
    while let first = scalars.first {
      if sign == nil, "+-−".unicodeScalars.contains(first) {
        sign = first
      } else if currencySign == nil, first.isCurrencySign {
        currencySign = first
        scalars = scalars.dropFirst().drop(while: \.isSpace)
        continue
      } else {
        break
      }
      scalars = scalars.dropFirst()
    }
    if currencySign == nil, let last = scalars.last, last.isCurrencySign {
      currencySign = last
      scalars = scalars.dropLast()
      while scalars.last?.isSpace == true { scalars = scalars.dropLast() }
    }
    guard let digits = DigitGroups(scalars) else { return nil }
    let minus = sign == nil || sign == "+" ? "" : "-"
    guard let (whole, decimals, proven) = try digits.split(at: separator, minus: minus) else { return nil }
    plainText = minus + whole.joined() + (decimals.map { ".\($0)" } ?? "")
    self.currencySign = currencySign
    provenSeparator = proven
  }
}

/// The decimal separator of the numbers in a column of a file.
package struct ColumnDecimalSeparator: Sendable {
  private var proven: Set<WrittenNumber.DecimalSeparator> = []

  /// Creates the separator of a column without numbers.
  package init() {}

  /// Takes account of a number whose separator is proven.
  package mutating func add(_ separator: WrittenNumber.DecimalSeparator?) {
    if let separator { proven.insert(separator) }
  }

  /// The separator, or `nil` if the numbers prove none or both.
  package var separator: WrittenNumber.DecimalSeparator? { proven.count == 1 ? proven.first : nil }
}

/// Groups of digits, and the separators between them.
private struct DigitGroups {
  private(set) var groups = [""]
  /// A point, a comma, or a space for each kind of space and apostrophe.
  private(set) var separators: [Unicode.Scalar] = []

  init?(_ scalars: some Sequence<Unicode.Scalar>) {
    for scalar in scalars {
      if ("0"..."9").contains(scalar) {
        groups[groups.count - 1].unicodeScalars.append(scalar)
      } else if scalar == "." || scalar == "," || scalar.isSpace || "'’".unicodeScalars.contains(scalar) {
        separators.append(scalar == "." || scalar == "," ? scalar : " ")
        groups.append("")
      } else {
        return nil
      }
    }
    // A number may begin with its decimal separator.
    if groups.count == 2, groups[0].isEmpty, separators[0] != " " { groups[0] = "0" }
    if groups.contains(where: \.isEmpty) { return nil }
  }

  typealias Parts = (whole: [String], decimals: String?, proven: WrittenNumber.DecimalSeparator?)

  /// Returns the groups before and after the decimal separator, or `nil` if the separators are not those of a number.
  func split(at known: WrittenNumber.DecimalSeparator?, minus: String) throws(AmbiguousCommaError) -> Parts? {
    guard let last = separators.last else { return (groups, nil, nil) }
    let isUniform = separators.allSatisfy { $0 == separators[0] }
    if separators.count > 1, isUniform || last == " " {
      // Points alone may as well separate the parts of a version or an address.
      return isUniform && last != "." && hasGroupsOfThree(groups) ? (groups, nil, last == "," ? .point : nil) : nil
    }
    if last == " " { return hasGroupsOfThree(groups) ? (groups, nil, nil) : nil }
    let decimal: WrittenNumber.DecimalSeparator = last == "," ? .comma : .point
    let whole = groups.dropLast()
    if separators.count > 1 {
      guard separators.dropLast().allSatisfy({ $0 == separators[0] }), hasGroupsOfThree(whole) else { return nil }
      return (Array(whole), groups.last, decimal)
    }
    guard hasGroupsOfThree(groups) else { return (Array(whole), groups.last, decimal) }
    switch (decimal, known) {
    case (.comma, .point), (.point, .comma): return (groups, nil, nil)
    case (.comma, .comma), (.point, .point), (.point, nil): return (Array(whole), groups.last, nil)
    case (.comma, nil):
      throw AmbiguousCommaError(
        withoutComma: minus + groups.joined(), withPoint: minus + groups.joined(separator: "."))
    }
  }

  /// Returns whether the groups are those of a whole number: three digits in each, or fewer in the first one.
  private func hasGroupsOfThree(_ groups: some Collection<String>) -> Bool {
    guard let first = groups.first, first.utf8.count <= 3, first.utf8.first != UInt8(ascii: "0") else { return false }
    return groups.dropFirst().allSatisfy { $0.utf8.count == 3 }
  }
}

extension Unicode.Scalar {
  /// A sign of a unit of currency that is in use: not of cents, and no sign that texts of other scripts begin with.
  fileprivate var isCurrencySign: Bool {
    "$£¥".unicodeScalars.contains(self) || ("\u{20A0}"..."\u{20CF}").contains(self)
  }
  fileprivate var isSpace: Bool { properties.generalCategory == .spaceSeparator }
}

extension String {
  /// Returns the text of a number that a person wrote as programs write it, as in `3.50` for `3,50`.
  ///
  /// Any other text, and an amount with a currency sign, is returned unchanged.
  ///
  /// - Throws: An error if the number is ambiguous.
  package func plainNumberText(
    decimalSeparator: WrittenNumber.DecimalSeparator? = nil
  ) throws(AmbiguousCommaError) -> String {
    guard let number = try WrittenNumber(self, decimalSeparator: decimalSeparator), number.currencySign == nil else {
      return self
    }
    return number.plainText
  }
}

/// The error of a comma that may be a decimal comma or may separate thousands.
package struct AmbiguousCommaError: Error {
  /// The number if the comma separates thousands.
  package let withoutComma: String
  /// The number if the comma is a decimal comma.
  package let withPoint: String

  /// Returns a description of the numbers of a kind that are expected instead, with the reason.
  package func expectedInput(for kind: Value.Kind) -> String {
    let numbers =
      switch kind {
      case .integer: "a whole number such as \(withoutComma)"
      case .money: "an amount such as \(withoutComma).00"
      case .boolean, .real, .text, .instant, .list, .object: "\(withoutComma) or \(withPoint)"
      }
    return "\(numbers), because a comma before three digits is ambiguous"
  }
}
