import Loop
import LoopText
import TestInputs
import Testing

@Suite struct `The delay of a run` {
  @Test(arguments: [Duration.seconds(-1), .nanoseconds(-1), .seconds(Int64.max), .seconds(Int64.min)])
  func `is limited to the range from zero to one hundred years, and decoding another one throws`(delay: Duration) throws
  {
    let pendingRuns = PendingRuns<WordFeature>().applying(.run("a", in: 1, after: delay))
    let storedDelay = try #require(pendingRuns.running(in: 1)?.delay)
    #expect(storedDelay == (delay < .zero ? .zero : .seconds(100 * 31_557_600)))
    let text = "\(try CanonicalValue(pendingRuns))"
    #expect(try CanonicalValue(parsing: text).decode(PendingRuns<WordFeature>.self) == pendingRuns)
    let hostile = text.replacing("\(try CanonicalValue(storedDelay))", with: "\(try CanonicalValue(delay))")
    #expect(hostile != text)
    let fault = #expect(throws: DecodingError.self) {
      try CanonicalValue(parsing: hostile).decode(PendingRuns<WordFeature>.self)
    }
    #expect(fault?.readableDescription == "the delay of run 1 is negative or longer than one hundred years")
  }

  @Test func `is kept up to exactly one hundred years`() throws {
    for delay in [Duration.zero, .nanoseconds(1), .seconds(100 * 31_557_600)] {
      #expect(PendingRuns<WordFeature>().applying(.run("a", in: 1, after: delay)).running(in: 1)?.delay == delay)
    }
  }
}

extension PendingRuns<WordFeature> {
  fileprivate func applying(_ effects: Effects<WordFeature>) -> PendingRuns {
    var pendingRuns = self
    _ = pendingRuns.apply(effects) { _ in true }
    return pendingRuns
  }
}
