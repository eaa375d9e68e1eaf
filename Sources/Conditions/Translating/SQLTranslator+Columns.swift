internal import Values

extension SQLTranslator {
  /// A column's name in quotation marks, compared as conditions compare.
  func name(_ column: SQLColumn) -> String {
    let name = "\"\(column.name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    switch (column.kind, dialect) {
    case (.text, .sqlite): return "\(name) COLLATE BINARY"
    case (.text, .postgres): return "\(name) COLLATE \"C\""
    case (.boolean, .postgres): return "\(name)::int"
    case (.boolean, .sqlite), (.integer, _), (.real, _), (.instant, _): return name
    }
  }

  /// What PostgreSQL has to be told of a parameter, which it gets as text.
  func cast(_ column: SQLColumn) -> String {
    if dialect == .sqlite { return "" }
    return switch column.kind {
    // A truth value can be compared with any whole number.
    case .boolean, .integer: "::bigint"
    case .real: "::float8"
    case .text: "::text"
    case .instant: "::timestamptz"
    }
  }

  /// What a column is compared with.
  enum Operand {
    case value(Value, Relation)
    /// The comparison never holds, as between a number and a text.
    case never
    /// The comparison holds for every value but null.
    case always
    /// It cannot be said.
    case unknown
  }

  func operand(_ value: Value, for column: SQLColumn, _ relation: Relation) -> Operand {
    switch (column.kind, value) {
    case (.text, .text(let text)): return text.unicodeScalars.contains("\0") ? .unknown : .value(value, relation)
    case (.instant, .instant(let instant)):
      if dialect == .sqlite { return .value(.integer(instant.milliseconds), relation) }
      return instant.hasYearOfFourDigits ? .value(.text(instant.description), relation) : .unknown
    case (.boolean, _), (.integer, _), (.real, _):
      guard let number = value.number else { return .never }
      return column.kind == .real ? real(number, relation) : whole(number, relation)
    case (.text, _), (.instant, _): return .never
    }
  }

  /// A number for a column of reals, if it is one: beyond 53 bits an integer may be none.
  private func real(_ number: Number, _ relation: Relation) -> Operand {
    switch number {
    case .real(let real): .value(.real(real), relation)
    case .integer(let integer):
      Int64(exactly: Double(integer)) == integer ? .value(.real(Double(integer)), relation) : .unknown
    }
  }

  /// A number for a column of integers: 2.5 lies between two, and what is beyond them is on one side of all.
  private func whole(_ number: Number, _ relation: Relation) -> Operand {
    guard case .real(let real) = number else {
      if case .integer(let integer) = number { return .value(.integer(integer), relation) }
      return .unknown
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
  /// Whether a text is part of a column, begins or ends it, or is a pattern that it is like.
  mutating func part(_ column: SQLColumn, _ relation: Relation, _ value: Value) -> String? {
    guard column.kind == .text, case .text(let text) = value else { return "FALSE" }
    if text.unicodeScalars.contains("\0") { return nil }
    let name = name(column)
    if relation == .like { return likeness(name, Likeness(text)) }
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

  private mutating func likeness(_ name: String, _ likeness: Likeness) -> String? {
    switch dialect {
    case .sqlite:
      let pattern = likeness.glob
      // SQLite refuses longer ones.
      return pattern.utf8.count > 50_000 ? nil : "\(name) GLOB \(parameter(.text(pattern)))"
    case .postgres: return "\(name) LIKE \(parameter(.text(likeness.like)))::text ESCAPE '\\'"
    }
  }
}

extension Instant {
  /// Whether PostgreSQL reads it as it is written: the year 0 it does not know, nor years of more digits.
  fileprivate var hasYearOfFourDigits: Bool {
    (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds)
  }
}
