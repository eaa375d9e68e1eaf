/// A database whose data can be copied to a database of another kind.
package protocol CopyableDatabase: Sendable {
  /// Begins a transaction that reads one version of all data, or one that stores all data.
  ///
  /// Nobody else can write while the latter is open.
  func beginCopy(isWriting: Bool) async throws -> any CopyTransaction
}

/// A transaction that reads or stores all data of a database.
package protocol CopyTransaction: Sendable {
  /// The address of the database, for messages.
  var databaseName: String { get }

  /// Returns the number of rows in a table.
  func rowCount(of table: StoredTable) async throws -> Int

  /// Returns the next rows of a table, or none after the last one.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - last: The first value of the last row that was read, or `nil` at the beginning.
  /// - Returns: The rows.
  /// - Throws: An error if they cannot be read.
  func rows(of table: StoredTable, after last: StoredValue?) async throws -> [[StoredValue]]

  /// Stores rows after those that were stored before.
  func insert(_ rows: [[StoredValue]], into table: StoredTable) async throws

  /// Stores what follows from the rows, and commits the transaction.
  func commit() async throws

  /// Ends the transaction, whose changes are discarded unless they were committed.
  func rollBack() async
}

/// The reason why a database was not copied.
package enum DatabaseCopyError: Error, Hashable, CustomStringConvertible {
  /// The database has rows in a table.
  case notEmpty(database: String, table: String, rowCount: Int)
  /// The rows that were stored differ from those that were read.
  case differs(table: String)

  /// What is wrong, and what to do next.
  package var description: String {
    switch self {
    case .notEmpty(let database, let table, let count):
      "\(database) is not empty: \(table) has \(count == 1 ? "a row" : "\(count) rows"); name a database without data"
    case .differs(let table): "the copy of \(table) differs from the original; nothing was stored"
    }
  }
}

/// A step of copying a database.
package enum DatabaseCopyStep: String, Sendable {
  case copying, verifying
}

extension CopyableDatabase {
  /// Copies all data to another database, which is empty: all of it, or nothing.
  ///
  /// - Parameters:
  ///   - target: The other database.
  ///   - progress: A closure that receives the number of rows that were copied or verified, and that of all rows.
  /// - Returns: The numbers of rows in the tables.
  /// - Throws: An error if nothing was stored, unless it says that the connection was lost at the end.
  package func copy(
    to target: some CopyableDatabase,
    progress: @Sendable (_ step: DatabaseCopyStep, _ rowCount: Int, _ totalCount: Int) async -> Void
  ) async throws -> [(table: StoredTable, rowCount: Int)] {
    try await withTransaction(isWriting: false) { source in
      try await target.withTransaction(isWriting: true) { copy in
        for table in StoredTable.all {
          let count = try await copy.rowCount(of: table)
          if count > 0 {
            throw DatabaseCopyError.notEmpty(database: copy.databaseName, table: table.name, rowCount: count)
          }
        }
        var total = 0
        for table in StoredTable.all { total += try await source.rowCount(of: table) }
        let read = try await source.forEachPart { table, rows, count in
          try await copy.insert(rows, into: table)
          await progress(.copying, count, total)
        }
        let stored = try await copy.forEachPart { _, _, count in await progress(.verifying, count, total) }
        for (table, (original, copied)) in zip(StoredTable.all, zip(read, stored)) where original != copied {
          throw DatabaseCopyError.differs(table: table.name)
        }
        try await copy.commit()
        return zip(StoredTable.all, read.map(\.rowCount)).map { ($0, $1) }
      }
    }
  }

  private func withTransaction<Success: Sendable>(
    isWriting: Bool, _ body: (any CopyTransaction) async throws -> Success
  ) async throws -> Success {
    let transaction = try await beginCopy(isWriting: isWriting)
    do {
      let success = try await body(transaction)
      await transaction.rollBack()
      return success
    } catch {
      await transaction.rollBack()
      throw error
    }
  }
}

extension CopyTransaction {
  /// Passes the rows of all tables to a closure, with the number of all rows until then, and returns the digests.
  fileprivate func forEachPart(
    _ body: (_ table: StoredTable, _ rows: [[StoredValue]], _ rowCount: Int) async throws -> Void
  ) async throws -> [StoredTableDigest] {
    var digests: [StoredTableDigest] = []
    var count = 0
    for table in StoredTable.all {
      var digest = StoredTableDigest()
      var last: StoredValue?
      while true {
        let rows = try await rows(of: table, after: last)
        if rows.isEmpty { break }
        last = rows.last?.first
        for row in rows { digest.add(row) }
        count += rows.count
        try await body(table, rows, count)
      }
      digests.append(digest)
    }
    return digests
  }
}
