import CPostgreSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of a statement: its rows, all of which are in memory.
@safe final class PostgresResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe cpostgresql_clear(handle) }

  /// The status of the result.
  var status: Int32 { unsafe cpostgresql_resultStatus(handle) }

  /// Returns a field of an error.
  func errorField(_ field: Int32) -> String? {
    unsafe cpostgresql_resultErrorField(handle, field).map { unsafe String(cString: $0) }
  }

  /// The name of the command that was executed.
  var command: String { unsafe String(cString: cpostgresql_cmdStatus(handle)) }

  /// The number of rows that the statement has changed.
  var changedCount: Int { unsafe Int(String(cString: cpostgresql_cmdTuples(handle))) ?? 0 }

  /// The rows.
  var rows: some RandomAccessCollection<PostgresRow> {
    unsafe (0..<cpostgresql_ntuples(handle)).lazy.map { PostgresRow(result: self, index: $0) }
  }

  /// The first row, or `nil` if there is none.
  var firstRow: PostgresRow? { unsafe cpostgresql_ntuples(handle) > 0 ? PostgresRow(result: self, index: 0) : nil }

  fileprivate func isNull(_ row: Int32, _ column: Int32) -> Bool {
    unsafe cpostgresql_getisnull(handle, row, column) != 0
  }

  fileprivate func withText<Value>(
    _ row: Int32, _ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value {
    let count = unsafe Int(cpostgresql_getlength(handle, row, column))
    return unsafe cpostgresql_getvalue(handle, row, column).withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe body(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  fileprivate func bytes(_ row: Int32, _ column: Int32) -> [UInt8] {
    var count = 0
    let text = unsafe cpostgresql_getvalue(handle, row, column)
    let length = unsafe Int(cpostgresql_getlength(handle, row, column))
    let decoded = unsafe text.withMemoryRebound(to: UInt8.self, capacity: length + 1) {
      unsafe cpostgresql_unescapeBytea($0, &count)
    }
    defer { unsafe cpostgresql_freemem(decoded) }
    return unsafe [UInt8](UnsafeBufferPointer(start: decoded, count: count))
  }
}

/// A row of a result.
struct PostgresRow {
  fileprivate let result: PostgresResult
  fileprivate let index: Int32

  /// Returns whether a column is null.
  func isNull(_ column: Int32) -> Bool { result.isNull(index, column) }

  /// Returns the text in a column, which is empty for null.
  func text(_ column: Int32) -> String {
    unsafe result.withText(index, column) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the integer in a column, which is 0 for null.
  func integer(_ column: Int32) -> Int64 {
    unsafe result.withText(index, column) { bytes in
      var value: Int64 = 0
      let isNegative = unsafe bytes.first == UInt8(ascii: "-")
      // The smallest number has no positive counterpart.
      for index in bytes.indices.dropFirst(isNegative ? 1 : 0) {
        value = unsafe value &* 10 &- Int64(bytes[index] &- UInt8(ascii: "0"))
      }
      return isNegative ? value : 0 &- value
    }
  }

  /// Returns the integer in a column, which the schema limits to the range of the type.
  func int(_ column: Int32) -> Int { Int(integer(column)) }

  /// Returns the Boolean value in a column.
  func boolean(_ column: Int32) -> Bool {
    unsafe result.withText(index, column) { unsafe $0.first == UInt8(ascii: "t") }
  }

  /// Returns the UUID in a column, or `nil` if it has none.
  ///
  /// The digits are read as bytes: a page has so many rows that texts would be noticeable.
  func uuid(_ column: Int32) -> UUID? {
    unsafe result.withText(index, column) { bytes in
      var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      var digitCount = 0
      let isValid = unsafe withUnsafeMutableBytes(of: &value) { target in
        for position in bytes.indices {
          let byte = unsafe bytes[position]
          if byte == UInt8(ascii: "-") { continue }
          guard digitCount < 32, let digit = Self.hexadecimalDigit(byte) else { return false }
          unsafe target[digitCount / 2] = unsafe target[digitCount / 2] << 4 | digit
          digitCount += 1
        }
        return digitCount == 32
      }
      return isValid ? UUID(uuid: value) : nil
    }
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Returns the texts in a column with a list.
  func texts(_ column: Int32) -> [String] { PostgresValue.texts(inArray: text(column)) }

  /// Returns the bytes in a column.
  func bytes(_ column: Int32) -> [UInt8] { result.bytes(index, column) }
}
