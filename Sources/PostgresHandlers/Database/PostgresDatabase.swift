public import Shop
import Values

/// A database on a PostgreSQL server, with the products and the events of a shop.
///
/// The connection is made when it is first used, and the tables are created or migrated if necessary. Any number of
/// programs can use it at the same time. Operations run on a few connections. A lost connection is made again, with
/// longer and longer pauses between attempts.
///
/// ```swift
/// let database = PostgresDatabase("postgres://ada@db.example/shop")
/// let handler = ProductListHandler(store: PostgresProductStore(database))
/// ```
public final class PostgresDatabase: Sendable {
  /// The address, whose description contains no password.
  public let address: PostgresAddress
  /// Who changes the products, or `nil` if that is not recorded.
  let recorder: ChangeRecorder?
  /// Whether every change of the data is an error.
  let isReadOnly: Bool
  private let pool: PostgresPool
  private let open: @Sendable () throws(PostgresError) -> PostgresConnection
  /// Waits before the next attempt to connect.
  private let pause: @Sendable (Duration) async throws -> Void
  /// The connections of this program.
  let ownConnections = OwnConnections()

  /// Creates a database for an address.
  ///
  /// - Parameters:
  ///   - url: The address, such as `postgres://ada@db.example/shop?sslmode=verify-full`. Parameters that it lacks come
  ///     from the environment, the service file and the password file of PostgreSQL.
  ///   - mustExist: Whether a database without tables is an error, and none are created.
  ///   - isReadOnly: Whether every change of the data is an error.
  ///   - recorder: What records who changes the products, or `nil` if that is not recorded.
  public convenience init(
    _ url: String, mustExist: Bool = false, isReadOnly: Bool = false, recordedBy recorder: ChangeRecorder? = nil
  ) {
    self.init(
      url, schema: .current, PostgresAccess(mustExist: mustExist, isReadOnly: isReadOnly), recordedBy: recorder)
  }

  /// Creates a database with a schema, which waits with a closure before it connects again.
  init(
    _ url: String, schema: PostgresSchema, _ access: PostgresAccess = PostgresAccess(),
    recordedBy recorder: ChangeRecorder? = nil,
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    let address = PostgresAddress(url)
    self.address = address
    self.recorder = recorder
    self.pause = pause
    isReadOnly = access.isReadOnly
    let open = { @Sendable [ownConnections] () throws(PostgresError) in
      let connection = try PostgresConnection.openPrepared(address, schema, access)
      ownConnections.add(connection.id)
      return connection
    }
    self.open = open
    pool = PostgresPool(count: Self.connectionCount, open: open)
  }

  /// The number of connections for all operations.
  private static let connectionCount = 4

  /// The pauses before the attempts to connect again, about three seconds together.
  ///
  /// A person who waits learns then what is going on, and a server that is restarted is back.
  private static let pauses: [Duration] = [
    .milliseconds(50), .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800),
    .milliseconds(1_600),
  ]

  /// The pauses before the attempts to ask whether a change was stored, about ten seconds together.
  ///
  /// Without an answer, a person must find it out.
  private static let longPauses = pauses + [.milliseconds(1_600), .milliseconds(2_400), .milliseconds(3_200)]

  /// The largest number of attempts of a transaction that others disturb.
  private static let maximumAttemptCount = 20

  /// Returns a worker with a connection of its own.
  func makeWorker(for purpose: String) -> PostgresWorker { PostgresWorker("backroom.postgres.\(purpose)", open: open) }

  /// Connects to the server, and creates or migrates the tables if necessary.
  public func connect() async throws(PostgresError) {
    try await pool.run { _ throws(PostgresError) in }
  }

  /// Closes the connections, until the database is used again.
  public func close() async { await pool.close() }

  /// Runs an operation that reads one version of the data.
  ///
  /// It runs again if the connection is lost.
  func read<Success: Sendable>(
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(PostgresError) -> Success {
    try await reconnecting { () throws(PostgresError) in
      try await pool.run { connection throws(PostgresError) in
        try connection.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
          () throws(PostgresError) in try operation(connection)
        }
      }
    }
  }

  /// Runs an operation outside of a transaction, which may run again if the connection is lost.
  func runRepeatable<Success: Sendable>(
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(PostgresError) -> Success {
    try await reconnecting { () throws(PostgresError) in try await pool.run(operation) }
  }

  /// Runs an operation outside of a transaction, without another attempt.
  func runOnce<Success: Sendable>(
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(PostgresError) -> Success {
    try await pool.run(operation)
  }

  /// Runs an operation in a transaction that changes a kind of data, and commits it if the operation returns a success.
  ///
  /// It runs again if the connection is lost before the transaction is committed, or if others disturb it. If the
  /// connection is lost while the transaction is committed, the server is asked whether it was.
  func write<Success: Sendable, Failure>(
    changing kind: DataKind,
    _ operation: @escaping @Sendable (PostgresConnection) throws(PostgresError) -> Result<Success, Failure>
  ) async throws(PostgresError) -> Result<Success, Failure> {
    for attempt in 1... {
      do throws(PostgresError) {
        let outcome = try await reconnecting { () throws(PostgresError) in
          try await pool.run { connection throws(PostgresError) in try connection.transaction(changing: kind, operation)
          }
        }
        switch outcome {
        case .known(let result): return result
        case .unknown(let result, let mark, let error):
          if try await isCommitted(mark, after: error) { return result }
        }
      } catch {
        guard case .conflict = error.reason, attempt < Self.maximumAttemptCount else { throw error }
      }
    }
    preconditionFailure("The attempts are limited.")
  }

  /// Returns whether a transaction was committed when its connection was lost.
  private func isCommitted(_ mark: CommitMark, after error: PostgresError) async throws(PostgresError) -> Bool {
    do throws(PostgresError) {
      return try await reconnecting(pausingFor: Self.longPauses) { () throws(PostgresError) in
        try await pool.run { connection throws(PostgresError) in try connection.isCommitted(mark) }
      }
    } catch {
      throw PostgresError(error.address, .outcomeUnknown(error.problem))
    }
  }

  /// Runs an operation that nothing is stored by if it fails, and runs it again with a new connection if it lost its own.
  func reconnecting<Success: Sendable>(
    pausingFor pauses: [Duration] = pauses, _ operation: () async throws(PostgresError) -> Success
  ) async throws(PostgresError) -> Success {
    var pauses = pauses[...]
    var hasConnected = false
    while true {
      do throws(PostgresError) { return try await operation() } catch {
        if case .connectionLost = error.reason { hasConnected = true }
        // A wrong address is reported at once. A server that starts is waited for.
        guard error.isLostConnection, hasConnected || ownConnections.exist, let next = pauses.popFirst() else {
          throw error
        }
        do { try await pause(next) } catch { throw PostgresError(address.description, .cancelled) }
      }
    }
  }
}
