#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SQLiteDatabase {
  /// Replaces all data by that of a copy, in one transaction.
  ///
  /// A copy of an earlier version is migrated. The copy itself does not change. A damaged file is set aside. A
  /// database of a newer version is copied first.
  ///
  /// - Returns: The path at which a damaged or newer database is kept and whether the events in it that wait to be sent
  ///   were restored, or `nil`.
  @discardableResult
  public func restore(from copyPath: String) async throws(DatabaseError) -> (path: String, isOutboxRestored: Bool)? {
    if let identity = DatabaseFile(copyPath).identity, identity == DatabaseFile(path).identity {
      throw DatabaseError(copyPath, .cannotOpen("it is the database itself"))
    }
    // A read that failed once can look like damage. A damaged file is still damaged when it is read again. A file that has
    // disappeared is created again.
    for _ in 0..<2 {
      do throws(DatabaseError) {
        try await replaceContents(byThoseOf: copyPath)
        return nil
      } catch {
        guard error.path == path else { throw error }
        if case .disappeared = error.reason {
          try SQLiteConnection.createFileIfMissing(path)
          continue
        }
        if case .newer(let version) = error.reason {
          return try await replaceNewerContents(ofVersion: version, byThoseOf: copyPath)
        }
        if !error.isDamage { throw error }
      }
      // A connection caches the pages that it has read, so the second attempt needs a new one.
      await close()
    }
    return try await replaceDamagedFile(byCopy: copyPath)
  }

  /// Replaces a damaged file by a copy, and keeps it at another path.
  ///
  /// The new file is complete before it takes the place of the damaged one.
  private func replaceDamagedFile(
    byCopy copyPath: String
  ) async throws(DatabaseError) -> (path: String, isOutboxRestored: Bool) {
    let preserved = try await preservedDataOfDamagedFile()
    let (path, schema, recorder) = (path, schema, recorder)
    let newPath = temporaryPath(for: path, "restored")
    defer { removeDatabaseFiles(newPath) }
    // The connection is not used: the file of the database cannot be opened.
    let worker = makeWorker(for: Self.memoryPath)
    try await worker.run { connection throws(DatabaseError) in
      try connection.withRestorableCopy(of: copyPath, schema, beside: path) { copy throws(DatabaseError) in
        try copy.add(preserved, recordedBy: recorder)
        do throws(DatabaseError) { try copy.copy(toFileAt: newPath) } catch { throw DatabaseError(path, error.reason) }
      }
    }
    return (try exchangeFile(for: newPath), preserved != nil)
  }

  /// Replaces the contents of the database by those of a copy.
  ///
  /// - Throws: An error if nothing was replaced.
  private func replaceContents(
    byThoseOf copyPath: String
  ) async throws(DatabaseError) {
    let (path, schema, recorder) = (path, schema, recorder)
    try await write { connection throws(DatabaseError) in
      try connection.checkFile()
      // A file with damaged pages may have been read until now, and may have more data than the copy.
      try connection.checkPages()
      try connection.withRestorableCopy(of: copyPath, schema, beside: path) { copy throws(DatabaseError) in
        try copy.replaceContents(of: connection, recordedBy: recorder) { replaced throws(DatabaseError) in
          try replaced.preservedData()
        }
      }
      // The contents have been replaced. If this fails, the next program that opens the file does it.
      _ = try? connection.useWriteAheadLog()
    }
  }

  /// Copies a database of a newer version, replaces its contents, and returns the copy.
  ///
  /// Other programs may be using the file, so that it is not moved.
  private func replaceNewerContents(
    ofVersion version: Int, byThoseOf copyPath: String
  ) async throws(DatabaseError) -> (path: String, isOutboxRestored: Bool) {
    let (path, schema, recorder) = (path, schema, recorder)
    let worker = makeWorker(for: path)
    return try await worker.run { connection throws(DatabaseError) in
      let keptPath = unusedPath("\(path).version-\(version)")
      var isOutboxRestored = false
      // It lets another connection read while this one holds the lock.
      try connection.useWriteAheadLog()
      try connection.withRestorableCopy(of: copyPath, schema, beside: path) { copy throws(DatabaseError) in
        do throws(DatabaseError) {
          try copy.replaceContents(of: connection, recordedBy: recorder) { replaced throws(DatabaseError) in
            try replaced.copy(toFileAt: keptPath)
            let preserved = try replaced.readablePreservedData()
            isOutboxRestored = preserved != nil
            return preserved
          }
        } catch {
          removeDatabaseFiles(keptPath)
          throw error
        }
      }
      try connection.useWriteAheadLog()
      return (keptPath, isOutboxRestored)
    }
  }

  /// Returns the preserved data of a damaged file, or `nil` if it cannot be read.
  private func preservedDataOfDamagedFile() async throws(DatabaseError) -> PreservedData? {
    let worker = makeWorker(for: path)
    do throws(DatabaseError) {
      return try await worker.run { connection throws(DatabaseError) in try connection.preservedData() }
    } catch {
      if error.reason == .cancelled || error.reason == .locked { throw error }
      return nil
    }
  }

  /// Returns a worker for a file whose tables are neither checked nor migrated, or for a new database in memory.
  private func makeWorker(for path: String) -> DatabaseWorker {
    DatabaseWorker("backroom.database.restore") { [failNextCall] () throws(DatabaseError) in
      try SQLiteConnection(
        path, flags: SQLiteCode.openReadWrite | (path == Self.memoryPath ? SQLiteCode.openCreate : 0),
        failNextCall: failNextCall)
    }
  }

  /// Replaces the file by another one, and returns the path at which it is kept with its log and its shared memory.
  ///
  /// If the program is killed meanwhile, a file is still at the path, unless the file system has no links.
  private func exchangeFile(for newPath: String) throws(DatabaseError) -> String {
    // A link is not replaced, but the file to which it leads.
    let resolved = unsafe realpath(path, nil)
    defer { unsafe free(resolved) }
    let path = unsafe resolved.map { unsafe String(cString: $0) } ?? path
    let asidePath = unusedPath("\(path).damaged")
    func failed() -> DatabaseError {
      let error = DatabaseError(path, .cannotOpen(unsafe String(cString: strerror(errno))))
      for suffix in DatabaseFile.suffixes {
        _ = Self.keepFile(asidePath + suffix, at: path + suffix)
        if DatabaseFile(path + suffix).identity != nil { unsafe _ = unlink(asidePath + suffix) }
      }
      return error
    }
    for suffix in DatabaseFile.suffixes where !Self.keepFile(path + suffix, at: asidePath + suffix) {
      if errno != ENOENT || suffix.isEmpty { throw failed() }
    }
    // SQLite would take the log for one of the new file.
    for suffix in DatabaseFile.suffixes.dropFirst() { unsafe _ = unlink(path + suffix) }
    if unsafe rename(newPath, path) != 0 { throw failed() }
    return asidePath
  }

  /// Gives a file another path, in addition to its own one unless the file system has no links, and returns whether that
  /// succeeded.
  private static func keepFile(_ path: String, at otherPath: String) -> Bool {
    if unsafe link(path, otherPath) == 0 { return true }
    return unsafe errno == EPERM || errno == ENOTSUP ? rename(path, otherPath) == 0 : false
  }
}

extension SQLiteConnection {
  /// Copies a database to a temporary file in the same folder, checks and migrates it, and passes it to a closure.
  fileprivate func withRestorableCopy(
    of copyPath: String, _ schema: Schema, beside path: String,
    _ body: (SQLiteConnection) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try DatabaseFile(copyPath).checkReadability()
    let isStored = path != SQLiteDatabase.memoryPath
    let temporaryPath = isStored ? temporaryPath(for: path, "restoring") : path
    defer { if isStored { removeDatabaseFiles(temporaryPath) } }
    do throws(DatabaseError) {
      if isStored { try Self.createFileIfMissing(temporaryPath) }
      let flags = SQLiteCode.openReadWrite | (isStored ? 0 : SQLiteCode.openCreate)
      let copy = try SQLiteConnection(temporaryPath, flags: flags, failNextCall: failNextCall)
      try copy.becomeRestorableCopy(of: copyPath, schema)
      try body(copy)
    } catch {
      if error.path == copyPath, case .corrupt(let detail) = error.reason {
        throw DatabaseError(copyPath, .damagedCopy(detail))
      }
      guard error.path == temporaryPath else { throw error }
      switch error.reason {
      case .notADatabase, .belongsToAnotherProgram, .newer: throw DatabaseError(copyPath, error.reason)
      case .corrupt(let detail): throw DatabaseError(copyPath, .damagedCopy(detail))
      default: throw DatabaseError(path, error.reason)
      }
    }
  }

  /// Makes this empty database a migrated copy of another one.
  private func becomeRestorableCopy(of copyPath: String, _ schema: Schema) throws(DatabaseError) {
    try readContents(of: copyPath)
    let objectCount = try integer("SELECT count(*) FROM sqlite_master")
    if objectCount == 0 { throw DatabaseError(copyPath, .notADatabase) }
    // Triggers would run when the data is migrated and changed. This program has none.
    var trigger: String?
    try run("SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view')") { trigger = $0.text(0) }
    if let trigger { throw DatabaseError(copyPath, .damagedCopy("the \(trigger) does not belong to the shop")) }
    try prepareSchema(schema, keepsEarlierVersion: false)
    if let problem = try problems(schema).first {
      throw DatabaseError(copyPath, .damagedCopy(Self.firstProblem(in: problem)))
    }
  }

  /// Copies the contents of another database, whose file does not change, to this empty one.
  private func readContents(of copyPath: String) throws(DatabaseError) {
    let file = DatabaseFile(copyPath)
    let hadFilesBeside = file.hasFilesBeside
    defer {
      // A connection that only reads leaves a log and shared memory. SQLite removes them when the last connection that can
      // write is closed, and keeps them while another program uses the copy. If that fails they stay, which is harmless.
      if !hadFilesBeside, file.hasFilesBeside {
        _ = try? SQLiteConnection(copyPath, flags: SQLiteCode.openReadWrite).schemaVersion()
      }
    }
    do {
      let isImmutable = file.isOnReadOnlyDisk && !file.hasLog
      let source = try SQLiteConnection(
        copyPath, flags: SQLiteCode.openReadOnly | (isImmutable ? SQLiteCode.openURI : 0), failNextCall: failNextCall)
      if let size = try source.integer("PRAGMA page_size"), let expected = try integer("PRAGMA page_size"),
        size != expected
      {
        throw DatabaseError(copyPath, .failed("its pages have \(size) bytes instead of \(expected)"))
      }
      try source.copy(to: self)
    }
  }
}
