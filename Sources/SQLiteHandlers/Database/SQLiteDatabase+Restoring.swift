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
    do throws(DatabaseError) {
      try await replaceContents(byThoseOf: copyPath)
      return nil
    } catch {
      guard error.path == path else { throw error }
      if case .newer(let version) = error.reason {
        return try await replaceNewerContents(ofVersion: version, byThoseOf: copyPath)
      }
      if !error.isDamage { throw error }
    }
    // Nothing is set aside for something unusable.
    try await checkCopy(copyPath)
    // An open connection would go on with the damaged file.
    await close()
    let preserved = try await preservedDataOfDamagedFile()
    let asidePath = try setFileAside()
    try await replaceContents(byThoseOf: copyPath, preserving: preserved)
    return (asidePath, preserved != nil)
  }

  /// Replaces the contents of the database by those of a copy.
  ///
  /// - Parameters:
  ///   - copyPath: The path of the copy.
  ///   - preserved: The preserved data of a damaged file, or `nil` to preserve that of the database.
  /// - Throws: An error if nothing was replaced.
  private func replaceContents(
    byThoseOf copyPath: String, preserving preserved: PreservedData? = nil
  ) async throws(DatabaseError) {
    try await write { connection throws(DatabaseError) in
      try connection.checkFile()
      // A file with damaged pages may have been read until now, and may have more data than the copy.
      try connection.checkPages()
      try connection.withRestorableCopy(of: copyPath) { copy throws(DatabaseError) in
        try copy.replaceContents(of: connection) { replaced throws(DatabaseError) in
          if let preserved { return preserved }
          return try replaced.preservedData()
        }
      }
      try connection.useWriteAheadLog()
    }
  }

  /// Copies a database of a newer version, replaces its contents, and returns the copy.
  ///
  /// Other programs may be using the file, so that it is not moved.
  private func replaceNewerContents(
    ofVersion version: Int, byThoseOf copyPath: String
  ) async throws(DatabaseError) -> (path: String, isOutboxRestored: Bool) {
    let path = path
    let worker = Self.makeWorker(for: path)
    return try await worker.run { connection throws(DatabaseError) in
      let keptPath = unusedPath("\(path).version-\(version)")
      var isOutboxRestored = false
      // It lets another connection read while this one holds the lock.
      try connection.useWriteAheadLog()
      try connection.withRestorableCopy(of: copyPath) { copy throws(DatabaseError) in
        do throws(DatabaseError) {
          try copy.replaceContents(of: connection) { replaced throws(DatabaseError) in
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
    let worker = Self.makeWorker(for: path)
    do throws(DatabaseError) {
      return try await worker.run { connection throws(DatabaseError) in try connection.preservedData() }
    } catch {
      if error.reason == .cancelled || error.reason == .locked { throw error }
      return nil
    }
  }

  /// Returns a worker for a file whose tables are neither checked nor migrated, or for a new database in memory.
  private static func makeWorker(for path: String) -> DatabaseWorker {
    DatabaseWorker("backroom.database.restore") { () throws(DatabaseError) in
      try SQLiteConnection(
        path, flags: SQLiteCode.openReadWrite | (path == Self.memoryPath ? SQLiteCode.openCreate : 0))
    }
  }

  /// Renames the file, its log and its shared memory, and returns the new path.
  private func setFileAside() throws(DatabaseError) -> String {
    let asidePath = unusedPath("\(path).damaged")
    for suffix in DatabaseFile.suffixes {
      if unsafe rename(path + suffix, asidePath + suffix) != 0, suffix.isEmpty {
        throw DatabaseError(path, .cannotOpen(unsafe String(cString: strerror(errno))))
      }
    }
    return asidePath
  }

  /// Throws an error if a copy cannot be restored.
  private func checkCopy(_ copyPath: String) async throws(DatabaseError) {
    let path = path
    // The connection is not used: the file of the database cannot be opened.
    let worker = Self.makeWorker(for: Self.memoryPath)
    try await worker.run { connection throws(DatabaseError) in
      try connection.withRestorableCopy(of: copyPath, beside: path) { _ throws(DatabaseError) in }
    }
  }
}

extension SQLiteConnection {
  /// Copies a database to a temporary file in the same folder, checks and migrates it, and passes it to a closure.
  fileprivate func withRestorableCopy(
    of copyPath: String, _ body: (SQLiteConnection) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try withRestorableCopy(of: copyPath, beside: path, body)
  }

  fileprivate func withRestorableCopy(
    of copyPath: String, beside path: String, _ body: (SQLiteConnection) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try DatabaseFile(copyPath).checkReadability()
    let isStored = path != SQLiteDatabase.memoryPath
    let temporaryPath = isStored ? "\(path).\(getpid()).restoring" : path
    if isStored { removeDatabaseFiles(temporaryPath) }
    defer { if isStored { removeDatabaseFiles(temporaryPath) } }
    do throws(DatabaseError) {
      if isStored { try Self.createFileIfMissing(temporaryPath) }
      let flags = SQLiteCode.openReadWrite | (isStored ? 0 : SQLiteCode.openCreate)
      let copy = try SQLiteConnection(temporaryPath, flags: flags, failNextCall: failNextCall)
      try copy.becomeRestorableCopy(of: copyPath)
      try body(copy)
    } catch {
      guard error.path == temporaryPath else { throw error }
      switch error.reason {
      case .notADatabase, .belongsToAnotherProgram, .newer: throw DatabaseError(copyPath, error.reason)
      case .corrupt(let detail): throw DatabaseError(copyPath, .damagedCopy(detail))
      default: throw DatabaseError(path, error.reason)
      }
    }
  }

  /// Makes this empty database a migrated copy of another one.
  private func becomeRestorableCopy(of copyPath: String) throws(DatabaseError) {
    try readContents(of: copyPath)
    let objectCount = try integer("SELECT count(*) FROM sqlite_master")
    if objectCount == 0 { throw DatabaseError(copyPath, .notADatabase) }
    try prepareSchema(keepsEarlierVersion: false)
    if let problem = try problems().first {
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
