import Analytics
import Shop
import Values

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PostgresDatabase: CopyableDatabase {
  package func beginCopy(isWriting: Bool) async throws -> any CopyTransaction {
    let worker = makeWorker(for: "copy")
    let connection = try await worker.run { connection throws(PostgresError) in
      if isWriting {
        try connection.run("BEGIN")
        // Others can read the empty tables until the copy is complete.
        try connection.run("LOCK TABLE \(StoredTable.all.map(\.name).joined(separator: ", ")) IN EXCLUSIVE MODE")
      } else {
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      }
      return connection.id
    }
    return PostgresCopyTransaction(worker: worker, connection: connection, databaseName: address.description)
  }
}

/// A transaction of a connection of its own.
private struct PostgresCopyTransaction: CopyTransaction {
  let worker: PostgresWorker
  /// The ID of the connection.
  ///
  /// Another one would have no transaction.
  let connection: Int64
  let databaseName: String

  private func run<Success: Sendable>(
    _ operation: @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(PostgresError) -> Success {
    try await worker.run { [connection] current throws(PostgresError) in
      if current.id != connection { throw PostgresError(current.address, .connectionLost("it is another one")) }
      return try operation(current)
    }
  }

  func rowCount(of table: StoredTable) async throws -> Int {
    try await run { connection throws(PostgresError) in
      try connection.integer("SELECT count(*) FROM \(table.name)") ?? 0
    }
  }

  func rows(of table: StoredTable, after last: StoredValue?) async throws -> [[StoredValue]] {
    try await run { connection throws(PostgresError) in
      try connection.run(
        """
        SELECT \(table.columnNames) FROM \(table.name) \(last == nil ? "" : "WHERE \"\(table.columns[0].name)\" > $1")
        ORDER BY 1 LIMIT 4096
        """, last.map { [PostgresValue($0)] } ?? []
      ).rows.map { row in zip(table.columns, Int32(0)...).map { row.storedValue($1, $0.kind) } }
    }
  }

  func insert(_ rows: [[StoredValue]], into table: StoredTable) async throws {
    try await run { connection throws(PostgresError) in
      let lines = try rows.map { row throws(PostgresError) in
        let cells = zip(row, table.columns).map { $0.copyText($1.kind) }
        if cells.contains(where: { $0.utf8.contains(0) }) {
          throw PostgresError(
            connection.address,
            .failed(
              "the row \(row[0].copyText(table.columns[0].kind)) of \(table.name) contains the character U+0000, which "
                + "PostgreSQL cannot store"))
        }
        return cells.joined(separator: "\t") + "\n"
      }
      try connection.copy("COPY \(table.name) (\(table.columnNames)) FROM STDIN", lines)
    }
  }

  func commit() async throws {
    try await run { connection throws(PostgresError) in
      // The next numbers follow those that were copied.
      for table in ["product", "change_log", "event", "outbox"] {
        try connection.run("SELECT setval(pg_get_serial_sequence('\(table)', 'number'), max(number)) FROM \(table)")
      }
      try connection.run(
        """
        SELECT setval('session_number', greatest(max(abs(number)), 1)),
          setval('session_revision', greatest(max(revision), 1)) FROM session
        """)
      try connection.countEvents()
      for entry in OutboxEntry.changedInCopy(try connection.outboxEntries()) {
        _ = try connection.store(entry, ifAttempts: entry.attemptCount)
      }
      for kind in PostgresDatabase.watchedKinds { _ = try connection.countChange(of: kind) }
      do throws(PostgresError) { try connection.runToEnd("COMMIT") } catch {
        throw error.isLostConnection ? PostgresError(error.address, .outcomeUnknown(error.problem)) : error
      }
      connection.notifyListeners()
    }
  }

  func rollBack() async { await worker.close { $0.rollBack() } }
}

extension StoredTable {
  fileprivate var columnNames: String { columns.map { "\"\($0.name)\"" }.joined(separator: ", ") }
}

extension StoredValue {
  /// The text of the value in the format of COPY.
  fileprivate func copyText(_ kind: StoredTable.Kind) -> String {
    switch self {
    case .null: "\\N"
    case .integer(let number): kind == .boolean ? (number == 0 ? "f" : "t") : "\(number)"
    case .text(let text): text.escapedForCopy
    case .texts(let texts): PostgresValue.arrayText(of: texts).escapedForCopy
    case .bytes(let bytes): (kind == .uuid ? "" : "\\\\x") + bytes.map { paddedHexadecimal($0) }.joined()
    }
  }
}

extension String {
  /// The text as a column of a line of COPY.
  var escapedForCopy: String {
    if !utf8.contains(where: { $0 == UInt8(ascii: "\\") || (9...13).contains($0) }) { return self }
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}

/// Returns a byte as two hexadecimal digits.
private func paddedHexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}

extension PostgresValue {
  /// Creates the value of the first column of a table.
  fileprivate init(_ value: StoredValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    case .texts(let texts): self = .texts(texts)
    case .bytes(let bytes):
      self = .uuid(UUID(uuid: unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: uuid_t.self) }))
    }
  }
}

extension PostgresRow {
  /// Returns the value of a column.
  fileprivate func storedValue(_ column: Int32, _ kind: StoredTable.Kind) -> StoredValue {
    if isNull(column) { return .null }
    switch kind {
    case .integer, .optionalInteger: return .integer(integer(column))
    case .boolean: return .integer(boolean(column) ? 1 : 0)
    case .text: return .text(text(column))
    case .optionalText: return text(column).isEmpty ? .null : .text(text(column))
    case .bytes: return .bytes(bytes(column))
    case .texts: return .texts(texts(column))
    case .uuid:
      guard let id = uuid(column) else { return .null }
      return .bytes(unsafe withUnsafeBytes(of: id.uuid) { unsafe [UInt8]($0) })
    }
  }
}
