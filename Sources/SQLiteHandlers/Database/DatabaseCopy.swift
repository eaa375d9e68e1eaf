import CSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SQLiteConnection {
  /// Replaces the contents of another database by those of this one, in one transaction.
  func copy(to destination: SQLiteConnection) throws(DatabaseError) {
    guard let backup = unsafe csqlite_backup_init(destination.handle, "main", handle, "main") else {
      throw DatabaseError(destination.path, .failed("the database cannot be copied while it is in use"))
    }
    // All pages in one step: a change by another process between two steps would start the copy again.
    let code = unsafe csqlite_backup_step(backup, -1)
    let finished = unsafe csqlite_backup_finish(backup)
    if code == SQLiteCode.done { return }
    let message = unsafe String(cString: csqlite_errstr(code))
    let error = DatabaseError(destination.path, code: finished == SQLiteCode.ok ? code : finished, message: message)
    // What cannot be read is the source.
    switch error.reason {
    case .notADatabase, .corrupt, .cannotOpen: throw DatabaseError(path, error.reason)
    default: throw error
    }
  }

  /// Copies the database to a file, which is complete when it has its name.
  func copy(toFileAt copyPath: String) throws(DatabaseError) {
    let temporaryPath = "\(copyPath).\(getpid()).partial"
    unsafe _ = unlink(temporaryPath)
    do throws(DatabaseError) {
      try write(toNewFileAt: temporaryPath)
      if unsafe rename(temporaryPath, copyPath) != 0 {
        throw DatabaseError(copyPath, .cannotOpen(unsafe String(cString: strerror(errno))))
      }
    } catch {
      for suffix in ["", "-journal", "-wal", "-shm"] { unsafe _ = unlink(temporaryPath + suffix) }
      throw error.path == temporaryPath ? DatabaseError(copyPath, error.reason) : error
    }
  }

  private func write(toNewFileAt copyPath: String) throws(DatabaseError) {
    try Self.createFileIfMissing(copyPath)
    let copy = try SQLiteConnection(copyPath, flags: SQLiteCode.openReadWrite)
    try self.copy(to: copy)
    // A copy is one file, without a log beside it.
    try copy.run("PRAGMA journal_mode = DELETE")
  }

  /// Copies the database to a file beside it, whose name contains the version: `shop.db.version-1`.
  ///
  /// It is called in the transaction of the migration, so that only one process copies. This connection cannot copy
  /// what it is changing, but another one can.
  func backUp(beforeMigratingFrom version: Int) throws(DatabaseError) {
    if path == SQLiteDatabase.memoryPath { return }
    let copyPath = unusedPath("\(path).version-\(version)")
    try SQLiteConnection(path, flags: SQLiteCode.openReadWrite).copy(toFileAt: copyPath)
  }
}

/// Returns a path at which no file exists: the path itself, or one with a number at its end.
func unusedPath(_ path: String) -> String {
  var (candidate, number) = (path, 1)
  while unsafe access(candidate, F_OK) == 0 {
    number += 1
    candidate = "\(path)-\(number)"
  }
  return candidate
}
