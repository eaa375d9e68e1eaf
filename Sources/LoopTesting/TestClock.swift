import Foundation

/// A clock whose time changes only when a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let store = Store(Search(), state: .init(), handler: handler, clock: clock)
/// store.send(.textChanged("lamp"))
/// clock.advance(by: .milliseconds(300))  // the delay of the search has elapsed
/// ```
public final class TestClock: Clock, @unchecked Sendable {
  // Unchecked: the lock protects the state. On Linux, the thread sanitizer does not know the `Mutex` of the standard
  // library, and would report every second access as a race.
  private let lock = NSLock()
  private var clockState = ClockState()

  /// A point in time, as the duration since the clock was created.
  public struct Instant: InstantProtocol {
    /// The duration since the clock was created.
    public var sinceStart: Duration

    /// Creates a point in time.
    public init(sinceStart: Duration) { self.sinceStart = sinceStart }

    /// Returns the point in time after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }

    /// Returns the duration until another point in time.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Returns a Boolean value that indicates whether a point in time is earlier than another one.
    public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Waiter {
    let sleeperCount: Int
    let sleepCount: Int?
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct ClockState {
    var now = Instant(sinceStart: .zero)
    /// The number of sleeps that have ever begun.
    var sleepCount = 0
    var sleepers: [Sleeper] = []
    /// The sleepers that were cancelled before they were added.
    var cancelled: Set<Int> = []
    var waiters: [Waiter] = []

    mutating func removeReadyWaiters() -> [Waiter] {
      let (asleep, begun) = (sleepers.count, sleepCount)
      let isReady = { (waiter: Waiter) in waiter.sleeperCount == asleep && (waiter.sleepCount ?? begun) == begun }
      defer { waiters.removeAll(where: isReady) }
      return waiters.filter(isReady)
    }
  }

  /// Creates a clock.
  public init() {}

  private func withLock<Answer>(_ body: (inout ClockState) -> Answer) -> Answer {
    lock.lock()
    defer { lock.unlock() }
    return body(&clockState)
  }

  /// The current point in time.
  public var now: Instant { withLock { $0.now } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep.
  public var sleeperCount: Int { withLock { $0.sleepers.count } }

  /// The number of sleeps that have ever begun.
  public var sleepCount: Int { withLock { $0.sleepCount } }

  /// Advances the time, and wakes the tasks whose deadline has come, the earliest first.
  public func advance(by duration: Duration) {
    let (due, waiters) = withLock { state in
      let now = state.now.advanced(by: duration)
      state.now = now
      let due = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
      state.sleepers.removeAll { $0.deadline <= now }
      return (due, state.removeReadyWaiters())
    }
    for sleeper in due { sleeper.continuation.resume() }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Returns when exactly this many tasks sleep, and this many sleeps have ever begun.
  public func waitUntil(sleeperCount: Int, sleepCount: Int? = nil) async {
    await withCheckedContinuation { continuation in
      let ready = withLock { state in
        state.waiters.append(Waiter(sleeperCount: sleeperCount, sleepCount: sleepCount, continuation: continuation))
        return state.removeReadyWaiters()
      }
      for waiter in ready { waiter.continuation.resume() }
    }
  }

  /// Sleeps until a test has advanced the time to the deadline, or throws an error if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = withLock { state in
      state.sleepCount += 1
      return state.sleepCount
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { addSleeper(number, until: deadline, $0) }
    } onCancel: {
      cancelSleeper(number)
    }
  }

  private func addSleeper(
    _ number: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let (isCancelled, isDue, waiters) = withLock { state in
      let isCancelled = state.cancelled.remove(number) != nil
      let isDue = deadline <= state.now
      if !isCancelled && !isDue {
        state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
      return (isCancelled, isDue, state.removeReadyWaiters())
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) } else if isDue { continuation.resume() }
    for waiter in waiters { waiter.continuation.resume() }
  }

  private func cancelSleeper(_ number: Int) {
    let (sleeper, waiters) = withLock { state -> (Sleeper?, [Waiter]) in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return (nil, [])
      }
      return (state.sleepers.remove(at: index), state.removeReadyWaiters())
    }
    sleeper?.continuation.resume(throwing: CancellationError())
    for waiter in waiters { waiter.continuation.resume() }
  }
}
