import Testing

@testable import HTTPHandlers

@Suite struct `The retry policy` {
  @Test func `delays double up to a maximum, and their second half is random`() {
    var policy = RetryPolicy()
    policy.maximumAttempts = 9
    let delays = (1...8).map { policy.delay(afterAttempt: $0, serverDelay: nil, random: 1) }
    #expect(delays == [250, 500, 1000, 2000, 4000, 8000, 8000, 8000].map { .milliseconds($0) })
    #expect(policy.delay(afterAttempt: 2, serverDelay: nil, random: 0) == .milliseconds(250))
    #expect(policy.delay(afterAttempt: 9, serverDelay: nil, random: 0) == nil)
    policy.maximumAttempts = .max
    #expect(policy.delay(afterAttempt: .max - 1, serverDelay: nil, random: 1) == .seconds(8))
  }

  @Test func `the server can ask for a longer delay, but not for one above the limit`() {
    let policy = RetryPolicy()
    func delay(_ seconds: Int) -> Duration? {
      policy.delay(afterAttempt: 1, serverDelay: .seconds(seconds), random: 1)
    }
    #expect(delay(0) == .milliseconds(250))
    #expect(delay(30) == .seconds(30))
    #expect(delay(31) == nil)
  }
}
