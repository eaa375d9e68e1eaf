import CSQLite

/// A prepared statement, which runs any number of times.
///
/// It is valid until its connection is closed.
@safe final class SQLiteStatement {
  private let handle: OpaquePointer
  private unowned let connection: SQLiteConnection

  /// Creates a statement from SQL text.
  init(_ sql: String, on connection: SQLiteConnection) throws(DatabaseError) {
    self.connection = connection
    var prepared: OpaquePointer?
    try connection.check {
      unsafe csqlite_prepare_v3(connection.handle, sql, -1, SQLiteCode.preparePersistent, &prepared, nil)
    }
    guard let prepared = unsafe prepared else { preconditionFailure("a statement must not be empty: \(sql)") }
    unsafe handle = prepared
  }

  deinit { unsafe csqlite_finalize(handle) }

  /// Runs the statement to its end, and passes each row to a closure.
  func run(
    _ values: [SQLiteValue] = [], _ visit: (SQLiteRow) throws(DatabaseError) -> Void = { _ in }
  ) throws(DatabaseError) {
    try runUntil(values) { row throws(DatabaseError) in
      try visit(row)
      return false
    }
  }

  /// Runs the statement, and passes each row to a closure until it returns `true`.
  func runUntil(
    _ values: [SQLiteValue] = [], _ visit: (SQLiteRow) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    // The result of a reset is that of the last step, which has been checked.
    defer { unsafe _ = csqlite_reset(handle) }
    try bind(values)
    while try step() {
      if unsafe try visit(SQLiteRow(handle)) { return }
    }
  }

  private func bind(_ values: [SQLiteValue]) throws(DatabaseError) {
    for (parameter, value) in zip(Int32(1)..., values) {
      try connection.check { bind(value, to: parameter) }
    }
  }

  private func bind(_ value: SQLiteValue, to parameter: Int32) -> Int32 {
    switch value {
    case .integer(let number): return unsafe csqlite_bind_int64(handle, parameter, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        guard let count = Int32(exactly: bytes.count) else { return SQLiteCode.tooBig }
        // The address of an empty text may be nil, and SQLite stores nil as null.
        guard let start = bytes.baseAddress else { return unsafe csqlite_bind_text(handle, parameter, "", 0) }
        return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          unsafe csqlite_bind_text(handle, parameter, $0, count)
        }
      }
    case .blob(let bytes):
      return unsafe bytes.withUnsafeBytes { bytes in
        guard let count = Int32(exactly: bytes.count) else { return SQLiteCode.tooBig }
        guard let start = bytes.baseAddress else { return unsafe csqlite_bind_blob(handle, parameter, "", 0) }
        return unsafe csqlite_bind_blob(handle, parameter, start, count)
      }
    }
  }

  /// Advances to the next row, or returns `false` if there is none.
  private func step() throws(DatabaseError) -> Bool {
    var hasRow = false
    try connection.check {
      let code = unsafe csqlite_step(handle)
      hasRow = code == SQLiteCode.row
      return code == SQLiteCode.row || code == SQLiteCode.done ? SQLiteCode.ok : code
    }
    return hasRow
  }
}

/// The current row of a running statement.
///
/// It is valid until the statement continues.
@safe struct SQLiteRow {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  /// Returns whether a column is null.
  func isNull(_ column: Int32) -> Bool { unsafe csqlite_column_type(handle, column) == SQLiteCode.typeOfNull }

  /// Returns whether a column contains bytes.
  func isBlob(_ column: Int32) -> Bool { unsafe csqlite_column_type(handle, column) == SQLiteCode.typeOfBlob }

  /// Returns the integer in a column.
  func integer(_ column: Int32) -> Int64 { unsafe csqlite_column_int64(handle, column) }

  /// Returns the integer in a column, which the schema limits to the range of the type.
  func int(_ column: Int32) -> Int { Int(integer(column)) }

  /// Returns the text in a column.
  func text(_ column: Int32) -> String {
    guard let start = unsafe csqlite_column_text(handle, column) else { return "" }
    let count = unsafe Int(csqlite_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Passes the bytes in a column to a closure.
  func withBlob<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let start = unsafe csqlite_column_blob(handle, column)
    let count = unsafe Int(csqlite_column_bytes(handle, column))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
