import Values

/// How a column displays its cells.
public enum CellFormat: Hashable, Codable, Sendable {
  /// The default text of the column's kind.
  case plain
  /// A number followed by a unit, for example `118 g`.
  case unit(String)
  /// A number rounded to this many decimals, from 0 to 15, halves away from zero.
  ///
  /// A real number is rounded as it is written in decimals: 1.005 becomes 1.01, although the nearest binary fraction is
  /// less.
  case decimals(Int)
  /// A color, given by its name.
  case colorSwatch
  /// A check mark for true, and an empty cell for false.
  case checkMark
  /// The date of a point in time.
  case date
  /// The time of day of a point in time.
  case time
}

extension CellFormat {
  /// Returns the text that a cell displays.
  ///
  /// The text of null is empty.
  package func text(of value: Value, kind: ColumnKind) -> String {
    switch (self, value) {
    case (_, .null): ""
    case (.unit(let unit), _): "\(Self.plainText(of: value, kind)) \(unit)"
    case (.decimals(let decimals), .integer), (.decimals(let decimals), .real), (.decimals(let decimals), .money):
      Self.roundedText(of: value, decimals: decimals) ?? Self.plainText(of: value, kind)
    case (.checkMark, .boolean(let isTrue)): isTrue ? "✓" : ""
    case (.date, .instant(let instant)): instant.dateText
    case (.time, .instant(let instant)): instant.timeText
    default: Self.plainText(of: value, kind)
    }
  }

  /// A Boolean value that indicates whether a cell that holds a text displays exactly this text.
  var displaysTextsUnchanged: Bool { if case .unit = self { false } else { true } }

  /// A whole real number is written without a fraction, except for money.
  private static func plainText(of value: Value, _ kind: ColumnKind) -> String {
    switch value {
    case .null: ""
    case .text(let text): text
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .integer(let integer): kind == .money ? "\(integer).00" : "\(integer)"
    case .real(let real): (kind == .money ? roundedText(of: value, decimals: 2) : nil) ?? numberText(real)
    case .money(let money): "\(money)"
    case .instant(let instant): "\(instant)"
    case .list(let values): values.map { plainText(of: $0, .text) }.joined(separator: ", ")
    case .object(let members):
      members.sorted { $0.key < $1.key }.map { "\($0): \(plainText(of: $1, .text))" }.joined(separator: ", ")
    }
  }

  private static func numberText(_ real: Double) -> String { Int64(exactly: real).map { "\($0)" } ?? "\(real)" }

  /// Returns `nil` for a number with more than 38 digits, which is not rounded, and for any other value.
  private static func roundedText(of value: Value, decimals: Int) -> String? {
    value.number?.text(decimals: min(max(decimals, 0), 15))
  }
}
