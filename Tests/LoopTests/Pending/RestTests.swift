import Loop
import LoopText
import Testing

@Suite struct `The delay of a run` {
  @Test(arguments: [Duration.seconds(-1), .nanoseconds(-1), .seconds(Int64.max), .seconds(Int64.min)])
  func `is limited to the range from zero to one hundred years, and decoding another one throws`(delay: Duration) throws
  {
    let taken = Pending<String, Int>().taking(.ask("a", in: 1, after: delay))
    let rest = try #require(taken.running(in: 1)?.delay)
    #expect(rest == (delay < .zero ? .zero : .seconds(100 * 31_557_600)))
    let text = "\(try Canonical(taken))"
    #expect(try Canonical(parsing: text).decode(Pending<String, Int>.self) == taken)
    let hostile = text.replacing("\(try Canonical(rest))", with: "\(try Canonical(delay))")
    #expect(hostile != text)
    let fault = #expect(throws: DecodingError.self) {
      try Canonical(parsing: hostile).decode(Pending<String, Int>.self)
    }
    #expect(fault?.explained == "the delay of run 1 is negative or longer than one hundred years")
  }

  @Test func `is kept up to exactly one hundred years`() throws {
    for delay in [Duration.zero, .nanoseconds(1), .seconds(100 * 31_557_600)] {
      #expect(Pending<String, Int>().taking(.ask("a", in: 1, after: delay)).running(in: 1)?.delay == delay)
    }
  }
}

extension Pending {
  fileprivate func taking(_ effects: Effects<Effect, Slot>) -> Pending {
    var taken = self
    _ = taken.take(effects) { _ in true }
    return taken
  }
}
