import Analytics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SQLiteDatabase {
  /// Returns a line for each problem in the database: damaged pages, and rows that contradict each other.
  public func problems() async throws(DatabaseError) -> [String] {
    try checkExistence()
    let schema = schema
    do throws(DatabaseError) {
      return try await write { connection throws(DatabaseError) in try connection.problems(schema) }
    } catch {
      guard case .corrupt(let detail) = error.reason else { throw error }
      return [detail]
    }
  }

  /// Rebuilds what follows from the rest of the data: the indexes and the numbers of events.
  ///
  /// If it is interrupted, it can be repeated.
  public func repair() async throws(DatabaseError) {
    try checkExistence()
    do throws(DatabaseError) {
      try await write { connection throws(DatabaseError) in
        try connection.transaction { () throws(DatabaseError) in try connection.rebuildDerivedData() }
        // It copies the rows without reading indexes, and drops the pages of the former ones.
        try connection.run("VACUUM")
      }
    } catch {
      // The connection may still allow changes of the schema.
      await close()
      throw error
    }
  }

  /// Copies the database to a file, while other connections can use it.
  ///
  /// - Parameters:
  ///   - copyPath: The path of the copy.
  ///   - overwriting: Whether an existing file is replaced.
  /// - Returns: Whether the copy was made: `false` if the file exists and must not be replaced.
  /// - Throws: An error if the copy cannot be written. No part of it remains.
  public func backUp(to copyPath: String, overwriting: Bool) async throws(DatabaseError) -> Bool {
    try checkExistence()
    guard let target = try targetOfBackup(copyPath, overwriting: overwriting) else { return false }
    try await read { connection throws(DatabaseError) in
      // A damaged copy must not replace a good one.
      try connection.checkPages()
      try connection.copy(toFileAt: target)
    }
    return true
  }

  /// Returns the file that a backup replaces or creates, or `nil` if it exists and must not be replaced.
  private func targetOfBackup(_ copyPath: String, overwriting: Bool) throws(DatabaseError) -> String? {
    if copyPath.isEmpty { throw DatabaseError(copyPath, .cannotOpen("the path is empty")) }
    if copyPath == Self.memoryPath {
      throw DatabaseError(copyPath, .cannotOpen("it names a database in memory; choose a file"))
    }
    guard let resolved = unsafe realpath(copyPath, nil) else { return copyPath }
    defer { unsafe free(resolved) }
    let target = unsafe String(cString: resolved)
    var status = stat()
    guard unsafe stat(target, &status) == 0 else { return target }
    if status.st_mode & S_IFMT == S_IFDIR { throw DatabaseError(copyPath, .isDirectory) }
    if status.st_mode & S_IFMT != S_IFREG {
      throw DatabaseError(copyPath, .cannotOpen("it exists and is not a regular file"))
    }
    if let identity = DatabaseFile(target).identity,
      DatabaseFile.suffixes.contains(where: { DatabaseFile(path + $0).identity == identity })
    {
      throw DatabaseError(copyPath, .cannotOpen("it is a file of the database itself"))
    }
    // SQLite would take the log of the former file for one of the copy.
    if unsafe access(target + "-wal", F_OK) == 0 {
      throw DatabaseError(copyPath, .cannotOpen("it is a database in use, or one that was not closed"))
    }
    return overwriting ? target : nil
  }

  /// Opens the database, and returns the version of its schema before and after that.
  public func migrate() async throws(DatabaseError) -> (from: Int, to: Int) {
    try checkExistence()
    await close()
    return try await write { connection throws(DatabaseError) in
      (connection.versionWhenOpened, try connection.schemaVersion())
    }
  }

  /// Returns the path of the copy that was made when the open connections migrated the database, or `nil`.
  public func copyBeforeMigration() async -> String? {
    for worker in workers {
      if let path = await worker.ifOpen(\.copyBeforeMigration) { return path }
    }
    return nil
  }

  /// Makes the file as small as possible, and returns its size in bytes before and after that.
  public func vacuum() async throws(DatabaseError) -> (before: Int, after: Int) {
    try checkExistence()
    return try await write { connection throws(DatabaseError) in
      try connection.checkFile()
      let before = try connection.size()
      try connection.run("VACUUM")
      return (before, try connection.size())
    }
  }

  /// Throws an error if the file does not exist: maintaining it must not create an empty shop.
  private func checkExistence() throws(DatabaseError) {
    if path.isEmpty { throw DatabaseError(path, .noPath) }
    if path != Self.memoryPath, unsafe access(path, F_OK) != 0 {
      throw DatabaseError(path, .cannotOpen(unsafe String(cString: strerror(errno))))
    }
  }
}

extension SQLiteConnection {
  /// Returns a line for each problem.
  func problems(_ schema: Schema) throws(DatabaseError) -> [String] {
    var problems: [String] = []
    func addProblems(_ check: () throws(DatabaseError) -> Void) throws(DatabaseError) {
      do throws(DatabaseError) { try check() } catch {
        guard case .corrupt(let detail) = error.reason else { throw error }
        problems.append(detail)
      }
    }
    let objectProblems = try problemsOfObjects(schema)
    for check in Self.checks {
      try addProblems { () throws(DatabaseError) in
        try run(check.sql) { row throws(DatabaseError) in
          // SQLite can describe several problems in one row, under a heading.
          let lines = check.problem(row)?.split(separator: "\n").filter { !$0.hasPrefix("***") } ?? []
          problems += lines.map(String.init)
        }
      }
    }
    return objectProblems + problems
  }

  /// Creates the indexes and the numbers of events again.
  ///
  /// Their definitions are removed and not their pages: dropping an index reads its pages, which may be damaged.
  fileprivate func rebuildDerivedData() throws(DatabaseError) {
    var names: [String] = []
    try run("SELECT name FROM sqlite_master WHERE sql IS NOT NULL") { row throws(DatabaseError) in
      let name = row.text(0)
      if Schema.derived.contains("CREATE INDEX \(name) ON ") || Schema.derived.contains("CREATE TABLE \(name) (") {
        names.append(name)
      }
    }
    try runScript("PRAGMA writable_schema = TRUE")
    for name in names { try run("DELETE FROM sqlite_master WHERE name = ?", [.text(name)]) }
    try runScript("PRAGMA writable_schema = RESET;\n\(Schema.derived)")
  }

  /// Throws an error if a page is damaged.
  func checkPages() throws(DatabaseError) {
    var problem: String?
    try run("PRAGMA quick_check(1)") { row throws(DatabaseError) in
      if row.text(0) != "ok" { problem = row.text(0) }
    }
    if let problem { throw DatabaseError(path, .corrupt(Self.firstProblem(in: problem))) }
  }

  /// Returns the first line of a text of SQLite that is not the heading `*** in database main ***`.
  static func firstProblem(in text: String) -> String {
    text.split(separator: "\n").first { !$0.hasPrefix("***") }.map(String.init) ?? text
  }

  /// The queries for problems: each row is one, unless the closure returns `nil`.
  private static let checks: [(sql: String, problem: @Sendable (SQLiteRow) -> String?)] = [
    ("PRAGMA integrity_check", { $0.text(0) == "ok" ? nil : $0.text(0) }),
    ("PRAGMA foreign_key_check", { "a row of \($0.text(0)) refers to a missing row of \($0.text(2))" }),
    (
      """
      SELECT number FROM product WHERE typeof(price) != 'integer' OR typeof(position) != 'integer'
      OR typeof(version) != 'integer' OR typeof(stock) != 'integer' OR typeof(name) != 'text' OR position < 1
      OR version < 1 OR stock < -1
      """,
      { "row \($0.integer(0)) of product has a price, position, version, stock or name of another type" }
    ),
    (
      """
      SELECT number FROM event WHERE action NOT IN ('start', 'pause', 'stop') OR typeof(user) != 'blob'
      OR length(user) != 16 OR typeof(timestamp) != 'integer'
      """,
      { "row \($0.integer(0)) of event has an unknown action, or a user or time of another type" }
    ),
    (
      """
      SELECT number FROM outbox WHERE action NOT IN ('start', 'pause', 'stop') OR typeof(user) != 'blob'
      OR length(user) != 16 OR typeof(timestamp) != 'integer' OR typeof(server) != 'text'
      """,
      { "row \($0.integer(0)) of outbox has an unknown action, or a user, time or server of another type" }
    ),
    (
      """
      WITH row (start, flag, action) AS (SELECT \(EventHour.startSQL(of: "timestamp")), flag, action FROM event),
        found AS (SELECT start, flag, action, count(*) AS count FROM row GROUP BY start, flag, action)
      SELECT (SELECT count(*) FROM (SELECT * FROM found EXCEPT SELECT * FROM event_count))
        + (SELECT count(*) FROM (SELECT * FROM event_count EXCEPT SELECT * FROM found))
      """, { $0.int(0) == 0 ? nil : "the numbers of events in event_count differ from the events" }
    ),
  ]

  /// Returns a line for each table and index that is missing or has another definition.
  private func problemsOfObjects(_ schema: Schema) throws(DatabaseError) -> [String] {
    let expected = try SQLiteConnection.openPrepared(
      SQLiteDatabase.memoryPath, schema: schema, failNextCall: failNextCall)
    let (found, all) = (try definitions(), try expected.definitions())
    return all.keys.sorted().compactMap { name in
      found[name] == all[name] ? nil : "\(name) is \(found[name] == nil ? "missing" : "defined otherwise")"
    }
  }

  /// Returns the SQL of each table and index by its kind and name.
  private func definitions() throws(DatabaseError) -> [String: String] {
    var definitions: [String: String] = [:]
    try run("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master") { row throws(DatabaseError) in
      definitions["the \(row.text(0))"] = row.text(1)
    }
    return definitions
  }

  /// Returns the size of the database in bytes.
  fileprivate func size() throws(DatabaseError) -> Int {
    let (count, size) = (try integer("PRAGMA page_count"), try integer("PRAGMA page_size"))
    return (count ?? 0) * (size ?? 0)
  }
}
