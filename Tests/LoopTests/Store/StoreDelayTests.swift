import Loop
import Testing

@MainActor @Suite(.namedWhenItHangs) struct StoreDelayTests {
  @Test func `a run starts after its delay and not earlier`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .milliseconds(300)))
    await stage.clock.until(asleep: 1)
    stage.clock.advance(by: .milliseconds(299))
    await everybodyHasHadTheirTurn()
    #expect(stage.clock.asleep == 1)
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .milliseconds(1))
    await stage.handler.until { $0.started == ["a"] }
  }

  @Test func `each new run restarts the delay, on the same timer`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .milliseconds(300)))
    await stage.clock.until(asleep: 1)
    stage.clock.advance(by: .milliseconds(200))
    stage.want(.ask("ab", in: "1", after: .milliseconds(300)))
    stage.clock.advance(by: .milliseconds(100))
    await stage.clock.until(asleep: 1, begun: 2)
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .milliseconds(200))
    await stage.handler.until { $0.started == ["ab"] }
  }

  @Test func `a thousand replacements need one timer`() async {
    let stage = Stage()
    for number in 1...1_000 { stage.want(.ask("\(number)", in: "1", after: .seconds(number))) }
    await stage.clock.until(asleep: 1)
    stage.clock.advance(by: .seconds(1))
    await stage.clock.until(asleep: 1, begun: 2)
    stage.clock.advance(by: .seconds(999))
    await stage.handler.until { $0.started == ["1000"] }
    #expect(stage.clock.begun == 2)
    #expect(stage.clock.asleep == 0)
  }

  @Test func `a shorter second delay does not wait for the first`() async {
    let stage = Stage()
    stage.want(.ask("long", in: "1", after: .seconds(10)))
    await stage.clock.until(asleep: 1, begun: 1)
    stage.want(.ask("short", in: "1", after: .seconds(1)))
    await stage.clock.until(asleep: 1, begun: 2)
    stage.clock.advance(by: .seconds(1))
    await stage.handler.until { $0.started == ["short"] }
    #expect(stage.clock.asleep == 0)
  }

  @Test func `a run cancelled during its delay never starts`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)) + .ask("b", in: "2", after: .seconds(2)))
    await stage.clock.until(asleep: 2)
    stage.want(.cancel("1"))
    #expect(stage.store.pending.running.map(\.effect) == ["b"])
    stage.clock.advance(by: .seconds(2))
    await stage.handler.until { $0.started.contains("b") }
    await everybodyHasHadTheirTurn()
    #expect(stage.handler.started == ["b"])
  }

  @Test func `law 3: a run whose slot becomes inactive during its delay never starts`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(1)) + .ask("b", in: "2", after: .seconds(2)))
    await stage.clock.until(asleep: 2)
    stage.store.send(.died("1"))
    stage.clock.advance(by: .seconds(2))
    await stage.handler.until { $0.started.contains("b") }
    await everybodyHasHadTheirTurn()
    #expect(stage.handler.started == ["b"])
  }

  @Test func `a run after a cancelled run waits for its whole delay`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", after: .seconds(2)))
    await stage.clock.until(asleep: 1, begun: 1)
    stage.clock.advance(by: .seconds(1))
    stage.want(.cancel("1"))
    stage.want(.ask("b", in: "1", after: .seconds(2)))
    stage.clock.advance(by: .seconds(1))
    await stage.clock.until(asleep: 1, begun: 2)
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .seconds(1))
    await stage.handler.until { $0.started == ["b"] }
  }

  @Test func `a run without a delay replaces a delayed run`() async {
    let stage = Stage()
    stage.want(.ask("delayed", in: "1", after: .seconds(1)))
    await stage.clock.until(asleep: 1)
    stage.want(.ask("now", in: "1"))
    #expect(stage.handler.started == ["now"])
    stage.clock.advance(by: .seconds(1))
    await stage.clock.until(asleep: 0)
    await everybodyHasHadTheirTurn()
    #expect(stage.handler.started == ["now"])
  }

  @Test func `first drops the new run while another is delayed`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .first, after: .seconds(1)))
    await stage.clock.until(asleep: 1)
    stage.want(.ask("b", in: "1", .first, after: .seconds(1)))
    stage.want(.ask("c", in: "1", .first))
    #expect(stage.handler.started == [])
    stage.clock.advance(by: .seconds(1))
    await stage.handler.until { $0.started == ["a"] }
    #expect(stage.clock.begun == 1)
  }

  @Test func `the delay of a queued run starts when its slot is free`() async {
    let stage = Stage()
    stage.want(.ask("a", in: "1", .queue) + .ask("b", in: "1", .queue, after: .seconds(1)))
    stage.clock.advance(by: .seconds(5))
    stage.handler.answer("a", .heard("a"))
    await stage.handler.end("a")
    await stage.clock.until(asleep: 1)
    #expect(stage.handler.started == ["a"])
    stage.clock.advance(by: .seconds(1))
    await stage.handler.until { $0.started == ["a", "b"] }
  }

  @Test func `each slot has its own delay`() async {
    let stage = Stage()
    stage.want(.ask("late", in: "1", after: .seconds(2)) + .ask("early", in: "2", after: .seconds(1)))
    await stage.clock.until(asleep: 2)
    stage.clock.advance(by: .seconds(1))
    await stage.handler.until { $0.started == ["early"] }
    stage.clock.advance(by: .seconds(1))
    await stage.handler.until { $0.started == ["early", "late"] }
  }

  @Test(arguments: [true, false])
  func `law 7: a run starts even if the clock throws or returns immediately`(isBroken: Bool) async {
    let handler = HeldHandler<String, Script.Action>()
    let store = Store(Script(), state: .init(), handler: handler, clock: HastyClock(isBroken: isBroken))
    store.send(.wanted(.ask("a", in: "1", after: .seconds(1))))
    await handler.until { $0.started == ["a"] }
    // A second run in the same slot: a timer left over from the first run would delay it forever.
    store.send(.wanted(.ask("b", in: "1", after: .seconds(2))))
    await handler.until { $0.started == ["a", "b"] }
  }

  @Test func `releasing a store cancels its timers`() async {
    let clock = ManualClock()
    var store: Store<Script>? = Store(
      Script(), state: .init(), handler: HeldHandler<String, Script.Action>(), clock: clock)
    store?.send(.wanted(.ask("a", in: "1", after: .seconds(1))))
    await clock.until(asleep: 1)
    store = nil
    await clock.until(asleep: 0)
  }
}
