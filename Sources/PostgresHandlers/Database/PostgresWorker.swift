import Dispatch
import Synchronization
import Values

/// Runs operations on a connection, one after the other, on a queue of its own.
///
/// The library waits for the server. On the threads that all tasks share, this could block them.
actor PostgresWorker {
  private let executor: SerialQueueExecutor
  private let open: @Sendable () throws(PostgresError) -> PostgresConnection
  private var connection: PostgresConnection?

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  /// Creates a worker, which connects when it is first used.
  init(_ label: String, open: @escaping @Sendable () throws(PostgresError) -> PostgresConnection) {
    executor = SerialQueueExecutor(label: label)
    self.open = open
  }

  /// Runs an operation, and connects if there is no connection.
  ///
  /// If the task is cancelled, the server cancels the statement that is running.
  nonisolated func run<Success: Sendable>(
    _ operation: @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(PostgresError) -> Success {
    let cancellation = PendingCancellation()
    let result: Result<Success, PostgresError> = await withTaskCancellationHandler {
      await execute(operation, cancellation)
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  /// Calls a closure with the ID of the connection that has changed data, until the connection is lost or closed.
  nonisolated func listen(_ onNotification: @escaping @Sendable (_ sender: Int64?) -> Void) async throws(PostgresError)
  {
    try await run { [executor] connection throws(PostgresError) in
      try connection.listen(on: executor.queue, onNotification)
    }
  }

  private func execute<Success: Sendable>(
    _ operation: @Sendable (PostgresConnection) throws(PostgresError) -> Success, _ cancellation: PendingCancellation
  ) -> Result<Success, PostgresError> {
    do throws(PostgresError) {
      let current = if let connection, connection.isOpen { connection } else { try open() }
      connection = current
      cancellation.begin(current.canceller)
      defer {
        if cancellation.end() { current.awaitCancellation() }
        if !current.isOpen { connection = nil }
      }
      return .success(try operation(current))
    } catch {
      return .failure(error)
    }
  }

  /// Closes the connection, which the next operation opens again.
  ///
  /// - Parameter end: A closure that runs before, if there is a connection. The server does what it does also later, when
  ///   it notices that the connection is closed.
  func close(_ end: (@Sendable (PostgresConnection) -> Void)? = nil) {
    if let connection { end?(connection) }
    connection = nil
  }
}

/// Cancels a statement while it is running, and never the next one of its connection.
private final class PendingCancellation: Sendable {
  private struct State {
    var canceller: PostgresCanceller?
    var isRequested = false
    var isSent = false
  }

  private let state = Mutex(State())

  /// Cancels the statements of a connection from now on.
  func begin(_ canceller: PostgresCanceller) { state.withLock { $0.canceller = canceller } }

  /// Cancels the statement that is running, on another thread, because that waits for the server.
  func cancel() {
    DispatchQueue.global().async {
      // The lock keeps the operation from ending before the server has received the request.
      self.state.withLock { state in
        guard let canceller = state.canceller else { return }
        canceller.cancel()
        state.isSent = true
      }
    }
  }

  /// Ends the operation, and returns whether the server was asked to cancel it.
  func end() -> Bool {
    state.withLock { state in
      state.canceller = nil
      return state.isSent
    }
  }
}

/// A small number of workers that all operations share.
final class PostgresPool: Sendable {
  private struct State {
    var idle: [PostgresWorker]
    var waiting: [CheckedContinuation<PostgresWorker, Never>] = []
  }

  private let workers: [PostgresWorker]
  /// A lock, because each operation would wait twice for an actor.
  private let state: Mutex<State>

  init(count: Int, open: @escaping @Sendable () throws(PostgresError) -> PostgresConnection) {
    workers = (0..<count).map { PostgresWorker("backroom.postgres.\($0)", open: open) }
    // The first worker is used first, so that a program that does one thing at a time has one connection.
    state = Mutex(State(idle: workers.reversed()))
  }

  /// Runs an operation on a worker that has nothing else to do.
  func run<Success: Sendable>(
    _ operation: @Sendable (PostgresConnection) throws(PostgresError) -> Success
  ) async throws(PostgresError) -> Success {
    let worker = await acquire()
    defer { release(worker) }
    return try await worker.run(operation)
  }

  private func acquire() async -> PostgresWorker {
    await withCheckedContinuation { continuation in
      let worker = state.withLock { state in
        let worker = state.idle.popLast()
        if worker == nil { state.waiting.append(continuation) }
        return worker
      }
      if let worker { continuation.resume(returning: worker) }
    }
  }

  private func release(_ worker: PostgresWorker) {
    let next: CheckedContinuation<PostgresWorker, Never>? = state.withLock { state in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.idle.append(worker)
      return nil
    }
    next?.resume(returning: worker)
  }

  /// Closes all connections, which the next operations open again.
  func close() async {
    for worker in workers { await worker.close() }
  }
}
