import Values

/// Runs operations on a connection, one after the other, on a queue of its own.
///
/// SQLite waits for the disk and for locks. On the threads that all tasks share, this could block them.
actor DatabaseWorker {
  private let executor: SerialQueueExecutor
  private let open: @Sendable () throws(DatabaseError) -> SQLiteConnection
  private var connection: SQLiteConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Creates a worker, which opens its connection when it is first used.
  init(_ label: String, open: @escaping @Sendable () throws(DatabaseError) -> SQLiteConnection) {
    executor = SerialQueueExecutor(label: label)
    self.open = open
  }

  /// Runs an operation, and opens the connection if it is not open.
  func run<Success: Sendable>(
    _ operation: @Sendable (SQLiteConnection) throws(DatabaseError) -> Success
  ) throws(DatabaseError) -> Success {
    if let connection { return try operation(connection) }
    let opened = try open()
    connection = opened
    return try operation(opened)
  }

  /// Returns a property of the connection, or `nil` if it is not open.
  func ifOpen<Value: Sendable>(_ property: @Sendable (SQLiteConnection) -> Value?) -> Value? {
    connection.flatMap(property)
  }

  /// Closes the connection, which the next operation opens again.
  func close() { connection = nil }
}
