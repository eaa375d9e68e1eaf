import Values

extension SQLiteDatabase: CopyableDatabase {
  package func beginCopy(isWriting: Bool) async throws -> any CopyTransaction {
    try await write { connection throws(DatabaseError) in
      try connection.checkFile()
      let kind: SQLiteConnection.TransactionKind = isWriting ? .writing : .reading
      try connection.run(kind.rawValue)
    }
    return SQLiteCopyTransaction(database: self)
  }
}

/// A transaction of the connection that writes.
private struct SQLiteCopyTransaction: CopyTransaction {
  let database: SQLiteDatabase

  var databaseName: String { database.path }

  func rowCount(of table: StoredTable) async throws -> Int {
    try await database.write { connection throws(DatabaseError) in
      try connection.integer("SELECT count(*) FROM \(table.name)") ?? 0
    }
  }

  func rows(of table: StoredTable, after last: StoredValue?) async throws -> [[StoredValue]] {
    try await database.write { connection throws(DatabaseError) in
      if Task.isCancelled { throw DatabaseError(connection.path, .cancelled) }
      return try connection.rows(of: table, after: last)
    }
  }

  func insert(_ rows: [[StoredValue]], into table: StoredTable) async throws {
    try await database.write { connection throws(DatabaseError) in try connection.insert(rows, into: table) }
  }

  func commit() async throws {
    try await database.write { connection throws(DatabaseError) in
      try connection.runScript(Schema.countsOfEvents)
      try connection.countBeforeSending()
      try connection.countReplacement(of: [:])
      try connection.run("COMMIT")
    }
  }

  func rollBack() async {
    // Without the connection, the file has no transaction.
    _ = try? await database.write { connection throws(DatabaseError) in connection.rollBack() }
  }
}

extension StoredTable {
  /// The columns without tags, which have a table of their own.
  fileprivate var ownColumns: [Column] { columns.filter { $0.kind != .texts } }

  fileprivate var ownColumnNames: String { ownColumns.map { "\"\($0.name)\"" }.joined(separator: ", ") }
}

extension SQLiteConnection {
  fileprivate func rows(
    of table: StoredTable, after last: StoredValue?
  ) throws(DatabaseError) -> [[StoredValue]] {
    var rows: [[StoredValue]] = []
    try run(
      """
      SELECT \(table.ownColumnNames) FROM \(table.name) \(last == nil ? "" : "WHERE \"\(table.columns[0].name)\" > ?")
      ORDER BY 1 LIMIT 4096
      """, last.map { [SQLiteValue($0, .integer)] } ?? []
    ) { row throws(DatabaseError) in
      rows.append(zip(table.ownColumns, Int32(0)...).map { row.storedValue($1, $0.kind) })
    }
    guard let index = table.columns.firstIndex(where: { $0.kind == .texts }) else { return rows }
    for row in rows.indices {
      var tags: [String] = []
      try run("SELECT tag FROM product_tag WHERE product = ? ORDER BY ordinal", [SQLiteValue(rows[row][0], .integer)]) {
        tags.append($0.text(0))
      }
      rows[row].insert(.texts(tags), at: index)
    }
    return rows
  }

  fileprivate func insert(_ rows: [[StoredValue]], into table: StoredTable) throws(DatabaseError) {
    let places = Array(repeating: "?", count: table.ownColumns.count).joined(separator: ", ")
    let insertion = try statement("INSERT INTO \(table.name) (\(table.ownColumnNames)) VALUES (\(places))")
    let tagInsertion = try statement("INSERT INTO product_tag (product, ordinal, tag) VALUES (?, ?, ?)")
    for row in rows {
      let values = zip(row, table.columns)
      try insertion.run(values.filter { $1.kind != .texts }.map { SQLiteValue($0, $1.kind) })
      for case (.texts(let tags), _) in values {
        for (ordinal, tag) in tags.enumerated() {
          try tagInsertion.run([SQLiteValue(row[0], .integer), SQLiteValue(ordinal), .text(tag)])
        }
      }
    }
  }
}

extension SQLiteValue {
  /// Creates the value of a column, in which -1 and an empty text stand for no value.
  fileprivate init(_ value: StoredValue, _ kind: StoredTable.Kind) {
    switch value {
    case .null: self = kind == .optionalText ? .text("") : .integer(-1)
    case .integer(let number): self = .integer(number)
    case .text(let text): self = .text(text)
    case .bytes(let bytes): self = .blob(bytes)
    case .texts: preconditionFailure("Tags have a table of their own.")
    }
  }
}

extension SQLiteRow {
  /// Returns the value of a column.
  fileprivate func storedValue(_ column: Int32, _ kind: StoredTable.Kind) -> StoredValue {
    switch kind {
    case .integer, .boolean: .integer(integer(column))
    case .optionalInteger: integer(column) == -1 ? .null : .integer(integer(column))
    case .text: .text(text(column))
    case .optionalText: text(column).isEmpty ? .null : .text(text(column))
    case .uuid, .bytes: unsafe withBlob(column) { unsafe .bytes([UInt8]($0)) }
    case .texts: preconditionFailure("Tags have a table of their own.")
    }
  }
}
