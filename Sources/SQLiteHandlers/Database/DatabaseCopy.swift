import CSQLite

extension SQLiteConnection {
  /// Replaces the contents of another database by those of this one, in one transaction.
  func copy(to destination: SQLiteConnection) throws(DatabaseError) {
    guard let backup = unsafe csqlite_backup_init(destination.handle, "main", handle, "main") else {
      throw DatabaseError(destination.path, .failed("the database cannot be copied while it is in use"))
    }
    var code = SQLiteCode.ok
    while code == SQLiteCode.ok { code = unsafe csqlite_backup_step(backup, 10_000) }
    let finished = unsafe csqlite_backup_finish(backup)
    if code != SQLiteCode.done {
      let error = DatabaseError(
        destination.path, code: finished == SQLiteCode.ok ? code : finished,
        message: unsafe String(cString: csqlite_errstr(code)))
      // What cannot be read is the source.
      switch error.reason {
      case .notADatabase, .corrupt: throw DatabaseError(path, error.reason)
      default: throw error
      }
    }
  }

  /// Copies the database to a file beside it, whose name contains the version: `shop.db.version-1`.
  func backUp(beforeMigratingFrom version: Int) throws(DatabaseError) {
    if path == SQLiteDatabase.memoryPath { return }
    try copy(toFileAt: "\(path).version-\(version)")
  }

  /// Copies the database to a file, in place of its contents.
  func copy(toFileAt copyPath: String) throws(DatabaseError) {
    try Self.createFileIfMissing(copyPath)
    let copy = try SQLiteConnection(copyPath, flags: SQLiteCode.openReadWrite)
    try self.copy(to: copy)
    // A copy is one file, without a log beside it.
    try copy.run("PRAGMA journal_mode = DELETE")
  }
}
