/// A value that is bound to a parameter of a statement.
enum SQLiteValue: Hashable, Sendable {
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  /// Creates an integer.
  init(_ value: Int) { self = .integer(Int64(value)) }

  /// Creates 0 or 1.
  init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}
