import Synchronization
import Values

/// What tells whether a transaction was committed: how often its connection has then changed a kind of data.
struct CommitMark: Sendable {
  let kind: DataKind
  let connection: Int64
  let count: Int
}

/// What is known about a transaction.
enum TransactionOutcome<Value: Sendable>: Sendable {
  /// It was committed, or rolled back because of its result.
  case known(Value)
  /// The connection was lost while it was committed.
  case unknown(Value, CommitMark, PostgresError)
}

/// The connections that a program has had.
final class OwnConnections: Sendable {
  private let list = Mutex<[Int64]>([])

  /// Adds a connection before it is used.
  func add(_ id: Int64) { list.withLock { $0.append(id) } }

  /// Returns whether a connection is one of them.
  func contains(_ id: Int64) -> Bool { list.withLock { $0.contains(id) } }

  /// All of them.
  var all: [Int64] { list.withLock { $0 } }

  /// Whether there has been one.
  var exist: Bool { list.withLock { !$0.isEmpty } }
}

extension PostgresConnection {
  /// Runs a closure in a transaction, which is committed if the closure succeeds.
  func transaction<Success>(
    _ begin: String, _ body: () throws(PostgresError) -> Success
  ) throws(PostgresError) -> Success {
    try run(begin)
    do throws(PostgresError) {
      let success = try body()
      try run("COMMIT")
      return success
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs a closure in a transaction that changes a kind of data.
  ///
  /// If the closure returns a success, the change is counted and committed.
  func transaction<Success, Failure>(
    changing kind: DataKind, _ body: (PostgresConnection) throws(PostgresError) -> Result<Success, Failure>
  ) throws(PostgresError) -> TransactionOutcome<Result<Success, Failure>> {
    let result: Result<Success, Failure>
    let mark: CommitMark
    do throws(PostgresError) {
      // Each statement sees what others have committed before it, also while it waited for a lock.
      try run("BEGIN ISOLATION LEVEL READ COMMITTED")
      result = try body(self)
      guard case .success = result else {
        rollBack()
        return .known(result)
      }
      mark = CommitMark(kind: kind, connection: id, count: try countChange(of: kind))
      if Task.isCancelled { throw PostgresError(address, .cancelled) }
    } catch {
      rollBack()
      throw error
    }
    do throws(PostgresError) {
      // A transaction in which a statement has failed is rolled back without an error.
      let command = try runToEnd("COMMIT").command
      if command != "COMMIT" { throw PostgresError(address, .failed("the server answered COMMIT with \(command)")) }
    } catch {
      if error.isLostConnection { return .unknown(result, mark, error) }
      rollBack()
      throw error
    }
    if PostgresDatabase.watchedKinds.contains(kind) { notifyListeners() }
    return .known(result)
  }

  /// Counts a change of this connection, and returns how many it has made.
  func countChange(of kind: DataKind) throws(PostgresError) -> Int {
    try integer(
      """
      INSERT INTO change_count (part, connection, count, changed) VALUES ($1, $2, 1, now())
      ON CONFLICT (part, connection) DO UPDATE SET count = change_count.count + 1, changed = excluded.changed
      RETURNING count
      """, [.text(kind.name), .integer(id)]) ?? 0
  }

  /// Returns whether a transaction of another connection was committed, and waits until it has ended.
  func isCommitted(_ mark: CommitMark) throws(PostgresError) -> Bool {
    // The row is locked as long as the transaction may be committed.
    let found = try runToEnd(
      """
      INSERT INTO change_count (part, connection, count, changed) VALUES ($1, $2, 0, now())
      ON CONFLICT (part, connection) DO UPDATE SET changed = excluded.changed
      RETURNING count
      """, [.text(mark.kind.name), .integer(mark.connection)]
    ).firstRow?.int(0)
    return found == mark.count
  }

  /// Returns how often each kind of data has been changed by other connections than some.
  func changeCounts(except own: [Int64]) throws(PostgresError) -> [DataKind: Int] {
    var counts: [DataKind: Int] = [:]
    for row in try run(
      "SELECT part, sum(count) FROM change_count WHERE connection <> ALL ($1) GROUP BY part", [.integers(own)]
    ).rows {
      counts[DataKind(row.text(0))] = row.int(1)
    }
    return counts
  }

  /// Replaces the rows of connections that have changed nothing for a day by their sum.
  func foldChangeCounts() throws(PostgresError) {
    try run(
      """
      WITH former AS (
        DELETE FROM change_count WHERE (part, connection) IN (
          SELECT part, connection FROM change_count WHERE connection <> 0 AND changed < now() - interval '1 day'
          ORDER BY part, connection FOR UPDATE SKIP LOCKED)
        RETURNING part, count)
      INSERT INTO change_count (part, connection, count, changed)
      SELECT part, 0, sum(count)::bigint, now() FROM former GROUP BY part
      ON CONFLICT (part, connection) DO UPDATE SET count = change_count.count + excluded.count
      """)
  }
}
