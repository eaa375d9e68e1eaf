#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SQLiteConnection {
  /// Opens a database for reading and writing, and creates or migrates it if necessary.
  ///
  /// On a read-only disk it is opened for reading. A missing database is not created if it is known, or if it must exist.
  static func openPrepared(
    _ path: String, schema: Schema = .current, createsFolder: Bool = false, mustExist: Bool = false,
    isReadOnly: Bool = false, known: KnownDatabases? = nil, failNextCall: (@Sendable () -> Int32?)? = nil
  ) throws(DatabaseError) -> SQLiteConnection {
    let file = DatabaseFile(path)
    let isStored = path != SQLiteDatabase.memoryPath
    if mustExist, isStored, file.identity == nil, !file.hasLog { throw DatabaseError(path, .missing) }
    if let known, file.identity == nil, !file.hasLog, known.contains(path) {
      throw DatabaseError(path, .disappeared)
    }
    if isReadOnly, isStored {
      let connection = try SQLiteConnection(path, flags: SQLiteCode.openReadOnly, failNextCall: failNextCall)
      try connection.checkReadOnlySchema(schema)
      return connection
    }
    if createsFolder { createFolders(of: path) }
    if isStored { try createFileIfMissing(path) }
    if isStored, file.isOnReadOnlyDisk {
      return try openOnReadOnlyDisk(path, schema, failNextCall: failNextCall)
    }
    if isStored { file.makeFilesBesideWritable() }
    let flags = SQLiteCode.openReadWrite | (isStored ? 0 : SQLiteCode.openCreate)
    // If the file is replaced while it is opened, the first change finds that.
    let identity = isStored ? file.identity : nil
    let connection = try SQLiteConnection(path, flags: flags, failNextCall: failNextCall)
    connection.fileIdentity = identity
    try connection.prepareSchema(schema)
    known?.add(path)
    return connection
  }

  private static func openOnReadOnlyDisk(
    _ path: String, _ schema: Schema, failNextCall: (@Sendable () -> Int32?)?
  ) throws(DatabaseError) -> SQLiteConnection {
    if DatabaseFile(path).hasLog {
      throw DatabaseError(
        path,
        .cannotOpen(
          "it was not closed and is on a read-only file system; copy it with \(path)-wal to a folder that can be "
            + "written"))
    }
    let connection = try SQLiteConnection(
      path, flags: SQLiteCode.openReadOnly | SQLiteCode.openURI, failNextCall: failNextCall)
    try connection.checkReadOnlySchema(schema)
    return connection
  }

  /// Creates the folders of a path, which only their owner can read.
  ///
  /// An error is reported by the next function, which cannot create the file then.
  static func createFolders(of path: String) {
    for index in path.indices.dropFirst() where path[index] == "/" {
      unsafe _ = mkdir(String(path[..<index]), 0o700)
    }
  }

  /// Creates an empty file that only its owner can read, which SQLite takes for an empty database.
  ///
  /// SQLite gives the files beside a database the permissions of the database.
  static func createFileIfMissing(_ path: String) throws(DatabaseError) {
    if path.isEmpty { throw DatabaseError(path, .noPath) }
    let file = DatabaseFile(path)
    try file.checkKind()
    if file.identity == nil, file.hasLog {
      // SQLite would delete the log, which may contain all that was stored last.
      throw DatabaseError(path, .movedWithoutLog)
    }
    let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw DatabaseError(path, .cannotOpen(unsafe String(cString: strerror(errno))))
    }
  }
}
