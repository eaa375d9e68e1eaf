/// The reason why a database cannot be opened, read or written.
///
/// An error means that nothing was stored.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The path of the database.
  public let path: String
  /// What is wrong.
  public let reason: Reason

  /// What is wrong with a database.
  public enum Reason: Hashable, Sendable {
    /// The SQLite library cannot be loaded.
    case libraryMissing(String)
    /// The SQLite library has this version, which is too old.
    case libraryTooOld(version: String)
    /// No path is given, and none is known.
    case noPath
    /// The file or its folder cannot be opened, in the words of the system.
    case cannotOpen(String)
    /// The path names a directory.
    case isDirectory
    /// The file exists, but is not a database.
    case notADatabase
    /// The file is the database of another program.
    case belongsToAnotherProgram
    /// A newer version of the program has written the file.
    case newer(version: Int)
    /// The contents of the file are damaged.
    case corrupt(String)
    /// The contents of a copy from which data is restored are damaged.
    case damagedCopy(String)
    /// Another process holds its lock.
    case locked
    /// No space is left for the database.
    case full
    /// The file is no longer at its path, or another one is there.
    case moved
    /// There is no file at the path, but its log is there.
    case movedWithoutLog
    /// There is no file at the path, and none may be created.
    case missing
    /// There is no file at the path, but a list says that there was one.
    case disappeared
    /// The file cannot be written.
    case readOnly
    /// The task was cancelled.
    case cancelled
    /// Another failure, in the words of SQLite.
    case failed(String)
  }

  /// Creates an error.
  public init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension DatabaseError {
  /// Whether the file cannot be read as a database.
  var isDamage: Bool {
    switch reason {
    case .notADatabase, .corrupt: true
    default: false
    }
  }
}

extension DatabaseError: CustomStringConvertible {
  /// The file, what is wrong with it, and what to do next.
  public var description: String {
    switch reason {
    case .libraryMissing, .libraryTooOld, .noPath: problem
    case .cannotOpen, .isDirectory, .notADatabase, .belongsToAnotherProgram, .newer, .corrupt, .damagedCopy,
      .locked, .full, .moved, .movedWithoutLog, .missing, .disappeared, .readOnly, .cancelled, .failed:
      "\(path): \(problem)"
    }
  }

  /// What is wrong, and what to do next.
  var problem: String {
    switch reason {
    case .libraryMissing(let detail):
      "the SQLite library is missing: \(detail); install it, for example the package libsqlite3-0"
    case .libraryTooOld(let version):
      "the SQLite library has version \(version), and the program needs \(SQLiteLibrary.minimumVersionText) or later"
    case .noPath: "no folder for the database is known: set HOME, or name a file with --database"
    case .cannotOpen(let detail): "the database cannot be opened: \(detail)"
    case .isDirectory: "is a directory, not a database"
    case .notADatabase: "the file is not a database"
    case .belongsToAnotherProgram: "the file is a database of another program, or of backroom before its first release"
    case .newer(let version):
      "a newer version of backroom has written the database (format \(version)); update backroom to use it"
    case .corrupt(let detail):
      "the database is damaged: \(detail); 'backroom database check' shows where, "
        + "'backroom database restore FILE' restores a backup"
    case .damagedCopy(let detail): "the copy is damaged: \(detail); nothing was restored"
    case .locked: "another program has locked the database; try again"
    case .full: "no space is left for the database; free some and try again"
    case .moved:
      "the file was moved, deleted or replaced while it was in use; put it back, or start the program again"
    case .movedWithoutLog:
      "the database was moved or deleted, but its log \(path)-wal was not, which may contain changes; end the programs that "
        + "use the database and put it back, or move the log, too"
    case .missing: "there is no database at this path, and none may be created"
    case .disappeared:
      "the database has been used before and has disappeared; put it back, or restore a backup with 'backroom database "
        + "restore FILE', or begin a new shop with --new-database"
    case .readOnly: "the database cannot be written: it is read-only"
    case .cancelled: "the operation was cancelled"
    case .failed(let detail): "\(detail)"
    }
  }
}
