internal import Values

extension SQLTranslator {
  /// Returns the quoted name of a column, with the collation or cast that makes it compare as in conditions.
  mutating func name(_ column: SQLColumn) -> String {
    note(column)
    let name = column.quotedName
    switch (column.kind, dialect) {
    case (.text, .sqlite): return "\(name) COLLATE BINARY"
    case (.text, .postgres): return "\(name) COLLATE \"C\""
    case (.boolean, .postgres): return "\(name)::int"
    case (.boolean, .sqlite), (.integer, _), (.real, _), (.instant, _): return name
    }
  }

  /// Returns the cast of a parameter, which PostgreSQL receives as text.
  func cast(_ column: SQLColumn) -> String {
    if dialect == .sqlite { return "" }
    return switch column.kind {
    // A boolean can be compared with any integer.
    case .boolean, .integer: "::bigint"
    case .real: "::float8"
    case .text: "::text"
    case .instant: "::timestamptz"
    }
  }

  /// The operand with which a column is compared.
  enum Operand {
    case value(Value, Relation)
    /// The comparison is always false, for example between a number and a text.
    case never
    /// The comparison is true for every value except null.
    case always
  }

  func operand(_ value: Value, for column: SQLColumn, _ relation: Relation) throws(Unsaid) -> Operand {
    switch (column.kind, value) {
    case (.text, .text(let text)):
      try Self.checkText(text)
      return .value(value, relation)
    case (.instant, .instant(let instant)):
      if dialect == .sqlite { return .value(.integer(instant.milliseconds), relation) }
      guard instant.hasYearOfFourDigits else { throw Unsaid("PostgreSQL cannot read the instant \(instant)") }
      return .value(.text(instant.description), relation)
    case (.boolean, _), (.integer, _), (.real, _):
      guard let number = value.number else { return .never }
      return column.kind == .real ? try real(number, relation) : whole(number, relation)
    case (.text, _), (.instant, _): return .never
    }
  }

  /// Returns the operand for a column of reals.
  ///
  /// An integer with more than 53 bits may not be representable.
  private func real(_ number: Number, _ relation: Relation) throws(Unsaid) -> Operand {
    switch number {
    case .real(let real): return .value(.real(real), relation)
    case .integer(let integer):
      guard Int64(exactly: Double(integer)) == integer else { throw Unsaid("no 64-bit real is equal to \(integer)") }
      return .value(.real(Double(integer)), relation)
    }
  }

  private static func checkText(_ text: String) throws(Unsaid) {
    if text.unicodeScalars.contains("\0") { throw Unsaid("databases cannot store the character U+0000") }
  }

  /// Returns the operand for a column of integers.
  ///
  /// A fraction is rounded, and a number out of range is less or greater than all.
  private func whole(_ number: Number, _ relation: Relation) -> Operand {
    let real: Double
    switch number {
    case .integer(let integer): return .value(.integer(integer), relation)
    case .real(let number): real = number
    }
    if let integer = Int64(exactly: real) { return .value(.integer(integer), relation) }
    let isUpward = relation == .less || relation == .lessOrEqual
    if relation == .equal || real.isNaN { return .never }
    if real >= 0x1p63 { return isUpward ? .always : .never }
    if real < -0x1p63 { return isUpward ? .never : .always }
    return .value(.integer(Int64(real.rounded(.down))), isUpward ? .lessOrEqual : .greater)
  }
}

extension SQLTranslator {
  /// Translates CONTAINS, BEGINSWITH, ENDSWITH and LIKE.
  mutating func part(_ column: SQLColumn, _ relation: Relation, _ value: Value) throws(Unsaid) -> String {
    let name = name(column)
    guard column.kind == .text, case .text(let text) = value else { return "FALSE" }
    try Self.checkText(text)
    if relation == .like { return try likeness(name, Likeness(text)) }
    if text.isEmpty { return "\(name) IS NOT NULL" }
    let length = text.unicodeScalars.count
    switch (relation, dialect) {
    case (.contains, .sqlite): return "instr(\(name), \(parameter(value))) > 0"
    case (.contains, .postgres): return "strpos(\(name), \(parameter(value))::text) > 0"
    case (.begins, .sqlite): return "substr(\(name), 1, \(length)) = \(parameter(value)) COLLATE BINARY"
    case (.begins, .postgres): return "left(\(name), \(length)) = \(parameter(value))::text"
    case (.ends, .sqlite): return "substr(\(name), -\(length)) = \(parameter(value)) COLLATE BINARY"
    default: return "right(\(name), \(length)) = \(parameter(value))::text"
    }
  }

  private mutating func likeness(_ name: String, _ likeness: Likeness) throws(Unsaid) -> String {
    switch dialect {
    case .sqlite:
      let pattern = likeness.glob
      // The maximum length of a pattern in SQLite.
      if pattern.utf8.count > 50_000 { throw Unsaid("the pattern is too long for SQLite") }
      return "\(name) GLOB \(parameter(.text(pattern)))"
    case .postgres: return "\(name) LIKE \(parameter(.text(likeness.like)))::text ESCAPE '\\'"
    }
  }
}

extension Instant {
  /// Whether PostgreSQL can read the instant as it is written: it has no year 0, and needs another format for years
  /// after 9999.
  fileprivate var hasYearOfFourDigits: Bool {
    (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds)
  }
}
