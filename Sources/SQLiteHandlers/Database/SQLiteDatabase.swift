public import Shop

/// A database in one file, with the products and the events of a shop.
///
/// The file is opened when it is first used, and created or migrated if necessary. Several processes can use it at the
/// same time.
///
/// ```swift
/// let database = SQLiteDatabase(path: "shop.db")
/// let handler = ProductListHandler(store: SQLiteProductStore(database))
/// ```
public final class SQLiteDatabase: Sendable {
  /// The path of the file, or `:memory:`.
  public let path: String
  /// The tables and indexes, and the migrations that lead to them.
  let schema: Schema
  /// Who changes the products, or `nil` if that is not recorded.
  let recorder: ChangeRecorder?
  /// A closure that makes calls of the library fail in tests.
  let failNextCall: (@Sendable () -> Int32?)?
  private let writer: DatabaseWorker
  /// The worker for reading, which does not wait for a transaction of the writer.
  private let reader: DatabaseWorker
  /// The worker for reading ahead, which does not delay what a person waits for.
  private let backgroundReader: DatabaseWorker

  /// Creates a database for a path.
  ///
  /// The database `:memory:` exists only as long as the value.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - createsFolder: Whether missing folders of the path are created.
  ///   - mustExist: Whether a missing database is an error, and is not created.
  ///   - isReadOnly: Whether every change of the data is an error.
  ///   - listPath: The path of a file with the paths of databases that have been used, or `nil` if there is none. A
  ///     database in the list that has disappeared is an error, and is not created again.
  ///   - recorder: What records who changes the products, or `nil` if that is not recorded.
  public convenience init(
    path: String, createsFolder: Bool = false, mustExist: Bool = false, isReadOnly: Bool = false,
    listedIn listPath: String? = nil, recordedBy recorder: ChangeRecorder? = nil
  ) {
    self.init(
      path: path, schema: .current, createsFolder: createsFolder, mustExist: mustExist, isReadOnly: isReadOnly,
      known: listPath.map { KnownDatabases(path: $0) }, recordedBy: recorder)
  }

  /// Creates a database whose calls of the library fail when a closure returns a result code.
  package convenience init(path: String, createsFolder: Bool = false, failNextCall: (@Sendable () -> Int32?)?) {
    self.init(path: path, schema: .current, createsFolder: createsFolder, failNextCall: failNextCall)
  }

  /// Creates a database with a schema.
  init(
    path: String, schema: Schema, createsFolder: Bool = false, mustExist: Bool = false, isReadOnly: Bool = false,
    known: KnownDatabases? = nil, recordedBy recorder: ChangeRecorder? = nil,
    failNextCall: (@Sendable () -> Int32?)? = nil
  ) {
    self.path = path
    self.recorder = recorder
    self.schema = schema
    self.failNextCall = failNextCall
    let writer = DatabaseWorker("backroom.database.writer") { () throws(DatabaseError) in
      try SQLiteConnection.openPrepared(
        path, schema: schema, createsFolder: createsFolder, mustExist: mustExist, isReadOnly: isReadOnly, known: known,
        failNextCall: failNextCall)
    }
    self.writer = writer
    func makeReader(_ label: String) -> DatabaseWorker {
      // A database in memory belongs to one connection.
      if path == Self.memoryPath { return writer }
      return DatabaseWorker(label) { () throws(DatabaseError) in
        let connection = try SQLiteConnection.openPrepared(
          path, schema: schema, createsFolder: createsFolder, mustExist: mustExist, isReadOnly: isReadOnly,
          known: known, failNextCall: failNextCall)
        try connection.runScript("PRAGMA query_only = TRUE")
        return connection
      }
    }
    reader = makeReader("backroom.database.reader")
    backgroundReader = makeReader("backroom.database.background-reader")
  }

  /// The workers for writing and reading.
  var workers: [DatabaseWorker] { [writer, reader, backgroundReader] }

  /// The path of a database that is not stored.
  public static let memoryPath = ":memory:"

  /// Opens the file, and creates or migrates it if necessary.
  public func open() async throws(DatabaseError) {
    try await write { _ throws(DatabaseError) in }
  }

  /// Closes the file, until it is used again.
  ///
  /// The last process that closes the file removes the files `-wal` and `-shm` beside it.
  public func close() async {
    await reader.close()
    await backgroundReader.close()
    await writer.close()
  }

  /// Runs an operation that reads.
  ///
  /// An operation of a task with the priority `utility` or a lower one does not delay those of other tasks.
  func read<Success: Sendable>(
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(DatabaseError) -> Success {
    let worker = Task.currentPriority <= .utility ? backgroundReader : reader
    return try await worker.run { connection throws(DatabaseError) in
      // The data of a file that was moved or replaced is not that of the path.
      try connection.checkFile()
      return try operation(connection)
    }
  }

  /// Runs an operation that may write.
  func write<Success: Sendable>(
    _ operation: @escaping @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) async throws(DatabaseError) -> Success {
    try await writer.run(operation)
  }
}
