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
    do throws(DatabaseError) {
      return try await write { connection throws(DatabaseError) in try connection.problems() }
    } catch {
      guard case .corrupt(let detail) = error.reason else { throw error }
      return [detail]
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
    var status = stat()
    if unsafe stat(copyPath, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw DatabaseError(copyPath, .isDirectory) }
      if !overwriting { return false }
    }
    // The copy is complete when it gets its name.
    let temporaryPath = "\(copyPath).\(getpid()).partial"
    try await write { connection throws(DatabaseError) in
      unsafe _ = unlink(temporaryPath)
      do throws(DatabaseError) {
        try connection.copy(toFileAt: temporaryPath)
      } catch {
        unsafe _ = unlink(temporaryPath)
        throw error
      }
    }
    if unsafe rename(temporaryPath, copyPath) != 0 {
      throw DatabaseError(copyPath, .cannotOpen(unsafe String(cString: strerror(errno))))
    }
    return true
  }

  /// Replaces all data by that of a copy, in one transaction.
  ///
  /// A copy of an earlier version is migrated. The copy itself does not change.
  public func restore(from copyPath: String) async throws(DatabaseError) {
    try await write { connection throws(DatabaseError) in
      var status = stat()
      if unsafe stat(copyPath, &status) != 0 {
        throw DatabaseError(copyPath, .cannotOpen(unsafe String(cString: strerror(errno))))
      }
      // The copy is checked and migrated in memory, so that nothing is replaced by something unusable.
      let source = try SQLiteConnection(copyPath, flags: SQLiteCode.openReadOnly)
      let restored = try SQLiteConnection(
        SQLiteDatabase.memoryPath, flags: SQLiteCode.openReadWrite | SQLiteCode.openCreate)
      try source.copy(to: restored)
      if try restored.schemaVersion() == 0 { throw DatabaseError(copyPath, .notADatabase) }
      do throws(DatabaseError) { try restored.prepareSchema() } catch { throw DatabaseError(copyPath, error.reason) }
      if let problem = try restored.problems().first { throw DatabaseError(copyPath, .corrupt(problem)) }
      try restored.copy(to: connection)
      try connection.useWriteAheadLog()
    }
  }

  /// Opens the database, and returns the version of its schema before and after that.
  public func migrate() async throws(DatabaseError) -> (from: Int, to: Int) {
    await close()
    return try await write { connection throws(DatabaseError) in
      (connection.versionWhenOpened, try connection.schemaVersion())
    }
  }

  /// Makes the file as small as possible, and returns its size in bytes before and after that.
  public func vacuum() async throws(DatabaseError) -> (before: Int, after: Int) {
    try await write { connection throws(DatabaseError) in
      let before = try connection.size()
      try connection.run("VACUUM")
      return (before, try connection.size())
    }
  }
}

extension SQLiteConnection {
  fileprivate func problems() throws(DatabaseError) -> [String] {
    var problems: [String] = []
    try run("PRAGMA integrity_check") { row throws(DatabaseError) in
      if row.text(0) != "ok" { problems.append(row.text(0)) }
    }
    try run("PRAGMA foreign_key_check") { row throws(DatabaseError) in
      problems.append("row \(row.integer(1)) of the table \(row.text(0)) refers to a missing row of \(row.text(2))")
    }
    try run("SELECT number, action FROM event WHERE action NOT IN ('start', 'pause', 'stop')") {
      row throws(DatabaseError) in
      problems.append("event \(row.integer(0)) has the unknown action \"\(row.text(1))\"")
    }
    return problems
  }

  /// Returns the size of the database in bytes.
  fileprivate func size() throws(DatabaseError) -> Int {
    let (count, size) = (try integer("PRAGMA page_count"), try integer("PRAGMA page_size"))
    return (count ?? 0) * (size ?? 0)
  }
}
