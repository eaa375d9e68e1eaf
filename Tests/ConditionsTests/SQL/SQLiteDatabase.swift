import Values

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A database in memory that uses the system's SQLite.
///
/// The library is loaded at run time, so that building the tests needs nothing but the toolchain. Every system with
/// SwiftPM has it, because SwiftPM uses it too. If it is missing, the tests fail; they are never skipped.
final class SQLiteDatabase {
  struct SQLiteError: Error { let description: String }

  private let library: SQLiteLibrary
  private let database: OpaquePointer

  init() throws(SQLiteError) {
    library = try SQLiteLibrary()
    var opened: OpaquePointer?
    guard library.open(":memory:", &opened) == SQLiteLibrary.okCode, let opened else {
      throw SQLiteError(description: "no database can be opened in memory")
    }
    database = opened
  }

  deinit { _ = library.close(database) }

  var version: String { String(cString: library.version()) }

  /// Executes a statement and returns the first column of each row as an integer.
  @discardableResult
  func execute(_ text: String, parameters: [Value] = []) throws(SQLiteError) -> [Int64] {
    var prepared: OpaquePointer?
    guard library.prepare(database, text, -1, &prepared, nil) == SQLiteLibrary.okCode, let statement = prepared else {
      throw makeError(text)
    }
    defer { _ = library.finalize(statement) }
    guard library.parameterCount(statement) == parameters.count else {
      throw SQLiteError(description: "\(parameters.count) parameters for \(text)")
    }
    for (index, parameter) in zip(Int32(1)..., parameters)
    where bindParameters(parameter, index, statement) != SQLiteLibrary.okCode {
      throw makeError(text)
    }
    var values: [Int64] = []
    while true {
      switch library.step(statement) {
      case SQLiteLibrary.rowCode: values.append(library.integer(statement, 0))
      case SQLiteLibrary.doneCode: return values
      default: throw makeError(text)
      }
    }
  }

  private func bindParameters(_ value: Value, _ index: Int32, _ statement: OpaquePointer) -> Int32 {
    switch value {
    case .boolean(let isTrue): library.bindInteger(statement, index, isTrue ? 1 : 0)
    case .integer(let integer): library.bindInteger(statement, index, integer)
    case .real(let real): library.bindReal(statement, index, real)
    case .money(let money): library.bindInteger(statement, index, Int64(money.cents))
    case .text(let text):
      library.bindText(statement, index, text, Int32(text.utf8.count), SQLiteLibrary.transientDestructor)
    case .instant(let instant): library.bindInteger(statement, index, instant.milliseconds)
    case .null, .list, .object: library.bindNull(statement, index)
    }
  }

  private func makeError(_ text: String) -> SQLiteError {
    SQLiteError(description: "\(String(cString: library.message(database))): \(text.prefix(500))")
  }
}

/// The functions of the SQLite library.
private struct SQLiteLibrary {
  static let (okCode, rowCode, doneCode): (Int32, Int32, Int32) = (0, 100, 101)
  /// SQLITE_TRANSIENT, a pointer value that makes SQLite copy the text.
  static let transientDestructor = -1

  typealias CString = UnsafePointer<CChar>
  typealias Statement = OpaquePointer

  let open: @convention(c) (CString, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  let close: @convention(c) (OpaquePointer) -> Int32
  let version: @convention(c) () -> CString
  let message: @convention(c) (OpaquePointer) -> CString
  let prepare:
    @convention(c) (OpaquePointer, CString, Int32, UnsafeMutablePointer<Statement?>, UnsafeMutableRawPointer?) -> Int32
  let finalize: @convention(c) (Statement) -> Int32
  let parameterCount: @convention(c) (Statement) -> Int32
  let bindNull: @convention(c) (Statement, Int32) -> Int32
  let bindInteger: @convention(c) (Statement, Int32, Int64) -> Int32
  let bindReal: @convention(c) (Statement, Int32, Double) -> Int32
  let bindText: @convention(c) (Statement, Int32, CString, Int32, Int) -> Int32
  let step: @convention(c) (Statement) -> Int32
  let integer: @convention(c) (Statement, Int32) -> Int64

  init() throws(SQLiteDatabase.SQLiteError) {
    let names = ["libsqlite3.so.0", "libsqlite3.so", "libsqlite3.dylib"]
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
      throw SQLiteDatabase.SQLiteError(
        description: "none of \(names.joined(separator: ", ")) is there; Debian and Ubuntu have it as libsqlite3-0")
    }
    open = try Self.loadFunction("sqlite3_open", handle)
    close = try Self.loadFunction("sqlite3_close", handle)
    version = try Self.loadFunction("sqlite3_libversion", handle)
    message = try Self.loadFunction("sqlite3_errmsg", handle)
    prepare = try Self.loadFunction("sqlite3_prepare_v2", handle)
    finalize = try Self.loadFunction("sqlite3_finalize", handle)
    parameterCount = try Self.loadFunction("sqlite3_bind_parameter_count", handle)
    bindNull = try Self.loadFunction("sqlite3_bind_null", handle)
    bindInteger = try Self.loadFunction("sqlite3_bind_int64", handle)
    bindReal = try Self.loadFunction("sqlite3_bind_double", handle)
    bindText = try Self.loadFunction("sqlite3_bind_text", handle)
    step = try Self.loadFunction("sqlite3_step", handle)
    integer = try Self.loadFunction("sqlite3_column_int64", handle)
  }

  /// Looks up a function by name.
  ///
  /// Its type is as documented by SQLite, and has not changed since 2004.
  private static func loadFunction<Function>(
    _ name: String, _ handle: UnsafeMutableRawPointer
  ) throws(SQLiteDatabase.SQLiteError) -> Function {
    guard let symbol = dlsym(handle, name) else {
      throw SQLiteDatabase.SQLiteError(description: "SQLite has no \(name)")
    }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
