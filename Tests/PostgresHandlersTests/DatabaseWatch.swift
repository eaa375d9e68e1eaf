import TestInputs
import Values

@testable import PostgresHandlers

/// The changes that a database reports to a test, which ends each interval itself.
struct DatabaseWatch {
  private var kinds: AsyncStream<DataKind>.AsyncIterator
  private let clock: AsyncStream<Void>.Continuation
  private let watching: Task<Void, any Error>

  /// Begins to watch a database.
  init(_ database: PostgresDatabase) {
    let (kinds, continuation) = AsyncStream.makeStream(of: DataKind.self)
    let (ticks, clock) = AsyncStream.makeStream(of: Void.self)
    let iterator = Locked(ticks.makeAsyncIterator())
    watching = Task {
      try await database.watch {
        var next = iterator.withLock { $0 }
        guard await next.next(isolation: #isolation) != nil else { throw CancellationError() }
      } onChange: {
        continuation.yield($0)
      }
      continuation.finish()
    }
    (self.kinds, self.clock) = (kinds.makeAsyncIterator(), clock)
  }

  /// Ends an interval.
  func endInterval() { clock.yield() }

  /// Returns the next kind of data that has changed, or `nil` after the end.
  mutating func next(isolation: isolated (any Actor)? = #isolation) async -> DataKind? {
    await kinds.next(isolation: isolation)
  }

  /// Ends watching.
  func end() async throws {
    clock.finish()
    try await watching.value
  }
}
