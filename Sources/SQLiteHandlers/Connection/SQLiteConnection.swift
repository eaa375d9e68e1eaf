import CSQLite
import Values

/// An open connection to a database.
///
/// It belongs to one thread at a time. SQLite does not lock it.
@safe final class SQLiteConnection {
  /// The path of the database, which errors name.
  let path: String
  let handle: OpaquePointer
  /// The version of the schema before the database was migrated.
  var versionWhenOpened = 0
  /// The path of the copy that was made before this connection migrated the database, or `nil` if it did not.
  var copyBeforeMigration: String?
  /// How often this connection has changed each kind of data.
  var ownChangeCounts: [DataKind: Int] = [:]
  /// The identity of the file when it was opened, or `nil` if it is not stored.
  var fileIdentity: DatabaseFile.Identity?
  /// The closure that makes calls of the library fail in tests.
  let failNextCall: (@Sendable () -> Int32?)?
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path, or `:memory:`.
  ///   - flags: The flags of SQLite. The flag for URIs opens the file as immutable.
  ///   - failNextCall: A closure for tests: if it returns a result code, the next call of the library fails with it
  ///     instead of being executed.
  /// - Throws: An error if the library is missing or the file cannot be opened.
  init(_ path: String, flags: Int32, failNextCall: (@Sendable () -> Int32?)? = nil) throws(DatabaseError) {
    try SQLiteLibrary.load(for: path)
    self.path = path
    self.failNextCall = failNextCall
    var opened: OpaquePointer?
    // A path that begins with "file:" would be read as a URI by some builds of the library.
    let plainName = path == ":memory:" || path.hasPrefix("/") ? path : "./" + path
    let isImmutable = flags & SQLiteCode.openURI != 0
    let name = isImmutable ? Self.uri(ofImmutableFile: plainName) : plainName
    let code = unsafe failNextCall?() ?? csqlite_open_v2(name, &opened, flags | SQLiteCode.openNoMutex, nil)
    guard code == SQLiteCode.ok, let opened = unsafe opened else {
      // SQLite returns a connection even if it could not open the file, except if no memory is left.
      let message = unsafe opened.map { unsafe String(cString: csqlite_errmsg($0)) }
      if let opened = unsafe opened { unsafe _ = csqlite_close_v2(opened) }
      throw DatabaseError(path, code: code, message: unsafe message ?? String(cString: csqlite_errstr(code)))
    }
    unsafe handle = opened
    unsafe _ = csqlite_extended_result_codes(opened, 1)
    setBusyTimeout(milliseconds: 5_000)
    // It is called every few thousand instructions, on the thread of the task that uses the connection.
    unsafe csqlite_progress_handler(opened, 4_000, { _ in Task<Never, Never>.isCancelled ? 1 : 0 }, nil)
  }

  /// Returns a URI that opens a file as immutable: SQLite then uses no locks, no log and no shared memory.
  private static func uri(ofImmutableFile path: String) -> String {
    let path = path.replacing("%", with: "%25").replacing("?", with: "%3f").replacing("#", with: "%23")
    return "file:\(path)?immutable=1"
  }

  deinit {
    statements.removeAll()
    unsafe _ = csqlite_close_v2(handle)
  }

  /// Sets how long the connection waits for a lock of another one.
  func setBusyTimeout(milliseconds: Int32) { unsafe _ = csqlite_busy_timeout(handle, milliseconds) }

  /// Calls a function of the library, and throws an error if it returns another code than success.
  ///
  /// - Parameters:
  ///   - keepsMessage: Whether the connection keeps a message for an error of the function.
  ///   - call: A closure that calls the function.
  /// - Throws: The error for the code.
  func check(keepsMessage: Bool = true, _ call: () -> Int32) throws(DatabaseError) {
    let injected = failNextCall?()
    let code = injected ?? call()
    if code == SQLiteCode.ok { return }
    let hasMessage = keepsMessage && injected == nil
    let message = unsafe String(cString: hasMessage ? csqlite_errmsg(handle) : csqlite_errstr(code))
    throw DatabaseError(path, code: code, message: message)
  }

  /// Returns the prepared statement for SQL text, which is kept for later.
  func statement(_ sql: String) throws(DatabaseError) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    let statement = try SQLiteStatement(sql, on: self)
    // The statements of the stores are fewer.
    if statements.count >= Self.maximumStatementCount { statements.removeAll() }
    statements[sql] = statement
    return statement
  }

  private static let maximumStatementCount = 100

  /// The texts of the prepared statements that are kept.
  var preparedTexts: some Collection<String> { statements.keys }

  /// Runs a statement, and passes each row to a closure.
  func run(
    _ sql: String, _ values: [SQLiteValue] = [], _ visit: (SQLiteRow) throws(DatabaseError) -> Void = { _ in }
  ) throws(DatabaseError) {
    try statement(sql).run(values, visit)
  }

  /// Runs statements that are separated by semicolons, once.
  func runScript(_ sql: String) throws(DatabaseError) {
    for statement in sql.split(separator: ";\n") { try SQLiteStatement(String(statement), on: self).run() }
  }

  /// Returns the integer in the first column of the first row, or `nil` if there is no row or it is null.
  func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(DatabaseError) -> Int? {
    var number: Int?
    try run(sql, values) { row throws(DatabaseError) in
      if number == nil, !row.isNull(0) { number = row.int(0) }
    }
    return number
  }

  /// The number of the row that was inserted last.
  var lastInsertedRow: Int64 { unsafe csqlite_last_insert_rowid(handle) }

  /// How a transaction begins.
  enum TransactionKind: String {
    /// All statements read the same version of the data.
    case reading = "BEGIN"
    /// A transaction that reads first and writes later could fail with a lock that waiting cannot resolve.
    case writing = "BEGIN IMMEDIATE"
  }

  /// Runs a closure in a transaction, which is committed if the closure succeeds.
  func transaction<Success>(
    _ kind: TransactionKind = .writing, _ body: () throws(DatabaseError) -> Success
  ) throws(DatabaseError) -> Success {
    try transaction(kind, body) { _ in true }
  }

  /// Runs a closure in a transaction, which is committed if the closure returns a success.
  func fallibleTransaction<Success, Failure>(
    _ body: () throws(DatabaseError) -> Result<Success, Failure>
  ) throws(DatabaseError) -> Result<Success, Failure> {
    try transaction(.writing, body) { if case .success = $0 { true } else { false } }
  }

  private func transaction<Outcome>(
    _ kind: TransactionKind, _ body: () throws(DatabaseError) -> Outcome, committingIf isCommitted: (Outcome) -> Bool
  ) throws(DatabaseError) -> Outcome {
    if kind == .writing { try checkFile() }
    try run(kind.rawValue)
    do throws(DatabaseError) {
      let outcome = try body()
      if isCommitted(outcome) { try run("COMMIT") } else { rollBack() }
      return outcome
    } catch {
      rollBack()
      throw error
    }
  }

  /// Throws an error if the file is no longer at its path.
  func checkFile() throws(DatabaseError) {
    if let fileIdentity, DatabaseFile(path).identity != fileIdentity { throw DatabaseError(path, .moved) }
  }

  /// Rolls the transaction back, unless SQLite has done so after an error.
  func rollBack() {
    // The library is called without the faults of tests: without a rollback the connection could not be used again.
    // SQLite itself rolls back what a closed connection has not committed.
    guard unsafe csqlite_get_autocommit(handle) == 0 else { return }
    var statement: OpaquePointer?
    unsafe _ = csqlite_prepare_v3(handle, "ROLLBACK", -1, 0, &statement, nil)
    if let statement = unsafe statement {
      unsafe _ = csqlite_step(statement)
      unsafe _ = csqlite_finalize(statement)
    }
  }
}

extension DatabaseError {
  /// Creates the error for a result code of the library.
  init(_ path: String, code: Int32, message: String) {
    let file = path == SQLiteDatabase.memoryPath ? nil : DatabaseFile(path)
    self.init(
      path,
      Reason(
        code: code, message: message, isDiskFull: file?.isOnFullDisk ?? false, obstacle: file?.obstacle))
  }
}

extension DatabaseError.Reason {
  /// Creates the reason for a result code of the library.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - message: The words of the library.
  ///   - isDiskFull: Whether the disk is full, which SQLite may report as an input or output error.
  ///   - obstacle: The reason why the system cannot open the file, its log or its shared memory, or `nil`.
  init(code: Int32, message: String, isDiskFull: @autoclosure () -> Bool, obstacle: @autoclosure () -> String?) {
    // The lower byte is the primary code.
    switch code & 0xFF {
    case SQLiteCode.busy, SQLiteCode.locked: self = .locked
    case SQLiteCode.readOnly where code != SQLiteCode.readOnlyDirectory: self = .readOnly
    case SQLiteCode.interrupted: self = .cancelled
    case SQLiteCode.corrupt: self = .corrupt(message)
    case SQLiteCode.full: self = .full
    case SQLiteCode.inputOutput where isDiskFull(): self = .full
    case SQLiteCode.readOnly, SQLiteCode.cannotOpen:
      if let obstacle = obstacle() {
        self = .cannotOpen(obstacle)
      } else {
        self = isDiskFull() ? .full : .cannotOpen(message)
      }
    case SQLiteCode.notADatabase: self = .notADatabase
    // The program has created all tables and indexes that it uses.
    default:
      self =
        ["no such table", "no such index"].contains(where: message.hasPrefix) ? .corrupt(message) : .failed(message)
    }
  }
}
