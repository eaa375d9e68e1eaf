/// A value that is bound to a parameter of a statement.
enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(nilLiteral: ()) { self = .null }

  /// Creates an integer.
  init(_ value: Int) { self = .integer(Int64(value)) }

  /// Creates 0 or 1.
  init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}
