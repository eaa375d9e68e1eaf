import Analytics

extension PostgresDatabase {
  /// Returns a line for each problem in the database: missing tables, and rows that contradict each other.
  public func problems() async throws(PostgresError) -> [String] {
    try await read { connection throws(PostgresError) in
      var problems: [String] = []
      for table in PostgresSchema.tables {
        let isMissing = try connection.run("SELECT to_regclass($1) IS NULL", [.text(table)]).firstRow?.boolean(0)
        if isMissing == true { problems.append("the table \(table) is missing") }
      }
      if !problems.isEmpty { return problems }
      for check in Self.checks {
        let count = try connection.integer(check.sql) ?? 0
        if count > 0 { problems.append("\(check.problem): \(count)") }
      }
      return problems
    }
  }

  /// The queries for numbers of problems.
  private static let checks: [(sql: String, problem: String)] = [
    (
      "SELECT count(*) FROM product WHERE position < 1 OR version < 1 OR stock < 0",
      "rows of product with an impossible position, version or stock"
    ),
    (
      "SELECT count(*) FROM product JOIN deleted_product USING (key)",
      "products that are stored and deleted"
    ),
    (
      "SELECT count(*) FROM event WHERE action NOT IN ('start', 'pause', 'stop')",
      "rows of event with an unknown action"
    ),
    (
      """
      WITH found AS (
          SELECT \(EventHour.startSQL(of: "timestamp")) AS start, flag, action, count(*) AS count FROM event
          GROUP BY 1, 2, 3),
        stored AS (SELECT start, flag, action, sum(count)::bigint AS count FROM event_count GROUP BY start, flag, action)
      SELECT (SELECT count(*) FROM (SELECT * FROM found EXCEPT SELECT * FROM stored) AS missing)
        + (SELECT count(*) FROM (SELECT * FROM stored EXCEPT SELECT * FROM found) AS surplus)
      """, "numbers of events in event_count that differ from the events"
    ),
  ]

  /// Rebuilds what follows from the rest of the data: the numbers of events.
  public func repair() async throws(PostgresError) {
    let result: Result<Void, Never> = try await write(changing: .events) { connection throws(PostgresError) in
      // Nobody stores events meanwhile.
      try connection.run("LOCK TABLE event, event_count IN EXCLUSIVE MODE")
      try connection.countEvents()
      return .success(())
    }
    result.get()
  }

  /// Throws an error that names the tool which copies a database.
  public func backUp(to path: String, overwriting: Bool) async throws(PostgresError) -> Bool {
    throw PostgresError(
      address.description,
      .useTool(
        task: "back up a database on a server",
        command: "pg_dump --format=custom --file=\(path.shellWord) \(address.description.shellWord)"))
  }

  /// Throws an error that names the tool which replaces all data by that of a copy.
  public func restore(from path: String) async throws(PostgresError) -> (path: String, isOutboxRestored: Bool)? {
    throw PostgresError(
      address.description,
      .useTool(
        task: "restore a database on a server",
        command: "pg_restore --clean --if-exists --single-transaction "
          + "--dbname=\(address.description.shellWord) \(path.shellWord)"))
  }

  /// Connects to the database, and returns the version of its tables before and after that.
  public func migrate() async throws(PostgresError) -> (from: Int, to: Int) {
    await close()
    return try await runRepeatable { connection throws(PostgresError) in
      (connection.versionWhenOpened, try connection.schemaVersion())
    }
  }

  /// The value `nil`: tables are changed in a transaction, without a copy.
  public func copyBeforeMigration() async -> String? { nil }

  /// Removes what was deleted from the tables, and returns their size in bytes before and after that.
  public func vacuum() async throws(PostgresError) -> (before: Int, after: Int) {
    try await runRepeatable { connection throws(PostgresError) in
      let size = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest($1) AS name"
      let names = PostgresValue.texts(PostgresSchema.tables)
      let before = try connection.integer(size, [names]) ?? 0
      try connection.run("VACUUM (ANALYZE) \(PostgresSchema.tables.joined(separator: ", "))")
      return (before, try connection.integer(size, [names]) ?? 0)
    }
  }
}

extension PostgresConnection {
  /// Replaces the numbers of events by those of the events.
  func countEvents() throws(PostgresError) {
    try run("DELETE FROM event_count")
    try run(
      """
      INSERT INTO event_count (start, flag, action, slot, count)
      SELECT \(EventHour.startSQL(of: "timestamp")), flag, action, 0, count(*) FROM event GROUP BY 1, 2, 3
      """)
  }
}

extension String {
  /// The text as one word of a shell.
  fileprivate var shellWord: String { "'\(replacing("'", with: "'\\''"))'" }
}
