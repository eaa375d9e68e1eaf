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
  ///
  /// It stops if the task is cancelled.
  func copy(to destination: SQLiteConnection) throws(DatabaseError) {
    do throws(DatabaseError) {
      // Without a transaction, a change by another process between two steps would start the copy again.
      try transaction(.reading) { () throws(DatabaseError) in
        _ = try integer("SELECT count(*) FROM sqlite_master")
        try copyPages(to: destination)
      }
    } catch {
      // The error concerns the source.
      switch error.reason {
      case .notADatabase, .corrupt, .cannotOpen: throw DatabaseError(path, error.reason)
      default: throw error
      }
    }
  }

  /// Replaces the contents of another database by those of this one.
  ///
  /// If another process changes this database meanwhile, the copy starts again, unless a transaction has begun.
  ///
  /// - Parameters:
  ///   - destination: The other database.
  ///   - prepare: A closure that may change this database. From this call on, other connections cannot change the
  ///     destination until the copy is complete.
  /// - Throws: An error if the destination has not been changed.
  func copyPages(
    to destination: SQLiteConnection, afterLocking prepare: () throws(DatabaseError) -> Void = {}
  ) throws(DatabaseError) {
    var created: OpaquePointer?
    try destination.check {
      unsafe created = csqlite_backup_init(destination.handle, "main", handle, "main")
      return unsafe created == nil ? SQLiteCode.error : SQLiteCode.ok
    }
    guard let backup = unsafe created else { preconditionFailure("an error has been thrown") }
    var isFinished = false
    // It rolls back an incomplete copy.
    defer { if !isFinished { unsafe _ = csqlite_backup_finish(backup) } }
    // A step of no pages locks the destination.
    try destination.check(keepsMessage: false) {
      let code = unsafe csqlite_backup_step(backup, 0)
      return code == SQLiteCode.done ? SQLiteCode.ok : code
    }
    try prepare()
    var isComplete = false
    while !isComplete {
      if Task.isCancelled { throw DatabaseError(destination.path, .cancelled) }
      try destination.check(keepsMessage: false) {
        let code = unsafe csqlite_backup_step(backup, Self.pagesPerStep)
        isComplete = code == SQLiteCode.done
        return isComplete ? SQLiteCode.ok : code
      }
    }
    try destination.check(keepsMessage: false) {
      isFinished = true
      return unsafe csqlite_backup_finish(backup)
    }
  }

  /// The pages that are copied before it is checked whether the task has been cancelled.
  private static let pagesPerStep: Int32 = 1_000

  /// Copies the database to a file, which is complete when it has its name.
  func copy(toFileAt copyPath: String) throws(DatabaseError) {
    let temporaryPath = temporaryPath(for: copyPath, "partial")
    do throws(DatabaseError) {
      try write(toNewFileAt: temporaryPath)
      if unsafe rename(temporaryPath, copyPath) != 0 {
        throw DatabaseError(copyPath, .cannotOpen(unsafe String(cString: strerror(errno))))
      }
    } catch {
      removeDatabaseFiles(temporaryPath)
      throw error.path == temporaryPath ? DatabaseError(copyPath, error.reason) : error
    }
  }

  private func write(toNewFileAt copyPath: String) throws(DatabaseError) {
    try Self.createFileIfMissing(copyPath)
    let copy = try SQLiteConnection(copyPath, flags: SQLiteCode.openReadWrite, failNextCall: failNextCall)
    try self.copy(to: copy)
    // A copy is one file, without a log beside it.
    try copy.run("PRAGMA journal_mode = DELETE")
  }

  /// Copies the database to a file beside it, whose name contains the version: `shop.db.version-1`.
  ///
  /// It is called in the transaction of the migration, so that only one process copies. This connection cannot copy
  /// what it is changing, but another one can.
  ///
  /// - Returns: The path of the copy, or `nil` if the database is not a file.
  /// - Throws: An error if it cannot be copied.
  func backUp(beforeMigratingFrom version: Int) throws(DatabaseError) -> String? {
    if path == SQLiteDatabase.memoryPath { return nil }
    let copyPath = unusedPath("\(path).version-\(version)")
    try SQLiteConnection(path, flags: SQLiteCode.openReadWrite, failNextCall: failNextCall)
      .copy(toFileAt: copyPath)
    return copyPath
  }
}

/// Removes a database with its log and its shared memory.
///
/// The database is the last one: what a kill leaves is found by its name.
func removeDatabaseFiles(_ path: String) {
  for suffix in ["-journal", "-wal", "-shm", ""] { unsafe _ = unlink(path + suffix) }
}

/// Returns the path of a temporary file beside a file.
///
/// It contains the process ID, as in `shop.db.7.partial`. This function removes the file at this path, and those with
/// the same ending that killed processes have left.
func temporaryPath(for path: String, _ ending: String) -> String {
  let ownPath = "\(path).\(getpid()).\(ending)"
  removeDatabaseFiles(ownPath)
  let slash = path.lastIndex(of: "/")
  let folder = slash.map { String(path[...$0]) } ?? "./"
  let prefix = path[(slash.map(path.index(after:)) ?? path.startIndex)...] + "."
  for name in fileNames(inFolder: folder) where name.hasPrefix(prefix) && name.hasSuffix(".\(ending)") {
    guard let process = pid_t(name.dropFirst(prefix.count).dropLast(ending.count + 1)), process > 0 else { continue }
    if kill(process, 0) != 0, errno == ESRCH { removeDatabaseFiles(folder + name) }
  }
  return ownPath
}

/// Returns the names of the files in a folder, or nothing if it cannot be read.
private func fileNames(inFolder path: String) -> [String] {
  guard let folder = unsafe opendir(path) else { return [] }
  defer { unsafe closedir(folder) }
  var names: [String] = []
  while let entry = unsafe readdir(folder) {
    names.append(
      unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      })
  }
  return names
}

/// Returns a path at which no file exists: the path itself, or one with a number at its end.
func unusedPath(_ path: String) -> String {
  var (candidate, number) = (path, 1)
  while DatabaseFile.suffixes.contains(where: { unsafe access(candidate + $0, F_OK) == 0 }) {
    number += 1
    candidate = "\(path)-\(number)"
  }
  return candidate
}
