import CPostgreSQL
import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A connection to a server.
///
/// It belongs to one thread at a time.
@safe final class PostgresConnection {
  /// The address, which errors name.
  let address: String
  /// A number that no other connection has.
  ///
  /// Changes are counted for each connection, so that connections do not wait for each other.
  let id = Int64.random(in: 1 ... .max)
  /// What cancels the statement that is running.
  let canceller: PostgresCanceller
  /// The version of the tables before they were migrated.
  var versionWhenOpened = 0
  /// Whether the server may know notifications.
  var canNotify = true
  /// What reads notifications, or `nil` if the connection does not listen.
  ///
  /// It closes the connection when it ends.
  var listening: (any DispatchSourceRead)?
  let handle: OpaquePointer

  /// Connects to a server.
  ///
  /// - Throws: An error if the library is missing, or no connection was made.
  init(_ address: PostgresAddress) throws(PostgresError) {
    self.address = address.description
    try PostgresLibrary.load(for: address.description)
    try address.validate()
    // Later parameters, and those of the address, have precedence.
    let parameters =
      [("fallback_application_name", "backroom")] + address.timeLimits(environment: ProcessInfo.processInfo.environment)
      + [("dbname", address.url), ("client_encoding", "UTF8")]
    let opened = unsafe Self.withCStrings(parameters.map(\.0)) { keywords in
      unsafe Self.withCStrings(parameters.map(\.1)) { values in unsafe cpostgresql_connect(keywords, values, 1) }
    }
    guard let opened = unsafe opened else { throw PostgresError(address.description, .cannotConnect("out of memory")) }
    guard unsafe cpostgresql_status(opened) == PostgresCode.connectionIsGood,
      let cancel = unsafe cpostgresql_getCancel(opened)
    else {
      let message = unsafe Self.message(of: opened)
      unsafe cpostgresql_finish(opened)
      throw PostgresError(address.description, .cannotConnect(message))
    }
    unsafe handle = opened
    unsafe canceller = PostgresCanceller(cancel)
  }

  deinit {
    if let listening { listening.cancel() } else { unsafe cpostgresql_finish(handle) }
  }

  /// The version of the server.
  var serverVersion: Int32 { unsafe cpostgresql_serverVersion(handle) }

  /// The encoding of the database.
  var serverEncoding: String {
    unsafe cpostgresql_parameterStatus(handle, "server_encoding").map { unsafe String(cString: $0) } ?? ""
  }

  /// Whether the connection can be used.
  var isOpen: Bool { unsafe !isBroken && cpostgresql_status(handle) == PostgresCode.connectionIsGood }
  /// Whether the connection must not be used again.
  var isBroken = false

  /// Runs a statement, unless the task is cancelled.
  @discardableResult
  func run(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> PostgresResult {
    if Task.isCancelled { throw PostgresError(address, .cancelled) }
    return try runToEnd(sql, values)
  }

  /// Runs a statement, also if the task is cancelled.
  @discardableResult
  func runToEnd(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> PostgresResult {
    let texts = values.map(\.text)
    if texts.contains(where: { $0?.utf8.contains(0) == true }) { throw PostgresError(address, .nullCharacter) }
    let buffers: [[UInt8]?] = zip(values, texts).map { value, text in
      // The address of no bytes would be that of null.
      if case .bytes(let bytes) = value { bytes + [0] } else { text.map { Array($0.utf8) + [0] } }
    }
    let lengths = values.map { if case .bytes(let bytes) = $0 { Int32(bytes.count) } else { Int32(0) } }
    let formats = values.map { if case .bytes = $0 { Int32(1) } else { Int32(0) } }
    let types = values.map(\.type)
    let result = unsafe Self.withPointers(to: buffers) { pointers in
      unsafe cpostgresql_execParams(handle, sql, Int32(values.count), types, pointers, lengths, formats, 0)
    }
    return try unsafe check(result)
  }

  /// Runs statements without parameters that are separated by semicolons.
  func runScript(_ sql: String) throws(PostgresError) { unsafe try check(cpostgresql_exec(handle, sql)) }

  /// Returns the integer in the first column of the first row, or `nil` if there is no row or it is null.
  func integer(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> Int? {
    guard let row = try run(sql, values).firstRow, !row.isNull(0) else { return nil }
    return row.int(0)
  }

  /// Copies lines to a table.
  ///
  /// - Parameters:
  ///   - sql: The statement `COPY … FROM STDIN`.
  ///   - lines: The rows, with tabs between the columns and a line feed after each row.
  /// - Throws: An error if no row was copied.
  func copy(_ sql: String, _ lines: some Sequence<String>) throws(PostgresError) {
    try run(sql)
    var (part, isSent) = ("", true)
    for line in lines {
      part += line
      if part.utf8.count < 1 << 16 { continue }
      isSent = send(part)
      if !isSent { break }
      part.removeAll(keepingCapacity: true)
    }
    isSent = isSent && send(part)
    unsafe _ = cpostgresql_putCopyEnd(handle, isSent ? nil : "the task was cancelled")
    // The result of the statement comes before the end of the results.
    var failure: PostgresError?
    while let result = unsafe cpostgresql_getResult(handle) {
      do throws(PostgresError) { unsafe try check(result) } catch { failure = error }
      if !isOpen { break }
    }
    if let failure { throw Task.isCancelled && isOpen ? PostgresError(address, .cancelled) : failure }
  }

  /// Sends a part of the input of COPY, unless the task is cancelled, and returns whether it was sent.
  private func send(_ part: String) -> Bool {
    if Task.isCancelled { return false }
    var part = part
    return part.withUTF8 { bytes in
      unsafe bytes.isEmpty
        || bytes.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress else { return false }
          return unsafe cpostgresql_putCopyData(handle, start, Int32(characters.count)) == 1
        }
    }
  }

  /// Rolls the transaction back.
  ///
  /// If that fails, the connection is not used again.
  func rollBack() {
    if unsafe !isOpen || cpostgresql_transactionStatus(handle) == PostgresCode.transactionIsIdle { return }
    do throws(PostgresError) { try runToEnd("ROLLBACK") } catch { isBroken = true }
  }

  /// Takes in a request to cancel that may arrive after the statement that it meant.
  func awaitCancellation() {
    // A late request cancels the first statement.
    for _ in 0..<2 {
      do throws(PostgresError) {
        try runToEnd("SELECT 1")
        return
      } catch {
        isBroken = error.reason != .cancelled
      }
    }
  }
}

extension PostgresConnection {
  /// Returns a successful result, and throws an error for another one.
  @discardableResult
  private func check(_ result: OpaquePointer?) throws(PostgresError) -> PostgresResult {
    guard let result = unsafe result else { throw unsafe lostConnection(Self.message(of: handle)) }
    let checked = unsafe PostgresResult(result)
    switch checked.status {
    case PostgresCode.commandSucceeded, PostgresCode.rowsFollow, PostgresCode.copyBegins: return checked
    default: break
    }
    guard isOpen, let state = checked.errorField(PostgresCode.sqlStateField),
      let message = checked.errorField(PostgresCode.messageField),
      checked.errorField(PostgresCode.severityField) == "ERROR"
    else {
      // The library has found the error, or the server ends the connection.
      throw unsafe lostConnection(checked.errorField(PostgresCode.messageField) ?? Self.message(of: handle))
    }
    let detail = checked.errorField(PostgresCode.detailField).map { " (\($0))" } ?? ""
    throw PostgresError(address, PostgresError.Reason(state: state, message: message + detail))
  }

  private func lostConnection(_ message: String) -> PostgresError {
    isBroken = true
    return PostgresError(address, .connectionLost(message))
  }

  /// Returns the last message of the library in one line, without its questions to the user.
  private static func message(of connection: OpaquePointer) -> String {
    let text = unsafe String(cString: cpostgresql_errorMessage(connection))
    let lines = text.split(separator: "\n").map { line in
      let line = line.trimmingPrefix(while: \.isWhitespace)
      return line.hasSuffix(".") ? line.dropLast() : line
    }.filter { !$0.isEmpty && !$0.hasSuffix("?") }
    return lines.isEmpty ? "the server closed the connection" : lines.joined(separator: "; ")
  }

  /// Passes the addresses of texts, and null after them, to a closure.
  private static func withCStrings<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    unsafe withPointers(to: texts.map { Array($0.utf8) + [0] }) { unsafe body($0) }
  }

  /// Passes the addresses of buffers, in which `nil` stands for null, and null after them, to a closure.
  private static func withPointers<Value>(
    to buffers: [[UInt8]?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(buffers.reduce(0) { $0 + ($1?.count ?? 0) })
    let offsets = buffers.map { buffer in
      defer { bytes += buffer ?? [] }
      return buffer == nil ? nil : bytes.count
    }
    return unsafe bytes.withUnsafeBytes { memory in
      let base = unsafe memory.bindMemory(to: CChar.self).baseAddress
      let pointers = unsafe offsets.map { unsafe Self.address($0, from: base) } + [nil]
      return unsafe pointers.withUnsafeBufferPointer { list in
        guard let first = list.baseAddress else { preconditionFailure("The list ends with null.") }
        return unsafe body(first)
      }
    }
  }
}

extension PostgresConnection {
  private static func address(_ offset: Int?, from base: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? {
    guard let offset, let base = unsafe base else { return nil }
    return unsafe base + offset
  }
}

extension PostgresError.Reason {
  /// Creates the reason for a code of the SQL standard or of PostgreSQL.
  init(state: String, message: String) {
    switch state {
    case "57014" where Task.isCancelled: self = .cancelled
    case "40001", "40P01": self = .conflict(message)
    case "42501": self = .missingRights(message)
    case "25006": self = .readOnly
    case "53100": self = .full
    case "53300", "57P03": self = .cannotConnect(message)
    // The program has created all tables and indexes that it uses.
    case "42P01": self = .corrupt(message)
    default: self = .failed(message)
    }
  }
}

/// What asks a server to cancel the statement that a connection is running.
@safe final class PostgresCanceller: @unchecked Sendable {
  // Unchecked: the library only reads the structure, and allows that on any thread.
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe cpostgresql_freeCancel(handle) }

  /// Asks the server.
  ///
  /// If it cannot be reached, the statement ends with its own error.
  func cancel() {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
      guard let start = message.baseAddress else { return }
      unsafe _ = cpostgresql_cancel(handle, start, 256)
    }
  }
}
