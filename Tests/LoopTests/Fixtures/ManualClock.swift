import TestInputs

/// A clock whose time changes only when a test advances it.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var sinceStart: Duration

    func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
    func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
    static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
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
      let asleep = sleepers.count
      let begun = sleepCount
      let isReady = { (waiter: Waiter) in waiter.sleeperCount == asleep && (waiter.sleepCount ?? begun) == begun }
      defer { waiters.removeAll(where: isReady) }
      return waiters.filter(isReady)
    }
  }

  private let clockState = Locked(ClockState())

  var now: Instant { clockState.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var sleeperCount: Int { clockState.withLock { $0.sleepers.count } }
  var sleepCount: Int { clockState.withLock { $0.sleepCount } }

  func advance(by duration: Duration) {
    let (due, waiters) = clockState.withLock { face in
      let now = face.now.advanced(by: duration)
      face.now = now
      let due = face.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
      face.sleepers.removeAll { $0.deadline <= now }
      return (due, face.removeReadyWaiters())
    }
    for sleeper in due { sleeper.continuation.resume() }
    for waiter in waiters { waiter.continuation.resume() }
  }

  /// Returns when exactly this many tasks sleep, and this many sleeps have ever begun.
  func waitUntil(sleeperCount: Int, sleepCount: Int? = nil) async {
    await withCheckedContinuation { continuation in
      let ready = clockState.withLock { face in
        face.waiters.append(Waiter(sleeperCount: sleeperCount, sleepCount: sleepCount, continuation: continuation))
        return face.removeReadyWaiters()
      }
      for waiter in ready { waiter.continuation.resume() }
    }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = clockState.withLock { face in
      face.sleepCount += 1
      return face.sleepCount
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { addSleeper(number, until: deadline, $0) }
    } onCancel: {
      cancelSleeper(number)
    }
  }

  private func addSleeper(_ number: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>)
  {
    let (isCancelled, isDue, waiters) = clockState.withLock { face in
      let isCancelled = face.cancelled.remove(number) != nil
      let isDue = deadline <= face.now
      if !isCancelled && !isDue {
        face.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
      return (isCancelled, isDue, face.removeReadyWaiters())
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) } else if isDue { continuation.resume() }
    for waiter in waiters { waiter.continuation.resume() }
  }

  private func cancelSleeper(_ number: Int) {
    let (sleeper, waiters) = clockState.withLock { face -> (Sleeper?, [Waiter]) in
      guard let index = face.sleepers.firstIndex(where: { $0.number == number }) else {
        face.cancelled.insert(number)
        return (nil, [])
      }
      return (face.sleepers.remove(at: index), face.removeReadyWaiters())
    }
    sleeper?.continuation.resume(throwing: CancellationError())
    for waiter in waiters { waiter.continuation.resume() }
  }
}

/// A clock whose sleeps end immediately, with or without an error.
struct ImmediateClock: Clock {
  struct ClockError: Error {}

  var failsOnSleep: Bool
  var now: ManualClock.Instant { ManualClock.Instant(sinceStart: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    if failsOnSleep { throw ClockError() }
  }
}
