import LoopTesting

/// A clock whose sleeps end immediately, with or without an error.
struct ImmediateClock: Clock {
  struct ClockError: Error {}

  var failsOnSleep: Bool
  var now: TestClock.Instant { TestClock.Instant(sinceStart: .zero) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    if failsOnSleep { throw ClockError() }
  }
}
