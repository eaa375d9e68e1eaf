import Values

extension SQLTranslator {
  /// Returns the quoted name of a column, with the collation or cast that makes SQL compare it as a condition does.
  mutating func useColumn(_ column: SQLColumn) -> String {
    recordUse(of: column)
    let name = column.quotedName
    switch (column.kind, dialect) {
    case (.text, .sqlite): return "\(name) COLLATE BINARY"
    case (.text, .postgres): return "\(name) COLLATE \"C\""
    case (.boolean, .postgres): return "\(name)::int"
    case (.boolean, .sqlite), (.integer, _), (.real, _), (.money, _), (.instant, _), (.milliseconds, _): return name
    }
  }

  /// Returns the cast for a parameter that is compared with a column.
  ///
  /// PostgreSQL receives every parameter as text. SQLite needs no cast.
  func parameterCast(for column: SQLColumn) -> String {
    if dialect == .sqlite { return "" }
    return switch column.kind {
    // A condition can compare a Boolean with any integer.
    case .boolean, .integer, .money, .milliseconds: "::bigint"
    case .real: "::float8"
    case .text: "::text"
    case .instant: "::timestamptz"
    }
  }

  /// The comparison of a column with a constant, converted to the type of the column.
  enum ConvertedComparison {
    case constant(Value, ComparisonOperator)
    /// The comparison is always false, for example between a number and a text.
    case alwaysFalse
    /// The comparison is true for every value except null.
    case trueUnlessNull
  }

  func comparison(_ value: Value, for column: SQLColumn, _ relation: ComparisonOperator) throws(TranslationError)
    -> ConvertedComparison
  {
    switch (column.kind, value) {
    case (.text, .text(let text)):
      try Self.rejectNulCharacter(in: text)
      return .constant(value, relation)
    case (.instant, .instant(let instant)):
      if dialect == .sqlite { return .constant(.integer(instant.milliseconds), relation) }
      guard instant.hasYearOfFourDigits else { throw TranslationError("PostgreSQL cannot read the instant \(instant)") }
      return .constant(.text(instant.description), relation)
    case (.milliseconds, .instant(let instant)): return .constant(.integer(instant.milliseconds), relation)
    case (.boolean, _), (.integer, _), (.real, _), (.money, _):
      guard let number = value.number else { return .alwaysFalse }
      switch column.kind {
      case .real: return try realComparison(number, relation)
      case .money: return moneyComparison(number, relation)
      default: return integerComparison(number, relation)
      }
    case (.text, _), (.instant, _), (.milliseconds, _): return .alwaysFalse
    }
  }

  /// Returns the comparison for a column of reals.
  ///
  /// A `Double` cannot represent every integer with more than 53 bits.
  private func realComparison(_ number: Number, _ relation: ComparisonOperator) throws(TranslationError)
    -> ConvertedComparison
  {
    switch number {
    case .real(let real): return .constant(.real(real), relation)
    case .integer(let integer):
      guard Int64(exactly: Double(integer)) == integer else {
        throw TranslationError("no 64-bit real is equal to \(integer)")
      }
      return .constant(.real(Double(integer)), relation)
    case .money(let money):
      guard Value.money(money).isEquivalent(to: .real(money.real)) else {
        throw TranslationError("no 64-bit real is equal to \(money)")
      }
      return .constant(.real(money.real), relation)
    }
  }

  private static func rejectNulCharacter(in text: String) throws(TranslationError) {
    if text.unicodeScalars.contains("\0") { throw TranslationError("databases cannot store the character U+0000") }
  }

  /// Returns the comparison for a column of integers.
  private func integerComparison(_ number: Number, _ relation: ComparisonOperator) -> ConvertedComparison {
    switch number {
    case .integer(let integer): .constant(.integer(integer), relation)
    case .real(let real):
      comparison(
        Int64(exactly: real.rounded(.down)), isExact: real == real.rounded(.down), beyond: real, relation)
    case .money(let money):
      comparison(
        Int64(money.cents / 100 - (money.cents % 100 < 0 ? 1 : 0)), isExact: money.cents % 100 == 0, beyond: 0, relation
      )
    }
  }

  /// Returns the comparison for a column of amounts of money, in cents.
  private func moneyComparison(_ number: Number, _ relation: ComparisonOperator) -> ConvertedComparison {
    let floored = number.flooredCents
    return comparison(floored?.cents, isExact: floored?.isExact ?? false, beyond: number.real, relation)
  }

  /// Returns the comparison for a column of integers and a number that was rounded down, with the comparison operator
  /// adjusted.
  ///
  /// A number outside the range of `Int64` is less or greater than every integer.
  private func comparison(_ floor: Int64?, isExact: Bool, beyond number: Double, _ relation: ComparisonOperator)
    -> ConvertedComparison
  {
    if let floor, isExact { return .constant(.integer(floor), relation) }
    let isUpward = relation == .less || relation == .lessOrEqual
    if relation == .equal || number.isNaN { return .alwaysFalse }
    guard let floor else { return (number > 0) == isUpward ? .trueUnlessNull : .alwaysFalse }
    return .constant(.integer(floor), isUpward ? .lessOrEqual : .greater)
  }
}

extension SQLTranslator {
  /// Translates CONTAINS, BEGINSWITH, ENDSWITH and LIKE.
  mutating func textPredicate(_ column: SQLColumn, _ relation: ComparisonOperator, _ value: Value)
    throws(TranslationError) -> String
  {
    let name = useColumn(column)
    guard column.kind == .text, case .text(let text) = value else { return "FALSE" }
    try Self.rejectNulCharacter(in: text)
    if relation == .like { return try wildcardPredicate(name, WildcardPattern(text)) }
    if text.isEmpty { return "\(name) IS NOT NULL" }
    let length = text.unicodeScalars.count
    switch (relation, dialect) {
    case (.contains, .sqlite): return "instr(\(name), \(addParameter(value))) > 0"
    case (.contains, .postgres): return "strpos(\(name), \(addParameter(value))::text) > 0"
    case (.beginsWith, .sqlite): return "substr(\(name), 1, \(length)) = \(addParameter(value)) COLLATE BINARY"
    case (.beginsWith, .postgres): return "left(\(name), \(length)) = \(addParameter(value))::text"
    case (.endsWith, .sqlite): return "substr(\(name), -\(length)) = \(addParameter(value)) COLLATE BINARY"
    default: return "right(\(name), \(length)) = \(addParameter(value))::text"
    }
  }

  private mutating func wildcardPredicate(_ name: String, _ likeness: WildcardPattern) throws(TranslationError)
    -> String
  {
    switch dialect {
    case .sqlite:
      let pattern = likeness.globPattern
      // The maximum length of a pattern in SQLite.
      if pattern.utf8.count > 50_000 { throw TranslationError("the pattern is too long for SQLite") }
      return "\(name) GLOB \(addParameter(.text(pattern)))"
    case .postgres: return "\(name) LIKE \(addParameter(.text(likeness.sqlLikePattern)))::text ESCAPE '\\'"
    }
  }
}

extension Instant {
  /// A Boolean value that indicates whether the year of the instant is between 1 and 9999.
  ///
  /// PostgreSQL has no year 0, and needs another format for years after 9999.
  fileprivate var hasYearOfFourDigits: Bool {
    (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds)
  }
}
