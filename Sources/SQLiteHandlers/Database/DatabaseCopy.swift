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
      throw DatabaseError(
        destination.path, code: finished == SQLiteCode.ok ? code : finished,
        message: unsafe String(cString: csqlite_errstr(code)))
    }
  }

  /// Copies the database to a file beside it, whose name contains the version: `shop.db.version-1`.
  func backUp(beforeMigratingFrom version: Int) throws(DatabaseError) {
    if path == SQLiteDatabase.memoryPath { return }
    let copyPath = "\(path).version-\(version)"
    try Self.createFileIfMissing(copyPath)
    try copy(to: SQLiteConnection(copyPath, flags: SQLiteCode.openReadWrite))
  }
}
